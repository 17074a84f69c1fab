'use strict';

const { default: Sequencer } = require('@jest/test-sequencer');

/** Files that take longest, in this order. jest only knows their size, or the time of their last run. */
const LONGEST = [
	'attack/attack',
	'lambdas/runtime',
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

/** Begins with the longest files, so that no worker is left alone with one of them at the end. */
module.exports = class extends Sequencer {
	sort(tests) {
		const rankOf = ({ path }) => {
			const rank = LONGEST.findIndex((name) => path.replaceAll('\\', '/').endsWith(name));
			return rank < 0 ? LONGEST.length : rank;
		};
		return super.sort(tests).sort((a, b) => rankOf(a) - rankOf(b));
	}
};
