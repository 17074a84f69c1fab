import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * `npm test [-- jest's options and words of file names]`: every behaviour once.
 * `npm test -- staking`, a folder of `core/subjects` or `core/subjects/events`: what judges this folder.
 * `npm run test:slow`: installation, compilation, crashes and histories.
 * `npm run test:slow -- --all`: what rarely finds a fault, and whole what the others run in part.
 */
const ROOT = path.resolve(__dirname, '..');

const isFolder = (...parts: string[]) => existsSync(path.join(ROOT, 'core/subjects', ...parts));

/** The generic tests of a folder: in the core, and in n8n's engine with the emulator. */
function genericTests(room: string): string[] {
	if (!/^\w+$/.test(room)) return [];
	if (isFolder('events', room, 'declare.ts')) {
		return ['events/(events\\.test|ids\\.nightly)', 'nodes/triggerEvents\\.slow'];
	}
	return isFolder(room, 'index.ts') ? ['(operations|nodes)/operations\\.test'] : [];
}

const TIERS = {
	fast: { TEST_TIER: 'fast' },
	slow: { TEST_TIER: 'slow' },
	whole: { TEST_TIER: 'whole', TEST_CASES: 'all' },
} as const;

const isSlow = process.argv[2] === '--slow';
const isWhole = isSlow && process.argv.includes('--all');
const given = process.argv.slice(isSlow ? 3 : 2).filter((word) => !isWhole || word !== '--all');
const generic = isSlow ? [] : genericTests(given[0] ?? '');
const [args, environment] =
	generic.length > 0
		? [[...generic, ...given.slice(1)], { TEST_TIER: 'all', TEST_CASES: given[0] }]
		: [given, TIERS[isWhole ? 'whole' : isSlow ? 'slow' : 'fast']];

const { status } = spawnSync(process.execPath, [require.resolve('jest/bin/jest'), ...args], {
	cwd: ROOT,
	stdio: 'inherit',
	env: { ...process.env, ...environment },
});
process.exitCode = status ?? 1;
