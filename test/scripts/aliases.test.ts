import path from 'node:path';
import { codexOf } from '../../scripts/build/aliases';

const nodes = ['Avalanche', 'AvalancheRpc', 'AvalancheTrigger', 'AvalancheWebhookTrigger'];
const aliasesOf = (name: string) =>
	codexOf(path.join(__dirname, '../../nodes', name, `${name}.node.json`)).alias;
/** As n8n's panel compares: all characters, in their order. */
const found = (typed: string, aliases: string[]) =>
	aliases.some((alias) => RegExp([...typed].join('.*'), 'i').test(alias));

test('aliases are found in both orders, in the singular, and with words of any subject', () => {
	const aliases = aliasesOf('Avalanche');
	for (const typed of ['validator uptime', 'uptime of the validators', 'export token transfers'])
		expect([typed, found(typed, aliases)]).toEqual([typed, true]);
	expect(found('peers count', aliasesOf('AvalancheRpc'))).toBe(true);
});

test.each(nodes)('%s: no alias twice, and all of them in few bytes', (name) => {
	const aliases = aliasesOf(name);
	expect(new Set(aliases).size).toBe(aliases.length);
	expect(JSON.stringify(aliases).length).toBeLessThan(120_000);
});

test.each(['Slack', 'Gmail', 'Stripe'])('%s finds no alias', (name) => {
	expect(nodes.filter((node) => found(name, aliasesOf(node)))).toEqual([]);
});
