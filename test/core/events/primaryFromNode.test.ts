import { parseFields } from '../../../core/fields/fieldSet';
import { bech32Encode } from '../../../core/formats/bech32';
import { cb58Decode } from '../../../core/formats/cb58';
import {
	bytesToHex,
	hexToBytes,
	hexWithChecksum,
	hexWithoutChecksum,
} from '../../../core/formats/hex';
import { primaryTransaction } from '../../../core/subjects/events/primaryTransaction/declare';
import vectors from '../../../core/testing/vectors/local12345_blocks.json';
import { answer, rpcAnswer } from '../protocol/fakes';
import { hostOf, polling } from './world';

/** Transactions of the P-Chain from the blocks of a node, of a local network and with what nodes do. */

const [, { block: PAID }, { block: DELEGATED, ids: stakes }] = vectors;
const OWNER = 'local1fl3s9xwx82j0kxu3yhqlwjhrdzkzvwpedh3k8j';
const PAYER = 'local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u';
const AVAX = '2fombhL7aGPwj3KH4bfrmJwW6PVnMobf9Y2fn9GwxiAAJyFDbe';
/** Bytes of a standard block before its first transaction. */
const BLOCK_HEAD = 58;

const u64 = (value: number) => value.toString(16).padStart(16, '0');
const START = 1_795_866_900;
const HEADS = { standard: '00000020', proposal: '0000001d' };
const blockOf = (
	kind: keyof typeof HEADS,
	parts: { height: number; txs?: string; tx?: string },
) => {
	const { height, txs = '00000000', tx = '' } = parts;
	const link = `${'cd'.repeat(32)}${u64(height)}`;
	const rest = kind === 'proposal' ? `${txs}${link}${tx}` : `${link}${txs}`;
	return hexWithChecksum(hexToBytes(`0x0000${HEADS[kind]}${u64(START + height)}${rest}`));
};
/** The delegation, from its block. */
const delegation = hexWithChecksum(
	Uint8Array.from([0, 0, ...hexWithoutChecksum(DELEGATED).subarray(BLOCK_HEAD)]),
);

interface Answers {
	head: number;
	blocks: Record<number, string>;
	/** The height of which requests fail. */
	failing?: number;
}

function nodeOf(answers: Answers) {
	const error = (message: string) => ({ error: { code: -32000, message, data: null } });
	return hostOf(({ body = '' }) => {
		const { failing } = answers;
		if (failing !== undefined && body.includes(`"height":"${failing}"`)) return answer('', 503);
		return rpcAnswer(body, ({ method, params }) => {
			const { height, txID } = params as { height?: string; txID?: string };
			switch (method) {
				case 'platform.getHeight':
					return { result: { height: String(answers.head) } };
				case 'platform.getStakingAssetID':
					return { result: { assetID: AVAX } };
				case 'platform.getTx':
					return txID === stakes[0]
						? { result: { tx: delegation, encoding: 'hex' } }
						: error("couldn't get tx: not found");
				default: {
					const block = answers.blocks[Number(height)] as string | undefined;
					return block === undefined || Number(height) > answers.head
						? error(`couldn't get block at height ${height}: not found`)
						: { result: { block, encoding: 'hex' } };
				}
			}
		});
	});
}

const settingsFor = (given: object) => ({ readFrom: 'node', addresses: [OWNER], ...given });
const settingsOf = (given: object = {}) =>
	parseFields(primaryTransaction.fields, settingsFor(given), 'test') as never;

function pollsOf(answers: Answers, given: object = {}) {
	const polls = polling(primaryTransaction, settingsFor(given), nodeOf(answers));
	return async () => {
		const { events, skipped = [] } = await polls.result();
		return { events: events.map(({ data }) => data), skipped };
	};
}

const empty = (height: number) => blockOf('standard', { height });
const emptyFrom = (first: number, last: number) =>
	Object.fromEntries(
		Array.from({ length: last - first + 1 }, (_, at) => [first + at, empty(first + at)]),
	);

test('AVAX of a local network is the asset that its node names; amounts are exact', async () => {
	const answers = { head: 6, blocks: { 6: empty(6), 7: PAID } };
	const poll = pollsOf(answers);
	await poll();
	answers.head = 7;
	const [paid] = (await poll()).events;
	expect(paid).toMatchObject({
		...{ subject: OWNER, direction: 'received', amount: '5000000000', amountBurned: '5179' },
		...{ symbol: 'AVAX', known: true, assetId: AVAX, blockHeight: 7, url: null },
		id: `primary.transaction:p-chain:${vectors[1].ids[0]}`,
	});
	expect((await poll()).events).toEqual([]);
});

