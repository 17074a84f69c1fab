import {
	encodeAbiParameters,
	encodeEventTopics,
	keccak256,
	parseAbi,
	parseEventLogs,
	toHex,
} from 'viem';
import { presetAbi } from '../../../core/subjects/events/contractEvent/logs';
import { contractEvent } from '../../../core/subjects/events/contractEvent/declare';
import { PRESET_NAMES, PRESETS } from '../../../core/subjects/events/contractEvent/presets';
import { topicOf } from '../../../core/abi/words';
import type { NetworkEvent, SourceState } from '../../../core/events/event';
import { createRandom, type Stream } from '../../../core/testing/random';
import fc, { anew, occurrences } from '../../../core/testing/properties';
import {
	type Answer,
	type NodeLog,
	ONE,
	TWO,
	chainOf,
	said,
	settingsOf,
	firstPollOf,
	transfer,
	word,
} from './contractWorld';
import { restarted } from './world';

/** Events of contracts from two nodes behind one URL that differ in height, held against viem. */

const ABI = [
	'event Moved(address indexed from, address indexed to, uint256 value)',
	'event Named(uint8 indexed kind, string name, bytes32 indexed key, bool on)',
	'event Grew(int256 indexed delta, uint64[] parts, bytes data)',
];
const VIEM = parseAbi(ABI) as never;
const address = (stream: Stream, most = 3) => `0x${String(stream.whole(1, most)).repeat(40)}`;
const some = (stream: Stream) => ({
	Moved: () => [address(stream), address(stream), BigInt(stream.whole(0, 300))],
	Named: () => [
		stream.whole(0, 3),
		stream.pick(['', 'Alpha', 'alphabet', '\u202Eevil\n@here', 'ü'.repeat(40)]),
		`0x${String(stream.whole(1, 3)).repeat(64)}`,
		stream.next() < 0.5,
	],
	Grew: () => [
		BigInt(stream.whole(-3, 3)),
		Array.from({ length: stream.whole(0, 3) }, () => BigInt(stream.whole(0, 9))),
		stream.pick(['0x', '0x00ff', '0x0f'.padEnd(200, 'a')]),
	],
});

/** A log as viem encodes it, or one that does not fit its event. */
function drawnLog(stream: Stream) {
	const name = stream.pick(['Moved', 'Named', 'Grew'] as const);
	const values = some(stream)[name]();
	const item = (VIEM as Array<{ name: string; inputs: Array<{ indexed?: boolean; name: string }> }>)
		.filter((one) => one.name === name)
		.at(0)!;
	const args = Object.fromEntries(item.inputs.map((input, at) => [input.name, values[at]]));
	const topics = encodeEventTopics({ abi: VIEM, eventName: name, args } as never) as string[];
	const plain = item.inputs.filter(({ indexed }) => !indexed);
	const data = encodeAbiParameters(plain as never, plain.map((input) => args[input.name]) as never);
	const spoilt = stream.whole(0, 19);
	return {
		address: address(stream),
		topics: spoilt === 0 ? topics.slice(0, -1) : spoilt === 1 ? [`0x${'0'.repeat(64)}`] : topics,
		data: spoilt === 2 ? data.slice(0, -64) : data,
	};
}

type Args = Record<string, never>;
interface Selected {
	event?: string;
	conditions?: object;
	/** Of viem. */
	args?: object;
	holds?(args: Args): boolean;
}
const SELECTED: Selected[] = [
	{},
	{ event: 'Moved', conditions: { from: ONE }, args: { from: ONE } },
	{
		event: 'Moved',
		conditions: { from: [ONE, TWO], to: TWO },
		args: { from: [ONE, TWO], to: TWO },
	},
	{
		event: 'Moved',
		conditions: { value: { above: '99.5', below: 200 } },
		holds: ({ value }) => value > 99n && value < 200n,
	},
	{
		event: 'Named',
		conditions: { kind: [1, 2], on: true },
		holds: ({ kind, on }) => on && (kind === 1 || kind === 2),
	},
	{
		event: 'Named',
		conditions: { name: { contains: 'ALPHA' } },
		holds: ({ name }) => String(name).toLowerCase().includes('alpha'),
	},
	{ event: 'Grew', conditions: { delta: '-2' }, args: { delta: -2n } },
	{ event: 'Grew', conditions: { delta: { below: 0 } }, holds: ({ delta }) => delta < 0n },
	{
		event: 'Grew',
		conditions: { parts: { contains: 7 } },
		holds: ({ parts }) => (parts as bigint[]).includes(7n),
	},
	{
		event: 'Grew',
		conditions: { data: { contains: '0xFF' } },
		holds: ({ data }) => data === '0x00ff',
	},
];

