import { type AbiEvent, signatureOf } from '../../core/abi/types';
import { testsOf } from '../../core/abi/conditions';
import { readAbi } from '../../core/abi/read';
import { conditionsOf } from '../../core/commands/monitorExpressions';
import { importMonitors } from '../../core/commands/openZeppelinMonitor';

/** Monitors of OpenZeppelin Monitor as triggers and sources. */

const AA = '0xaa00000000000000000000000000000000000001';
const BB = '0xBb00000000000000000000000000000000000002';
const TOKEN = '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E';
const eventOf = (text: string) => readAbi(text, 'event')[0] as AbiEvent;
const transfer = eventOf('Transfer(address from, address to, uint256 value)');
const others = eventOf('Set(bool on, string text, int256 delta, uint256[] amounts, bytes32 id)');

/** Expressions and whether they match; a text is the part that has no condition or is never true. */
const MATCHES: Array<[string, boolean | RegExp, AbiEvent?]> = [
	['value > 10000000000', true],
	[`value >= 10000000001 AND from == '${AA.replace('aa', 'Aa')}'`, true],
	[`value > 1 AND from == ${TOKEN} OR to == ${BB}`, true],
	[`value > 1 AND (from == ${TOKEN} OR to == ${TOKEN})`, false],
	[`(to == ${TOKEN} or to == ${BB})`, true],
	['value <= 10000000001 AND value < 10000000002', /value < 10000000002: a second condition/],
	['value != 0', true],
	['2 == 0x2540BE401', true],
	['Value > 1', /Value > 1: it has no such argument/],
	['value > abc', /not an integer/],
	['value > -1', /no negative values/],
	[`to starts_with '0xBB'`, /addresses are equal or not/],
	['NOT value > 1', /it cannot be read/],
	['(value > 1', /a bracket is not closed/],
	['on != false', true, others],
	['delta < -4', true, others],
	[String.raw`text contains 'IT\'S'`, true, others],
	[`text == "it's"`, /no such condition/, others],
	['amounts[1] > 5', /a part of an argument/, others],
];

const ARGS: Record<string, unknown> = {
	...{ from: AA, to: BB, value: '10000000001' },
	...{ on: true, text: `so it's`, delta: '-5', amounts: ['1', '6'], id: `0x${'0a'.repeat(32)}` },
};

it.each(MATCHES)('%s: %s', (expression, expected, event = transfer) => {
	const judged = () => {
		const alternatives = conditionsOf(expression, event);
		const odd = alternatives.flatMap(({ wider, never = [] }) => wider.concat(never));
		if (odd.length > 0) throw new Error(odd.join());
		return alternatives.some(({ conditions }) =>
			testsOf(event, conditions).every(([key, test]) => test(ARGS[key], undefined)),
		);
	};
	if (typeof expected === 'boolean') expect(judged()).toBe(expected);
	else expect(judged).toThrow(expected);
});

const SECRET = 'plain-5ecre7';
const secret = { type: 'plain', value: SECRET };
const address = (name: string) => ({ name, type: 'address', indexed: true });
const inputs = [address('from'), address('to'), { name: 'value', type: 'uint256' }];
const abi = [
	{ type: 'event', name: 'Transfer', inputs },
	{ type: 'event', name: 'Paused', inputs: [address('account')] },
	{
		...{ type: 'function', name: 'transfer', stateMutability: 'nonpayable', outputs: [] },
		inputs: [address('to'), { name: 'amount', type: 'uint256' }],
	},
];
const L1 = 'q2aTwKuyzgs8pynF7UXBZCU7DejbZbZ6EUyHr3JQzYgwNPUPi';
const network = (slug: string, chain_id: number, network_type = 'EVM') => ({
	[`${slug}.json`]: { network_type, slug, chain_id, rpc_urls: [{ type_: 'rpc', url: secret }] },
});
const channel = (trigger_type: string) => ({
	trigger_type,
	config: { slack_url: secret, url: secret, headers: { a: SECRET }, arguments: [SECRET] },
});
const monitor = (own: object) => ({
	name: 'Large transfers',
	networks: ['c'],
	paused: false,
	addresses: [{ address: TOKEN, contract_spec: abi }],
	...own,
});
const when = (expression: string | null, more: object = {}) => ({
	match_conditions: {
		events: [{ signature: 'Transfer(address, address, uint256)', expression }],
		...more,
	},
});
const imported = (...monitors: object[]) =>
	importMonitors({
		monitors: Object.fromEntries(monitors.map((one, at) => [`${at}.json`, monitor(one)])),
		networks: {
			...{ ...network('c', 43114), ...network('l1', 8021), ...network('other', 1) },
			...network('stellar', 0, 'Stellar'),
		},
		triggers: { 'all.json': { team: channel('slack'), run: channel('script') } },
		chains: { '8021': L1 },
	});

