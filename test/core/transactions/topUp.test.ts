import { bech32Encode, bytesToHex, cb58Encode, hexToBytes } from '../../../core';
import { readPUtxo, readTransaction } from '../../../core/transactions/read';
import { type TopUp, buildTopUp, payable } from '../../../core/transactions/topUp';
import fc, { anew, occurrences } from '../../../core/testing/properties';
import { avalanchejs, codecOf } from './avalanchejs';

/** The builder of top-ups, judged byte by byte by avalanchejs 5.2.0. */

const FUJI_AVAX = 'U8iRqJoiJm8xZHAacmvYyZVwqQx6uDNtQeP3CQ6fcgQk3JqnK';
const OTHER = cb58Encode(new Uint8Array(32).fill(9));
const VALIDATION = '9FAftNgNBrzHUMMApsSyV6RcFiL9UmCbvsCu28xdLV2mQ7CMo';
/** The account of the public test key 0x56289e99…8027. */
const PAYER = hexToBytes('3cb7d3842e8cee6a0ebd09f1fe884f6861e1b29c');
const SECOND = new Uint8Array(20).fill(2);
const FOREIGN = new Uint8Array(20).fill(0xf3);
const NOW = 1_790_000_000n;

const addressOf = (bytes: Uint8Array) => `P-${bech32Encode('fuji', bytes)}`;

interface Held {
	tx: number;
	index: number;
	amount: bigint;
	assetId?: string;
	owners?: readonly Uint8Array[];
	threshold?: number;
	locktime?: bigint;
	stakeableUntil?: bigint;
}

const { BigIntPr, Id, OutputOwners, TransferOutput, Utxo, avaxSerial, pvmSerial } = avalanchejs;

/** A UTXO as avalanchejs writes it. */
function utxoOf(held: Held) {
	const { tx, index, amount, assetId = FUJI_AVAX, owners = [PAYER] } = held;
	const { threshold = 1, locktime = 0n, stakeableUntil } = held;
	const txId = cb58Encode(new Uint8Array(32).fill(tx));
	const owner = OutputOwners.fromNative(owners, locktime, threshold);
	const plain = new TransferOutput(new BigIntPr(amount), owner);
	const output =
		stakeableUntil === undefined
			? plain
			: new pvmSerial.StakeableLockOut(new BigIntPr(stakeableUntil), plain);
	return new Utxo(avaxSerial.UTXOID.fromNative(txId, index), Id.fromString(assetId), output);
}

const readBack = (utxo: ReturnType<typeof utxoOf>) =>
	readPUtxo(Uint8Array.from([0, 0, ...utxo.toBytes(codecOf('P'))]), 'fuji');

/** The bytes that avalanchejs builds from UTXOs in this order. Throws if they do not suffice. */
function theirs({ balance, gasPrice, time }: TopUp, helds: readonly Held[], payers: Uint8Array[]) {
	return avalanchejs.pvm
		.newIncreaseL1ValidatorBalanceTx(
			{
				feeState: { capacity: 10n ** 9n, excess: 0n, price: gasPrice, timestamp: '' },
				fromAddressesBytes: payers,
				changeAddressesBytes: [payers[0]],
				utxos: helds.map(utxoOf),
				balance,
				validationId: VALIDATION,
				minIssuanceTime: time,
			},
			{
				networkID: 5,
				hrp: 'fuji',
				pBlockchainID: '11111111111111111111111111111111LpoYY',
				avaxAssetID: FUJI_AVAX,
				platformFeeConfig: { weights: { 0: 1, 1: 1000, 2: 1000, 3: 4 } },
			},
		)
		.toBytes();
}

const topUp = (helds: readonly Held[], given: Partial<TopUp> = {}): TopUp => ({
	networkId: 5,
	avaxId: FUJI_AVAX,
	validationId: VALIDATION,
	balance: 10n ** 9n,
	payers: [addressOf(PAYER)],
	utxos: helds.map((held) => readBack(utxoOf(held))),
	gasPrice: 1n,
	time: NOW,
	...given,
});

test('the bytes of the vector', () => {
	const built = buildTopUp(topUp([{ tx: 0x11, index: 0, amount: 3n * 10n ** 9n }]));
	expect(bytesToHex(built.bytes)).toBe(
		'000000000026000000050000000000000000000000000000000000000000000000000000000000000000000000013d9bdac0ed1d761330cf680efdeb1a42159eb387d6d2950c96f7d28f61bbe2aa000000070000000077356c65000000000000000000000001000000013cb7d3842e8cee6a0ebd09f1fe884f6861e1b29c000000011111111111111111111111111111111111111111111111111111111111111111000000003d9bdac0ed1d761330cf680efdeb1a42159eb387d6d2950c96f7d28f61bbe2aa0000000500000000b2d05e0000000001000000000000000012b836de9dcac3423f24e335e40fe53a661fdcb5c5a348969f5c0ae40385c84f000000003b9aca00',
	);
	expect(built).toMatchObject({ fee: 10_139n, change: 1_999_989_861n });
});

