import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { exitWith } from '../kit/system/exit';
import { startEmulator } from '../../emulator';
import { createRandom } from '../../core/testing/random';
import {
	avalancheCredential,
	CREDENTIAL,
	importCredentials,
	importWorkflows,
	type WorkflowFile,
} from '../kit/n8n/import';
import { installN8n } from '../kit/n8n/install';
import { createInstance, installPackage, type Session } from '../kit/n8n/instance';
import { MINE } from '../kit/lambda/receiveKit';
import { startNodeSocket } from '../kit/nodeSocket';
import { withMeasured } from '../kit/text/measuredText';
import { ensureBuilt } from '../../scripts/build/freshness';
import { summaryOf } from './lib/stats';

/**
 * `npm run bench -- delay [--write]`: the time from an event on the network to the start of its execution in
 * a real n8n, by Avalanche Webhook Trigger, by a poll each minute, and by the WebSocket of the node. All get the same
 * events, transfers with a log, which happen at random moments. `--write` puts the table into docs/performance.md.
 */

const DOCUMENT = path.resolve(__dirname, '../../docs/performance.md');
const COMMAND = 'npm run bench -- delay --write';
const EVENTS = 200;
/** Mean time between two events. */
const PAUSE_MS = 1_200;
const LAST_MS = 90_000;

/** Contract of the logs that the transfers have. */
const CONTRACT = '0x5afe5afe5afe5afe5afe5afe5afe5afe5afe5afe';
const CHANGED = 'ChangedThreshold(uint256 threshold)';
const TOPIC = '0x610f7ff2b304ae8903c3de74c60c6ab1f7d6226b3f52c5161905bb5ad4039c93';
const log = { address: CONTRACT, topics: [TOPIC], data: `0x${'1'.padStart(64, '0')}` };

const transfer = { to: MINE, value: 250_000_000n, logs: [log] };

const poll = { pollTimes: { item: [{ mode: 'everyMinute' }] } };
const ofContract = {
	event: 'contractEvent',
	preset: 'custom',
	abi: CHANGED,
	addresses: CONTRACT,
};
const TRIGGERS: ReadonlyArray<[name: string, type: string, parameters: object]> = [
	['Avalanche Webhook Trigger', 'avalancheWebhookTrigger', { event: 'transfer', addresses: MINE }],
	[
		'Avalanche Trigger, each minute',
		'avalancheTrigger',
		{ ...poll, event: 'transfer', readFrom: 'data', addresses: MINE },
	],
	['Contract Event, each minute', 'avalancheTrigger', { ...poll, ...ofContract }],
	[
		'Contract Event, Poll at Once (WebSocket)',
		'avalancheTrigger',
		{ ...poll, ...ofContract, options: { pollAtOnce: true } },
	],
];

const workflows = TRIGGERS.map(([name, type, parameters], at): WorkflowFile => {
	const trigger = {
		id: `1f0d2c60-5f0e-4f6e-9a52-0b6f35c6d30${at}`,
		name,
		type: `n8n-nodes-avalanche-network.${type}`,
		typeVersion: 1,
		position: [0, 0] as [number, number],
		...(type === 'avalancheWebhookTrigger' && {
			webhookId: '1f0d2c60-5f0e-4f6e-9a52-0b6f35c6d310',
		}),
		parameters: parameters as never,
		credentials: { avalancheApi: { ...CREDENTIAL } },
	};
	return {
		id: `delay${at}`,
		name,
		active: false,
		nodes: [trigger],
		connections: {},
		settings: { executionOrder: 'v1' },
	};
});

interface Listed {
	id: string;
	startedAt: string;
}

interface Page {
	results: Listed[];
	nextCursor?: string | null;
}

/** The start of the first execution of each event, Unix ms, by its hash. */
async function startsOf(
	{ rest }: Session,
	workflowId: string,
	hashes: readonly string[],
): Promise<Map<string, number>> {
	const starts = new Map<string, number>();
	const filter = encodeURIComponent(JSON.stringify({ workflowId }));
	let cursor: string | null = '';
	while (cursor !== null) {
		const page: string = `/executions?filter=${filter}&limit=100${cursor && `&cursor=${cursor}`}`;
		const { results, nextCursor } = (await rest('GET', page)) as Page;
		for (const { id, startedAt } of results) {
			const { data } = (await rest('GET', `/executions/${id}`)) as { data: string };
			const begun = Date.parse(startedAt);
			for (const hash of hashes.filter((one) => data.includes(one))) {
				starts.set(hash, Math.min(begun, starts.get(hash) ?? Infinity));
			}
		}
		cursor = nextCursor ?? null;
	}
	return starts;
}

const seconds = (ms: number) => (ms / 1000).toFixed(ms < 10_000 ? 2 : 1);

async function main(): Promise<void> {
	const say = (line: string) => void process.stderr.write(`${line}\n`);
	await ensureBuilt(say);
	const command = await installN8n(say);
	const emulator = await startEmulator();
	const node = await startNodeSocket(emulator.nodeUrl);
	const n8n = await createInstance(command);
	try {
		await installPackage(n8n.folder);
		await importCredentials(n8n, [avalancheCredential({ ...emulator, nodeUrl: node.url })]);
		await importWorkflows(n8n, workflows);
		for (const { id } of workflows) await n8n.command('publish:workflow', `--id=${id}`);
		await n8n.start();
		const session = await n8n.login();
		const isRegistered = () =>
			emulator.control.webhooks().some(({ url }) => String(url).includes(new URL(n8n.url).port));
		while (!isRegistered()) await wait(200);
		// The first poll is over.
		await wait(LAST_MS);
		const chance = createRandom('delay').stream('pauses');
		const happened = new Map<string, number>();
		while (happened.size < EVENTS) {
			await wait(chance.next() * 2 * PAUSE_MS);
			const at = Date.now();
			const [hash] = emulator.control.addTransfers({ transfers: [transfer] });
			node.ring();
			happened.set(hash, at);
			if (happened.size % 50 === 0) say(`  ${happened.size} of ${EVENTS} events`);
		}
		await wait(LAST_MS);
		const rows: string[] = [];
		for (const [at, [name]] of TRIGGERS.entries()) {
			const starts = await startsOf(session, workflows[at].id, [...happened.keys()]);
			if (starts.size < EVENTS)
				throw new Error(`${name}: only ${starts.size} executions were found`);
			const delays = [...happened].map(([hash, time]) => (starts.get(hash) as number) - time);
			const { median, most } = summaryOf(delays);
			rows.push(`| ${name} | ${seconds(median)} | ${seconds(most)} |`);
		}
		const machine = `${EVENTS} transfers at random moments, in n8n's default mode, on ${os.cpus().length} cores (${os.cpus()[0].model})`;
		const table = [
			`${machine}:`,
			['| | median, s | maximum, s |', '|---|--:|--:|', ...rows].join('\n'),
		].join('\n\n');
		console.log(table);
		if (process.argv.includes('--write')) {
			writeFileSync(DOCUMENT, withMeasured(readFileSync(DOCUMENT, 'utf8'), COMMAND, table));
		}
	} finally {
		await n8n.remove();
		await node.close();
		await emulator.close();
	}
}

exitWith(main());
