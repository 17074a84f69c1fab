'use strict';

const { default: Sequencer } = require('@jest/test-sequencer');

/** Files that take longest, in this order. jest only knows their size, or the time of their last run. */
const LONGEST = [
	'test/attack/attack.nightly.ts',
	'test/lambdas/notifyCrashes.slow.ts',
	'test/scripts/door.slow.ts',
	'test/package/install.slow.ts',
	'test/nodes/soak.slow.ts',
	'test/nodes/operations.test.ts',
	'test/nodes/faults.test.ts',
	'test/nodes/badInput.test.ts',
	'test/lambdas/exportCrashes.slow.ts',
	'test/lambdas/notifyParts.slow.ts',
	'test/nodes/webhookCampaign.slow.ts',
	'test/lambdas/notifyShards.slow.ts',
	'test/lambdas/callingFunctions.slow.ts',
	'test/e2e/triggerDurable.e2e.ts',
	'test/e2e/firstHourExamples.e2e.ts',
	'test/e2e/firstHour.e2e.ts',
	'test/e2e/editor.e2e.ts',
	'test/e2e/webhookTrigger.e2e.ts',
	'test/e2e/waiting.e2e.ts',
	'test/e2e/confirmedDelivery.e2e.ts',
	'test/e2e/triggerDefault.e2e.ts',
];

/** Begins with the longest files, so that no worker is left alone with one of them at the end. */
module.exports = class extends Sequencer {
	sort(tests) {
		const rankOf = ({ path }) => {
			const rank = LONGEST.findIndex((name) => path.replaceAll('\\', '/').endsWith(`/${name}`));
			return rank < 0 ? LONGEST.length : rank;
		};
		return super.sort(tests).sort((a, b) => rankOf(a) - rankOf(b));
	}
};
