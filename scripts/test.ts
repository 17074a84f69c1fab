import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * `npm test [-- jest's options and words of file names]`: every behaviour once.
 * `npm test -- staking`, a folder of `core/subjects` or `core/subjects/events`: what judges this folder.
 * `npm run test:slow`: installation, compilation, crashes, histories, and the generic rules on every operation.
 */
const ROOT = path.resolve(__dirname, '..');

const isFolder = (...parts: string[]) => existsSync(path.join(ROOT, 'core/subjects', ...parts));

/** The generic tests of a folder: in the core, and in n8n's engine with the emulator. */
function genericTests(room: string): string[] {
	if (!/^\w+$/.test(room)) return [];
	if (isFolder('events', room, 'declare.ts')) {
		return ['events/(events\\.test|ids\\.slow)', 'nodes/triggerEvents\\.slow'];
	}
	return isFolder(room, 'index.ts') ? ['(operations|nodes)/operations\\.test'] : [];
}

const isSlow = process.argv[2] === '--slow';
const given = process.argv.slice(isSlow ? 3 : 2);
const generic = isSlow ? [] : genericTests(given[0] ?? '');
const [args, environment] =
	generic.length > 0
		? [[...generic, ...given.slice(1)], { TEST_TIER: 'all', TEST_CASES: given[0] }]
		: [given, isSlow ? { TEST_TIER: 'slow', TEST_CASES: 'all' } : { TEST_TIER: 'fast' }];

const { status } = spawnSync(process.execPath, [require.resolve('jest/bin/jest'), ...args], {
	cwd: ROOT,
	stdio: 'inherit',
	env: { ...process.env, ...environment },
});
process.exitCode = status ?? 1;
