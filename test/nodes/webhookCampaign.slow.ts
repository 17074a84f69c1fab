import { playFunction } from '../../campaigns/webhooks/functionHistory';
import { playNode } from '../../campaigns/webhooks/nodeHistory';
import { KINDS } from '../../campaigns/webhooks/kinds';
import { NODE_WEAKENINGS } from '../../campaigns/webhooks/weakenings';

/** Short histories of `npm run campaign -- webhooks`; its judge finds what is wrong. */

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

test.each(NODE_WEAKENINGS)('the judge notices that $name', async ({ apply }) => {
	const restore = apply();
	try {
		const { findings } = await playNode('default', transfer, 80, 'self-test');
		expect(findings).not.toEqual([]);
	} finally {
		restore();
	}
});
