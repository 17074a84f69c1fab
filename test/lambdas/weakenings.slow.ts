import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buildLambdas } from '../../lambdas/build/lambdas';
import { changing } from '../../campaigns/lambdas/weakened';
import * as exporting from '../../campaigns/exportWorld/classes';
import { WEAKENINGS as EXPORTS } from '../../campaigns/exportWorld/weakenings';
import * as notifying from '../../campaigns/notifyWorld/classes';
import { WEAKENINGS as NOTIFY } from '../../campaigns/notifyWorld/weakenings';
import { FUNCTION_WEAKENINGS } from '../../campaigns/webhooks/weakenings';

/**
 * The sources contain the safeguards that the self-tests of `campaign -- notify`,
 * `campaign -- exports` and `campaign -- webhooks` remove.
 */

const ROOT = path.resolve(__dirname, '../..');

test.each([...NOTIFY, ...EXPORTS, ...FUNCTION_WEAKENINGS])(
	'$finds: $name',
	({ file, from, also }) => {
		const source = readFileSync(path.join(ROOT, file), 'utf8');
		for (const text of [from, ...(also ? [also.from] : [])]) {
			expect(source.split(text)).toHaveLength(2);
		}
	},
);

test('a defence of every class can be taken out', () => {
	const found = (all: ReadonlyArray<{ finds: string }>) => [
		...new Set(all.map(({ finds }) => finds)),
	];
	expect(found(NOTIFY).sort()).toEqual([...notifying.CLASS_NAMES].sort());
	expect(found(EXPORTS).sort()).toEqual([...exporting.CLASS_NAMES].sort());
});

test('the functions build with the plugin of the campaigns', async () => {
	const outDir = mkdtempSync(path.join(os.tmpdir(), 'avalanche-changed-'));
	try {
		const built = await buildLambdas({ outDir, zip: false, plugins: [changing()] });
		expect(built).toHaveLength(7);
		// The clients of tables and queues are loaded at their first call.
		for (const { name, startBytes } of built)
			expect([name, startBytes < 600_000]).toEqual([name, true]);
	} finally {
		rmSync(outDir, { recursive: true, force: true });
	}
}, 60_000);