const asItem = (value: unknown): unknown =>
	typeof value === 'bigint' ? String(value) : Array.isArray(value) ? value.map(asItem) : value;

test('each log that viem selects is one event, in order, whatever is asked when', async () => {
	const saw = occurrences(
		'an event',
		'a poll that failed',
		'more to come',
		'a node behind',
		'a spoilt log',
	);
	const history = fc.asyncProperty(
		fc.integer(),
		fc.constantFrom(...SELECTED),
		fc.boolean(),
		fc.constantFrom(5, 7, 2048),
		fc.integer({ min: 0, max: 3 }),
		async (seed, { event, conditions, args, holds = () => true }, isNamed, limit, careless) => {
			const stream = createRandom(String(seed)).stream('contractEvent');
			const chain = chainOf(limit, careless === 0);
			const grow = () => {
				for (let count = stream.whole(1, 40); count > 0; count--)
					chain.add(
						Array.from({ length: Math.max(0, stream.whole(-6, 4)) }, () => drawnLog(stream)),
					);
			};
			grow();
			let calm = false;
			const executed = () => {
				const behind = calm || stream.next() < 0.5 ? 0 : stream.whole(1, 30);
				saw.saw('a node behind', behind > 0);
				return Math.max(1, chain.blocks.length - 1 - behind);
			};
			const startBlock = stream.whole(0, chain.blocks.length);
			const settings = settingsOf({
				preset: 'custom',
				abi: ABI.join('\n'),
				startBlock,
				...(isNamed && { addresses: [ONE, TWO] }),
				...(event && { eventNames: event }),
				...(conditions && { conditions: JSON.stringify(conditions) }),
			});
			let host = chain.host(executed, () => !calm && stream.next() < 0.15);
			let state: SourceState | undefined;
			const events: NetworkEvent[] = [];
			for (let polls = 0; polls < 40 || !calm; polls++) {
				calm = polls >= 20;
				if (!calm && stream.next() < 0.5) grow();
				if (stream.next() < 0.3) host = chain.host(executed, () => !calm && stream.next() < 0.15);
				const budget = calm ? {} : { maxEvents: stream.whole(1, 9), maxPages: stream.whole(1, 3) };
				const result = await contractEvent.source
					.poll(settings, state && restarted(state), host.context(budget))
					.catch(() => undefined);
				saw.saw('a poll that failed', result === undefined);
				saw.saw('more to come', result?.more);
				if (!result) continue;
				({ state } = result);
				events.push(...result.events);
				saw.saw('a spoilt log', result.skipped !== undefined);
			}
			const logs = chain.blocks
				.slice(startBlock)
				.flat()
				.filter((log) => !isNamed || [ONE, TWO].includes(log.address));
			const wanted = parseEventLogs({
				abi: VIEM,
				logs,
				args,
				eventName: event,
			} as never) as unknown as Array<NodeLog & { eventName: string; args: Args }>;
			const expected = wanted.filter((log) => holds(log.args));
			saw.saw('an event', expected.length > 0);
			expect(events.map(({ data }) => [data.id, data.contractEvent, data.args])).toEqual(
				expected.map((log) => [
					`contract.event:C:${log.blockHash}:${Number(log.logIndex)}`,
					log.eventName,
					Object.fromEntries(Object.entries(log.args).map(([key, value]) => [key, asItem(value)])),
				]),
			);
		},
	);
	await fc.assert(history, { ...anew(30), endOnFailure: true });
	saw.expectAll();
});

