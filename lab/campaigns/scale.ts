import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../../scripts/build/freshness';
import { withMeasured } from '../kit/text/measuredText';
import { ended } from '../kit/system/tools';
import { installN8n } from '../kit/n8n/install';
import { type ConfirmedCost, type ConfirmedRow, measureConfirmed } from './scale/confirmed';
import { ENGINES, type EngineName } from './scale/fleet';
import { type LossRow, measureLosses, type Trouble, TROUBLES } from './scale/losses';
import { type KeyOptions, type KeyRow, measureOneKey } from './scale/oneKey';
import {
	confirmedTable,
	costTable,
	faultsOf,
	keyTable,
	lossTable,
	waitingTable,
	webhookTable,
} from './scale/report';
import { startStores } from './scale/stores';
import { measureWaiting, type WaitingRow } from './scale/waiting';
import { measureWebhooks, type WebhookRow } from './scale/webhookProcessors';

const HELP = `npm run campaign -- scale [options]

Runs the real n8n in queue mode on this machine, with Postgres and Redis, a main and two workers, and
injects failures: a worker and the main are killed, Redis and Postgres are unavailable for 20 seconds, and
a workflow overwrites its static data. Prints how many events were expected, executed, lost and executed
twice, for each of n8n's modes of polling. The same for events that are delivered until they are confirmed, while
both workers are killed. Then it runs executions on several workers with one key,
against a service that allows 8,000 compute units a minute. Transfers start executions by messages to a
webhook processor, while it or the worker is away. Last, 200 executions wait for exports, while all is killed.

  --short          durable cursors only, the worker and Redis, and fewer executions (about 7 minutes)
  --mode <name>    ${ENGINES.join(', ')}, or all (default)
  --only <part>    events, confirmed, key, webhooks, or waiting
  --write          also writes the tables to docs/scale.md; not with --short and --mode
  --help           this text

It needs Postgres and Redis (Debian: apt-get install postgresql redis-server), and exits with 75 if
one of them is not installed. The first run installs n8n into .cache/n8n (about 2 GB).
`;

const ROOT = path.resolve(__dirname, '../..');
const DOCUMENT = path.join(ROOT, 'docs/scale.md');
const N8N_PACKAGE = path.join(ROOT, '.cache/n8n/node_modules/n8n/package.json');

const LIMIT = 8_000;
const KEYS: KeyOptions[] = [2, 4].map((workers) => ({
	workers,
	concurrency: 10,
	executions: 400,
	limit: LIMIT,
}));
/** Keys of a short run, with more calls than one minute allows. */
const SHORT_KEYS: KeyOptions[] = [{ workers: 2, concurrency: 10, executions: 30, limit: 2_000 }];
const SHORT_TROUBLES: Trouble[] = ['none', 'worker killed', 'Redis away'];

const PARTS = ['events', 'confirmed', 'key', 'webhooks', 'waiting'];

interface Settings {
	engines: readonly EngineName[];
	troubles: readonly Trouble[];
	keys: readonly KeyOptions[];
	/** Modes in which events are delivered until they are confirmed. */
	confirmed: readonly EngineName[];
	/** Modes in which webhooks are tried. */
	webhooks: readonly EngineName[];
	/** True if executions wait for exports. */
	waiting: boolean;
	write: boolean;
	/** True if a slow machine is a fault. */
	timed: boolean;
}

