import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sha256 } from '@noble/hashes/sha2.js';
import fc, { occurrences, rounds } from '../../../core/testing/properties';
import { recordedCall } from '../../../core/testing/recordedCalls';
import { decodeLog, topicsOf } from '../../../core/abi/events';
import { withEvent } from '../../../core/abi/logs';
import { readAbi } from '../../../core/abi/read';
import { bytesToHex, hexToBytes } from '../../../core/formats/hex';
import { asItem, forViem, written } from '../../../core/testing/abi/drawn';
import { drawnEvent, hasNoTopic, isHashed } from '../../../core/testing/abi/drawnEvent';
import { viem } from '../../../core/testing/abi/viem';

/** Logs: held against viem, against logs of real contracts, and logs that do not fit. */

const read = (given: unknown) => readAbi(given, 'event');

/** A hash where viem has no topic for a value: of a list or a tuple. */
const HASH = `0x${'ab'.repeat(32)}`;

test('are decoded as viem decodes them, and searched by the same topics', () => {
	const saw = occurrences('indexed', 'hashed', 'plain', 'all indexed', 'none indexed');
	fc.assert(
		fc.property(drawnEvent, ({ values, inputs }) => {
			const item = { type: 'event', name: 'E', inputs, anonymous: false };
			const args = values.map(({ parameter, value }) => forViem(parameter, value));
			const searched = Object.fromEntries(
				inputs.flatMap((input, at) =>
					input.indexed && !hasNoTopic(input) ? [[input.name, args[at]]] : [],
				),
			);
			const filter = viem.encodeEventTopics({ abi: [item], args: searched });
			const indexed = inputs.filter((input) => input.indexed);
			const topics = [filter[0] as string, ...indexed.map((_, at) => filter[at + 1] ?? HASH)];
			const own = Object.fromEntries(
				Object.entries(searched).map(([name, value]) => [name, written(value)]),
			);
			const last = filter.findLastIndex((topic) => topic !== null);
			expect(topicsOf(read([item]), own)).toEqual(filter.slice(0, last + 1));
			const rest = values.filter((_, at) => !inputs[at].indexed);
			const data = viem.encodeAbiParameters(
				rest.map(({ parameter }) => parameter),
				rest.map(({ parameter, value }) => forViem(parameter, value)),
			);
			const theirs = viem.decodeEventLog({ abi: [item], topics, data });
			const decoded = decodeLog(read([item]), { topics, data });
			const expected = inputs.map(({ name, ...input }) => [
				name,
				input.indexed && isHashed(input) ? theirs.args?.[name] : asItem(input, theirs.args?.[name]),
			]);
			expect(decoded).toMatchObject({ event: 'E', args: Object.fromEntries(expected) });
			const hashed = indexed.filter(isHashed).map(({ name }) => name);
			expect(decoded.hashedArgs ?? []).toEqual(hashed);
			saw.saw('indexed', indexed.length > 0);
			saw.saw('hashed', hashed.length > 0);
			saw.saw('plain', rest.length > 0);
			saw.saw('all indexed', rest.length === 0);
			saw.saw('none indexed', indexed.length === 0);
		}),
		{ numRuns: rounds(1500) },
	);
	saw.expectAll();
});

interface Receipt {
	result: { logs: Array<{ topics: string[]; data: string }> };
}

describe('of real contracts', () => {
	test('the warp precompile: the message has the ID that the topic has', () => {
		const { result } = JSON.parse(
			recordedCall('further-eth_getTransactionReceipt').text,
		) as Receipt;
		const [log] = result.logs;
		const abi = read(
			'event SendWarpMessage(address indexed sender, bytes32 indexed messageID, bytes message)',
		);
		const decoded = withEvent(abi, log) as {
			event: string;
			args: Record<'sender' | 'messageID' | 'message', string>;
		};
		expect(decoded).toMatchObject({ event: 'SendWarpMessage', topics: log.topics, data: log.data });
		expect(decoded.args.sender).toBe('0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC');
		const hash = bytesToHex(sha256(hexToBytes(decoded.args.message)));
		expect(decoded.args.messageID).toBe(`0x${hash}`);
	});

	test('ERC-1155: lists of ids and of values', () => {
		const file = path.resolve(__dirname, '../../../core/testing/vectors/erc1155_logs.json');
		const { single, batch } = JSON.parse(readFileSync(file, 'utf8')) as Record<
			string,
			{ topics: string[]; data: string }
		>;
		const who = 'address indexed operator, address indexed from, address indexed to';
		const abi = read(
			`event TransferSingle(${who}, uint256 id, uint256 value) event TransferBatch(${who}, uint256[] ids, uint256[] values)`,
		);
		expect(decodeLog(abi, single)).toMatchObject({
			event: 'TransferSingle',
			signature: 'TransferSingle(address,address,address,uint256,uint256)',
			args: { id: '42', value: '3' },
		});
		expect(decodeLog(abi, batch)).toMatchObject({
			event: 'TransferBatch',
			args: {
				ids: ['7', String(2n ** 255n + 7n), '7'],
				values: ['1', String(10n ** 24n), '5'],
			},
		});
	});
});