/** An output of any kind that a wallet may hold; those that avalanchejs and the builder may both spend, and others. */
const held = fc
	.record({
		tx: fc.integer({ min: 1, max: 255 }),
		index: fc.nat({ max: 300 }),
		amount: fc.oneof(
			fc.bigInt({ min: 1n, max: 20_000n }),
			fc.bigInt({ min: 1n, max: 3n * 10n ** 9n }),
			fc.constant(10n ** 9n + 9059n),
			fc.constant(10n ** 9n + 9060n),
		),
		assetId: fc.constantFrom(FUJI_AVAX, FUJI_AVAX, FUJI_AVAX, OTHER),
		owners: fc.constantFrom([PAYER], [PAYER], [PAYER], [SECOND], [FOREIGN]),
		lock: fc.constantFrom(
			...[{}, {}, {}, {}],
			...[NOW - 1n, NOW, NOW + 1n].flatMap((at) => [{ locktime: at }, { stakeableUntil: at }]),
		),
	})
	.map(({ lock, ...rest }): Held => ({ ...rest, ...lock }));
const drawn = fc.record({
	helds: fc.uniqueArray(held, { maxLength: 12, selector: ({ tx, index }) => `${tx} ${index}` }),
	both: fc.boolean(),
	balance: fc.oneof(fc.constant(10n ** 9n), fc.bigInt({ min: 1n, max: 3n * 10n ** 9n })),
	gasPrice: fc.oneof(fc.constant(1n), fc.bigInt({ min: 1n, max: 200n })),
});

test('the bytes are those of avalanchejs, or neither can pay', () => {
	const tally = occurrences('change', 'no change', 'several inputs', 'too little');
	fc.assert(
		fc.property(drawn, ({ helds, both, balance, gasPrice }) => {
			const payers = both ? [PAYER, SECOND] : [PAYER];
			const asked = topUp(helds, { balance, gasPrice, payers: payers.map(addressOf) });
			// The builder takes the largest first, avalanchejs takes them in their order.
			const inOrder = [...helds].sort((a, b) => {
				if (a.amount !== b.amount) return a.amount < b.amount ? 1 : -1;
				return a.tx - b.tx || a.index - b.index;
			});
			const build = () => buildTopUp(asked);
			let expected: Uint8Array;
			try {
				expected = theirs(asked, inOrder, payers);
			} catch (error) {
				expect(String(error)).toMatch(/Insufficient funds|No addresses match/);
				expect(build).toThrow(RangeError);
				tally.saw('too little');
				return;
			}
			const built = build();
			expect(bytesToHex(built.bytes)).toBe(bytesToHex(expected));
			const { values } = readTransaction(built.bytes);
			expect(values).toMatchObject({ type: 'IncreaseL1ValidatorBalanceTx', balance, memo: '0x' });
			tally.saw(built.change > 0n ? 'change' : 'no change');
			tally.saw('several inputs', built.inputs.length > 1);
		}),
		anew(1000),
	);
});

test.each<[string, Partial<Held>]>([
	['of two owners of whom one signs', { owners: [PAYER, FOREIGN] }],
	['of two owners who sign both', { owners: [PAYER, FOREIGN], threshold: 2 }],
	['of somebody else', { owners: [FOREIGN] }],
	['of another asset', { assetId: OTHER }],
	['with a locktime', { locktime: NOW }],
	['for stakes only', { stakeableUntil: NOW }],
])('an output %s is left out', (_, about) => {
	const one = { tx: 1, index: 0, amount: 5n * 10n ** 9n, ...about };
	expect(() => buildTopUp(topUp([one]))).toThrow(/has 0 nAVAX in 0 outputs/);
});

test('of dust, no more inputs than a signer takes; an output that is there twice counts once', () => {
	const dust = (count: number) =>
		Array.from({ length: count }, (_, index) => ({ tx: 1, index, amount: 10n ** 6n }));
	const built = buildTopUp(topUp(dust(50), { balance: 42n * 10n ** 6n }));
	expect(built.inputs).toHaveLength(43);
	expect(built.bytes.length).toBeLessThanOrEqual(4096);
	expect(() => buildTopUp(topUp(dust(50), { balance: 43n * 10n ** 6n }))).toThrow(
		/more than 43 outputs of the payer were needed/,
	);
	const [one] = dust(1);
	expect(() => buildTopUp(topUp([one, one], { balance: 10n ** 6n }))).toThrow(
		/has 1000000 nAVAX in 1 outputs .* and 1009059 are needed/,
	);
	expect(() => buildTopUp(topUp(dust(1), { balance: 0n }))).toThrow(/more than 0/);
});

test('change goes to an address, or nothing is built', () => {
	const one = { tx: 1, index: 0, amount: 5n * 10n ** 9n };
	const payers = ['P-nothing', addressOf(PAYER)];
	expect(() => buildTopUp(topUp([one], { payers }))).toThrow(/a payer must be 20 bytes/);
});

test('one transaction can spend the 43 largest outputs of the payers', () => {
	const own = Array.from({ length: 50 }, (_, n) => ({
		tx: n + 1,
		index: 0,
		amount: BigInt(n + 1),
	}));
	const foreign = { tx: 99, index: 0, amount: 1_000n, owners: [FOREIGN] };
	expect(payable(topUp([...own, foreign]))).toBe(((8n + 50n) * 43n) / 2n);
	expect(payable(topUp(own.slice(0, 2)))).toBe(3n);
});