test('the end of a stake is one of its owner, by the transaction that began it, and not of others', async () => {
	const endOf = (id: string) => `00000014${bytesToHex(cb58Decode(id) as Uint8Array)}00000000`;
	const blocks: Answers['blocks'] = {
		1: empty(1),
		2: blockOf('proposal', { height: 2, tx: endOf(stakes[0]) }),
	};
	const answers = { head: 1, blocks };
	const others = [bech32Encode('local', new Uint8Array(20))];
	const [owners, payers] = [pollsOf(answers), pollsOf(answers, { addresses: others })];
	await owners();
	await payers();
	answers.head = 2;
	expect((await owners()).events).toMatchObject([
		{
			...{ txType: 'RewardValidatorTx', direction: 'received', amount: '25000000000' },
			...{ amountStaked: '25000000000', symbol: 'AVAX', blockHeight: 2 },
			title: expect.stringMatching(/End of a stake on NodeID-/),
		},
	]);
	expect((await payers()).events).toEqual([]);
	// A node that does not know the stake: nothing is passed over.
	blocks[3] = blockOf('proposal', { height: 3, tx: endOf(AVAX) });
	answers.head = 3;
	await expect(owners()).rejects.toThrow(/not found/);
});

test('a poll ends before a block that the node behind the URL does not have, and goes on there', async () => {
	const blocks: Answers['blocks'] = { 6: empty(6), 7: PAID };
	const answers = { head: 6, blocks };
	const poll = pollsOf(answers);
	await poll();
	answers.head = 15;
	expect((await poll()).events).toHaveLength(1);
	Object.assign(blocks, emptyFrom(8, 14), { 15: DELEGATED });
	expect((await poll()).events).toMatchObject([
		{
			...{ txType: 'AddPermissionlessDelegatorTx', direction: 'sent', amount: '25000000000' },
			title: expect.stringMatching(/Delegation of 25 AVAX to NodeID-/),
		},
	]);
	// A node that is far behind is a failure, not an end.
	delete blocks[15];
	answers.head = 15 + 200;
	await expect(poll()).rejects.toThrow(/couldn't get block at height 15/);
	// A block of another height would move the position.
	blocks[15] = PAID;
	await expect(poll()).rejects.toThrow(/returned block 7 for the height 15/);
});

test('a request that fails ends a poll, which keeps what it read before; one at the beginning is its failure', async () => {
	const blocks = { ...emptyFrom(1, 6), 7: PAID, ...emptyFrom(8, 14), 15: DELEGATED };
	const answers: Answers = { head: 5, blocks };
	const poll = pollsOf(answers);
	await poll();
	Object.assign(answers, { head: 15, failing: 9 });
	expect((await poll()).events).toMatchObject([{ blockHeight: 7 }]);
	await expect(poll()).rejects.toThrow(/503/);
	answers.failing = undefined;
	expect((await poll()).events).toMatchObject([{ blockHeight: 15 }]);
	expect((await poll()).events).toEqual([]);
	// The newest ones are all of them, or a failure.
	answers.failing = 14;
	const host = nodeOf(answers);
	await expect(primaryTransaction.source.sample(settingsOf(), host.context(), 5)).rejects.toThrow(
		/503/,
	);
});

test('a block that cannot be read is reported once, and the blocks after it are read', async () => {
	const unknown = blockOf('standard', { height: 6, txs: `00000001${'000000ff'}` });
	const answers = { head: 5, blocks: { 5: empty(5), 6: unknown, 7: PAID } };
	const poll = pollsOf(answers);
	await poll();
	answers.head = 7;
	const { events, skipped } = await poll();
	expect(events).toHaveLength(1);
	expect(skipped).toMatchObject([
		{
			names: ['6'],
			message: expect.stringMatching(/block 6 of the P-Chain cannot be read: type 255/),
		},
	]);
	expect((await poll()).skipped).toEqual([]);
});

test('an owner that is only named has no direction, and a start at a time finds its block', async () => {
	const blocks = { ...emptyFrom(1, 6), 7: PAID, ...emptyFrom(8, 14), 15: DELEGATED };
	const named = { head: 15, blocks };
	const settings = { addresses: [PAYER], txTypes: ['AddPermissionlessDelegatorTx'] };
	const poll = pollsOf(named, { ...settings, startFrom: START + 3 });
	// The delegation has its rewards go to the payer of the other one.
	expect((await poll()).events).toMatchObject([{ subject: PAYER, direction: null }]);
});

test('addresses of another network end a poll with the name of the field', async () => {
	const fuji = 'P-fuji1wycv8n7d2fg9aq6unp23pnj4q0arv03ysya8jw';
	const answers = { head: 7, blocks: { 6: empty(6), 7: PAID } };
	const poll = pollsOf(answers, { addresses: [fuji] });
	await expect(poll()).rejects.toThrow(
		/"Addresses" \(addresses\) must hold .* begin with local1.*fuji1/,
	);
});

test('states from before Read From are those of the data service', () => {
	const { source, fields } = primaryTransaction;
	const mine = { network: 'mainnet', addresses: ['avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5'] };
	const parsed = parseFields(fields, mine, 'test');
	const { readFrom, ...before } = parsed as { readFrom: string };
	expect(readFrom).toBe('data');
	expect(source.key(parsed as never)).toBe(source.key(before as never));
	const node = { addresses: mine.addresses, readFrom: 'node' };
	expect(source.key(settingsOf(node))).not.toBe(
		source.key({ ...before, network: undefined } as never),
	);
});
