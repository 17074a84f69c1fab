import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isDeclarationFile, roomFiles, SUBJECTS } from '../../subjects/rooms';
import { generatedFile } from './generatedFile';
import { typeNames } from './typeNames';

/**
 * The indexes of the operations, generated from the files that declare them. `<resource>/index.ts`
 * exports the operations of a resource by their names, and the types of their input and items; `all.ts` exports each resource as a namespace;
 * `load.ts` loads the file of one operation by its id, `<resource>.<operation>`.
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
			`subjects/${file} declares ${local} with the id ${id}: the id must be ${resource}.${name}`,
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
	return [typesOf(operations), ...lines].join('\n');
}

/** The named types of the operations of a resource. */
function typesOf(operations: readonly Declared[]): string {
	const names = typeNames(operations);
	const types = operations.map(({ file, local, id }) => {
		const of = `typeof import('./${path.posix.basename(file)}').${local}`;
		const { input, item } = names.get(id)!;
		return `/** The input of ${id}. */
			export type ${input} = InputOf<${of}>;
			/** An item of ${id}, of a strict client or a tolerant one. */
			export type ${item}<T extends Tolerance = 'strict'> = ItemOf<${of}, T>;`;
	});
	const used = `import type { InputOf, ItemOf, Tolerance } from '../../core/operations/declare';`;
	return `${used}\n\n${types.join('\n')}\n`;
}

/** One function for all operations: a function for each would take memory in every process. */
function loaderOf(operations: readonly Declared[]): string {
	const types = operations.map(
		({ id, file, local }) => `'${id}': typeof import('./${file}.js').${local};`,
	);
	const files = [...new Set(operations.map(({ file }) => file))];
	const cases = files.map((file) => {
		const ids = operations.filter((each) => each.file === file).map(({ id }) => `case '${id}':`);
		return `${ids.join('\n')}\nreturn await import('./${file}.js');`;
	});
	const renamed = operations.filter(({ local, name }) => local !== name);
	const names = renamed.map(({ id, local }) => `'${id}': '${local}',`);
	return `/** The declarations of the operations by their ids. */
		export interface Operations { ${types.join('\n')} }

		/** Exports whose names JavaScript does not allow. */
		const RENAMED: Readonly<Record<string, string>> = { ${names.join('\n')} };

		async function fileOf(id: keyof Operations): Promise<object> {
			switch (id) { ${cases.join('\n')} }
		}

		/** Loads the declaration of an operation by its id. */
		export async function loadOperation<Id extends keyof Operations>(id: Id): Promise<Operations[Id]> {
			const file = (await fileOf(id)) as Record<string, unknown>;
			return file[RENAMED[id] ?? id.slice(id.indexOf('.') + 1)] as Operations[Id];
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
		await generatedFile(path.join(SUBJECTS, 'load.ts'), loaderOf(operations)),
	];
}
