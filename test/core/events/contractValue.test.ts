import { encodeAbiParameters, formatUnits, parseAbiParameters } from 'viem';
import { contractValue } from '../../../core/subjects/events/contractValue/declare';
import { valuesOf } from '../../../core/subjects/events/contractValue/read';
import { parseFields } from '../../../core/fields/fieldSet';
import { asItem, drawn, forViem } from '../../../core/testing/abi/drawn';
import { viem } from '../../../core/testing/abi/viem';
import fc, { anew, rounds } from '../../../core/testing/properties';
import { type Answer, ONE, TWO, chainOf, word } from './contractWorld';
import { polling } from './world';

/** Values of contracts, held against viem, and contracts that misbehave. */

const parsed = (given: Record<string, unknown>) =>
	parseFields(contractValue.fields, given, 'test') as never;

/** Polls of the event; one that `keeps` nothing and has no events leaves no state. */
function polls(
	chain: ReturnType<typeof chainOf>,
	given: Record<string, unknown>,
	host = chain.host(),
) {
	const all = polling(contractValue, given, host);
	return {
		host,
		async poll(keeps = true) {
			const before = all.state;
			const events = await all.poll();
			if (!keeps && events.length === 0) all.state = before;
			return events;
		},
	};
}

/** A chain with a contract that answers so. */
function contractOf(reply: () => Answer) {
	const chain = chainOf();
	chain.add([]);
	chain.calls.set(ONE, reply);
	return chain;
}

const SIMPLE = /^(u?int\d+|bool|address|string|bytes\d*)$/;

test('elements are those of viem, at their places', async () => {
	let count = 0;
	const property = fc.asyncProperty(drawn, fc.nat(), async (given, pick) => {
		const outputs = given.map(({ parameter }, at) => ({ ...parameter, name: `r${at}` }));
		const at = pick % given.length;
		if (!SIMPLE.test(outputs[at].type)) return;
		const values = given.map(({ parameter, value }) => forViem(parameter, value));
		const data = viem.encodeAbiParameters(outputs, values);
		const chain = contractOf(() => ({ result: data }));
		const abi = JSON.stringify([{ type: 'function', name: 'f', inputs: [], outputs }]);
		for (const element of [`r${at}`, String(at)]) {
			const settings = { addresses: [ONE], function: 'f', abi, element };
			const [{ value }] = await valuesOf(settings, 1, chain.host().context());
			const theirs = viem.decodeAbiParameters(outputs, data)[at];
			expect(value).toBe(String(asItem(outputs[at], theirs)));
		}
		count++;
	});
	await fc.assert(property, anew(200));
	expect(count).toBeGreaterThanOrEqual(rounds(21));
});

test.each([
	['items.1.amount', '7'],
	['1.1.amount', '7'],
	['items.0.1', '8'],
	['owner', '0x'.padEnd(42, '1')],
])('%s leads through lists and tuples', async (element, expected) => {
	const called = 'f()(address owner, (uint256 amount, uint8 kind)[] items)';
	const data = encodeAbiParameters(parseAbiParameters('address, (uint256, uint8)[]'), [
		`0x${'1'.repeat(40)}`,
		[
			[5n, 8],
			[7n, 9],
		],
	]);
	const chain = contractOf(() => ({ result: data }));
	const settings = { addresses: [ONE], function: called, element };
	const [{ value }] = await valuesOf(settings, 1, chain.host().context());
	expect(value).toBe(expected);
});

test.each([
	['uint256', '0x10', '0016', word(16)],
	['bool', 'true', 'True', word(1)],
	['address', ONE.toLowerCase(), ONE, ONE.slice(2).toLowerCase().padStart(64, '0')],
])('a value of the type %s is the same in each of its texts', async (type, one, other, data) => {
	const chain = contractOf(() => ({ result: `0x${data}` }));
	for (const values of [one, other]) {
		const given = { addresses: ONE, function: `f()(${type})`, alertWhen: 'isNot', values };
		expect(await polls(chain, given).poll()).toEqual([]);
	}
	const wrong = { addresses: ONE, function: `f()(${type})`, alertWhen: 'isNot', values: 'none' };
	expect(() => parsed(wrong)).toThrow(new RegExp(`must fit the type ${type}`));
});

