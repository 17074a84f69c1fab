import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Writes the modules of the core package into a folder: one for each source file, in ESM and CommonJS, with
 * types for both, and the hints of operations in the types. The entries are the index and each subject. A program of its own, since tsdown is an ES
 * module, which jest cannot load: `tsx scripts/build/coreModules.ts FOLDER`.
 */

const ROOT = path.resolve(__dirname, '../..');
const CACHE = path.join(ROOT, '.cache');

/** The subjects that have operations: each is a subpath of the core package. */
export function subjectNames(): string[] {
	return readdirSync(path.join(ROOT, 'core/subjects'))
		.filter((name) => existsSync(path.join(ROOT, 'core/subjects', name, 'index.ts')))
		.sort();
}

/**
 * Writes an entry for each subject, by its place in the package. It has the names of the subject only: the module
 * of the index of a subject also exports the namespace that the index of the core names it by.
 */
function writeEntries(folder: string): Record<string, string> {
	const entries = subjectNames().map((name) => {
		const file = path.join(folder, `${name}.ts`);
		writeFileSync(file, `export * from '../../core/subjects/${name}/index';\n`);
		return [`subjects/${name}`, file];
	});
	return Object.fromEntries(entries) as Record<string, string>;
}

async function writeModules(outDir: string): Promise<void> {
	mkdirSync(CACHE, { recursive: true });
	const folder = mkdtempSync(path.join(CACHE, 'entries-'));
	try {
		await buildModules(outDir, writeEntries(folder));
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

async function buildModules(outDir: string, subjects: Record<string, string>): Promise<void> {
	const { build } = await import('tsdown');
	await build({
		config: false,
		cwd: ROOT,
		entry: { index: 'core/index.ts', command: 'core/commands/command.ts', ...subjects },
		outDir,
		format: ['esm', 'cjs'],
		platform: 'node',
		target: 'node20',
		unbundle: true,
		// Editors show the docstrings.
		dts: { compilerOptions: { removeComments: false } },
		// zod is a dependency. The other libraries are modules of the package.
		external: [/^zod(\/|$)/],
		outputOptions: (options) => ({
			...options,
			entryFileNames: (chunk) => {
				const { entryFileNames: names } = options;
				const pattern = typeof names === 'function' ? names(chunk) : String(names);
				// npm packs no folder of this name.
				return pattern.replace('[name]', chunk.name.replaceAll('node_modules', 'libraries'));
			},
		}),
		logLevel: 'error',
	});
	const { writeHints } = await import('./operationHints.js');
	writeHints(outDir);
}

if (require.main === module) void writeModules(path.resolve(process.argv[2]));
