import { playModel } from '../../lab/campaigns/webhooks/model';
import { functionPair } from '../../lab/campaigns/webhooks/functionModel';
import { nodePair } from '../../lab/campaigns/webhooks/nodePair';

/** A short part of `npm run campaign -- webhooks --sequences`. */

const STEP_NAMES = ['publish', 'unpublish', 'check', 'restart', 'swap', 'plan', 'outage'];

test.each([
	['the node', async () => await nodePair('default'), 40],
	['the node with durable cursors', async () => await nodePair('durable'), 30],
	['receive', functionPair, 20],
])('upkeep of webhooks by %s', async (_, open, sequences) => {
	const pair = await open();
	try {
		const steps = await playModel(pair, { sequences, seed: 20_261_126 });
		expect([...steps.keys()]).toEqual(expect.arrayContaining(STEP_NAMES));
	} finally {
		await pair.close();
	}
});
