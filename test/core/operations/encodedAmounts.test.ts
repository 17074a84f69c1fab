import { knownOperation } from './knownOperation';
import { readResponse } from '../../../core/protocol/response';
import { type RecordedCall, recordedCalls } from '../../../core/testing/recordedCalls';

/**
 * Blocks and transactions of the P- and X-Chain as JSON objects: an amount is digits, whatever its
 * size, because the node sends every uint64 as a number and a number beyond 2^53 has to be text.
 */

/** The operations that take `encoding`, by their methods. */
const OPERATIONS: Record<string, string> = {
	'platform.getTx': 'pChain.getTransaction',
	'platform.getBlock': 'pChain.getBlock',
	'platform.getBlockByHeight': 'pChain.getBlockByHeight',
	'avm.getTx': 'xChain.getTransaction',
	'avm.getBlock': 'xChain.getBlock',
	'avm.getBlockByHeight': 'xChain.getBlockByHeight',
};

/** avalanchego, vms/secp256k1fx and vms/platformvm/txs: uint64 fields that are amounts or weights. */
const AMOUNT =
	/"(amount|weight|balance|initialSupply|maximumSupply|m(?:in|ax)ValidatorStake|minDelegatorStake)":(\d+)/g;

const SIZES = ['0', '1000000', '9007199254740991', '9007199254740993', '18446744073709551615'];

type Body = { method: string; params: Record<string, unknown> };

/** Recorded answers that hold an amount as a number. */
const answers = recordedCalls().flatMap((call): Array<[string, RecordedCall, Body]> => {
	const body = call.body as Body | undefined;
	const isObject = body?.params?.encoding === 'json' && body.method in OPERATIONS;
	return isObject && call.text.search(AMOUNT) >= 0 ? [[call.name, call, body]] : [];
});

/** The values of a key at any depth. */
function valuesOf(value: unknown, key: string): unknown[] {
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([name, inner]: [string, unknown]) => [
		...(name === key ? [inner] : []),
		...valuesOf(inner, key),
	]);
}

test('both chains have recorded answers with amounts', () => {
	const methods = new Set(answers.map(([, , { method }]) => method.split('.')[0]));
	expect([...methods].sort()).toEqual(['avm', 'platform']);
});

test.each(answers)('%s has amounts of all sizes as digits', (_, call, { method, params }) => {
	const operation = knownOperation(OPERATIONS[method]);
	let at = 0;
	const sent: Record<string, string[]> = {};
	const text = call.text.replace(AMOUNT, (_whole, key: string) => {
		const size = SIZES[at++ % SIZES.length];
		(sent[key] ??= []).push(size);
		return `"${key}":${size}`;
	});
	const response = { status: call.status, headers: {}, text };
	const read = readResponse(operation, response, 0, params);
	for (const [key, sizes] of Object.entries(sent)) expect(valuesOf(read, key)).toEqual(sizes);
});
