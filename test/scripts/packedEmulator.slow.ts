import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { packEmulator } from '../../scripts/build/emulator';

/** The emulator as its tarball has it, without the rest of the project. */

const folder = mkdtempSync(path.join(tmpdir(), 'avalanche-emulator-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('the packed program serves the services', async () => {
	execFileSync('tar', ['-xzf', await packEmulator(folder), '-C', folder]);
	const root = path.join(folder, 'package');
	mkdirSync(path.join(root, 'node_modules'));
	symlinkSync(
		path.resolve(__dirname, '../../node_modules/@chainsafe'),
		path.join(root, 'node_modules/@chainsafe'),
	);
	const child = spawn(process.execPath, ['cli.cjs', '--port', '0'], { cwd: root });
	let printed = '';
	try {
		for await (const chunk of child.stdout) {
			printed += String(chunk);
			if (printed.includes('Press Ctrl+C')) break;
		}
		const [, url] = /Data service +(\S+)/.exec(printed) ?? [];
		const response = await fetch(`${url}/v1/chains/43114`);
		expect(await response.json()).toMatchObject({ chainId: '43114' });
	} finally {
		const ended = once(child, 'close');
		child.kill();
		await ended;
	}
});
