import { decodeCalldata, encodeFunctionData } from '../../../core';
import { asItem, countOf, drawn, forViem, written } from '../../../core/testing/abi/drawn';
import { viem } from '../../../core/testing/abi/viem';
import fc, { occurrences } from '../../../core/testing/properties';

/** Calls of functions with values of all types, as programs and forms give them, held against viem. */

/** Values without parts that are compared, at least. */
const VALUES = 10_000;

test('the data of calls is that of viem, and is decoded to the values', () => {
	let count = 0;
	const saw = occurrences('one argument', 'several', 'an empty list alone', 'as JSON');
	fc.assert(
		fc.property(drawn, fc.boolean(), (values, asJson) => {
			const inputs = values.map(({ parameter }) => parameter);
			const abi = [{ type: 'function', name: 'f', inputs, outputs: [] }];
			const own = values.map(({ value }) => written(value));
			const args = values.map(({ parameter, value }) => forViem(parameter, value));
			const theirs = viem.encodeFunctionData({ abi, functionName: 'f', args });
			const given = asJson ? JSON.stringify(own) : own;
			const { data } = encodeFunctionData({ function: 'f', abi, args: given });
			expect(data).toBe(theirs);
			const decoded = viem.decodeAbiParameters(inputs, `0x${theirs.slice(10)}`);
			expect(decodeCalldata({ data, abi })).toMatchObject({
				function: 'f',
				args: inputs.map((input, at) => asItem(input, decoded[at])),
			});
			count += countOf(own);
			saw.saw('one argument', values.length === 1);
			saw.saw('several', values.length > 1);
			saw.saw('an empty list alone', JSON.stringify(own) === '[[]]');
			saw.saw('as JSON', asJson);
		}),
		{ numRuns: 3000 },
	);
	expect(count).toBeGreaterThanOrEqual(VALUES);
	saw.expectAll();
});
