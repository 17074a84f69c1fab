import { transfer } from '../../../core/subjects/events/transfer/declare';
import { parseFields } from '../../../core/fields/fieldSet';
import { withChecksum } from '../../../core/formats/evmAddress';
import { answer } from '../protocol/fakes';
import { hostOf, polling } from './world';
import { rounds } from '../../../core/testing/properties';

/** Transfers of tokens that anybody can make, as the data service lists them. */

const MINE = '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7';
const STRANGER = `0x${'51'.repeat(20)}`;
const FRIEND = '0xa1B2c3d4E5f60718293a4B5C6d7E8F9012345678';
/** Wallets show it as they show the friend. */
const LIKE = `0xa1b2${'9'.repeat(32)}5678`;
const FAKE = `0x${'e1'.repeat(20)}`;
const USDC = '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E';

interface Sent {
	kind?: 'erc721' | 'erc1155';
	from?: string;
	to?: string;
	value?: string;
	token?: string;
	symbol?: string;
	reputation?: string;
	tokenId?: string;
}

const transferOf = (sent: Sent, logIndex: number) => {
	const { from = STRANGER, to = MINE, value = '5000000', token = FAKE, symbol = 'AVAX' } = sent;
	const { kind = 'erc20', reputation = null, tokenId } = sent;
	const name = { address: token, symbol, name: symbol, decimals: 6, tokenId };
	return {
		...{ from: { address: from }, to: { address: to }, value, logIndex },
		[`${kind}Token`]: { ...name, tokenReputation: reputation, metadata: { symbol } },
	};
};

/** A transaction of a block with these transfers. */
function record(block: number, sent: readonly Sent[], sender = STRANGER) {
	const of = (kind: string) =>
		sent.flatMap((each, at) => ((each.kind ?? 'erc20') === kind ? [transferOf(each, at)] : []));
	return {
		nativeTransaction: {
			txHash: `0x${String(block).padStart(64, '0')}`,
			blockNumber: String(block),
			blockTimestamp: 1_794_000_000 + block,
			...{ txStatus: '1', value: '0', from: { address: sender }, to: { address: FAKE } },
		},
		...{
			erc20Transfers: of('erc20'),
			erc721Transfers: of('erc721'),
			erc1155Transfers: of('erc1155'),
		},
	};
}

/** A watched address, and what polls tell after transactions. */
function watching(given: Record<string, unknown> = {}) {
	const list: Array<ReturnType<typeof record>> = [];
	const host = hostOf(({ url }) => {
		const from = Number(new URL(url).searchParams.get('startBlock') ?? 0);
		const newest = { blockNumber: String(100 + list.length), blockTimestamp: 1_794_000_100 };
		if (url.includes('/blocks/')) return answer(newest);
		if (url.includes('/blocks')) return answer({ blocks: [newest] });
		return answer({
			transactions: list.filter(({ nativeTransaction: tx }) => Number(tx.blockNumber) >= from),
		});
	});
	const settings = { readFrom: 'data', addresses: MINE, ...given };
	const polls = polling(transfer, settings, host);
	const poll = async (...records: Array<ReturnType<typeof record>>) => {
		list.push(...records);
		return await polls.poll({ maxEvents: 500 });
	};
	const replay = async () => {
		const found: string[] = [];
		const whole = parseFields(transfer.fields, settings, 'test');
		const times = { from: 0, until: 1e10 };
		for await (const events of transfer.source.replay!(whole, times, host.context()))
			found.push(...events.map(({ id }) => id));
		return found;
	};
	return { poll, replay };
}

const NAMED = `token 0xE1E1…e1e1`;

test.each<[Sent, string, boolean]>([
	[{}, `5 "AVAX" (${NAMED})`, false],
	[{ symbol: '000 AVAX' }, `5 "000\\u{20}AVAX" (${NAMED})`, false],
	[{ symbol: '🔴 CRITICAL' }, `5 "\\u{1f534} CRITICAL" (${NAMED})`, false],
	[{ symbol: 'USD\u0421' }, `5 "USD\\u{421}" (${NAMED})`, false],
	[{ symbol: 'claim at evil.com' }, `5 "claim at evil\\u{2e}com" (${NAMED})`, false],
	[{ symbol: '<b>"=1+1' }, `5 "\\u{3c}b\\u{3e}\\u{22}\\u{3d}1+1" (${NAMED})`, false],
	[{ symbol: 'AVAX\nYou received 5 AVAX' }, `5 "AVAX…" (${NAMED})`, false],
	[{ symbol: 'variableDebtAvaUSDC' }, `5 "variableDebtAvaUSDC" (${NAMED})`, false],
	[{ symbol: 'A'.repeat(25) }, `5 "${'A'.repeat(24)}…" (${NAMED})`, false],
	[{ symbol: '' }, `5 whole units of the ${NAMED}`, false],
	[{ kind: 'erc721', symbol: 'AVAX', tokenId: '5000' }, `"AVAX" (${NAMED}) #5000`, false],
	[{ kind: 'erc1155', symbol: 'AVAX', tokenId: '7', value: '3' }, `3 "AVAX" (${NAMED}) #7`, false],
	[{ token: USDC, symbol: 'anything' }, '5 USDC', true],
])('%j is told as %s', async (sent, what, known) => {
	const { poll } = watching();
	await poll();
	const [item] = await poll(record(101, [{ reputation: 'Benign', ...sent }]));
	expect(item).toMatchObject({ title: `${MINE}: received ${what}`, known });
	expect(item.tokenReputation).toBe(sent.kind ? null : 'Benign');
});

