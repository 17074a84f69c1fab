import { playFunction } from '../../lab/campaigns/webhooks/functionHistory';
import { playNode } from '../../lab/campaigns/webhooks/nodeHistory';
import { KINDS } from '../../lab/campaigns/webhooks/kinds';

/** Short histories of `npm run campaign -- webhooks`. */

const [transfer, , l1Validator] = KINDS;

test('histories of the node and of the function hold', async () => {
	const node = await playNode('durable', transfer, 60, 'short');
	const unlisted = await playNode('default', l1Validator, 60, 'short');
	const receive = await playFunction(60, 'short');
	expect([node.findings, unlisted.findings, receive.findings]).toEqual([[], [], []]);
	for (const { handedOn, messages, classes } of [node, unlisted, receive]) {
		expect(handedOn).toBeGreaterThan(10);
		expect(messages).toBeGreaterThan(20);
		expect(classes.size).toBeGreaterThan(10);
	}
});