test('megabytes in an event are no part of an item, and strings of a contract are in quotes', async () => {
	const chain = chainOf();
	const abi = 'event Said(string words, bytes data, address who)';
	const [item] = parseAbi([abi] as never) as unknown as [{ inputs: never }];
	const values = ['@here\n<b>Pay 5 AVAX</b>', `0x${'ab'.repeat(1 << 20)}`, TWO];
	const topics = encodeEventTopics({ abi: [item] } as never) as string[];
	chain.add([{ address: ONE, topics, data: encodeAbiParameters(item.inputs, values as never) }]);
	const { events } = await firstPollOf(chain, { preset: 'custom', abi });
	expect(events).toEqual([expect.objectContaining({ data: expect.anything() as unknown })]);
	const { args, cutArgs, text, title } = events[0].data;
	expect(args).toEqual({ words: values[0], data: null, who: TWO });
	expect(cutArgs).toEqual(['data']);
	expect(title).toBe(`${ONE}: Said`);
	expect(text).toBe(
		`${ONE} emitted Said: words "\\u{40}here…", data of 1048576 bytes, who ${TWO}.`,
	);
	expect(JSON.stringify(events[0]).length).toBeLessThan(2000);
});

test('an argument of which a log has the hash is told as a hash, not as the text or its length', async () => {
	const chain = chainOf();
	const abi = 'event Said(string indexed words, bytes indexed data, uint8[] indexed list)';
	const topics = [keccak256(toHex('Said(string,bytes,uint8[])')), ...['1', '2', '3'].map(hashed)];
	chain.add([{ address: ONE, topics, data: '0x' }]);
	const { events } = await firstPollOf(chain, { preset: 'custom', abi, addresses: ONE });
	const hash = (sign: string) => `with the hash 0x${sign.repeat(12)}…${sign.repeat(5)}`;
	const said = `words ${hash('1')}, data ${hash('2')}, list ${hash('3')}`;
	expect(events.map(({ data }) => [data.text, data.hashedArgs])).toEqual([
		[`${ONE} emitted Said: ${said}.`, ['words', 'data', 'list']],
	]);
});
const hashed = (sign: string) => `0x${sign.repeat(64)}`;

test('a poll of ten contracts is two requests with three calls', async () => {
	const addresses = Array.from({ length: 10 }, (_, at) => `0x${String(at).repeat(40)}`);
	const chain = chainOf();
	chain.add([transfer(1n)]);
	const { host, poll, state } = await firstPollOf(chain, { preset: 'access', addresses });
	const before = host.requests.length;
	await poll(state);
	const bodies = host.requests.slice(before).map(({ body = '' }) => JSON.parse(body) as unknown);
	expect(bodies.map((body) => [body].flat().length)).toEqual([1, 2]);
});

test('a wrong ABI is reported once for a contract that is named; anyone can emit any log otherwise', async () => {
	const chain = chainOf();
	chain.add([transfer(1n), transfer(2n)]);
	const abi = 'Transfer(address from, address to, uint256 value)';
	const named = await firstPollOf(chain, { preset: 'custom', abi, addresses: ONE });
	expect(named.events).toEqual([]);
	expect(named.skipped).toEqual([
		expect.objectContaining({
			message:
				'Transfer(address,address,uint256) has 0 indexed arguments in the ABI, the log has 2',
			names: [ONE],
		}),
	]);
	chain.add([transfer(3n)]);
	expect((await named.poll(named.state)).skipped).toBeUndefined();
	expect(await firstPollOf(chain, { preset: 'custom', abi })).not.toHaveProperty('skipped');
});

test('logs of an anonymous event are those of the contract that fit it', async () => {
	const chain = chainOf();
	chain.add([
		{ address: ONE, topics: [`0x${word(7)}`], data: `0x${word(1)}` },
		{ address: ONE, topics: [], data: `0x${word(2)}` },
		{ address: ONE, topics: [`0x${word(8)}`], data: '0x' },
	]);
	const abi = 'event Hidden(uint256 indexed key, bool on) anonymous';
	const { events } = await firstPollOf(chain, { preset: 'custom', abi, addresses: ONE });
	expect(events.map(({ data }) => data.args)).toEqual([{ key: '7', on: true }]);
});

const reverts: Answer = { error: { code: 3, message: 'execution reverted: no' } };

