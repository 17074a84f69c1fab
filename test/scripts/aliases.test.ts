import path from 'node:path';
import { codexOf } from '../../scripts/build/aliases';

const nodes = ['Avalanche', 'AvalancheRpc', 'AvalancheTrigger', 'AvalancheWebhookTrigger'];
const aliases = Object.fromEntries(
	nodes.map((name) => [
		name,
		codexOf(path.join(__dirname, '../../nodes', name, `${name}.node.json`)).alias,
	]),
);
/** As n8n's panel compares: all characters, in their order. */
const found = (typed: string, name: string) =>
	aliases[name].some((alias) => RegExp([...typed].join('.*'), 'i').test(alias));

test('aliases are found in both orders, in the singular, and with words of any subject', () => {
	for (const typed of ['validator uptime', 'uptime of the validators', 'export token transfers'])
		expect([typed, found(typed, 'Avalanche')]).toEqual([typed, true]);
	expect(found('peers count', 'AvalancheRpc')).toBe(true);
});

test.each(nodes)('%s: no alias twice, and all of them in few bytes', (name) => {
	const own = aliases[name];
	expect(new Set(own).size).toBe(own.length);
	expect(JSON.stringify(own).length).toBeLessThan(120_000);
});

test.each(['Slack', 'Gmail', 'Stripe'])('%s finds no alias', (name) => {
	expect(nodes.filter((node) => found(name, node))).toEqual([]);
});
