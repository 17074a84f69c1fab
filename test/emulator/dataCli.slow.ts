import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fetched } from './emulatorKit';

const ROOT = join(__dirname, '..', '..');

function run(...args: string[]): ChildProcess {
	const entry = join(ROOT, 'emulator', 'cli.ts');
	return spawn(process.execPath, ['--import', 'tsx', entry, ...args], { cwd: ROOT });
}

/** Output of a process until a text appears, or until it ends. */
async function output(child: ChildProcess, until?: string): Promise<string> {
	let text = '';
	child.stderr?.on('data', (chunk: Buffer) => (text += chunk.toString()));
	for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
		text += chunk.toString();
		if (until !== undefined && text.includes(until)) break;
	}
	return text;
}

test('prints its URLs and example commands, and exits cleanly on Ctrl+C', async () => {
	const child = run('--port', '0', '--validators', '5', '--api-key', 'cli-key', '--key-required');
	const ended = once(child, 'exit');
	const text = await output(child, 'Ctrl+C');
	expect(text).not.toContain('cli-key');
	const [data, metrics, node, control] = text.match(/http:\/\/127\.0\.0\.1:\d+/g) ?? [];
	expect((await fetched(`${data}/v1/chains`)).status).toBe(401);
	const key = { headers: { 'x-data-api-key': 'cli-key' } };
	expect((await fetched(`${data}/v1/chains`, key)).status).toBe(200);
	expect((await fetched(`${metrics}/v1/avg_tps/43114`)).status).toBe(200);
	expect((await fetched(`${node}/ext/health/liveness`)).status).toBe(200);
	expect((await fetched(`${control}/requestCount`)).body).toEqual({ result: 4 });
	expect(text).toContain(`curl '${data}/v1/`);
	child.kill('SIGINT');
	expect(await ended).toEqual([0, null]);
});

test('explains its options', async () => {
	const child = run('--help');
	const ended = once(child, 'exit');
	const text = await output(child);
	const options = ['--port', '--seed', '--validators', '--transactions', '--dialect', '--api-key'];
	for (const option of options) expect(text).toContain(option);
	expect(await ended).toEqual([0, null]);
});

test.each([
	['--dialect', 'old'],
	['--port', 'x'],
	['--validators', '0'],
	['--unknown', '1'],
])('refuses %s %s', async (...args) => {
	const child = run(...args);
	const ended = once(child, 'exit');
	expect(await output(child)).toContain('--help');
	expect(await ended).toEqual([1, null]);
});
