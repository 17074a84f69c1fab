import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
	bech32Encode,
	bytesToHex,
	cb58Decode,
	hexToBytes,
	hexWithoutChecksum,
} from '../../../core';
import {
	type TxChain,
	TransactionFormatError,
	UnknownTypeError,
} from '../../../core/transactions/parts';
import { type Transaction, readTransaction } from '../../../core/transactions/read';
import fc, { occurrences, rounds } from '../../../core/testing/properties';
import vectors from '../../../core/testing/vectors/pchain_tx_hex.json';
import { codecOf } from './avalanchejs';

/** The reader of transactions, judged by avalanchejs: the same values, and the same bytes when it writes them. */

const u32 = (value: number) => value.toString(16).padStart(8, '0');
const u64 = (value: bigint) => value.toString(16).padStart(16, '0');
/** The bytes of a transaction of the P-Chain as those of a type of the X-Chain with the same layout. */
const asX = (hex: string, type: number) => `0000${u32(type)}${hex.slice(12)}`;

const ID = 'ab'.repeat(32);
const OWNER = `${u64(0n)}${u32(1)}${u32(1)}${'3c'.repeat(20)}`;
const HEAD = (type: number) => `0000${u32(type)}${u32(5)}${ID}`;
const MADE: ReadonlyArray<readonly [TxChain, string]> = [
	// ExportTx of the C-Chain: destination, one account's amount, one output.
	[
		'C',
		`${HEAD(1)}${ID}${u32(1)}${'12'.repeat(20)}${u64(7n)}${ID}${u64(3n)}${u32(1)}${ID}${u32(7)}${u64(6n)}${OWNER}`,
	],
	// OperationTx of the X-Chain, which mints an NFT.
	[
		'X',
		`${HEAD(2)}${u32(0)}${u32(0)}${u32(0)}${u32(1)}${ID}${u32(1)}${ID}${u32(4)}${u32(12)}${u32(1)}${u32(0)}${u32(9)}${u32(3)}abcdef${u32(1)}${OWNER}`,
	],
	['X', asX(vectors.BaseTx, 0)],
	['X', asX(vectors.ImportTx, 3)],
	['X', asX(vectors.ExportTx, 4)],
];

/** Transactions of the X- and the C-Chain that a real node returned. */
function recorded(): Array<[TxChain, string]> {
	const folder = path.join(__dirname, '../../../core/testing/vectors/real-node');
	const found = new Map<string, TxChain>();
	for (const file of ['calls.jsonl', 'drawn/five.jsonl']) {
		for (const [text] of readFileSync(path.join(folder, file), 'utf8').matchAll(
			/0x00000000000[0-4][0-9a-f]{100,}/g,
		)) {
			for (const chain of ['X', 'C'] as const) {
				try {
					const bytes = hexWithoutChecksum(text);
					readTransaction(bytes, chain);
					found.set(bytesToHex(bytes), chain);
				} catch {
					// A UTXO, a block, or of the other chain.
				}
			}
		}
	}
	return [...found].map(([hex, chain]) => [chain, hex]);
}

const CORPUS: ReadonlyArray<readonly [TxChain, string]> = [
	...Object.values(vectors).map((hex) => ['P', hex] as const),
	...MADE,
	...recorded(),
];

/**
 * A value as both show it: a byte is hex there and a number here, some bytes have no 0x there, and addresses
 * and node IDs may be bytes there, or have another prefix.
 */
function plain(text: string): string {
	if (/^0x[0-9a-f]{2}$/.test(text)) return String(Number(text));
	const node = text.startsWith('NodeID-') && cb58Decode(text.slice(7));
	const hex = node ? bytesToHex(node) : text.replace(/^0x/, '');
	const address = /^[0-9a-f]{40}$/.test(hex) ? bech32Encode('any', hexToBytes(hex)) : hex;
	return address.replace(/^(?:[PXC]-)?[a-z\d]*1([02-9ac-hj-np-z]{32})[02-9ac-hj-np-z]{6}$/, '$1');
}

/** The values at any depth, as texts in an order of their own. */
function leaves(value: unknown, key = ''): string[] {
	if (['chain', 'type', 'kind', '_type', 'vm'].includes(key)) return [];
	if (typeof value !== 'object' || value === null) return [plain(String(value))];
	return Object.entries(value).flatMap(([name, each]) => leaves(each, name));
}

const jsonOf = (value: object) =>
	JSON.parse(
		JSON.stringify(value, (_, each: unknown) => {
			if (ArrayBuffer.isView(each)) return bytesToHex(each as Uint8Array);
			return typeof each === 'bigint' ? String(each) : each;
		}),
	) as object;

/** Fails unless avalanchejs reads the same values from the unsigned bytes, and writes the same bytes. */
function judge({ values, unsignedBytes }: Transaction): void {
	const codec = codecOf(values.chain);
	let theirs: object;
	let rest: Uint8Array;
	try {
		[theirs, rest] = codec.UnpackPrefix(unsignedBytes.slice(2));
	} catch (error) {
		// It checks that BLS keys are points of their curve, which the reader leaves to the nodes.
		if (/"proofOfPossession"/.test(JSON.stringify(jsonOf(values)))) return;
		throw error;
	}
	expect(rest).toHaveLength(0);
	expect(bytesToHex(codec.PackPrefix(theirs))).toBe(bytesToHex(unsignedBytes.slice(2)));
	expect(leaves(jsonOf(values)).sort()).toEqual(leaves(jsonOf(theirs)).sort());
}

