import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { freePort } from '../../lab/kit/system/freePort';
import { requireFree } from '../../lab/kit/n8n/port';

const ROOT = path.resolve(__dirname, '../..');

/** A process that listens at a port of its own choice until it is ended. */
const LISTENER = `
	const server = require('node:net').createServer();
	server.listen(0, '127.0.0.1', () => console.log(server.address().port));`;

/** Prints free ports, and keeps them until it is ended. */
const CHOOSER = `
	const { freePort } = require('./lab/kit/system/freePort.ts');
	Promise.all(Array.from({ length: 400 }, freePort)).then((ports) => {
		console.log(JSON.stringify(ports));
		setInterval(() => {}, 1000);
	});`;

test('free ports are accepted, and no two processes choose the same', async () => {
	const args = ['--import', 'tsx', '-e', CHOOSER];
	const children = Array.from({ length: 3 }, () =>
		spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] }),
	);
	try {
		const printed = await Promise.all(
			children.map((child) =>
				Promise.race([
					once(child.stdout, 'data'),
					once(child, 'exit').then(([code]) => Promise.reject(new Error(`ended with ${code}`))),
				]),
			),
		);
		const chosen = printed.flatMap(([chunk]) => JSON.parse(String(chunk)) as number[]);
		const own = await Promise.all(Array.from({ length: 20 }, freePort));
		expect(new Set([...chosen, ...own]).size).toBe(1220);
		await Promise.all(own.map((port) => requireFree(port)));
	} finally {
		for (const child of children) child.kill();
	}
});

test('npm run n8n with a port in use says which process has it, and ends before anything starts', async () => {
	const child = spawn(process.execPath, ['-e', LISTENER], { stdio: ['ignore', 'pipe', 'ignore'] });
	try {
		const [printed] = (await once(child.stdout, 'data')) as [Buffer];
		const port = printed.toString().trim();
		const args = ['--import', 'tsx', 'scripts/n8n.ts', '--port', port];
		const options = { cwd: ROOT, encoding: 'utf8' } as const;
		const { status, stdout, stderr } = spawnSync(process.execPath, args, options);
		expect([status, stdout]).toEqual([1, '']);
		expect(stderr).toContain(`Port ${port} is in use by process ${child.pid} (`);
	} finally {
		child.kill();
	}
});
