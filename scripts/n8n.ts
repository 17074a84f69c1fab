import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startEmulator } from '../emulator';
import { keepUpToDate } from './build/devPackage';
import { ensureBuilt } from './build/freshness';
import {
	avalancheCredential,
	exampleNames,
	exampleWorkflow,
	importCredentials,
	importWorkflows,
} from '../lab/kit/n8n/import';
import { holdFolder } from '../lab/kit/n8n/folder';
import { installN8n } from '../lab/kit/n8n/install';
import { requireFree } from '../lab/kit/n8n/port';
import {
	createInstance,
	type Instance,
	installedIn,
	installPackage,
	OWNER,
} from '../lab/kit/n8n/instance';

const HELP = `Starts the real n8n on this machine, with this package, the local services, a credential and the
example workflows. It needs no account, no key, and no network except the npm registry.

Usage: npm run n8n -- [options]

  --port <n>         Port of n8n's editor (default: a free one)
  --dialect <name>   How the local services respond. live: as the deployed services do (default);
                     spec: as documented
  --folder <path>    Where this n8n keeps its data (default: .cache/n8n-data)
  --fresh            Deletes that data first: the examples as they are, and none of your changes
  --watch            For work on the sources: an edit of the package is in the editor after seconds, an edit of
                     the local services restarts them, with new data (npm run dev; ports 8080 to 8084)
  --help             This text

The first start installs n8n into .cache/n8n (about 2 GB, some minutes). Ctrl+C stops everything; your
workflows, credentials and executions are there again at the next start.
`;

const ROOT = path.resolve(__dirname, '..');
const DATA = path.join(ROOT, '.cache/n8n-data');

function say(line = ''): void {
	process.stdout.write(`${line}\n`);
}

function readOptions(args: string[]) {
	const { values } = parseArgs({
		args,
		options: {
			port: { type: 'string' },
			dialect: { type: 'string' },
			folder: { type: 'string', default: DATA },
			fresh: { type: 'boolean', default: false },
			watch: { type: 'boolean', default: false },
			help: { type: 'boolean', short: 'h' },
		},
	});
	const { dialect = 'live', help = false, fresh, watch } = values;
	const folder = path.resolve(values.folder);
	if (dialect !== 'spec' && dialect !== 'live') {
		throw new RangeError('--dialect must be spec or live. See --help.');
	}
	const port = values.port === undefined ? undefined : Number(values.port);
	if (port !== undefined && !(Number.isInteger(port) && port >= 1 && port <= 65_535)) {
		throw new RangeError('--port must be a whole number from 1 to 65535. See --help.');
	}
	return { help, dialect: dialect as 'spec' | 'live', port, folder, fresh, watch };
}

/** Resolves when the user or the system stops the process. */
function endRequested(): Promise<void> {
	return new Promise((resolve) => {
		for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
			// Stays registered: a second Ctrl+C must not leave n8n running.
			process.on(signal, () => resolve());
		}
	});
}

type Services = Record<'dataUrl' | 'metricsUrl' | 'nodeUrl' | 'controlUrl', string> & {
	close(): Promise<void>;
};

/** First of the ports of the services that are restarted. */
const FIRST_PORT = 8080;

/** The local services in a process of their own, which starts again when one of its sources changes. */
async function watchedServices(dialect: string): Promise<Services> {
	const ports = [0, 1, 2, 3].map((more) => FIRST_PORT + more);
	for (const port of ports) await requireFree(port);
	const tsx = require.resolve('tsx/cli');
	const given = ['--port', String(FIRST_PORT), '--dialect', dialect];
	const command = [tsx, 'watch', '--clear-screen=false', 'emulator/cli.ts', ...given];
	const child = spawn(process.execPath, command, {
		cwd: ROOT,
		stdio: ['ignore', 'ignore', 'inherit'],
	});
	const [dataUrl, metricsUrl, nodeUrl, controlUrl] = ports.map(
		(port) => `http://127.0.0.1:${port}`,
	);
	return {
		...{ dataUrl, metricsUrl, nodeUrl, controlUrl },
		async close() {
			const closed = new Promise((resolve) => child.once('close', resolve));
			if (child.exitCode === null && child.kill('SIGTERM')) await closed;
		},
	};
}

async function prepare(n8n: Instance, emulator: Services, watch: boolean) {
	say('Packing this package and installing it in n8n');
	await installPackage(n8n.folder);
	const end = watch ? await keepUpToDate(installedIn(n8n.folder), say) : undefined;
	say('Importing the credential for the local services');
	await importCredentials(n8n, [avalancheCredential(emulator)]);
	// The workflows of an earlier start may have the user's changes.
	const mark = path.join(n8n.folder, 'examples-imported');
	if (!existsSync(mark)) {
		say('Importing the example workflows');
		const workflows = exampleNames().map(exampleWorkflow);
		await importWorkflows(n8n, workflows);
		for (const { name } of workflows) say(`  ${name}`);
		writeFileSync(mark, '');
	}
	say('Starting n8n');
	await n8n.start(watch ? { N8N_DEV_RELOAD: 'true' } : {});
	await n8n.login();
	return end;
}

function welcome({ url, folder }: Instance, emulator: Services): void {
	const { dataUrl, metricsUrl, nodeUrl, controlUrl } = emulator;
	say(`
n8n is ready.

  Workflows  ${url}/home/workflows
  Email      ${OWNER.email}
  Password   ${OWNER.password}
  Data       ${folder}

  Data service     ${dataUrl}
  Metrics service  ${metricsUrl}
  Node             ${nodeUrl}
  Control          ${controlUrl}

To try the trigger while a workflow with it is published:
  curl -d '{"transactions":[{"txType":"AddPermissionlessDelegatorTx"}]}' ${controlUrl}/addTransactions
  curl -d '{"healthy":false}' ${controlUrl}/setHealth

Press Ctrl+C to stop it. The next start continues with this data; --fresh deletes it.`);
}

async function main(): Promise<void> {
	const { help, dialect, port, folder, fresh, watch } = readOptions(process.argv.slice(2));
	if (help) {
		process.stdout.write(HELP);
		return;
	}
	if (port !== undefined) await requireFree(port);
	await ensureBuilt(say);
	const command = await installN8n(say);
	const free = holdFolder(folder);
	const end = endRequested();
	say('Starting the local services');
	const emulator = watch ? await watchedServices(dialect) : await startEmulator({ dialect });
	if (fresh) rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	const n8n = await createInstance(command, { port, userFolder: folder });
	try {
		let ended = false;
		const prepared = prepare(n8n, emulator, watch).catch((error: unknown) => {
			// Ctrl+C while n8n starts makes the start fail, which is not an error.
			if (!ended) throw error;
			return undefined;
		});
		void end.then(() => (ended = true));
		await Promise.race([prepared, end]);
		if (!ended) welcome(n8n, emulator);
		await end;
		say('\nStopping n8n and the local services');
		await n8n.stop();
		await (
			await prepared
		)?.();
	} finally {
		await n8n.remove();
		await emulator.close();
		free();
	}
	say('Ended.');
}

main().then(
	() => process.exit(0),
	(error: unknown) => {
		process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
		process.exit(1);
	},
);
