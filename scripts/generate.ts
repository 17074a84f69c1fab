import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { composedIndexFiles } from './build/composedIndex';
import { eventIndexFiles } from './build/eventIndex';
import { indexFiles } from './build/operationIndex';

/**
 * Writes the files that are generated from the declarations where they are stale; with `--check` it
 * only compares them. `npm run build` begins with it.
 */
async function generate(check: boolean): Promise<void> {
	const write = (file: string, text: string) => {
		const name = path.relative(process.cwd(), file);
		if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
		if (!check) {
			writeFileSync(file, text);
			process.stdout.write(`Wrote ${name}\n`);
		} else {
			throw new Error(`${name} does not match the declarations: run npm run generate`);
		}
	};
	const files = [
		...(await indexFiles()),
		...(await eventIndexFiles()),
		...(await composedIndexFiles()),
	];
	for (const [file, text] of files) write(file, text);
	// Loaded after the indexes are written: it reads the catalogue.
	const { SAVED_VALUES, savedValuesText } = await import('./build/savedValues.js');
	write(SAVED_VALUES, savedValuesText());
}

if (process.argv.includes('--help')) {
	process.stdout.write('Usage: npm run generate [-- --check]\n');
} else {
	generate(process.argv.includes('--check')).catch((error: unknown) => {
		process.stderr.write(`${(error as Error).message}\n`);
		process.exitCode = 1;
	});
}
