import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The file with the modules that every execution needs, and the files that stand for these modules. */

const ROOT = path.resolve(__dirname, '../..');
const load = (file: string) =>
	// eslint-disable-next-line @typescript-eslint/no-require-imports -- by a computed name
	require(path.join(ROOT, file)) as Record<string, unknown>;

const files = ['core', 'nodes', 'subjects'].flatMap((folder) =>
	readdirSync(path.join(ROOT, 'dist', folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.js'))
		.map((file) => path.join(folder, file)),
);
const textOf = (file: string) => readFileSync(path.join(ROOT, 'dist', file), 'utf8');
const STANDS_FOR = /^'use strict';\nmodule\.exports = require\(".*\/?common\.js"\)/;
const standing = files.filter((file) => STANDS_FOR.test(textOf(file)));

test('most of what executions load is in it', () => {
	expect(standing.length).toBeGreaterThan(60);
	expect(standing).toContain('nodes/shared/router.js');
	expect(standing).toContain('core/client.js');
});

test.each(standing)('%s has the exports of its source', (file) => {
	const source = load(file.replace(/\.js$/, '.ts'));
	const built = load(`dist/${file}`);
	for (const [name, value] of Object.entries(source)) {
		expect([name, typeof built[name]]).toEqual([name, typeof value]);
		if (typeof value === 'string' || typeof value === 'number') expect(built[name]).toBe(value);
	}
});

test('no other file loads a module of it by its own path', () => {
	const others = files.filter((file) => !standing.includes(file) && !file.endsWith('/common.js'));
	const found = others.flatMap((file) =>
		[...textOf(file).matchAll(/require\("(\.[^"]+)"\)/g)].flatMap(([, name]) => {
			const target = `${path.join(path.dirname(file), name).replace(/\.js$/, '')}.js`;
			return standing.includes(target) ? [`${file}: ${name}`] : [];
		}),
	);
	expect(found).toEqual([]);
});
