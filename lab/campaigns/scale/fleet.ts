import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import {
	type CredentialFile,
	importCredentials,
	importWorkflows,
	type WorkflowFile,
} from '../../kit/n8n/import';
import { freePort } from '../../kit/system/freePort';
import { createInstance, type Instance, installPackage, isReady } from '../../kit/n8n/instance';
import { type Supervised, supervise, until } from './process';
import type { Stores } from './stores';

/** n8n in queue mode: one main, some workers and perhaps a webhook processor, each restarted by a supervisor. */
export interface Fleet {
	readonly n8n: Instance;
	readonly main: Supervised;
	readonly workers: readonly Supervised[];
	/** The webhook processor, if there is one. */
	readonly processor?: Supervised;
	/** The database of this n8n. */
	readonly database: string;
	/** Starts all processes and waits for the main and the workers. */
	start(): Promise<void>;
	/** Waits until the main responds and every worker accepts jobs. */
	ready(): Promise<void>;
	/** The state of its executions and the end of each log, for an error. */
	report(): string;
	/** Ends and removes it. */
	close(): Promise<void>;
}

export const ENGINES = ['default', 'scheduler', 'durable'] as const;
export type EngineName = (typeof ENGINES)[number];

const SCHEDULER = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	// Without it, n8n leaves polls to its default engine.
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
};
/** The variables of n8n's modes of polling. */
const SWITCHES: Record<EngineName, Record<string, string>> = {
	default: {},
	scheduler: SCHEDULER,
	durable: { ...SCHEDULER, N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true' },
};

const START_MS = 240_000;

/** Output of the processes: a folder for each database, a file for each process. */
const LOGS = path.resolve(__dirname, '../../../.cache/scale');

export interface FleetOptions {
	command: string;
	stores: Stores;
	/** Lower-case letters and digits: a name in Postgres, in Redis and of a folder. */
	database: string;
	engine: EngineName;
	workers: number;
	/** Executions that a worker runs at a time. */
	concurrency: number;
	credentials: CredentialFile[];
	/** Workflows, all of which are published. */
	workflows: WorkflowFile[];
	/** True if a webhook processor takes the requests to webhooks, instead of the main. */
	processor?: boolean;
}

/** Prepares n8n with its database, credential and workflows, without starting it. */
export async function createFleet(given: FleetOptions): Promise<Fleet> {
	const { command, stores, database, engine, concurrency } = given;
	stores.createDatabase(database);
	const webhookPort = given.processor ? await freePort() : undefined;
	const webhookUrl = `http://127.0.0.1:${webhookPort}`;
	const variables = {
		...stores.variables(database),
		...SWITCHES[engine],
		EXECUTIONS_MODE: 'queue',
		N8N_LOG_LEVEL: 'info',
		N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '10',
		...(webhookPort && {
			N8N_WEBHOOK_URL: webhookUrl,
			N8N_DISABLE_PRODUCTION_MAIN_PROCESS: 'true',
		}),
	};
	const n8n = await createInstance(command, { variables });
	try {
		await installPackage(n8n.folder);
		await importCredentials(n8n, given.credentials);
		await importWorkflows(n8n, given.workflows);
		const publish = ({ id }: WorkflowFile) => n8n.command('publish:workflow', `--id=${id}`);
		await Promise.all(given.workflows.map(publish));
	} catch (error) {
		await n8n.remove();
		throw error;
	}
	const logs = path.join(LOGS, database);
	rmSync(logs, { recursive: true, force: true });
	mkdirSync(logs, { recursive: true });
	const processOf = (name: string, args: string[], more: Record<string, string>) =>
		supervise(name, process.execPath, [command, ...args], {
			env: { ...n8n.environment, ...more },
			file: path.join(logs, `${name.replace(' ', '-')}.log`),
		});
	const main = processOf('main', ['start'], {});
	const workers: Supervised[] = [];
	const health: number[] = [];
	for (let i = 0; i < given.workers; i++) {
		const port = await freePort();
		health.push(port);
		workers.push(
			processOf(`worker ${i + 1}`, ['worker', `--concurrency=${concurrency}`], {
				N8N_RUNNERS_BROKER_PORT: String(await freePort()),
				QUEUE_HEALTH_CHECK_ACTIVE: 'true',
				QUEUE_HEALTH_CHECK_PORT: String(port),
			}),
		);
	}
	const processor =
		webhookPort &&
		processOf('webhook processor', ['webhook'], {
			N8N_PORT: String(webhookPort),
			N8N_RUNNERS_BROKER_PORT: String(await freePort()),
		});
	const others = [...workers, ...(processor ? [processor] : [])];
	if (processor) health.push(Number(webhookPort));
	const ready = async () => {
		const urls = [n8n.url, ...health.map((port) => `http://127.0.0.1:${port}`)];
		for (const url of urls) await until(`n8n at ${url}`, () => isReady(url), START_MS);
	};
	return {
		n8n,
		main,
		workers,
		...(processor && { processor }),
		database,
		ready,
		report() {
			const ends = [main, ...others].map(({ name, log }) => `${name}:\n${log().slice(-1500)}`);
			return [...executionsOf(stores, database), ...ends, `Logs: ${logs}`].join('\n');
		},
		async start() {
			// The main first: it prepares the database.
			main.up();
			await until('the main', () => isReady(n8n.url), START_MS);
			for (const each of others) each.up();
			await ready();
		},
		async close() {
			await Promise.all([main, ...others].map((each) => each.end()));
			await n8n.remove();
		},
	};
}

/** The newest executions, or why they cannot be read. */
function executionsOf(stores: Stores, database: string): string[] {
	const columns = '"workflowId", id, status, mode, "startedAt", "stoppedAt"';
	const statement = `SELECT ${columns} FROM execution_entity ORDER BY id DESC LIMIT 30`;
	try {
		const rows = stores.query(database, statement).map((row) => row.join('  '));
		return ['Executions, newest first:', ...rows];
	} catch (error) {
		return [`The executions cannot be read: ${(error as Error).message}`];
	}
}