test.each<[string, Answer, unknown, boolean]>([
	['6', { result: `0x${word(6)}` }, { value: 3.5, valueExact: '3500000' }, false],
	['255', { result: `0x${word(255)}` }, { value: null, valueExact: '3500000' }, true],
	['a text', { result: `0x${'41'.repeat(100)}` }, { value: null, valueExact: '3500000' }, true],
	['a revert', reverts, { value: null, valueExact: '3500000' }, true],
	[
		'no end',
		{ error: { code: -32000, message: 'out of gas' } },
		{ value: null, valueExact: '3500000' },
		true,
	],
])('a contract whose decimals are %s', async (_, decimals, args, isReported) => {
	const chain = chainOf();
	chain.calls.set(ONE, () => decimals);
	chain.add([transfer(3_500_000n)]);
	const given = { preset: 'erc20', addresses: ONE, eventNames: 'Transfer', tokenDecimals: true };
	const { events } = await firstPollOf(chain, given);
	expect(said(events[0].data)).toMatchObject(args as object);
	// An amount that cannot be compared is not an event, and is said.
	const conditions = '{"value": {"above": "3.4"}}';
	const compared = await firstPollOf(chain, { ...given, conditions });
	expect(compared.events.length).toBe(isReported ? 0 : 1);
	expect(compared.skipped?.[0].message).toEqual(
		isReported ? expect.stringMatching(/its contract returns no decimals/) : undefined,
	);
});

test('a node that cannot say the decimals now fails the poll: nothing is passed over', async () => {
	const chain = chainOf();
	chain.calls.set(ONE, () => ({ error: { code: -32000, message: 'header not found' } }));
	chain.add([transfer(3_500_000n)]);
	const given = { preset: 'erc20', addresses: ONE, eventNames: 'Transfer', tokenDecimals: true };
	await expect(firstPollOf(chain, given)).rejects.toThrow(/header not found/);
});

/** The first 4 bytes of topics, as abigen and viem compute them from the contracts' sources. */
const TOPICS: Readonly<Record<string, readonly string[]>> = {
	icm: [
		'2a211ad4',
		'292ee90b',
		'34795cc6',
		'4619adc1',
		'd13a7935',
		'c1bfd1f1',
		'3294c84e',
		'1eac6401',
		'a5eed93d',
		'30623e95',
		'a9a7ef57',
		'933f93e5',
		'844e2f31',
	],
	ictt: [
		'93f19bf1',
		'5d76dff8',
		'82508085',
		'42eff900',
		'6352c538',
		'104deb55',
		'b9eaeae3',
		'f229b02a',
		'6769a5f9',
		'0832c643',
	],
	precompiles: ['cdb7ea01', '400cd392', '4c98e43a', 'c2a9e07c', 'abb1949b', 'eb121f03'],
	validatorManager: [
		'070e0f65',
		'5881be43',
		'967ae878',
		'bae388a9',
		'afaccef7',
		'6e350dd4',
		'c9179965',
		'8be0079c',
		'bc7cd75a',
	],
	access: ['8be0079c', '38d16b8c', '2f878811', 'f6391f5c', 'bd79b86f', '62e78cea', '5db9ee0a'],
	erc1155: ['c3d58168', '4a39dc06', '17307eab', '6bb7ff70'],
	safe: ['9465fa0c', 'f8d49fc5', '610f7ff2', '442e715f', '23428b18', 'ecdf3a3e', 'aab4fa2b'],
};

test('the presets have the topics of their contracts, and viem reads them alike', () => {
	for (const name of PRESET_NAMES) {
		const lines = PRESETS[name].signatures
			.split(';\n')
			.join('\n')
			.split('\n')
			.map((line) => line.trim().replace(/;$/, ''))
			.filter((line) => line !== '');
		const theirs = parseAbi(lines as never) as unknown as Array<{ type: string }>;
		const events = presetAbi(name);
		const topics = events.map((event) => topicOf(event as never));
		const viemTopics = theirs
			.filter(({ type }) => type === 'event')
			.map((event) => (encodeEventTopics({ abi: [event] } as never) as string[])[0]);
		expect([name, topics]).toEqual([name, viemTopics]);
		expect(topics.map((topic) => topic.slice(2, 10))).toEqual(
			expect.arrayContaining([...(TOPICS[name] ?? [])]),
		);
	}
});
