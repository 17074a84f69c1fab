import path from 'node:path';
import { isEmulatedEntry, roomFiles, SUBJECTS } from '../../core/subjects/rooms';
import { generatedFile } from './generatedFile';

/** The path and text of the list of the rooms with code for the emulator. */
export async function emulatedIndexFile(): Promise<[string, string]> {
	const names = roomFiles(isEmulatedEntry).map((file) => file.split('/')[0]);
	const text = [
		...names.map((name) => `import { emulated as ${name} } from './${name}/emulated';`),
		'',
		'/** The code that the emulator has for each resource alone. */',
		`export const emulatedRooms = [${names.join(', ')}] as const;`,
	];
	return await generatedFile(path.join(SUBJECTS, 'allEmulated.ts'), text.join('\n'));
}