const sourcesOf = ({ sources }: ReturnType<typeof imported>, chainId = '43114') =>
	(sources[chainId] ?? []) as Array<Record<string, string>>;
const triggersOf = ({ workflow: { nodes } }: ReturnType<typeof imported>) =>
	nodes.filter(({ type }) => type.endsWith('Trigger'));

it('makes no expression of n8n: a text of the files stays a text, whatever it begins with', () => {
	const evil = '={{ $env.SECRET }}';
	const noted = { type: 'event', name: 'Noted', inputs: [{ name: 'text', type: 'string' }] };
	const events = [{ signature: 'Noted(string)', expression: `text contains '${evil}'` }];
	const named = {
		...{ name: evil, match_conditions: { events } },
		addresses: [{ address: TOKEN, contract_spec: [noted] }],
	};
	const spec = [{ type: 'event', name: evil, inputs: [{ name: evil, type: 'string' }] }];
	const made = imported(
		named,
		{ ...when(null), addresses: [{ address: evil, contract_spec: abi }] },
		{ ...when(null), addresses: [{ address: TOKEN, contract_spec: spec }], triggers: [evil] },
		{ ...when(null), networks: [evil, 'constructor'] },
	);
	const found: string[] = [];
	JSON.stringify(made.workflow, (_, value: unknown) => {
		if (typeof value === 'string') found.push(value);
		return value;
	});
	expect(found.filter((text) => text.startsWith('='))).toEqual([]);
	const conditions = JSON.stringify({ text: { contains: evil } });
	expect(triggersOf(made)).toMatchObject([
		{ name: 'env-SECRET-1', parameters: { filters: { conditions } } },
	]);
	expect(sourcesOf(made)).toHaveLength(1);
});

it('makes a trigger and a source of an event, on each chain that a node of Avalanche has', () => {
	const made = imported({
		networks: ['c', 'l1', 'other', 'stellar', 'none'],
		...when('value > 10000000000'),
		triggers: ['team', 'run', 'lost'],
	});
	const [source] = sourcesOf(made);
	expect(signatureOf(eventOf(source.abi))).toBe('Transfer(address,address,uint256)');
	expect(source).toMatchObject({ name: 'Large-transfers-1', event: 'contractEvent' });
	expect(source).toMatchObject({ preset: 'custom', addresses: TOKEN.toLowerCase() });
	expect(source.conditions).toBe('{"value":{"above":"10000000000"}}');
	const second = { ...source, name: 'Large-transfers-2', blockchainId: L1 };
	expect(sourcesOf(made, '8021')).toEqual([second]);
	expect(Object.keys(made.sources)).toEqual(['8021', '43114']);
	const filters = { conditions: source.conditions };
	expect(triggersOf(made)[0].parameters).toMatchObject({ abi: source.abi, filters });
	for (const line of [
		'mapped: "Transfer" on "c", by a node of chain 43114\n',
		'not mapped: the network "other": chain ID "1" is not the C-Chain',
		'not mapped: the network "stellar": "Stellar" is not the C-Chain',
		'not mapped: the network "none": "no file" is not the C-Chain',
		'to set: the channel of the trigger "team", "slack"',
		'not mapped: the trigger "run": scripts are not run',
		'not mapped: the trigger "lost": there is no file of it',
	])
		expect(made.report).toContain(line);
	expect(JSON.stringify(made)).not.toContain(SECRET);
});

