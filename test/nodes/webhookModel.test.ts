import { playModel } from '../../campaigns/webhooks/model';
import { functionPair, nodePair } from '../../campaigns/webhooks/pairs';

/** A short part of `npm run campaign:webhooks -- --sequences`. */

test.each([
	['the node', async () => await nodePair('default'), 40],
	['the node with durable cursors', async () => await nodePair('durable'), 15],
	['receive', functionPair, 25],
])('upkeep of webhooks by %s', async (_, open, sequences) => {
	const pair = await open();
	try {
		const steps = await playModel(pair, { sequences, seed: 20_261_126 });
		for (const name of ['publish', 'unpublish', 'check', 'restart', 'swap', 'plan', 'outage']) {
			expect(steps.get(name)).toBeGreaterThan(0);
		}
	} finally {
		await pair.close();
	}
});
