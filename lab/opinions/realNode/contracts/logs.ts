import {
	decodeCalldata,
	decodeLogs,
	encodeFunctionData,
	getContractEvents,
} from '../../../../core';
import { asItem, forViem, written } from '../../../../core/testing/abi/drawn';
import {
	type DrawnEvent,
	drawnEvent,
	hasNoTopic,
	isHashed,
} from '../../../../core/testing/abi/drawnEvent';
import { viem } from '../../../../core/testing/abi/viem';
import fc from '../../../../core/testing/properties';
import type { Json } from '../raw';
import type { Asking } from './types';
import type { Sender } from './sender';

/** Events that contracts emit on the node, and the data of transactions that it has in its blocks. */

const EVENTS = 60;
const CALLS = 20;
/** The topic of a list or a tuple, which viem does not compute: any hash. */
const HASH = `0x${'ab'.repeat(32)}`;

const digits = (hex: string) => hex.slice(2);
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** An event with its topics and data, as viem makes them. */
function emitted({ values, inputs }: DrawnEvent, at: number) {
	const item = { type: 'event', name: `E${at}`, inputs, anonymous: false };
	const args = values.map(({ parameter, value }) => forViem(parameter, value));
	const searched = Object.fromEntries(
		inputs.flatMap((input, one) =>
			input.indexed && !hasNoTopic(input) ? [[input.name, args[one]]] : [],
		),
	);
	const filter = viem.encodeEventTopics({ abi: [item], args: searched });
	const indexed = inputs.filter((input) => input.indexed);
	const topics = [String(filter[0]), ...indexed.map((_, one) => filter[one + 1] ?? HASH)];
	const rest = values.filter((_, one) => !inputs[one].indexed);
	const data = viem.encodeAbiParameters(
		rest.map(({ parameter }) => parameter),
		rest.map(({ parameter, value }) => forViem(parameter, value)),
	);
	const eventArgs = Object.fromEntries(
		Object.entries(searched).map(([name, value]) => [name, written(value)]),
	);
	return { item, inputs, topics, data, eventArgs };
}

/** The arguments that a log has, by viem. */
function argumentsOf({ item, inputs }: ReturnType<typeof emitted>, log: Json) {
	const { topics, data } = log as { topics: string[]; data: string };
	const { args = {} } = viem.decodeEventLog({ abi: [item], topics, data });
	const named = inputs.map((input) => {
		const isHash = input.indexed && isHashed(input);
		return [input.name, isHash ? args[input.name] : asItem(input, args[input.name])];
	});
	return Object.fromEntries(named) as Json;
}

/** Emits events, and finds and decodes them. */
async function askEvents({ client, seed, contracts, asked }: Asking, { send, receipt }: Sender) {
	const events = fc.sample(drawnEvent, { numRuns: EVENTS, seed }).map(emitted);
	const hashes: string[] = [];
	for (const { topics, data } of events) {
		const call = `0x${topics.map(digits).join('')}${digits(data)}`;
		hashes.push(await send(call, contracts.loggers[topics.length]));
	}
	for (const [at, event] of events.entries()) {
		const found = await receipt(hashes[at]);
		const [log] = found.logs as Json[];
		const expected = argumentsOf(event, log);
		const { item, eventArgs } = event;
		asked.recorded.push({ kind: 'event', item, log });
		const wrong = (what: string, got: unknown) =>
			asked.findings.push(`${what} ${JSON.stringify(item)}: ${JSON.stringify(got).slice(0, 300)}`);
		const [decoded] = decodeLogs({ abi: [item], logs: found });
		if (decoded.event !== item.name || !same(decoded.args, expected))
			wrong('the receipt with', decoded);
		const block = Number(found.blockNumber);
		const range = { fromBlock: block, toBlock: block, address: String(log.address) };
		for (const args of [undefined, eventArgs]) {
			const logs = await getContractEvents(client, {
				...{ blockchainId: 'C', abi: [item], ...range },
				...(args && { eventArgs: args }),
			});
			const [own] = logs.filter(({ transactionHash }) => transactionHash === hashes[at]);
			if (own?.event !== item.name || !same(own.args, expected)) wrong('the search for', logs);
		}
		asked.events++;
	}
}

/** Sends calls, and decodes the data of their transactions as the node has it. */
async function askCallData({ rpc, contracts, asked }: Asking, { send, receipt }: Sender) {
	const abi = 'pay((address to, uint256 amount)[] payments, string note)';
	for (let at = 1; at <= CALLS; at++) {
		const payments = Array.from({ length: at % 4 }, (_, one) => ({
			to: contracts.loggers[one],
			amount: String(2n ** BigInt(12 * at) + BigInt(one)),
		}));
		const args = [payments, `payment ${at} ✓`];
		const { data } = encodeFunctionData({ function: abi, args });
		const hash = await send(data, contracts.echo);
		await receipt(hash);
		const { input } = (await rpc('eth_getTransactionByHash', hash)) as { input: string };
		asked.recorded.push({ kind: 'calldata', signature: abi, input });
		const { args: decoded } = decodeCalldata({ data: input, abi });
		const lower = (value: unknown) => JSON.stringify(value).toLowerCase();
		const expected = { payments, note: args[1] };
		if (lower(decoded) !== lower(expected))
			asked.findings.push(`the call data ${input}: ${JSON.stringify(decoded)}`);
		asked.calldata++;
	}
}

/** Events and call data of transactions. */
export async function askLogs(asking: Asking, sender: Sender): Promise<void> {
	await askEvents(asking, sender);
	await askCallData(asking, sender);
}
