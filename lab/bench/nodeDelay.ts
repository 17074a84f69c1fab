import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { exitWith } from '../kit/system/exit';
import { type Hex, keccak256, numberToHex, toHex } from 'viem';
import { creation, logger } from '../opinions/realNode/contracts/bytecode';
import { createSender } from '../opinions/realNode/contracts/sender';
import { askNode, type Json } from '../opinions/realNode/raw';
import { createRandom } from '../../core/testing/random';
import { createEngine } from '../kit/engine';
import { createPollHost, type Item } from '../kit/pollHost';
import { withMeasured } from '../kit/text/measuredText';
import { ensureBuilt } from '../../scripts/build/freshness';
import { summaryOf } from './lib/stats';

/**
 * `npm run bench -- delay-node --node URL [--write]`: the time from the block of a log, on a node of a local network
 * whose blocks have milliseconds, to the item of Contract Event, which n8n-core polls in this process. `--write` puts
 * the table into docs/performance.md.
 */

const DOCUMENT = path.resolve(__dirname, '../../docs/performance.md');
const COMMAND = 'npm run bench -- delay-node --write';
const EVENTS = 200;
/** Mean time between two transactions. */
const PAUSE_MS = 500;
const MINUTE = 60_000;
const LAST_MS = 5_000;
const clock = {
	now: () => Date.now(),
	sleep: async (ms: number) => void (await wait(ms)),
	random: Math.random,
};

const word = (value: Hex | number) =>
	(typeof value === 'number' ? numberToHex(value) : value).slice(2).padStart(64, '0');
const seconds = (ms: number) => (ms / 1000).toFixed(ms < 10_000 ? 2 : 1);

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: { node: { type: 'string' }, write: { type: 'boolean', default: false } },
	});
	const { node: url, write } = values;
	if (url === undefined)
		throw new Error('--node is required: the URL of a node of a local network');
	await ensureBuilt((line) => void process.stderr.write(`${line}\n`));
	const ask = askNode({ url });
	const rpc = async (method: string, ...params: unknown[]) =>
		(await ask('/ext/bc/C/rpc', method, params)) as Json;
	const sender = await createSender(ask, clock);
	const made = await sender.receipt(await sender.send(creation(logger(1))));
	const addresses = String(made.contractAddress);
	const engine = await createEngine({ dataUrl: url, metricsUrl: url, nodeUrl: url });
	const event = { event: 'contractEvent', preset: 'custom', abi: 'Noted(uint256 at)', addresses };
	const triggerOf = async (options: { pollAtOnce?: boolean }) => {
		const host = createPollHost(engine, { mode: 'default', parameters: { ...event, options } });
		await host.publish();
		await host.poll();
		return host;
	};
	const host = await triggerOf({ pollAtOnce: true });
	try {
		const polled = await triggerOf({});
		// The WebSocket is open.
		await wait(LAST_MS);
		const times = new Map<unknown, number>();
		const push = host.emitted.push.bind(host.emitted);
		host.emitted.push = (...items: Item[]) => {
			for (const { txHash } of items) times.set(txHash, Date.now());
			return push(...items);
		};
		const chance = createRandom('delay').stream('pauses');
		const topic = keccak256(toHex('Noted(uint256)'));
		const hashes: string[] = [];
		const polls: number[] = [];
		while (hashes.length < EVENTS) {
			await wait(chance.next() * 2 * PAUSE_MS);
			hashes.push(await sender.send(`0x${word(topic)}${word(hashes.length)}`, addresses));
			if (hashes.length % 20 > 0) continue;
			const begun = Date.now();
			await polled.poll();
			polls.push(Date.now() - begun);
		}
		const receipts: Json[] = [];
		for (const hash of hashes) receipts.push(await sender.receipt(hash));
		await wait(LAST_MS);
		const found = host.emitted.map(({ args }) => Number((args as { at: unknown }).at));
		if (found.length !== EVENTS || found.some((at, index) => at !== index))
			throw new Error(
				`The WebSocket made ${found.length} items, not each of ${EVENTS} in its order`,
			);
		const delays: number[] = [];
		const awaited: number[] = [];
		const poll = summaryOf(polls).median;
		for (const { blockNumber, transactionHash } of receipts) {
			const { timestampMilliseconds: at } = await rpc('eth_getBlockByNumber', blockNumber, false);
			delays.push((times.get(transactionHash) as number) - Number(at));
			awaited.push(chance.next() * MINUTE + poll);
		}
		const row = (name: string, delays: readonly number[]) => {
			const { median, most } = summaryOf(delays);
			return `| ${name} | ${seconds(median)} | ${seconds(most)} |`;
		};
		const { version } = (await ask('/ext/info', 'info.getNodeVersion')) as { version: string };
		const table = [
			`${EVENTS} logs on one node (${version}, Helicon), each as one item and in their order; polls of a minute are the time to a poll at a random phase and the measured time of a poll:`,
			[
				'| | median, s | maximum, s |\n|---|--:|--:|',
				row('Contract Event, Poll at Once (WebSocket)', delays),
				row('Contract Event, each minute', awaited),
			].join('\n'),
		].join('\n\n');
		console.log(table);
		if (write)
			writeFileSync(DOCUMENT, withMeasured(readFileSync(DOCUMENT, 'utf8'), COMMAND, table));
	} finally {
		await host.unpublish();
	}
}

exitWith(main());
