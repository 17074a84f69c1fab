import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isDeclarationFile, roomFiles, SUBJECTS } from '../../core/subjects/rooms';
import { generatedFile } from './generatedFile';

/**
 * The indexes of the operations, generated from the files that declare them. `<resource>/index.ts`
 * exports the operations of a resource by their names; `all.ts` exports each resource as a namespace;
 * `load.ts` loads the resource of an operation.
 */

const DECLARATION = /export const (\w+) = declare(?:List)?\(\{\s*id: '([^']+)'/g;

/** Operations whose names JavaScript reserves: their declarations end in `_`. */
const RESERVED = ['delete'];

interface Declared {
	/** Below subjects, without its extension: `staking/delegator`. */
	file: string;
	resource: string;
	/** The name that the file exports it by. */
	local: string;
	/** The name of the operation. */
	name: string;
	id: string;
}

/** A declared operation. Throws if folder, name and id do not agree. */
function declared(file: string, local: string, id: string): Declared {
	const [resource] = file.split('/');
	const name = RESERVED.find((each) => local === `${each}_`) ?? local;
	if (id !== `${resource}.${name}`) {
		throw new Error(
			`core/subjects/${file} declares ${local} with the id ${id}: the id must be ${resource}.${name}`,
		);
	}
	return { file, resource, local, name, id };
}

/** Every declared operation, sorted by id. Throws if two share an id. */
function declaredOperations(): Declared[] {
	const all = roomFiles(isDeclarationFile).flatMap((file) => {
		const source = readFileSync(path.join(SUBJECTS, file), 'utf8');
		return [...source.matchAll(DECLARATION)].map(([, name, id]) =>
			declared(file.replace(/\.ts$/, ''), name, id),
		);
	});
	const seen = new Map<string, Declared>();
	for (const each of all) {
		const other = seen.get(each.id);
		if (other) throw new Error(`${each.file} and ${other.file} both declare ${each.id}`);
		seen.set(each.id, each);
	}
	return all.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** The text of the index of a resource. */
function indexOf(operations: readonly Declared[]): string {
	const files = [...new Set(operations.map(({ file }) => file))].sort();
	const lines = files.map((file) => {
		const names = operations
			.filter((each) => each.file === file)
			.map(({ local, name }) => (local === name ? name : `${local} as ${name}`));
		return `export { ${names.join(', ')} } from './${path.posix.basename(file)}';`;
	});
	return lines.join('\n');
}

/** One function for all resources: a function for each would take memory in every process. */
function loaderOf(resources: readonly string[]): string {
	const cases = resources.map(
		(resource) => `case '${resource}': return await import('./${resource}/index.js');`,
	);
	return `import type { Operations } from './operations';

		async function resourceOf(name: string): Promise<object> {
			switch (name) {
				${cases.join('\n')}
				default: throw new Error(\`There is no resource \${name}\`);
			}
		}

		/** Loads the declaration of an operation by its id, with those of its resource. */
		export async function loadOperation<Id extends keyof Operations>(id: Id): Promise<Operations[Id]> {
			const [resource, name] = id.split('.');
			return ((await resourceOf(resource)) as Record<string, unknown>)[name] as Operations[Id];
		}`;
}

/** The paths and texts of the generated indexes. */
export async function indexFiles(): Promise<Array<[string, string]>> {
	const operations = declaredOperations();
	const resources = [...new Set(operations.map(({ resource }) => resource))].sort();
	const rooms = resources.map((resource) =>
		generatedFile(
			path.join(SUBJECTS, resource, 'index.ts'),
			indexOf(operations.filter((each) => each.resource === resource)),
		),
	);
	const namespaces = resources.map(
		(resource) => `export * as ${resource} from './${resource}/index';`,
	);
	return [
		...(await Promise.all(rooms)),
		await generatedFile(path.join(SUBJECTS, 'all.ts'), namespaces.join('\n')),
		await generatedFile(path.join(SUBJECTS, 'load.ts'), loaderOf(resources)),
	];
}