test('thresholds are exact to the base unit, as viem formats it', async () => {
	const property = fc.asyncProperty(
		fc.bigInt({ min: -(2n ** 90n), max: 2n ** 90n }),
		fc.integer({ min: 0, max: 30 }),
		fc.constantFrom(-1n, 0n, 1n),
		async (line, decimals, step) => {
			const at = line < 0n ? -line : line;
			const result = encodeAbiParameters([{ type: 'int256' }], [at + step]);
			const chain = contractOf(() => ({ result }));
			const above = formatUnits(at, decimals);
			const given = { addresses: ONE, function: 'f()(int256)', above, decimals };
			const events = await polls(chain, given).poll();
			expect(events.map(({ wholeUnits }) => wholeUnits)).toEqual(
				step > 0n ? [formatUnits(at + step, decimals)] : [],
			);
		},
	);
	await fc.assert(property, anew(100));
});

test('five values are one request at one block, behind the number of the block', async () => {
	const chain = chainOf();
	chain.add([]);
	const addresses = [1, 2, 3, 4, 5].map((each) => `0x${String(each).repeat(40)}`);
	for (const one of addresses) chain.calls.set(one, () => ({ result: `0x${word(1)}` }));
	const given = { addresses, function: 'f()(uint8)', above: '5' };
	const { poll, host } = polls(chain, given);
	await poll();
	type Call = { method: string; params: unknown[] };
	const [head, batch] = host.requests.map(({ body = '' }) => JSON.parse(body) as Call | Call[]);
	expect(head).toMatchObject({ method: 'eth_blockNumber' });
	expect(host.requests.length).toBe(2);
	expect((batch as Call[]).map(({ method, params }) => [method, params[1]])).toEqual(
		addresses.map(() => ['eth_call', '0x1']),
	);
});

test('a node that refuses batches is asked for each value, in one poll', async () => {
	const chain = chainOf();
	chain.add([]);
	const addresses = [1, 2, 3, 4, 5].map((each) => `0x${String(each).repeat(40)}`);
	for (const one of addresses) chain.calls.set(one, () => ({ result: `0x${word(9)}` }));
	const { poll, host } = polls(
		chain,
		{ addresses, function: 'f()(uint8)', above: '5' },
		chain.host(undefined, undefined, (body) => body.startsWith('[')),
	);
	expect(await poll()).toHaveLength(5);
	const sizes = host.requests.map(({ body = '' }) => [JSON.parse(body)].flat().length);
	// The number of the block, the batch that is refused, and its parts.
	expect(sizes.filter((size) => size > 1)).toEqual([5, 2]);
});

const failing = (code: number, message: string): Answer => ({ error: { code, message } });

test.each<[string, Answer, RegExp]>([
	['reverts', failing(3, 'execution reverted: closed'), /the contract ends the call/],
	[
		'calls for all',
		failing(3, 'execution reverted: <!channel> see x.co'),
		/reverted: \\u\{3c\}\\u\{21\}channel\\u\{3e\} see x\\u\{2e\}co/,
	],
	['has no end', failing(-32000, 'out of gas'), /out of gas/],
	['is not there', { result: '0x' }, /returns nothing/],
	['returns too little', { result: '0x00' }, /ends before/],
	['returns no such value', { result: `0x${word(300)}` }, /not a value of the type uint8/],
])('a contract that %s is reported once, and the others are known', async (_, answer, message) => {
	let [first, second]: Answer[] = [{ result: `0x${word(9)}` }, { result: `0x${word(1)}` }];
	const chain = contractOf(() => first);
	chain.calls.set(TWO, () => second);
	const given = { addresses: [ONE, TWO], function: 'f()(uint8)', above: '5' };
	const { poll } = polls(chain, given);
	expect(await poll()).toEqual([expect.objectContaining({ subject: ONE, change: 'crossed' })]);
	[first, second] = [answer, { result: `0x${word(8)}` }];
	expect(await poll()).toEqual([
		expect.objectContaining({ subject: TWO, change: 'crossed' }),
		expect.objectContaining({ change: 'unreadable', text: expect.stringMatching(message) }),
	]);
	expect(await poll()).toEqual([]);
	first = { result: `0x${word(1)}` };
	expect(await poll()).toEqual([expect.objectContaining({ subject: ONE, change: 'recovered' })]);
});