const called = (expression: string | null, more: object = {}) => ({
	match_conditions: {
		functions: [{ signature: 'transfer(address, uint256)', expression }],
		...more,
	},
});
const onTransactions = (one: object) => when(null, { transactions: [one] });
const script = { script_path: 'f.js', language: 'JavaScript', arguments: [SECRET] };

/** Monitors whose trigger is imported disabled, or not at all, with a line of the report. */
const LESS: Array<[object, 'disabled' | 'nothing', string]> = [
	[{ trigger_conditions: [script] }, 'disabled', 'without the script "f.js" ("JavaScript")'],
	[onTransactions({ expression: 'gas_used > 5' }), 'disabled', 'on transactions "gas_used > 5"'],
	[when('value != 5'), 'disabled', 'without "value != 5: there is no such condition"'],
	[when('NOT value'), 'disabled', 'without "NOT value: it cannot be read"'],
	[{ paused: true }, 'disabled', 'disabled: the monitor is paused'],
	[{ match_conditions: { functions: [{ signature: 'a()' }] } }, 'nothing', 'not mapped: "a()"'],
	[called('amount != 5'), 'disabled', 'without "amount != 5: there is no such condition"'],
	[called('value > 5'), 'nothing', 'never true there: "value > 5: it has no such argument"'],
	[{ match_conditions: {} }, 'nothing', 'it has no events or functions'],
	[onTransactions({ status: 'Failure' }), 'nothing', 'a failed transaction has none'],
	[{ addresses: [{ address: TOKEN }] }, 'nothing', 'no ABI of its addresses has it'],
	[{ addresses: [{ address: 'x', contract_spec: abi }] }, 'nothing', 'Contract Addresses'],
	[when('Value > 1'), 'nothing', 'never true there: "Value > 1'],
];

it.each(LESS)('of %j makes %s: %s', (own, made, line) => {
	const result = imported({ ...when(null), ...own });
	expect(result.report).toContain(line);
	expect(result.sources).toEqual({});
	const disabled = [expect.objectContaining({ disabled: true })];
	expect(triggersOf(result)).toEqual(made === 'disabled' ? disabled : []);
	expect(JSON.stringify(result)).not.toContain(SECRET);
});

it.each([
	[[], undefined],
	[[{ status: 'Any' }], undefined],
	[[{ status: 'Success' }], 'succeeded'],
	[[{ status: 'Failure' }], 'failed'],
	[[{ status: 'Success' }, { status: 'Failure' }], undefined],
])('makes EVM Transaction of a function, of transactions with %j: %s', (transactions, result) => {
	const events = [{ signature: 'Paused(address)', expression: null }];
	const made = imported(called(`amount > 5 AND to == ${AA}`, { transactions, events }));
	const all = sourcesOf(made);
	const source = all.find(({ event }) => event === 'blockTransaction')!;
	expect(all).toHaveLength(result === 'failed' ? 1 : 2);
	expect(source).toMatchObject({ watch: 'function', addresses: TOKEN.toLowerCase() });
	expect(source.result).toBe(result);
	const conditions = JSON.stringify({ amount: { above: '5' }, to: { is: AA } });
	expect(source.conditions).toBe(conditions);
	expect(signatureOf(readAbi(source.abi, 'function')[0])).toBe('transfer(address,uint256)');
	const filters = { conditions, ...(result && { result }) };
	const parameters = { event: 'blockTransaction', watch: 'function', abi: source.abi, filters };
	expect(triggersOf(made).at(-1)).toMatchObject({ parameters });
	expect(made.report).toContain('mapped: "transfer" on "c", by a node of chain 43114\n');
});

it('tells that alternatives are items of their own', () => {
	const made = imported(when(`value > 5 OR from == ${AA}`), when(null));
	expect(sourcesOf(made).map(({ conditions }) => conditions)).toEqual([
		'{"value":{"above":"5"}}',
		`{"from":{"is":"${AA}"}}`,
		undefined,
	]);
	expect(made.report).toContain('is an item of each');
});
