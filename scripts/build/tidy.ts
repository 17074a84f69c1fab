import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';

/** The folders of dist that are shipped. */
const SHIPPED: readonly string[] = [
	'core',
	'credentials',
	'icons',
	'known',
	'nodes',
	'subjects',
	'types',
];

/** Removes everything else from the build folder. */
export function tidy(folder: string): void {
	for (const entry of readdirSync(folder)) {
		if (!SHIPPED.includes(entry)) rmSync(path.join(folder, entry), { recursive: true });
	}
}
