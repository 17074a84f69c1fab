import { readdirSync } from 'node:fs';
import path from 'node:path';

/**
 * The files of the rooms by type. Each resource has a folder: declarations (`<any name>.ts`),
 * their generated index (`index.ts`), transcriptions of its endpoints (`<any name>.spec`), and test
 * cases (`cases.ts` or `cases/*.ts`). `shared` has the declarations and transcriptions that several resources use. Each event has
 * a folder in `events`: its declaration (`declare.ts`, with further files), what webhooks
 * report of it (`instant.ts`), and its cases (`cases.ts` or `cases/*.ts`).
 * For tools: nothing that is shipped imports this file.
 */
export const SUBJECTS = __dirname;

/** A file by its path below `subjects`, such as `staking/cases.ts`. */
type Kind = (file: string) => boolean;

const CASES = /^\w+\/cases(\/\w+)?\.ts$/;
const EVENT_CASES = /^events\/\w+\/cases(\/\w+)?\.ts$/;

export const isTranscription: Kind = (file) => file.endsWith('.spec');
export const isCaseFile: Kind = (file) => CASES.test(file);
export const isDeclarationFile: Kind = (file) =>
	/^(?!events\/)\w+\/.*\.ts$/.test(file) && !isCaseFile(file);
export const isEventDeclaration: Kind = (file) => /^events\/\w+\/declare\.ts$/.test(file);
export const isInstantEvent: Kind = (file) => /^events\/\w+\/instant\.ts$/.test(file);
export const isEventCaseFile: Kind = (file) => EVENT_CASES.test(file);

let files: readonly string[] | undefined;

/** The paths of the files of one kind below `subjects`, sorted. */
export function roomFiles(kind: Kind): string[] {
	files ??= readdirSync(SUBJECTS, { recursive: true, encoding: 'utf8' })
		.map((file) => file.split(path.sep).join('/'))
		.sort();
	return files.filter(kind);
}
