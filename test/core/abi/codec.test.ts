import fc, { occurrences, rounds } from '../../../core/testing/properties';
import { decodeValues } from '../../../core/abi/decode';
import { encodeValues } from '../../../core/abi/encode';
import { readAbi } from '../../../core/abi/read';
import type { AbiParameter } from '../../../core/abi/types';
import {
	type Drawn,
	asItem,
	countOf,
	drawn,
	forViem,
	textOf,
	written,
} from '../../../core/testing/abi/drawn';
import { viem } from '../../../core/testing/abi/viem';

/** Encoding and decoding, held against viem. */

/** Values without parts that are compared, at least. */
const VALUES = 10_000;

function parametersOf(values: readonly Drawn[]): readonly AbiParameter[] {
	const inputs = values.map(({ parameter }) => parameter);
	return readAbi([{ type: 'function', name: 'f', inputs, outputs: [] }], 'function')[0].inputs;
}

test('values of all types are encoded as viem encodes them, and decoded as viem decodes them', () => {
	let count = 0;
	const saw = occurrences(
		'tuple',
		'list',
		'nested list',
		'bytes',
		'string',
		'negative',
		'beyond 2^53',
	);
	fc.assert(
		fc.property(drawn, (values) => {
			const json = values.map(({ parameter }) => parameter);
			const types = json.map(textOf).join(' ');
			const own = values.map(({ value }) => written(value));
			const theirs = viem.encodeAbiParameters(
				json,
				values.map(({ parameter, value }) => forViem(parameter, value)),
			);
			const parameters = parametersOf(values);
			expect(`0x${encodeValues(parameters, own)}`).toBe(theirs);
			const decoded = viem.decodeAbiParameters(json, theirs);
			expect(decodeValues(parameters, theirs.slice(2))).toEqual(
				json.map((parameter, at) => asItem(parameter, decoded[at])),
			);
			count += countOf(own);
			saw.saw('tuple', types.includes('('));
			saw.saw('list', types.includes('[]'));
			saw.saw('nested list', types.includes('[]['));
			saw.saw('bytes', /bytes( |$)/.test(types));
			saw.saw('string', types.includes('string'));
			saw.saw('negative', JSON.stringify(own).includes('"-'));
			saw.saw('beyond 2^53', /"\d{17,}"/.test(JSON.stringify(own)));
		}),
		{ numRuns: rounds(3000) },
	);
	expect(count).toBeGreaterThanOrEqual(rounds(VALUES));
	saw.expectAll();
});

const sizes = fc.integer({ min: 1, max: 32 }).map((bytes) => 8 * bytes);

test('integers are encoded up to the bounds of their type, and not beyond', () => {
	fc.assert(
		fc.property(sizes, fc.boolean(), (bits, isSigned) => {
			const [least, most] = isSigned
				? [-(2n ** BigInt(bits - 1)), 2n ** BigInt(bits - 1) - 1n]
				: [0n, 2n ** BigInt(bits) - 1n];
			const { inputs } = readAbi(`f(${isSigned ? 'int' : 'uint'}${bits})`, 'function')[0];
			for (const bound of [least, most]) {
				expect(decodeValues(inputs, encodeValues(inputs, [bound])).map(String)).toEqual([
					String(bound),
				]);
			}
			for (const beyond of [least - 1n, most + 1n]) {
				expect(() => encodeValues(inputs, [String(beyond)])).toThrow(`from ${least} to ${most}`);
			}
		}),
	);
});
