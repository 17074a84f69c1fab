import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildSync } from 'esbuild';
import { type Stored, restored } from '../../nodes/shared/repeatedParts';

/**
 * Modules that the build replaces by their values, so that n8n does not load the whole catalogue to
 * show a form or run an operation.
 */
const VALUES = [
	'nodes/Avalanche/properties',
	'nodes/Avalanche/routes',
	'nodes/AvalancheRpc/properties',
	'nodes/AvalancheRpc/routes',
	'nodes/AvalancheTrigger/properties',
	'nodes/AvalancheWebhookTrigger/properties',
];

/** Reads what `stored` made. */
const RESTORING = 'nodes/shared/repeatedParts';

/** The keys of a property whose values are parts. */
const isPart = (key: string) => key === 'displayOptions' || key === 'modes';

/** The values, with each repeated part once: a property has its index. */
function stored(values: Readonly<Record<string, unknown>>): Stored {
	const counts = new Map<string, number>();
	const count = (key: string, value: unknown) => {
		if (!isPart(key)) return value;
		const text = JSON.stringify(value);
		counts.set(text, (counts.get(text) ?? 0) + 1);
		return value;
	};
	JSON.stringify(values, count);
	const repeated = [...counts].filter(([, times]) => times > 1).map(([text]) => text);
	const indexes = new Map(repeated.map((text, index) => [text, index]));
	const index = (key: string, value: unknown) =>
		(isPart(key) ? indexes.get(JSON.stringify(value)) : undefined) ?? value;
	const shared = JSON.parse(JSON.stringify(values, index)) as Record<string, unknown>;
	return { ...shared, parts: repeated.map((text) => JSON.parse(text) as unknown) };
}

/** The JSON of the values as they are stored. Throws if they would be read as others. */
export function storedText(values: Readonly<Record<string, unknown>>): string {
	const { parts, ...others } = stored(values);
	if (parts.length === 0) return JSON.stringify(others);
	const text = JSON.stringify({ ...others, parts });
	const read = restored(JSON.parse(text) as Stored);
	if (JSON.stringify(read) === JSON.stringify(values)) return text;
	throw new Error(
		'A part of a property is in a place where it is not restored: nodes/shared/repeatedParts.ts',
	);
}

/**
 * Replaces the compiled modules in `folder` by their values, as JSON: V8 keeps an object literal twice,
 * the literal and the object that is made from it, and reads JSON several times faster.
 */
export function writeValues(folder: string): void {
	const texts = VALUES.map((file): [string, string] => {
		const target = path.resolve(folder, file);
		// eslint-disable-next-line @typescript-eslint/no-require-imports -- the compiled module
		return [target, storedText(require(`${target}.js`) as Record<string, unknown>)];
	});
	for (const [target, text] of texts) {
		writeFileSync(`${target}.json`, text);
		// `require` takes the JSON where there is no other file of the name.
		if ('parts' in (JSON.parse(text) as object)) restoring(folder, target);
		else rmSync(`${target}.js`);
	}
	rmSync(path.join(folder, `${RESTORING}.js`));
}

/** Writes a module with the values of the JSON beside it: one file, since each takes time to load. */
function restoring(folder: string, target: string): void {
	const json = `./${path.basename(target)}.json`;
	buildSync({
		stdin: {
			contents: `module.exports = require('./${RESTORING}').restored(require('${json}'));`,
			resolveDir: folder,
		},
		outfile: `${target}.js`,
		allowOverwrite: true,
		bundle: true,
		platform: 'node',
		format: 'cjs',
		target: 'es2022',
		external: [json],
		logLevel: 'warning',
	});
}
