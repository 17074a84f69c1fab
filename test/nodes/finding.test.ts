import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DEFAULT_KEYS, sublimeSearch } from '@n8n/utils/search/sublime-search';
import {
	type INode,
	type INodeProperties,
	type INodePropertyOptions,
	type INodeType,
	type INodeTypes,
	Workflow,
} from 'n8n-workflow';
import { Avalanche } from '../../nodes/Avalanche/Avalanche.node';
import { AvalancheRpc } from '../../nodes/AvalancheRpc/AvalancheRpc.node';
import { AvalancheTrigger } from '../../nodes/AvalancheTrigger/AvalancheTrigger.node';
import { AvalancheWebhookTrigger } from '../../nodes/AvalancheWebhookTrigger/AvalancheWebhookTrigger.node';

/** That the nodes are found in the list of nodes, and recognised on the canvas. */

const NODES: ReadonlyArray<readonly [folder: string, type: INodeType]> = [
	['Avalanche', new Avalanche()],
	['AvalancheRpc', new AvalancheRpc()],
	['AvalancheTrigger', new AvalancheTrigger()],
];

function aliasesOf(folder: string): string[] {
	const file = path.resolve(__dirname, `../../nodes/${folder}/${folder}.node.json`);
	return (JSON.parse(readFileSync(file, 'utf8')) as { alias: string[] }).alias;
}

/**
 * Entries that the list of nodes searches: the trigger is a part of the entry of its action node.
 */
const entries = NODES.filter(([folder]) => folder !== 'AvalancheTrigger').map(
	([folder, { description }]) => ({
		properties: { displayName: description.displayName, codex: { alias: aliasesOf(folder) } },
	}),
);

/** Words that users search for. */
const WORDS = [
	...['avalanche', 'avax', 'glacier', 'blockchain', 'crypto', 'cryptocurrency', 'evm', 'web3'],
	...['balance', 'wallet', 'address', 'portfolio', 'nft', 'erc20', 'erc-20', 'erc-721', 'token'],
	...['transaction', 'transfer', 'payment', 'export csv', 'csv', 'tax', 'accounting', 'price'],
	...['teleporter', 'icm', 'warp', 'bridge', 'cross-chain', 'signature', 'subnet', 'l1', 'tps'],
	...['validator', 'stake', 'staking', 'delegator', 'delegation', 'reward', 'rewards', 'uptime'],
	...[
		'alert',
		'notification',
		'monitoring',
		'message',
		'incident',
		'webhook',
		'health',
		'node',
		'metrics',
		'supply',
	],
	...['contract', 'smart contract', 'fee', 'gas', 'block', 'explorer', 'snowtrace', 'ethereum'],
	...['fuji', 'testnet', 'mainnet', 'p-chain', 'x-chain', 'c-chain'],
];

/** Words for which the node of JSON-RPC is meant. */
const RPC_WORDS = [
	'json-rpc',
	'rpc',
	'utxo',
	'gas',
	'fee',
	'contract',
	'health',
	'node',
	'node health',
	'health check',
	'evm',
	'uptime',
	'peers',
	'mempool',
];

function scoreOf(word: string, displayName: string): number | undefined {
	const found = sublimeSearch(word, entries, DEFAULT_KEYS);
	return found.find(({ item }) => item.properties.displayName === displayName)?.score;
}

/** The score of a word that is found as it is written, the best that an alias can have. */
function scoreOfItself(word: string): number {
	const [{ score }] = sublimeSearch(word, [{ alias: [word] }], [{ key: 'alias', weight: 1 }]);
	return score;
}

test('there are words of all kinds', () => {
	expect(new Set([...WORDS, ...RPC_WORDS]).size).toBeGreaterThanOrEqual(60);
});

