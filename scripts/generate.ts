import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { indexFiles } from './build/operationIndex';

/** Writes the files that are made from the declarations; with `--check` it compares them only. */
async function generate(check: boolean): Promise<void> {
	for (const [file, text] of await indexFiles()) {
		const name = path.relative(process.cwd(), file);
		if (!check) {
			writeFileSync(file, text);
			process.stdout.write(`Wrote ${name}\n`);
		} else if (readFileSync(file, 'utf8') !== text) {
			throw new Error(`${name} is not what the declarations give: run npm run generate`);
		}
	}
}

if (process.argv.includes('--help')) {
	process.stdout.write('Usage: npm run generate [-- --check]\n');
} else {
	generate(process.argv.includes('--check')).catch((error: unknown) => {
		process.stderr.write(`${(error as Error).message}\n`);
		process.exitCode = 1;
	});
}
