import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { exampleNames } from '../../lab/kit/n8n/import';
import { OWNER } from '../../lab/kit/n8n/instance';
import { until } from './kit/host';

/** `npm run n8n` as a user starts and ends it, twice. */

const ROOT = path.resolve(__dirname, '../..');
const parent = mkdtempSync(path.join(tmpdir(), 'avalanche-n8n-command-'));
const folder = path.join(parent, 'data');

interface Entry {
	id: string;
	name: string;
	type?: string;
}

/** One start of the command. */
interface Run {
	child: ChildProcess;
	editor: string;
	data: string;
	rest(method: string, url: string, body?: unknown): Promise<unknown>;
	/** Ctrl+C. Resolves with the exit status. */
	end(): Promise<number | null>;
}

const children: ChildProcess[] = [];

function begin(...args: string[]) {
	// As `npm run n8n` runs it: no wrapper, which kills a program that is late to take a signal.
	const command = ['--import', 'tsx', 'scripts/n8n.ts', '--folder', folder, ...args];
	const child = spawn(process.execPath, command, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
	children.push(child);
	const output = { text: '' };
	for (const stream of [child.stdout, child.stderr]) {
		stream.on('data', (chunk: Buffer) => (output.text += chunk.toString()));
	}
	const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
	return { child, output, ended };
}

async function start(...args: string[]): Promise<Run> {
	const { child, output, ended } = begin(...args);
	await until(
		'n8n and its address',
		() => output.text,
		(text) => text.includes('Press Ctrl+C to stop it') || child.exitCode !== null,
	);
	const printed = output.text;
	const address = (what: string) => new RegExp(`${what} +(http://\\S+)`).exec(printed)?.[1] ?? '';
	const editor = address('Workflows').replace('/home/workflows', '');
	expect(printed).toContain(OWNER.password);
	expect(printed).toContain(folder);
	const login = await fetch(`${editor}/rest/login`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ emailOrLdapLoginId: OWNER.email, password: OWNER.password }),
	});
	expect(login.status).toBe(200);
	const cookie = login.headers.getSetCookie()[0].split(';')[0];
	return {
		child,
		editor,
		data: address('Data service'),
		async rest(method, url, body) {
			const headers = { cookie, 'content-type': 'application/json' };
			const response = await fetch(`${editor}/rest${url}`, {
				method,
				headers,
				...(body !== undefined && { body: JSON.stringify(body) }),
			});
			return ((await response.json()) as { data: unknown }).data;
		},
		async end() {
			child.kill('SIGINT');
			const status = await ended;
			expect(output.text).toContain('Ended.');
			return status;
		},
	};
}

afterAll(() => {
	for (const child of children) child.kill('SIGKILL');
	rmSync(parent, { recursive: true, force: true });
});

test('it prints where n8n is, everything is in it, Ctrl+C ends all of it, and the next start has the same data', async () => {
	const first = await start();
	const workflows = (await first.rest('GET', '/workflows')) as Entry[];
	expect(workflows).toHaveLength(exampleNames().length);
	const credentials = (await first.rest('GET', '/credentials')) as Entry[];
	expect(credentials.map(({ type }) => type)).toContain('avalancheApi');
	expect((await fetch(`${first.data}/v1/chains`)).status).toBe(200);
	const [{ id }] = workflows;
	await first.rest('PATCH', `/workflows/${id}`, { name: 'My own name' });

	// A second n8n on the same data would break its database.
	const other = begin();
	expect(await other.ended).toBe(1);
	expect(other.output.text).toMatch(/Process \d+ runs an n8n with the data in/);

	expect(await first.end()).toBe(0);
	for (const url of [first.editor, first.data]) await expect(fetch(url)).rejects.toThrow();

	const second = await start();
	const again = (await second.rest('GET', '/workflows')) as Entry[];
	expect(again).toHaveLength(workflows.length);
	expect(again.find((one) => one.id === id)?.name).toBe('My own name');
	const [stored] = (await second.rest('GET', '/credentials')) as Entry[];
	const { data } = (await second.rest('GET', `/credentials/${stored.id}?includeData=true`)) as {
		data: { dataUrl: string };
	};
	expect(data.dataUrl).toBe(second.data);
	expect(await second.end()).toBe(0);
	expect(existsSync(folder)).toBe(true);
});