describe('the search of the list of nodes finds', () => {
	test.each(WORDS)('Avalanche by %s', (word) => {
		expect(scoreOf(word, 'Avalanche')).toBeGreaterThanOrEqual(scoreOfItself(word));
	});

	test.each(RPC_WORDS)('Avalanche RPC by %s', (word) => {
		expect(scoreOf(word, 'Avalanche RPC')).toBeGreaterThanOrEqual(scoreOfItself(word));
	});
});

test('the entry of action node and trigger, which has the description of the trigger, says what both do', () => {
	const { description } = new AvalancheTrigger().description;
	expect(description).toMatch(/balances.*transactions.*validators.*metrics/);
	expect(description).toMatch(/starts workflows on/);
});

const NODE = 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg';
const WALLET = '0x5AEDA56215b167893e80B4fE645BA6d5Bab767DE';

/** Text that n8n shows under a node on the canvas. */
function subtitleOf(type: INodeType, parameters: INode['parameters']): unknown {
	const node: INode = {
		id: 'node',
		name: 'Node',
		type: type.description.name,
		typeVersion: 1,
		position: [0, 0],
		parameters,
	};
	const nodeTypes = {
		getByName: () => type,
		getByNameAndVersion: () => type,
		getKnownTypes: () => ({}),
	} satisfies INodeTypes;
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const { subtitle } = type.description;
	return workflow.expression.getSimpleParameterValue(node, subtitle, 'internal', {});
}

const optionsOf = ({ options }: INodeProperties) => options as INodePropertyOptions[];

describe('the subtitle on the canvas reads as the menus do', () => {
	test.each(NODES.filter(([folder]) => folder !== 'AvalancheTrigger'))('%s', (_, type) => {
		const { properties } = type.description;
		const resources = optionsOf(properties.find(({ name }) => name === 'resource')!);
		const menus = properties.filter(({ name }) => name === 'operation');
		expect(menus).toHaveLength(resources.length);
		for (const menu of menus) {
			const [resource] = menu.displayOptions?.show?.resource as string[];
			const resourceName = resources.find(({ value }) => value === resource)?.name;
			for (const { value, name } of optionsOf(menu)) {
				const subtitle = subtitleOf(type, { resource, operation: value });
				expect(`${String(subtitle)},`).toContain(`${name}: ${resourceName},`);
			}
		}
	});

	test.each([new AvalancheTrigger(), new AvalancheWebhookTrigger()])('triggers', (type) => {
		const [menu] = type.description.properties.filter(({ name }) => name === 'event');
		for (const { value, name } of optionsOf(menu)) {
			expect(`${String(subtitleOf(type, { event: value }))},`).toContain(`${name},`);
		}
	});

	test.each([
		[
			new AvalancheTrigger(),
			{
				event: 'watchValidator',
				network: 'mainnet',
				nodeIds: { __rl: true, mode: 'id', value: NODE },
			},
			'Watch a Validator, NodeID-7Xhw2…t3Lg, mainnet',
		],
		[
			new AvalancheTrigger(),
			{ event: 'transfer', readFrom: 'data', addresses: '={{ $json.wallet }}', chainId: '43114' },
			'Transfer, 43114',
		],
		[
			new Avalanche(),
			{ resource: 'tokenBalance', operation: 'getNative', address: WALLET, chainId: '43114' },
			'Get Native: Token Balance, 0x5AEDA56215…67DE, 43114',
		],
		[new AvalancheTrigger(), { event: 'watchNode' }, 'Watch a Node'],
		[
			new Avalanche(),
			{
				...{ resource: 'event', operation: 'format', channel: 'slack' },
				url: 'https://hooks.slack.com/services/T000/B000/SECRETSECRET',
			},
			'Format: Event',
		],
	])('and names the subject', (type, parameters, expected) => {
		expect(subtitleOf(type, parameters)).toBe(expected);
	});

	test('a value that no menu has any more is shown as it is', () => {
		const subtitle = subtitleOf(new Avalanche(), { resource: 'chain', operation: 'former' });
		expect(subtitle).toBe('former: Chain');
	});
});
