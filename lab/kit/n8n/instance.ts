import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { name } from '../../../package.json';
import { freePort } from '../system/freePort';
import { signalGroup } from '../system/processGroup';
import { run } from './install';

/** One n8n with this package in it, on loopback, with a folder of its own. */

const ROOT = path.resolve(__dirname, '../../..');

export const OWNER = {
	email: 'owner@example.com',
	firstName: 'Owner',
	lastName: 'Local',
	password: 'Avalanche-2026',
} as const;

/** A login of a running instance. */
export interface Session {
	/** Calls n8n's REST API; returns the `data` of the response. Throws on an error. */
	rest(method: string, url: string, body?: unknown): Promise<unknown>;
	cookie: string;
}

export interface Instance {
	/** URL of the editor, once `start` has resolved. */
	readonly url: string;
	readonly folder: string;
	/** Environment variables of n8n's processes. */
	readonly environment: Readonly<Record<string, string | undefined>>;
	/** Runs an n8n command while n8n is not running. Gives what it printed. */
	command(...args: string[]): Promise<string>;
	/** Starts n8n and waits until it responds. */
	start(extra?: Record<string, string>): Promise<void>;
	/** Logs the owner in, creating the account the first time. */
	login(): Promise<Session>;
	/** Stops n8n as a user would. */
	stop(): Promise<void>;
	/** Kills n8n, as in a power failure. */
	kill(): Promise<void>;
	/** Output of n8n so far. */
	log(): string;
	/** Stops n8n, and deletes its folder unless it is one that is kept. */
	remove(): Promise<void>;
}

async function isOk(url: string): Promise<boolean> {
	try {
		return (await fetch(url)).ok;
	} catch {
		return false;
	}
}

/** True where the n8n at a URL is ready. */
export async function isReady(url: string): Promise<boolean> {
	return await isOk(`${url}/healthz/readiness`);
}

/** Packs this package as it would be published; returns the path of the tarball. */
export async function packPackage(folder: string): Promise<string> {
	const packed = await run(
		'npm',
		['pack', '--ignore-scripts', '--json', '--pack-destination', folder],
		{
			cwd: ROOT,
		},
	);
	const [{ filename }] = JSON.parse(packed.slice(packed.indexOf('['))) as [{ filename: string }];
	return path.join(folder, filename);
}

/** The folder of this package in the folder of an n8n. */
export const installedIn = (folder: string) => path.join(folder, '.n8n/nodes/node_modules', name);

/** Installs this package as README says, from a tarball; without one it is packed first. */
export async function installPackage(folder: string, tarball?: string): Promise<void> {
	const file = tarball ?? (await packPackage(folder));
	const nodes = path.join(folder, '.n8n/nodes');
	mkdirSync(nodes, { recursive: true });
	await run('npm', ['install', '--offline', '--prefix', nodes, file]);
	if (!tarball) rmSync(file);
}

/** The modules that request data from the internet, as far as this version of n8n has them. */
function onlineModules(command: string): string {
	const modules = path.resolve(path.dirname(command), '../dist/modules');
	return ['mcp-registry'].filter((name) => existsSync(path.join(modules, name))).join(',');
}

/** Logs the owner in at the n8n of a URL, creating the account the first time. */
export async function loginTo(url: string): Promise<Session> {
	let cookie = '';
	const rest: Session['rest'] = async (method, target, body) => {
		const response = await fetch(`${url}/rest${target}`, {
			method,
			// One request a connection: n8n may close one that waits in the moment of the next request.
			headers: {
				...{ 'content-type': 'application/json', 'browser-id': 'local', cookie },
				connection: 'close',
			},
			...(body !== undefined && { body: JSON.stringify(body) }),
		});
		const set = response.headers.getSetCookie().find((each) => each.startsWith('n8n-auth='));
		if (set) cookie = set.split(';')[0];
		const text = await response.text();
		if (!response.ok)
			throw new Error(`${method} ${target}: ${response.status} ${text.slice(0, 500)}`);
		return (JSON.parse(text) as { data?: unknown }).data;
	};
	try {
		await rest('POST', '/owner/setup', OWNER);
	} catch {
		await rest('POST', '/login', { emailOrLdapLoginId: OWNER.email, password: OWNER.password });
	}
	return {
		rest,
		get cookie() {
			return cookie;
		},
	};
}

