'use strict';

const { default: Sequencer } = require('@jest/test-sequencer');

/** Files that take longest, which their size does not tell. */
const LONGEST = [
	'attack/attack',
	'nodes/operations',
	'nodes/faults',
	'nodes/badInput',
	'nodes/soak',
	'lambdas/exportCrashes',
	'lambdas/notifyCrashes',
	'nodes/triggerSample',
	'package/install',
	'core/door',
].map((name) => `/test/${name}.test.ts`);

/**
 * jest begins with the files that took longest in its last run, and where it knows of none with the
 * largest. Here it begins with these, so that no worker is left alone with one of them at the end.
 */
module.exports = class extends Sequencer {
	sort(tests) {
		const sorted = super.sort(tests);
		const rankOf = ({ path, duration }) => {
			const rank = LONGEST.findIndex((name) => path.replaceAll('\\', '/').endsWith(name));
			return duration === undefined && rank >= 0 ? rank : LONGEST.length;
		};
		return sorted.sort((a, b) => rankOf(a) - rankOf(b));
	}
};
