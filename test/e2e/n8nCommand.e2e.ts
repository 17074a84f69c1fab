import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { exampleNames } from '../../scripts/n8n/import';
import { OWNER } from '../../scripts/n8n/instance';
import { until } from './kit/host';

/** `npm run n8n` as a user starts and ends it. */

const ROOT = path.resolve(__dirname, '../..');

let child: ChildProcess;
let printed = '';

beforeAll(() => {
	const args = [require.resolve('tsx/cli'), 'scripts/n8n.ts'];
	child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
	for (const stream of [child.stdout, child.stderr]) {
		stream?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
	}
});

afterAll(() => void child.kill('SIGKILL'));

test('it prints where n8n is, everything is in it, and Ctrl+C ends all of it', async () => {
	const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
	await until(
		'n8n and its address',
		() => printed,
		(text) => text.includes('Press Ctrl+C to stop it') || child.exitCode !== null,
	);
	const address = (what: string) => new RegExp(`${what} +(http://\\S+)`).exec(printed)?.[1] ?? '';
	const [editor, data] = [
		address('Workflows').replace('/home/workflows', ''),
		address('Data service'),
	];
	expect(printed).toContain(OWNER.password);

	const login = await fetch(`${editor}/rest/login`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ emailOrLdapLoginId: OWNER.email, password: OWNER.password }),
	});
	expect(login.status).toBe(200);
	const cookie = login.headers.getSetCookie()[0].split(';')[0];
	const get = async (url: string) =>
		(await (await fetch(`${editor}/rest${url}`, { headers: { cookie } })).json()) as {
			data: Array<{ name: string; type?: string }>;
		};
	expect((await get('/workflows')).data).toHaveLength(exampleNames().length);
	const credentials = (await get('/credentials')).data;
	expect(credentials.map(({ type }) => type)).toContain('avalancheApi');
	expect((await fetch(`${data}/v1/chains`)).status).toBe(200);

	child.kill('SIGINT');
	expect(await ended).toBe(0);
	expect(printed).toContain('Ended.');
	for (const url of [editor, data]) await expect(fetch(url)).rejects.toThrow();
});
