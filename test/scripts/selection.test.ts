import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { everyCase } from '../../lab/kit/nodes/cases';
import { coveringSet, operationPairs } from '../../lab/kit/selection';

/** The tests that `npm test` selects. */

const ROOT = path.resolve(__dirname, '../..');

test('the covering set has every pair of properties that any operation has, with a third of them', () => {
	const all = everyCase();
	const set = coveringSet(all, operationPairs);
	const pairs = (entries: typeof all) => new Set(entries.flatMap(operationPairs));
	expect(pairs(set)).toEqual(pairs(all));
	expect(set.length).toBeLessThan(all.length / 3);
	// Without any one of them, a pair is missing.
	const needed = set.filter(
		(one) => pairs(set.filter((other) => other !== one)).size < pairs(set).size,
	);
	expect(needed.length).toBeGreaterThan(set.length * 0.7);
});

test.each([
	['staking', ['test/nodes/operations.test.ts', 'test/operations/operations.test.ts']],
	[
		'transfer',
		[
			'test/events/events.test.ts',
			'test/events/ids.nightly.ts',
			'test/nodes/triggerEvents.slow.ts',
		],
	],
	['slackText', ['test/channels/slackText.test.ts']],
])('npm test -- %s', (word, files) => {
	const script = ['--import', 'tsx', 'scripts/test.ts', word, '--listTests'];
	const { stdout } = spawnSync(process.execPath, script, { cwd: ROOT, encoding: 'utf8' });
	const listed = stdout
		.trim()
		.split('\n')
		.map((file) => path.relative(ROOT, file));
	expect(listed.sort()).toEqual(files);
});
