import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The package.json of the root, of each workspace, and of the packages with lockfiles of their own. */

const ROOT = path.resolve(__dirname, '../..');

type Versions = Record<string, string>;

interface Manifest {
	name: string;
	private?: boolean;
	repository?: { directory?: string };
	workspaces?: string[];
	dependencies?: Versions;
	devDependencies?: Versions;
}

const manifest = (folder: string) =>
	JSON.parse(readFileSync(path.join(ROOT, folder, 'package.json'), 'utf8')) as Manifest;

const root = manifest('.');
const workspaces = root.workspaces ?? [];
const own = new Set(workspaces.map((folder) => manifest(folder).name));

const allOf = ({ dependencies, devDependencies }: Manifest): Versions => ({
	...devDependencies,
	...dependencies,
});

/** The sources of a package as one text. */
function sourcesOf(folder: string): string {
	const args = ['ls-files', '--cached', '--others', '--exclude-standard', folder];
	const files = execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');
	return files
		.filter((file) => /\.(ts|mjs|cjs)$/.test(file) && existsSync(path.join(ROOT, file)))
		.map((file) => readFileSync(path.join(ROOT, file), 'utf8'))
		.join('\n');
}

test('what n8n installs has no dependencies', () => {
	expect(root.dependencies).toBeUndefined();
	expect(root.repository).not.toHaveProperty('directory');
});

test('only the core is published beside the root', () => {
	const published = workspaces.filter((folder) => manifest(folder).private !== true);
	expect(published).toEqual(['core']);
});

test.each([...workspaces, 'lab/bench', 'infrastructure'])('%s has a README', (folder) => {
	expect(existsSync(path.join(ROOT, folder, 'README.md'))).toBe(true);
});

test.each(workspaces)('%s imports what its package.json declares', (folder) => {
	const sources = sourcesOf(folder);
	const unused = Object.keys(allOf(manifest(folder))).filter((name) => {
		if (name.startsWith('@types/')) return false;
		const workspace = workspaces.find((other) => manifest(other).name === name);
		return workspace
			? !new RegExp(`'(\\.\\./)+${workspace}['/]`).test(sources)
			: !new RegExp(`['"]${name}['"/]`).test(sources);
	});
	expect(unused).toEqual([]);
});

test('packages that share a dependency have one version of it', () => {
	const versions = new Map<string, Set<string>>();
	for (const folder of ['.', ...workspaces, 'lab/bench', 'infrastructure']) {
		for (const [name, version] of Object.entries(allOf(manifest(folder)))) {
			if (own.has(name)) expect(version).toBe('*');
			versions.set(name, (versions.get(name) ?? new Set()).add(version));
		}
	}
	const several = [...versions].filter(([, all]) => all.size > 1);
	expect(several).toEqual([]);
});
