import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { transform } from 'esbuild';
import { requiring } from './requiring';

/** The folders with compiled code. */
const FOLDERS = ['core', 'credentials', 'nodes', 'subjects'];

/**
 * Prints the compiled code again with an indentation of two spaces in place of the compiler's four: 5 % of
 * its bytes. Names and lines stay readable in stack traces.
 */
export async function reprint(folder: string): Promise<void> {
	const files = FOLDERS.flatMap((name) =>
		readdirSync(path.join(folder, name), { recursive: true, encoding: 'utf8' })
			.filter((file) => file.endsWith('.js'))
			.map((file) => path.join(folder, name, file)),
	);
	await Promise.all(
		files.map(async (file) => {
			const { code } = await transform(readFileSync(file, 'utf8'), {
				loader: 'js',
				target: 'es2022',
				charset: 'utf8',
				legalComments: 'inline',
			});
			writeFileSync(file, requiring(code));
		}),
	);
}
