import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { generatedFile } from './generatedFile';

/**
 * The indexes of the operations, generated from the files that declare them. `all.ts` exports each
 * by its name; `loaders.ts` loads the file of one by its id.
 */

const OPERATIONS = path.resolve(__dirname, '../../core/operations');
const FOLDERS = ['data', 'metrics', 'rpc'];
const DECLARATION = /export const (\w+) = declare(?:List)?\(\{\s*id: '([^']+)'/g;

interface Declared {
	file: string;
	name: string;
	id: string;
}

/** Every declared operation, sorted by id. Throws if two share a name or an id. */
function declaredOperations(): Declared[] {
	const declared = FOLDERS.flatMap((folder) =>
		readdirSync(path.join(OPERATIONS, folder)).flatMap((file) => {
			const source = readFileSync(path.join(OPERATIONS, folder, file), 'utf8');
			return [...source.matchAll(DECLARATION)].map(([, name, id]) => ({
				file: `./${folder}/${path.basename(file, '.ts')}`,
				name,
				id,
			}));
		}),
	);
	for (const key of ['name', 'id'] as const) {
		const seen = new Map<string, Declared>();
		for (const each of declared) {
			const other = seen.get(each[key]);
			if (other) throw new Error(`${each.file} and ${other.file} both declare ${each[key]}`);
			seen.set(each[key], each);
		}
	}
	return declared.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** The paths and texts of the generated indexes. */
export async function indexFiles(): Promise<Array<[string, string]>> {
	const declared = declaredOperations();
	const files = [...new Set(declared.map(({ file }) => file))].sort();
	const exported = files.map((file) => {
		const names = declared.filter((each) => each.file === file).map(({ name }) => name);
		return `export { ${names.sort().join(', ')} } from '${file}';`;
	});
	const loaders = declared.map(
		({ id, file, name }) => `'${id}': async () => (await import('${file}.js')).${name},`,
	);
	const loader = `/** Loads the declaration of an operation by its id. */
		export const loaders = { ${loaders.join('\n')} };`;
	return [
		await generatedFile(path.join(OPERATIONS, 'all.ts'), exported.join('\n')),
		await generatedFile(path.join(OPERATIONS, 'loaders.ts'), loader),
	];
}