/** Time for n8n to stop before it is killed. */
const STOP_MS = 20_000;

export interface InstanceOptions {
	/** Port of the editor; a free one by default. */
	port?: number;
	/** Additional variables. */
	variables?: Record<string, string>;
	/** A folder that is kept, with everything in it; by default a new one that `remove` deletes. */
	userFolder?: string;
	/** A file that gets n8n's output, too. */
	logFile?: string;
}

/** An n8n without telemetry and network. */
export async function createInstance(
	command: string,
	{ port: editorPort, variables = {}, userFolder, logFile }: InstanceOptions = {},
): Promise<Instance> {
	const folder = userFolder ?? mkdtempSync(path.join(tmpdir(), 'n8n-avalanche-'));
	const [port, broker] = [editorPort ?? (await freePort()), await freePort()];
	const url = `http://127.0.0.1:${port}`;
	const environment: Record<string, string | undefined> = {
		PATH: process.env.PATH,
		HOME: folder,
		N8N_USER_FOLDER: folder,
		// Without it, n8n keeps a key of its own in the folder.
		...(userFolder ? {} : { N8N_ENCRYPTION_KEY: randomBytes(24).toString('hex') }),
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_PORT: String(port),
		N8N_RUNNERS_BROKER_PORT: String(broker),
		N8N_SECURE_COOKIE: 'false',
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_VERIFIED_PACKAGES_ENABLED: 'false',
		N8N_DYNAMIC_BANNERS_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_DISABLED_MODULES: onlineModules(command),
		N8N_LOG_LEVEL: 'info',
		NODES_EXCLUDE: '[]',
		...variables,
	};
	let running: ChildProcess | undefined;
	let printed = '';

	async function ended(signal: NodeJS.Signals): Promise<void> {
		const child = running;
		running = undefined;
		if (!child || child.exitCode !== null || child.signalCode !== null) return;
		const timer = setTimeout(() => signalGroup(child.pid, 'SIGKILL'), STOP_MS);
		await new Promise<void>((resolve) => {
			child.once('exit', () => resolve());
			if (signal === 'SIGKILL') signalGroup(child.pid, signal);
			else child.kill(signal);
		});
		clearTimeout(timer);
	}

	const instance: Instance = {
		url,
		folder,
		environment,
		command: async (...args) =>
			await run(process.execPath, [command, ...args], { env: environment }),
		async start(extra = {}) {
			const child = spawn(process.execPath, [command, 'start'], {
				env: { ...environment, ...extra },
				stdio: ['ignore', 'pipe', 'pipe'],
				// A separate process group: its task runner ends with it, and Ctrl+C is handled
				// here.
				detached: true,
			});
			running = child;
			process.once('exit', () => signalGroup(child.pid, 'SIGKILL'));
			for (const stream of [child.stdout, child.stderr]) {
				stream.on('data', (chunk: Buffer) => {
					printed += chunk.toString();
					if (logFile) appendFileSync(logFile, chunk);
				});
			}
			const deadline = Date.now() + 180_000;
			// Older versions are ready before they serve the REST API.
			while (!((await isReady(url)) && (await isOk(`${url}/rest/settings`)))) {
				if (child.exitCode !== null || Date.now() > deadline) {
					await ended('SIGKILL');
					throw new Error(`n8n did not start:\n${printed.slice(-2000)}`);
				}
				await new Promise((resolve) => setTimeout(resolve, 250));
			}
		},
		login: async () => await loginTo(url),
		stop: async () => await ended('SIGTERM'),
		kill: async () => await ended('SIGKILL'),
		log: () => printed,
		async remove() {
			await ended('SIGTERM');
			if (userFolder) return;
			rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
		},
	};
	return instance;
}