test('transactions of every type have the values that avalanchejs reads', () => {
	const types = new Set<string>();
	for (const [chain, hex] of CORPUS) {
		const found = readTransaction(hexToBytes(hex), chain);
		types.add(`${chain} ${found.values.type}`);
		judge(found);
	}
	expect(types.size).toBe(23 + 5 + 2);
});

test('of forged bytes, nothing is read that avalanchejs reads in another way', () => {
	const tally = occurrences('read', 'refused');
	const change = fc.record({
		of: fc.constantFrom(...CORPUS),
		flips: fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 255 })), {
			minLength: 1,
			maxLength: 3,
		}),
	});
	fc.assert(
		fc.property(change, ({ of: [chain, hex], flips }) => {
			const bytes = hexToBytes(hex);
			for (const [at, by] of flips) bytes[at % bytes.length] ^= by;
			let found: Transaction;
			try {
				found = readTransaction(bytes, chain);
			} catch (error) {
				expect(error).toBeInstanceOf(TransactionFormatError);
				tally.saw('refused');
				return;
			}
			tally.saw('read');
			judge(found);
		}),
		{ numRuns: rounds(1500) },
	);
	tally.expectAll();
});

const INCREASE = vectors.IncreaseL1ValidatorBalanceTx;

test('the chain follows from the type and the blockchain, or from the only layout that fits', () => {
	const X_FUJI = 'ab68eb1ee142a05cfe768c36e11f0b596db5a3c6c77aabe665dad9e638ca94f7';
	const named = `0000${u32(0)}${u32(5)}${X_FUJI}${vectors.BaseTx.slice(84)}`;
	expect(readTransaction(hexToBytes(named)).values).toMatchObject({ chain: 'X', networkId: 5 });
	expect(readTransaction(hexToBytes(INCREASE)).values.chain).toBe('P');
	for (const [chain, hex] of MADE) {
		expect(readTransaction(hexToBytes(hex)).values.chain).toBe(chain);
	}
});

/** An unsigned BaseTx with the given inputs or outputs. */
const base = (outputs: readonly string[], inputs: readonly string[] = [], memo = '') =>
	`0000${u32(34)}${u32(5)}${'00'.repeat(32)}${u32(outputs.length)}${outputs.join('')}${u32(inputs.length)}${inputs.join('')}${u32(memo.length / 2)}${memo}`;
const output = (amount: bigint, owner = OWNER) => `${ID}${u32(7)}${u64(amount)}${owner}`;
const input = (index: number, indices = [0]) =>
	`${ID}${u32(index)}${ID}${u32(5)}${u64(1n)}${u32(indices.length)}${indices.map(u32).join('')}`;
const ownerOf = (threshold: number, ...each: string[]) =>
	`${u64(0n)}${u32(threshold)}${u32(each.length)}${each.map((byte) => byte.repeat(20)).join('')}`;

test.each<[string, string, RegExp]>([
	['a byte behind the end', `${INCREASE}00`, /1 bytes follow the end/],
	['a cut end', INCREASE.slice(0, -2), /takes 65 bytes, 64 are left/],
	['another codec version', `0001${INCREASE.slice(4)}`, /codec version is 1/],
	['outputs in another order', base([output(2n), output(1n)]), /outputs .* 1 is not in the order/],
	['inputs in another order', base([], [input(1), input(0)]), /inputs .* 1 is not in the order/],
	['an input twice', base([], [input(0), input(0)]), /inputs .* 1 is there twice/],
	['an output of nothing', base([output(0n)]), /amount of outputs .* 0 is 0/],
	['a memo above 256 bytes', base([], [], '00'.repeat(257)), /has 257 bytes, at most 256/],
	['addresses in another order', base([output(1n, ownerOf(1, '02', '01'))]), /not in the order/],
	['an address twice', base([output(1n, ownerOf(1, '01', '01'))]), /there twice/],
	['more signatures than owners', base([output(1n, ownerOf(2, '01'))]), /nobody can spend/],
	['no signature of owners', base([output(1n, ownerOf(0, '01'))]), /needs no signature/],
	['signature indices twice', base([], [input(0, [1, 1])]), /there twice/],
	['a count beyond the bytes', `${base([]).slice(0, 84)}ffffffff`, /takes 32 bytes, 0 are left/],
	['nothing', '', /takes 2 bytes, 0 are left/],
])('%s is refused', (_, hex, message) => {
	const bytes = hexToBytes(hex);
	expect(() => readTransaction(bytes)).toThrow(TransactionFormatError);
	expect(() => readTransaction(bytes)).toThrow(message);
});

test('outputs of one amount may be equal, and an owner may be nobody', () => {
	expect(() => readTransaction(hexToBytes(base([output(1n), output(1n)])))).not.toThrow();
	const { values } = readTransaction(hexToBytes(base([output(1n, ownerOf(0))])));
	expect(values).toMatchObject({ outputs: [{ owners: { threshold: 0, addresses: [] } }] });
});

test.each<[string, string, number, string]>([
	['of a transaction', `0000${u32(43)}${u32(5)}`, 43, 'a transaction of the P-Chain'],
	['of a block', `0000${u32(32)}`, 32, 'a transaction of the P-Chain'],
	['of an output', base([`${ID}${u32(99)}`]), 99, 'outputs of the transaction 0'],
])('a type %s that is not known is named', (_, hex, typeId, what) => {
	expect(() => readTransaction(hexToBytes(hex))).toThrow(new UnknownTypeError(what, typeId));
});
