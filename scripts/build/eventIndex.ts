import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isEventDeclaration, isInstantEvent, roomFiles, SUBJECTS } from '../../core/subjects/rooms';
import { generatedFile } from './generatedFile';

/** The lists of declared events, generated from the files that declare them: one folder an event. */

const EVENTS = path.join(SUBJECTS, 'events');
const DECLARATION =
	/export const (\w+)(?:: EventDeclaration = \{| = declare(?:Levels|Arrivals|Sets|Flips|Watch)\b)[^]*?\bvalue: '(\w+)'/;

/** The paths and texts of the generated lists, in the order of the events' names. */
export async function eventIndexFiles(): Promise<Array<[string, string]>> {
	const names = roomFiles(isEventDeclaration).map((file) => {
		const [, name, value] = DECLARATION.exec(readFileSync(path.join(SUBJECTS, file), 'utf8')) ?? [];
		const [, room] = file.split('/');
		if (name !== room || value !== room) {
			throw new Error(
				`core/subjects/${file} declares ${name} with the value ${value}: both must be ${room}`,
			);
		}
		return name;
	});
	const instant = roomFiles(isInstantEvent).map((file) => file.split('/')[1]);
	const all = [
		"import type { EventDeclaration } from '../../events/declare';",
		...names.map((name) => `import { ${name} } from './${name}/declare';`),
		'',
		'/** Every declared event. */',
		`export const eventDeclarations: readonly EventDeclaration[] = [${names.join(', ')}];`,
	];
	const loaders = [
		'/** Loads a declared event by its value. */',
		'export const eventLoaders = {',
		...names.map((name) => `${name}: async () => (await import('./${name}/declare.js')).${name},`),
		'} as const;',
		'',
		'/** Loads an event that webhooks report by its value. */',
		'export const instantLoaders = {',
		...instant.map(
			(name) => `${name}: async () => (await import('./${name}/instant.js')).${name},`,
		),
		'} as const;',
	];
	const allInstant = [
		"import type { InstantEvent } from '../../webhooks/instantEvent';",
		...instant.map((name) => `import { ${name} } from './${name}/instant';`),
		'',
		'/** Every event that webhooks report. */',
		`export const instantEvents: readonly InstantEvent[] = [${instant.join(', ')}];`,
	];
	return [
		await generatedFile(path.join(EVENTS, 'all.ts'), all.join('\n')),
		await generatedFile(path.join(EVENTS, 'allInstant.ts'), allInstant.join('\n')),
		await generatedFile(path.join(EVENTS, 'loaders.ts'), loaders.join('\n')),
	];
}