test('a node that does not have the block yet is a failed check, and changes nothing', async () => {
	let result: Answer = { result: `0x${word(9)}` };
	const chain = contractOf(() => result);
	const given = { addresses: ONE, function: 'f()(uint8)', above: '5', failedChecks: 0 };
	const { poll } = polls(chain, given);
	expect(await poll()).toHaveLength(1);
	result = failing(-32000, 'header not found');
	await expect(poll()).rejects.toThrow(/header not found/);
	result = { result: `0x${word(9)}` };
	expect(await poll()).toEqual([]);
});

test('a text of a megabyte is cut in items, in quotes in texts, and a mark in the state', async () => {
	const result = encodeAbiParameters([{ type: 'string' }], [`@here ${'x'.repeat(1 << 20)}`]);
	const chain = contractOf(() => ({ result }));
	const given = { addresses: ONE, function: 'f()(string)', alertWhen: 'isNot', values: 'open' };
	const [{ value, text }] = await polls(chain, given).poll();
	expect(String(value).length).toBe(1024);
	expect(text).toContain('is "\\u{40}here xxx');
	expect(String(text).length).toBeLessThan(200);
});

test.each([
	['string', 'ä'.repeat(90), 'b'.repeat(90), /^ä{60}…$/, /from "ä{24}…"$/],
	['string', 'a'.repeat(80), 'b'.repeat(90), /^a{80}$/, /from "a{24}…"$/],
	['bytes', `0x${'ab'.repeat(50)}`, '0x', /^0x(ab){29}…$/, /to 0x from 0x(ab){6}…/],
])('a long %s before is told by its beginning', async (type, first, second, before, title) => {
	let value = first;
	const chain = contractOf(() => ({ result: encodeAbiParameters([{ type }], [value]) }));
	const { poll } = polls(chain, { addresses: ONE, function: `f()(${type})`, alertWhen: 'changes' });
	await poll();
	value = second;
	expect(await poll()).toEqual([
		expect.objectContaining({
			value: second,
			previousValue: expect.stringMatching(before) as unknown,
			title: expect.stringMatching(title) as unknown,
		}),
	]);
	// The end of a long value counts as well.
	value = `${second}00`;
	expect(await poll()).toHaveLength(1);
});

test('a threshold that is finer than the base unit is refused, unless the contract says its decimals', () => {
	const given = { addresses: ONE, function: 'f()(uint256)', alertWhen: 'thresholds' };
	const rule = /"Below.*must have at most 0 decimals, as "Decimals" says; given: "1, 0.99"/;
	expect(() => parsed({ ...given, below: '1, 0.99' })).toThrow(rule);
	expect(() => parsed({ ...given, above: '1.001', decimals: 2 })).toThrow(/Above.*at most 2/);
	expect(() => parsed({ ...given, below: '0.99', decimals: 2 })).not.toThrow();
	expect(() => parsed({ ...given, below: '0.99', tokenDecimals: true })).not.toThrow();
});

test('a change is told once, also after a restart that lost polls without events', async () => {
	let value = 1;
	const chain = contractOf(() => ({ result: `0x${word(value)}` }));
	const given = { addresses: ONE, function: 'f()(uint8)', alertWhen: 'changes' };
	const { poll } = polls(chain, given);
	await poll();
	const events: unknown[] = [];
	for (value of [1, 2, 2, 3, 3, 2]) {
		for (const one of await poll(false)) events.push([one.previousValue, one.value]);
	}
	expect(events).toEqual([
		['1', '2'],
		['2', '3'],
		['3', '2'],
	]);
});
