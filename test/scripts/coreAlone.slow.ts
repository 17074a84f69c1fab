import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** The core with its cases, and its tests, in an empty folder, with nothing else of this repository. */

const ROOT = path.resolve(__dirname, '../..');

let folder: string;

beforeAll(() => {
	folder = mkdtempSync(path.join(os.tmpdir(), 'avalanche-core-alone-'));
	for (const part of ['core', 'test/core']) {
		cpSync(path.join(ROOT, part), path.join(folder, part), { recursive: true });
	}
	symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
	const { compilerOptions } = JSON.parse(
		readFileSync(path.join(ROOT, 'tsconfig.check.json'), 'utf8'),
	) as { compilerOptions: object };
	const tsconfig = {
		extends: './base.json',
		compilerOptions,
		include: ['core', 'test'],
		exclude: [],
	};
	writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
	cpSync(path.join(ROOT, 'tsconfig.json'), path.join(folder, 'base.json'));
	const { transform, moduleNameMapper, transformIgnorePatterns } = (
		jest.requireActual('../../jest.config.js') as { projects: [Record<string, object>] }
	).projects[0];
	const config = { transform, moduleNameMapper, transformIgnorePatterns };
	writeFileSync(path.join(folder, 'jest.config.json'), JSON.stringify(config));
});

afterAll(() => rmSync(folder, { recursive: true }));

function run(...args: string[]): string {
	const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
	return `${stdout}${stderr}`;
}

test('it compiles', () => {
	expect(run(require.resolve('typescript/bin/tsc'))).toBe('');
});

test('its tests run', () => {
	const output = run(require.resolve('jest/bin/jest'), 'test/core/fields', 'test/core/webhooks');
	expect(output).toMatch(/^Tests: +\d+ passed, \d+ total$/m);
});
