import { createRequire } from 'node:module';
import path from 'node:path';

/** The built modules of the package, and other parts in their place. Nothing on the disk is touched. */

type Exports = Record<string, (...given: never[]) => unknown>;

const load = createRequire(path.resolve(__dirname, '../../../dist/nodes/x.js'));

/** The exports of a built module, by its path from the root without `.js`. */
export const built = (file: string) => load(`../${file}.js`) as Exports;

/** Replaces an export of a built module. Returns a function that restores it. */
export function instead(
	file: string,
	name: string,
	make: (original: never) => unknown,
): () => void {
	const module = built(file);
	const original = module[name];
	module[name] = make(original as never) as Exports[string];
	return () => void (module[name] = original);
}
