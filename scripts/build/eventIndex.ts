import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { generatedFile } from './generatedFile';

/** The lists of declared events, generated from the files that declare them: one file per event. */

const EVENTS = path.resolve(__dirname, '../../core/events');
const DECLARATION = /export const (\w+) = declare(?:Levels|Arrivals)\b[^]*?\bvalue: '(\w+)'/;

/** The paths and texts of the generated lists, in the order of the events' names. */
export async function eventIndexFiles(): Promise<Array<[string, string]>> {
	const names = readdirSync(path.join(EVENTS, 'sources'))
		.flatMap((file) => {
			const source = readFileSync(path.join(EVENTS, 'sources', file), 'utf8');
			const [, name, value] = DECLARATION.exec(source) ?? [];
			return name === undefined ? [] : [{ name, value, file: path.basename(file, '.ts') }];
		})
		.sort((a, b) => (a.name < b.name ? -1 : 1));
	const all = [
		"import type { EventDeclaration } from './declare';",
		...names.map(({ name, file }) => `import { ${name} } from './sources/${file}';`),
		'',
		'/** Every declared event. */',
		`export const eventDeclarations: readonly EventDeclaration[] = [${names.map(({ name }) => name).join(', ')}];`,
	];
	const loaders = [
		'/** Loads a declared event by its value. */',
		'export const eventLoaders = {',
		...names.map(
			({ name, value, file }) =>
				`${value}: async () => (await import('./sources/${file}.js')).${name},`,
		),
		'} as const;',
	];
	return [
		await generatedFile(path.join(EVENTS, 'all.ts'), all.join('\n')),
		await generatedFile(path.join(EVENTS, 'loaders.ts'), loaders.join('\n')),
	];
}