const TRANSFER = 'Transfer(address indexed from, address indexed to, uint256 value)';
const [topic] = topicsOf(read(TRANSFER)) as string[];
const address = (digit: string) => `0x${'0'.repeat(24)}${digit.repeat(40)}`;
const ok = { topics: [topic, address('1'), address('2')], data: `0x${'5'.padStart(64, '0')}` };

describe('a log that does not fit is an item that says why', () => {
	test.each<[string, Partial<typeof ok>, string, RegExp]>([
		[
			'of another event',
			{ topics: [HASH] },
			TRANSFER,
			/^The ABI has no event with the topic 0xabab/,
		],
		['without topics', { topics: [] }, TRANSFER, /^The ABI has no event with the topic no topic$/],
		[
			'of an NFT',
			{ topics: [...ok.topics, HASH], data: '0x' },
			TRANSFER,
			/^Transfer\(address,address,uint256\) has 2 indexed arguments in the ABI, the log has 3$/,
		],
		[
			'by a signature without indexed',
			{},
			'Transfer(address,address,uint256)',
			/has 0 indexed arguments in the ABI, the log has 2/,
		],
		[
			'with too little data',
			{ data: '0x05' },
			TRANSFER,
			/does not fit Transfer.*: the data of 1 bytes ends before value$/,
		],
		[
			'with data that is not hex',
			{ data: 'none' },
			TRANSFER,
			/does not fit .*it is not hexadecimal/,
		],
		[
			'with a topic that is not an address',
			{ topics: [topic, HASH, HASH] },
			TRANSFER,
			/from is 0xabab.* not a value of the type address/,
		],
		[
			'with a short topic',
			{ topics: [topic, '0x01', '0x02'] },
			TRANSFER,
			/a topic does not have 64 digits/,
		],
	])('%s', (_, changes, abi, why) => {
		const decoded = decodeLog(read(abi), { ...ok, ...changes });
		expect(decoded).toEqual({
			event: null,
			signature: null,
			args: null,
			undecoded: expect.stringMatching(why),
		});
	});
});

test('of several events with one topic, the one with as many indexed arguments is meant', () => {
	const nft = 'Transfer(address indexed from, address indexed to, uint256 indexed tokenId)';
	const abi = read(`${TRANSFER} ${nft}`);
	const topics = [...ok.topics, `0x${'7'.padStart(64, '0')}`];
	expect(decodeLog(abi, ok).args).toMatchObject({ value: '5' });
	expect(decodeLog(abi, { topics, data: '0x' }).args).toMatchObject({ tokenId: '7' });
});

test('an anonymous event is the one with as many topics', () => {
	const abi = read('Noted(address indexed by, uint256 value) anonymous');
	const decoded = decodeLog(abi, { topics: [address('1')], data: ok.data });
	expect(decoded).toMatchObject({ event: 'Noted', args: { value: '5' } });
	expect(topicsOf(abi, { by: `0x${'1'.repeat(40)}` })).toEqual([address('1')]);
});

test('values of indexed arguments select, and one of several may match', () => {
	const [one, two] = ['1', '2'].map((digit) => `0x${digit.repeat(40)}`);
	expect(topicsOf(read(TRANSFER))).toEqual([topic]);
	expect(topicsOf(read(TRANSFER), { to: one })).toEqual([topic, null, address('1')]);
	expect(topicsOf(read(TRANSFER), { from: [one, two], to: null })).toEqual([
		topic,
		[address('1'), address('2')],
	]);
	const [other] = topicsOf(read('Approval(address,address,uint256)')) as string[];
	expect(topicsOf(read(`${TRANSFER} Approval(address,address,uint256)`))).toEqual([[topic, other]]);
});

test.each<[string, string, Record<string, unknown>, RegExp]>([
	[
		'an argument without a topic',
		TRANSFER,
		{ value: '5' },
		/^must have indexed arguments of Transfer only \(from, to\), not value$/,
	],
	[
		'a wrong address',
		TRANSFER,
		{ to: '0x12' },
		/^must fit the event: to must be an address.*"0x12"; this one has 2 digits/,
	],
	['no value', TRANSFER, { to: [] }, /^must have a value in the list of to$/],
	[
		'a list by its hash',
		'E(uint8[] indexed ids)',
		{ ids: [1] },
		/^must not have ids: the topic of uint8\[\] is a hash$/,
	],
	[
		'one of several events',
		`${TRANSFER} E(address indexed to)`,
		{ to: '0x12' },
		/^must be empty with several events/,
	],
	['no event', 'function f()', {}, /^must have an event$/],
])('a mistake in a search: %s', (_, abi, values, message) => {
	expect(() => topicsOf(read(abi), values)).toThrow(message);
});