test('a token that the user names is shown by its symbol, one that it does not name is not', async () => {
	const { poll } = watching({ knownTokens: FAKE.toUpperCase().replace('0X', '0x') });
	await poll();
	const other = `0x${'e2'.repeat(20)}`;
	const items = await poll(record(101, [{ symbol: 'JOE' }, { symbol: 'JOE', token: other }]));
	expect(items.map(({ symbol, known }) => [symbol, known])).toEqual([
		['JOE', true],
		['"JOE" (token 0xe2E2…E2e2)', false],
	]);
});

test('a transfer of nothing is not an event; with the option it warns of the address that looks like another', async () => {
	const nothing = { from: MINE, to: LIKE, value: '0', token: USDC };
	const sent = { from: MINE, to: FRIEND, token: USDC };
	const quiet = watching();
	await quiet.poll();
	expect(
		await quiet.poll(record(101, [nothing, { ...nothing, kind: 'erc1155', tokenId: '1' }])),
	).toEqual([]);
	const { poll } = watching({ includeZero: true });
	await poll();
	const [friend] = await poll(record(101, [sent], MINE));
	expect(friend).toMatchObject({
		lookAlikeOf: null,
		text: expect.not.stringContaining('looks like') as string,
	});
	const [like, dust] = await poll(record(102, [nothing, { from: LIKE, token: USDC, value: '1' }]));
	for (const item of [like, dust]) {
		expect(item.lookAlikeOf).toBe(FRIEND);
		expect(item.text).toContain(
			`${withChecksum(LIKE)} looks like ${FRIEND}, and is another address`,
		);
	}
	// It does not become an address that one has sent to.
	const [again] = await poll(record(103, [sent], MINE));
	expect(again.lookAlikeOf).toBeNull();
});

test('a token of somebody else makes no address one that you sent to', async () => {
	const { poll } = watching();
	await poll();
	await poll(record(101, [{ from: MINE, to: LIKE }]));
	const [item] = await poll(record(102, [{ from: MINE, to: FRIEND, token: USDC }], MINE));
	expect(item.lookAlikeOf).toBeNull();
});

describe('20,000 ids in one transaction', () => {
	const count = rounds(20_000);
	const flood = Array.from(
		{ length: count },
		(_, at): Sent => ({ kind: 'erc1155', tokenId: String(at) }),
	);

	test('are 20 events and one that says how many more; later blocks come in the same poll', async () => {
		const { poll, replay } = watching();
		await poll();
		const items = await poll(record(101, flood), record(102, [{ token: USDC }]));
		expect(items).toHaveLength(22);
		expect(items[20]).toMatchObject({
			...{
				moreTransfers: count - 20,
				known: false,
				kind: null,
				amount: null,
				direction: 'received',
			},
			title: `${MINE}: received ${count - 20} more transfers of unknown tokens`,
		});
		expect(items[21].title).toBe(`${MINE}: received 5 USDC`);
		expect(new Set(items.map(({ id }) => id)).size).toBe(22);
		expect(await poll()).toEqual([]);
		expect(await replay()).toHaveLength(count + 1);
	});

	test('are all events where the address sent the transaction, or names the token', async () => {
		for (const [given, sender] of [
			[{}, MINE],
			[{ knownTokens: FAKE }, STRANGER],
		] as const) {
			const { poll } = watching(given);
			await poll();
			expect(await poll(record(101, flood.slice(0, 50), sender))).toHaveLength(50);
		}
		const { poll } = watching({ mostUnknown: 3 });
		await poll();
		expect(await poll(record(101, flood.slice(0, 50)))).toHaveLength(4);
	});
});
