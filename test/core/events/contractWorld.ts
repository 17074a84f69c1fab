import { contractEvent } from '../../../core/subjects/events/contractEvent/declare';
import { presetAbi } from '../../../core/subjects/events/contractEvent/logs';
import { topicOf } from '../../../core/abi/words';
import type { SourceState } from '../../../core/events/event';
import { parseFields } from '../../../core/fields/fieldSet';
import { recordedCall } from '../../../core/testing/recordedCalls';
import { answer, rpcAnswer } from '../protocol/fakes';
import { type Host, hostOf, restarted } from './world';

/** A chain with logs of contracts, and nodes that answer for a part of its blocks. */

const BLOCK = JSON.parse(recordedCall('further-eth_getBlockByNumber').text) as { result: object };
const TIME = 1_770_000_000;

export interface NodeLog {
	address: string;
	topics: string[];
	data: string;
	blockNumber: string;
	blockHash: string;
	transactionHash: string;
	transactionIndex: string;
	logIndex: string;
	removed: boolean;
}
type Filter = { address?: string[]; topics?: Array<string | string[] | null> } & Record<
	'fromBlock' | 'toBlock',
	string
>;
export type Answer =
	| { result: unknown }
	| { error: { code: number; message: string; data?: string } };

const hex = (value: number) => `0x${value.toString(16)}`;
const hashOf = (block: number) => `0x${'b1'.repeat(28)}${block.toString(16).padStart(8, '0')}`;

/** Blocks with logs, as nodes with `executed` blocks of them answer; careless ones return what was not asked for. */
export function chainOf(limit = 2048, isCareless = false) {
	const blocks: NodeLog[][] = [[]];
	const calls = new Map<string, (data: string) => Answer>();
	let balances = (_: string) => '0x0';
	const chain = {
		blocks,
		/** By contract. */
		calls,
		setBalances(given: typeof balances) {
			balances = given;
		},
		add(logs: ReadonlyArray<Pick<NodeLog, 'address' | 'topics' | 'data'>>): NodeLog[] {
			const at = blocks.length;
			const whole = logs.map((log, index) => ({
				...log,
				blockNumber: hex(at),
				blockHash: hashOf(at),
				transactionHash: `0x${'7a'.repeat(28)}${at.toString(16).padStart(8, '0')}`,
				transactionIndex: '0x0',
				logIndex: hex(index),
				removed: false,
			}));
			blocks.push(whole);
			return whole;
		},
		answer(executed: number, method: string, params: unknown[]): Answer {
			switch (method) {
				case 'eth_blockNumber':
					return { result: hex(executed) };
				case 'eth_getBlockByNumber': {
					const [number] = params as [string];
					const timestamp = hex(TIME + Number(number));
					return { result: { ...BLOCK.result, number, timestamp } };
				}
				case 'eth_getBalance':
				case 'eth_call': {
					const [of, block] = params as [{ to: string; data: string } | string, string];
					if (Number(block) > executed)
						return { error: { code: -32000, message: 'cannot query unfinalized data' } };
					if (typeof of === 'string') return { result: balances(of) };
					const { to, data } = of;
					return calls.get(to.toLowerCase())?.(data) ?? { result: '0x' };
				}
				default: {
					const [{ fromBlock, toBlock, address, topics = [] }] = params as [Filter];
					const [from, to] = [Number(fromBlock), Number(toBlock)];
					if (to - from >= limit) {
						const message = `requested too many blocks from ${from} to ${to}, maximum is set to ${limit}`;
						return { error: { code: -32000, message } };
					}
					// Logs are read from receipts, which blocks have when they are executed.
					const found = blocks.slice(from, Math.min(to, executed) + 1).flat();
					const own = address?.map((one) => one.toLowerCase());
					const isOwn = (log: NodeLog) =>
						(own?.includes(log.address.toLowerCase()) ?? true) &&
						topics.length <= log.topics.length &&
						topics.every((one, at) => one === null || [one].flat().includes(log.topics[at]));
					return { result: isCareless ? found : found.filter(isOwn) };
				}
			}
		},
		/** A host that asks a node with `executed()` blocks in each request. */
		host: (
			executed: () => number = () => blocks.length - 1,
			fails = () => false,
			isRefused: (body: string) => boolean = () => false,
		): Host =>
			hostOf(({ body = '' }) => {
				if (fails()) return answer('', 500);
				if (isRefused(body)) return answer('', 413);
				const head = executed();
				return rpcAnswer(body, ({ method, params }) => chain.answer(head, method, params));
			}),
	};
	return chain;
}

export const settingsOf = (given: Record<string, unknown>) =>
	parseFields(contractEvent.fields, given, 'test') as never;

export const ONE = `0x${'1'.repeat(40)}`;
export const TWO = `0x${'2'.repeat(40)}`;

export const word = (value: bigint | number) => value.toString(16).padStart(64, '0');
export const transfer = (value: bigint, contract = ONE) => ({
	address: contract,
	topics: [topicOf(presetAbi('erc20')[0] as never), `0x${word(1)}`, `0x${word(2)}`],
	data: `0x${word(value)}`,
});
export const said = (of: Record<string, unknown>) => of.args as Record<string, unknown>;

/** Events of a poll from block 1 on, with what it skipped. */
export async function firstPollOf(
	chain: ReturnType<typeof chainOf>,
	given: Record<string, unknown>,
	limits: { maxEvents?: number } = {},
) {
	const settings = settingsOf({ startBlock: 0, ...given });
	const host = chain.host();
	const poll = async (state?: SourceState) =>
		await contractEvent.source.poll(settings, state && restarted(state), host.context(limits));
	return { ...(await poll()), poll, host };
}
