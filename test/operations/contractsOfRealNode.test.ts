import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
	createClient,
	decodeCalldata,
	decodeLogs,
	encodeFunctionData,
	isFailure,
	readContract,
	type ReadContractInput,
} from '../../core';
import { asItem, type JsonParameter } from '../../core/testing/abi/drawn';
import { type EventParameter, isHashed } from '../../core/testing/abi/drawnEvent';
import { viem } from '../../core/testing/abi/viem';
import { readRecording } from '../../lab/opinions/realNode/record';
import type { RecordedContract } from '../../lab/opinions/realNode/contracts/types';
import { recordedCalls } from '../../core/testing/recordedCalls';
import { answer, fakeClock } from '../core/protocol/fakes';

/** Results, logs and call data of contracts on a real node, decoded, and held against viem. */

const FOLDER = path.resolve(__dirname, '../../core/testing/vectors/real-node');
const textOf = (file: string) => readFileSync(path.join(FOLDER, file), 'utf8');
const recorded = textOf('contracts.jsonl')
	.trim()
	.split('\n')
	.map((line) => JSON.parse(line) as RecordedContract);
const ofKind = <Kind extends RecordedContract['kind']>(kind: Kind) =>
	recorded.filter((one): one is Extract<RecordedContract, { kind: Kind }> => one.kind === kind);

/** A client whose node answers with a text. */
function clientOf(text: string) {
	const transport = async () => await Promise.resolve({ ...answer({}), text });
	return createClient({ transport, clock: fakeClock(), retry: { retries: 0 } });
}

interface Log {
	topics: string[];
	data: string;
}

/** The arguments of a log by viem. */
function argumentsOf(inputs: readonly EventParameter[], item: object, log: Log) {
	const { args = {} } = viem.decodeEventLog({ abi: [item], topics: log.topics, data: log.data });
	return Object.fromEntries(
		inputs.map((input) => [
			input.name,
			input.indexed && isHashed(input) ? args[input.name] : asItem(input, args[input.name]),
		]),
	);
}

test('results of functions', async () => {
	const results = ofKind('result');
	expect(results.length).toBeGreaterThanOrEqual(50);
	for (const { abi, result } of results) {
		const [{ outputs }] = abi as Array<{ outputs: JsonParameter[] }>;
		const decoded = viem.decodeAbiParameters(outputs, result);
		const items = outputs.map((output, at) => asItem(output, decoded[at]));
		const args = encodedBack(outputs, items);
		const read = await readContract(clientOf(JSON.stringify({ jsonrpc: '2.0', id: 1, result })), {
			...{ blockchainId: 'C', address: `0x${'1'.repeat(40)}`, function: 'f', abi, args },
		});
		expect(read.result).toEqual(items.length === 1 ? items[0] : items);
	}
});

/** The values are arguments of the same function, too: the node returned what it was given. */
function encodedBack(outputs: readonly JsonParameter[], items: unknown[]): unknown[] {
	const abi = [{ type: 'function', name: 'f', inputs: outputs, outputs }];
	const { data } = encodeFunctionData({ function: 'f', abi, args: items });
	expect(decodeCalldata({ data, abi }).args).toEqual(items);
	return items;
}

test('logs of events, with indexed, hashed and plain arguments', () => {
	const events = ofKind('event');
	expect(events.length).toBeGreaterThanOrEqual(50);
	for (const { item, log } of events) {
		const { inputs, name } = item as { inputs: EventParameter[]; name: string };
		const [decoded] = decodeLogs({ abi: [item], logs: log });
		const expected = argumentsOf(inputs, item, log as unknown as Log);
		expect(decoded).toMatchObject({ event: name, args: expected });
	}
});

test('the data of transactions', () => {
	const calls = ofKind('calldata');
	expect(calls.length).toBeGreaterThanOrEqual(10);
	for (const { signature, input } of calls) {
		const { args } = decodeCalldata({ data: input, abi: signature });
		expect(encodeFunctionData({ function: signature, args }).data).toBe(input);
	}
});