function settingsOf(args: string[]): Settings | undefined {
	const { values } = parseArgs({
		args,
		options: {
			short: { type: 'boolean', default: false },
			mode: { type: 'string', default: 'all' },
			only: { type: 'string' },
			write: { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) return undefined;
	const { short, mode, only, write } = values;
	if (write && (short || mode !== 'all'))
		throw new RangeError('--write cannot be combined with --short and --mode. See --help.');
	if (only !== undefined && !PARTS.includes(only))
		throw new RangeError(`--only must be ${PARTS.join(', ')}. See --help.`);
	const named = ENGINES.filter((engine) => mode === 'all' || mode === engine);
	if (named.length === 0)
		throw new RangeError(`--mode must be ${ENGINES.join(', ')} or all. See --help.`);
	const engines = short && mode === 'all' ? (['durable'] as const) : named;
	const isAsked = (part: string) => only === undefined || only === part;
	return {
		engines: isAsked('events') ? engines : [],
		troubles: short ? SHORT_TROUBLES : TROUBLES,
		keys: !isAsked('key') ? [] : short ? SHORT_KEYS : KEYS,
		// Its waits are too long for the short form.
		confirmed: only === 'confirmed' || (only === undefined && !short) ? engines : [],
		webhooks: isAsked('webhooks') ? engines : [],
		// Waiting executions do not depend on how n8n polls.
		waiting: only === 'waiting' || (only === undefined && !short),
		write,
		timed: !short,
	};
}

interface Results {
	rows: LossRow[];
	confirmed: ConfirmedRow[];
	costs: ConfirmedCost[];
	keys: KeyRow[];
	webhooks: WebhookRow[];
	waiting: WaitingRow[];
}

/** The tables by the parts that ran. */
function tablesOf({
	rows,
	confirmed,
	costs,
	keys,
	webhooks,
	waiting,
}: Results): Array<[string, string]> {
	return [
		...(rows.length > 0 ? [['events', lossTable(rows)] as [string, string]] : []),
		...(confirmed.length > 0
			? [['confirmed', `${confirmedTable(confirmed)}\n\n${costTable(costs)}`] as [string, string]]
			: []),
		...(keys.length > 0 ? [['key', keyTable(keys)] as [string, string]] : []),
		...(webhooks.length > 0 ? [['webhooks', webhookTable(webhooks)] as [string, string]] : []),
		...(waiting.length > 0 ? [['waiting', waitingTable(waiting)] as [string, string]] : []),
	];
}

/** Writes the tables to the page. A part that did not run keeps its table. */
function writePage(tables: ReadonlyArray<[part: string, table: string]>, versions: string): void {
	const { version } = JSON.parse(readFileSync(N8N_PACKAGE, 'utf8')) as { version: string };
	const cores = os.availableParallelism();
	const load = Math.round(os.loadavg()[2]);
	const about = `Measured with n8n ${version}, ${versions}, on ${cores} cores with a load of ${load}:`;
	let page = readFileSync(DOCUMENT, 'utf8');
	for (const [part, table] of tables) {
		page = withMeasured(
			page,
			`npm run campaign -- scale --only ${part} --write`,
			`${about}\n\n${table}`,
		);
	}
	writeFileSync(DOCUMENT, page);
}

async function main(): Promise<number> {
	const settings = settingsOf(process.argv.slice(2));
	if (!settings) {
		process.stdout.write(HELP);
		return 0;
	}
	const began = Date.now();
	const say = (line: string) => {
		const seconds = Math.round((Date.now() - began) / 1000);
		process.stderr.write(`${String(seconds).padStart(4)} s  ${line}\n`);
	};
	const stores = await startStores();
	const results: Results = {
		rows: [],
		confirmed: [],
		costs: [],
		keys: [],
		webhooks: [],
		waiting: [],
	};
	try {
		await ensureBuilt(say);
		const command = await installN8n(say);
		for (const engine of settings.engines) {
			const found = await measureLosses(command, stores, engine, settings.troubles, say);
			results.rows.push(...found);
			say(`${engine}:\n${lossTable(found)}`);
		}
		for (const engine of settings.confirmed) {
			const found = await measureConfirmed(command, stores, engine, say);
			results.confirmed.push(...found.rows);
			results.costs.push(...found.costs);
			say(`${engine}, confirmed:\n${confirmedTable(found.rows)}\n${costTable(found.costs)}`);
		}
		for (const options of settings.keys) {
			const found = await measureOneKey(command, stores, options, say);
			results.keys.push(found);
			say(`${options.workers} workers:\n${keyTable([found])}`);
		}
		for (const engine of settings.webhooks) {
			const found = await measureWebhooks(command, stores, engine, say);
			results.webhooks.push(...found);
			say(`${engine}, webhooks:\n${webhookTable(found)}`);
		}
		if (settings.waiting) {
			const found = await measureWaiting(command, stores, say);
			results.waiting.push(found);
			say(`waiting:\n${waitingTable([found])}`);
		}
	} finally {
		await stores.close();
	}
	const { rows, keys, webhooks, confirmed, waiting } = results;
	const faults = faultsOf(rows, keys, webhooks, settings.timed, confirmed, waiting);
	const tables = tablesOf(results);
	const verdict = faults.length === 0 ? 'All guarantees hold.' : faults.join('\n');
	process.stdout.write(`${[...tables.map(([, table]) => table), verdict].join('\n\n')}\n`);
	if (settings.write) writePage(tables, stores.versions);
	return faults.length === 0 ? 0 : 1;
}

main().then((code) => {
	process.exitCode = code;
}, ended);
