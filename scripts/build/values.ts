import { writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Modules that the build replaces by their values: what they are made of (the whole catalogue) is
 * then not loaded by n8n, neither to show a form nor to run an operation.
 */
const VALUES = [
	'nodes/Avalanche/properties',
	'nodes/Avalanche/routes',
	'nodes/AvalancheRpc/properties',
	'nodes/AvalancheRpc/routes',
	'nodes/AvalancheTrigger/properties',
];

/** Replaces the compiled modules in `folder` by their values. */
export function writeValues(folder: string): void {
	const texts = VALUES.map((file): [string, string] => {
		const target = path.resolve(folder, `${file}.js`);
		// eslint-disable-next-line @typescript-eslint/no-require-imports -- the compiled module
		const values = require(target) as Record<string, unknown>;
		const exported = Object.entries(values).map(
			([name, value]) => `exports.${name} = ${JSON.stringify(value)};`,
		);
		return [target, `'use strict';\n${exported.join('\n')}\n`];
	});
	for (const [target, text] of texts) writeFileSync(target, text);
}