test.each<[string, RegExp | unknown]>([
	['a contract of the node itself', expect.stringMatching(/^0x[0-9a-f]{64}$/)],
	['decimals of 2^256-1', /data that does not fit decimals\(\)\(uint8\): value 1 is 1157\d+/],
	['decimals of 2^256-1 as uint256', String(2n ** 256n - 1n)],
	['a text with its offset outside of the data', /outside of the data/],
	['a list that says to have 2^255 entries', /more than 2\^53 entries/],
	['a flag of 2, behind a proxy', /not a value of the type bool/],
	['an address without a contract', /it is not a contract of this chain/],
	['a contract that never ends', /out of gas/],
	['a revert with a text', /: "too much"$/],
	['an overflow', /: an overflow \(Panic 17\)$/],
	['an error of the ABI', /: Short\(has: "1", needs: "1157\d+"\)$/],
	['an error that the ABI does not have', /: an error that the ABI does not have, 0x[0-9a-f]+$/],
	['a revert without a reason', /: without a reason; it may not have this function$/],
])('%s', async (what, expected) => {
	const found = ofKind('hostile').find((one) => one.what === what);
	if (!found) throw new Error(`Not recorded: ${what}`);
	const input = { blockchainId: 'C', ...found.call } as ReadContractInput;
	const outcome: unknown = await readContract(clientOf(found.text), input).then(
		({ result }) => result,
		(error: unknown) => (isFailure(error) ? error.message : error),
	);
	if (expected instanceof RegExp) expect(outcome).toMatch(expected);
	else expect(outcome).toEqual(expected);
});

/** The events whose logs were recorded. */
const KNOWN: Readonly<Record<string, string>> = {
	'0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef': 'Transfer',
	'0x56600c567728a800c0aa927500f831cb451df66a7af570eb4df4dfbf4674887d': 'SendWarpMessage',
};
/** An event of a drawn type, which a contract of the second opinion logged: its ABI was not recorded. */
const DRAWN = '0xf82950a98665d3238f97eb5bc5d0792e307eb528ce1e3449466f6aa3d92efc49';
const PARAMETERS: Readonly<Record<string, EventParameter[]>> = {
	Transfer: [
		{ name: 'from', type: 'address', indexed: true },
		{ name: 'to', type: 'address', indexed: true },
		{ name: 'value', type: 'uint256', indexed: false },
	],
	SendWarpMessage: [
		{ name: 'sender', type: 'address', indexed: true },
		{ name: 'messageID', type: 'bytes32', indexed: true },
		{ name: 'message', type: 'bytes', indexed: false },
	],
};

/** Every object with topics in a value. */
function logsIn(value: unknown): Log[] {
	if (typeof value !== 'object' || value === null) return [];
	if ('topics' in value && 'data' in value) return [value as Log];
	return Object.values(value).flatMap(logsIn);
}

test('every log in the recorded answers of real nodes', () => {
	const drawnCalls = ['five', 'helicon'].flatMap(
		(name) => readRecording(textOf(`drawn/${name}.jsonl`)).calls,
	);
	const texts = [...recordedCalls(), ...drawnCalls].map(({ text }) => text);
	const logs = texts
		.filter((text) => text.includes('"topics"') && text.startsWith('{'))
		.flatMap((text) => logsIn(JSON.parse(text)))
		.filter(({ topics }) => topics[0] !== DRAWN);
	expect(new Set(logs.map(({ topics }) => KNOWN[topics[0]]))).toEqual(
		new Set(Object.values(KNOWN)),
	);
	for (const log of logs) {
		const name = KNOWN[log.topics[0]];
		const item = { type: 'event', name, inputs: PARAMETERS[name], anonymous: false };
		const [decoded] = decodeLogs({ abi: [item], logs: [log] });
		const expected = argumentsOf(PARAMETERS[name], item, log);
		expect(decoded).toMatchObject({ event: name, args: expected });
	}
});
