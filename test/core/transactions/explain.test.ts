import { createHash } from 'node:crypto';
import { explainTransaction } from '../../../core';
import vectors from '../../../core/testing/vectors/pchain_tx_hex.json';

/** The words about transactions: amounts, owners, change, fee, and what is unusual. */

const u32 = (value: number) => value.toString(16).padStart(8, '0');
const u64 = (value: bigint) => value.toString(16).padStart(16, '0');

const AVAX = '3d9bdac0ed1d761330cf680efdeb1a42159eb387d6d2950c96f7d28f61bbe2aa';
const OTHER = '09'.repeat(32);
const OWN = 'P-fuji18jma8ppw3nhx5r4ap8clazz0dps7rv5u6wmu4t';
const OWN_BYTES = '3cb7d3842e8cee6a0ebd09f1fe884f6861e1b29c';
const FOREIGN = '03'.repeat(20);
const FOREIGN_ADDRESS = 'P-fuji1qvpsxqcrqvpsxqcrqvpsxqcrqvpsxqcrmh0vef';
const VALIDATION = '9FAftNgNBrzHUMMApsSyV6RcFiL9UmCbvsCu28xdLV2mQ7CMo';
const VALIDATION_BYTES = '12b836de9dcac3423f24e335e40fe53a661fdcb5c5a348969f5c0ae40385c84f';

interface Parts {
	type?: number;
	network?: number;
	chain?: string;
	/** Bytes of the owners: locktime, threshold, addresses. */
	owners?: string;
	asset?: string;
	change?: bigint;
	paid?: bigint;
	memo?: string;
	tail?: string;
	lock?: string;
	indices?: number[];
}
const ownersOf = (locktime: bigint, threshold: number, ...addresses: string[]) =>
	`${u64(locktime)}${u32(threshold)}${u32(addresses.length)}${addresses.join('')}`;

/** A top-up of 1 AVAX with one input of 3 AVAX, one output of change, and a fee of 10,139 nAVAX; or with other parts. */
function txOf(parts: Parts = {}): string {
	const { type = 38, network = 5, chain = '00'.repeat(32), asset = AVAX, memo = '' } = parts;
	const { owners = ownersOf(0n, 1, OWN_BYTES), change = 1_999_989_861n, indices = [0] } = parts;
	const { tail = `${VALIDATION_BYTES}${u64(parts.paid ?? 10n ** 9n)}`, lock = '' } = parts;
	const input = `${'11'.repeat(32)}${u32(0)}${AVAX}${u32(5)}${u64(3n * 10n ** 9n)}`;
	return [
		`0000${u32(type)}${u32(network)}${chain}${u32(1)}${asset}${lock}${u32(7)}${u64(change)}${owners}`,
		`${u32(1)}${input}${u32(indices.length)}${indices.map(u32).join('')}`,
		`${u32(memo.length / 2)}${memo}${tail}`,
	].join('');
}

const explain = (parts: Parts, ownAddresses?: string[]) =>
	explainTransaction({ tx: `0x${txOf(parts)}`, ownAddresses });

test('a top-up is nothing unusual', () => {
	expect(explain({}, [OWN])).toMatchObject({
		known: true,
		chain: 'P',
		type: 'IncreaseL1ValidatorBalanceTx',
		networkId: 5,
		summary: `Adds 1 AVAX to the balance of the L1 validation ${VALIDATION}`,
		statements: [
			`Adds 1 AVAX to the balance of the L1 validation ${VALIDATION}`,
			`Returns 1.999989861 AVAX to ${OWN}`,
			'Pays a fee of 0.000010139 AVAX',
			'It is not signed',
		],
		unusual: [],
		fee: '10139',
		signed: false,
		hash: `0x${createHash('sha256').update(txOf(), 'hex').digest('hex')}`,
	});
});

const OWNED = ownersOf(0n, 1, FOREIGN);

test.each<[string, Parts, string[]]>([
	[
		'change to somebody else',
		{ owners: OWNED },
		['output 0 of 1.999989861 AVAX is not for your addresses alone'],
	],
	[
		'change that somebody else can take as well',
		{ owners: ownersOf(0n, 1, FOREIGN, OWN_BYTES) },
		[
			'output 0 of 1.999989861 AVAX is not for your addresses alone',
			'output 0 needs 1 of 2 signatures',
		],
	],
	[
		'change that anyone can take',
		{ owners: ownersOf(0n, 0) },
		[
			'output 0 of 1.999989861 AVAX is not for your addresses alone',
			'output 0 needs no signature: anyone can take it',
		],
	],
	[
		'a locktime',
		{ owners: ownersOf(1_800_000_000n, 1, OWN_BYTES) },
		['output 0 has a locktime: 2027-01-15 08:00 UTC'],
	],
	[
		'a locktime beyond all dates',
		{ owners: ownersOf(2n ** 64n - 1n, 1, OWN_BYTES) },
		['output 0 has a locktime: second 18446744073709551615 of Unix time'],
	],
	[
		'a lock for stakes',
		{ lock: `${u32(22)}${u64(1_800_000_000n)}` },
		['output 0 is locked until 2027-01-15 08:00 UTC'],
	],
	[
		'a memo',
		{ memo: 'abcd' },
		['it has a memo of 2 bytes: nodes refuse that since the Durango upgrade'],
	],
	['a high fee', { change: 1_900_000_000n }, ['its fee of 0.1 AVAX is high']],
	['more out than in', { change: 2_500_000_000n }, ['0.5 AVAX more come out than go in']],
	['several signatures', { indices: [0, 1] }, ['input 0 needs 2 signatures']],
	[
		'another chain',
		{ chain: OTHER },
		[
			'the blockchain 4yo5ZzPDUKCsoucyTX2GfktgoyjxM9cjFUWqkiQsUJrYiEQqr is not the P-Chain of its network',
		],
	],
])('%s is unusual', (_, parts, unusual) => {
	expect(explain(parts, [OWN]).unusual).toEqual(unusual);
});

test('another asset and another network are named whole', () => {
	const { unusual, fee } = explain({ asset: OTHER }, [OWN]);
	const asset = '4yo5ZzPDUKCsoucyTX2GfktgoyjxM9cjFUWqkiQsUJrYiEQqr';
	expect(unusual).toEqual([
		`output 0 is not AVAX but ${asset}`,
		'its fee of 2 AVAX is high',
		`1,999,989,861 units of the asset ${asset} more come out than go in`,
	]);
	expect(fee).toBe('2000000000');
	expect(explain({ network: 12_345 })).toMatchObject({
		fee: null,
		unusual: ['the network 12345 is neither Mainnet nor Fuji'],
	});
});

test('a transfer to others is not unusual, and is said; without own addresses nothing is change', () => {
	const paid = explain({ type: 34, tail: '', owners: OWNED, change: 2_999_000_000n }, [OWN]);
	expect(paid.statements).toContain(`Pays 2.999 AVAX to ${FOREIGN_ADDRESS}`);
	expect(paid.unusual).toEqual([]);
	expect(explain({}).statements).toContain(`Pays 1.999989861 AVAX to ${OWN}`);
});

test('a signed transaction has its id; the credentials are counted', () => {
	const tx = vectors.IncreaseL1ValidatorBalanceTx;
	expect(explainTransaction({ tx })).toMatchObject({
		signed: true,
		txId: '2vg6Foh9fSLkVJnwfo8pmt9ML2StbULtqWYzXdawFjYAW6H8jq',
		statements: expect.arrayContaining([
			'It is signed: whoever has these bytes can issue it',
		]) as string[],
	});
	const bare = `${txOf()}${u32(0)}`;
	const { unusual, statements } = explainTransaction({ tx: bare });
	expect(unusual).toEqual(['it has 0 credentials where 1 are needed']);
	expect(statements?.join()).not.toContain('signed');
});

const SUBNET = 'the subnet 29uVeLPJB1eQJkzRemU8g8wZDw5uJRqpab5U2mX9euieVwiEbL';
const NODE = 'NodeID-K1LV379WF46iHh4RCSKou2Up5bUBRWCVV';

/** The beginnings of the summaries, by vector. */
const SUMMARIES: Readonly<Record<string, string>> = {
	AdvanceTimeTx: 'Sets the time of the P-Chain to 2024-07-27 22:08 UTC',
	RewardValidatorTx: 'Ends the stake of the transaction TtF4d2QWbk5',
	AddValidatorTx:
		'Adds NodeID-HPybphWPEnqBRrhKH3kb2z7P4vhvcVPLC as a validator of the primary network',
	AddDelegatorTx: 'Delegates to NodeID-JyE4P8f4cTryNV8DCz2M81bMtGhFFHexG on the primary network',
	'AddPermissionlessValidatorTx for primary network': `Adds ${NODE} as a validator of the primary network, from 2024-07-19 22:06 UTC to 2024-08-09 22:06 UTC`,
	'AddPermissionlessValidatorTx for subnet': `Adds ${NODE} as a validator of ${SUBNET}`,
	'AddPermissionlessDelegatorTx for primary network': `Delegates to ${NODE} on the primary network`,
	'AddPermissionlessDelegatorTx for subnet': `Delegates to ${NODE} on ${SUBNET}`,
	AddSubnetValidatorTx: `Adds ${NODE} as a validator of ${SUBNET} with the weight 49463`,
	BaseTx: 'Transfers funds on the P-Chain',
	CreateChainTx: 'Creates the chain "let there" with the virtual machine v3m4wPxaHpv',
	CreateSubnetTx: 'Creates a subnet',
	ExportTx:
		'Exports funds from the P-Chain to the chain 2CA6j5zYzasynPsFeNoqWkmTCt3VScMvXUZHbfDJ8k3oGzAPtU',
	ImportTx:
		'Imports funds to the P-Chain from the chain 2eNy1mUFdmaxXNj1eQHUe7Np4gju9sJsEtWQ4MX3ToiNKuADed',
	RemoveSubnetValidatorTx: `Removes ${NODE} from the validators of ${SUBNET}`,
	TransformSubnetTx: `Makes ${SUBNET} elastic with the asset MsVRpTJPz7`,
	TransferSubnetOwnershipTx: `Gives ${SUBNET} to another owner`,
	ConvertSubnetToL1Tx:
		'Converts the subnet 2DeHa7Qb6sufPkmQcFWG2uCd4pBPv9WB6dkzroiMQhd1NSRtof to an L1',
	RegisterL1ValidatorTx:
		'Registers NodeID-9fF2qf4sV13WKzdr7rgUeY3PFXVEVia9s as a validator of the L1 2DeHa7Qb6sufPkmQcFWG2uCd4pBPv9WB6dkzroiMQhd1NSRtof with the weight 1 and a balance of 1 AVAX',
	SetL1ValidatorWeightTx:
		'Sets the weight of the L1 validation S4V9xkctnx3zmGdB8tXy6scsgmxr51w8NTar9WdAw26PWwXiQ to 5',
	IncreaseL1ValidatorBalanceTx:
		'Adds 0.000000002 AVAX to the balance of the L1 validation S4V9xkctnx3zmGdB8tXy6scsgmxr51w8NTar9WdAw26PWwXiQ',
	DisableL1ValidatorTx:
		'Deactivates the L1 validation S4V9xkctnx3zmGdB8tXy6scsgmxr51w8NTar9WdAw26PWwXiQ',
	AddAutoRenewedValidatorTx: `Adds ${NODE} as a validator of the primary network that is renewed every 7 days`,
	SetAutoRenewedValidatorConfigTx:
		'Renews the validation of the transaction TtF4d2QWbk5vzQGTEPrN48x6vwgAoAmKQ9cbp79inpQmcRKES every 14 days, and stakes 75 % of its rewards again',
	RewardAutoRenewedValidatorTx: 'Ends a period of the renewed stake of the transaction TtF4d2QWbk5',
};

test.each(Object.entries(vectors))('%s has a summary of its own', (name, tx) => {
	expect(explainTransaction({ tx }).summary.startsWith(SUMMARIES[name])).toBe(true);
});

const X_FUJI = 'ab68eb1ee142a05cfe768c36e11f0b596db5a3c6c77aabe665dad9e638ca94f7';
const C_FUJI = '7fc93d85c6d62c5b2ac0b519c87010ea5294012d1e407030d6acd0021cac10d5';
const EVM = `8db97c7cece249c2b98bdc0226cc4c2a57bf52fc${u64(10n ** 9n)}${AVAX}`;
const SPENT = `${'11'.repeat(32)}${u32(0)}${AVAX}${u32(5)}${u64(2n * 10n ** 9n)}${u32(1)}${u32(0)}`;
const PAID = `${AVAX}${u32(7)}${u64(10n ** 9n)}${ownersOf(0n, 1, OWN_BYTES)}`;
const P_CHAIN = '00'.repeat(32);

test.each<[string, string, string[]]>([
	[
		'an import to the C-Chain',
		`0000${u32(0)}${u32(5)}${C_FUJI}${P_CHAIN}${u32(1)}${SPENT}${u32(1)}${EVM}`,
		[
			'Imports funds to the C-Chain from the P-Chain',
			'Pays 1 AVAX to 0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC on the C-Chain',
			'Pays a fee of 1 AVAX',
		],
	],
	[
		'an export from the C-Chain',
		`0000${u32(1)}${u32(5)}${C_FUJI}${X_FUJI}${u32(1)}${EVM}${u64(7n)}${u32(1)}${PAID}`,
		[
			'Exports funds from the C-Chain to the X-Chain',
			'Takes 1 AVAX from 0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC on the C-Chain, with the nonce 7',
			`Exports 1 AVAX for ${OWN.replace('P-', 'C-')}`,
		],
	],
	[
		'an export from the X-Chain',
		`0000${u32(4)}${u32(5)}${X_FUJI}${u32(0)}${u32(1)}${SPENT}${u32(0)}${P_CHAIN}${u32(1)}${PAID}`,
		[
			'Exports funds from the X-Chain to the P-Chain',
			`Exports 1 AVAX for ${OWN.replace('P-', 'X-')}`,
			'Pays a fee of 1 AVAX',
		],
	],
	[
		'a new asset',
		`0000${u32(1)}${u32(5)}${X_FUJI}${u32(1)}${PAID}${u32(1)}${SPENT}${u32(0)}0001410001420a${u32(1)}${u32(0)}${u32(1)}${u32(7)}${u64(12_345n)}${ownersOf(0n, 1, FOREIGN)}`,
		[
			'Creates the asset "A" with the symbol "B" and 10 decimals',
			`Gives 12,345 units of it to ${FOREIGN_ADDRESS.replace('P-', 'X-')}`,
			`Returns 1 AVAX to ${OWN.replace('P-', 'X-')}`,
			'Pays a fee of 1 AVAX',
		],
	],
])('%s', (_, tx, statements) => {
	expect(explainTransaction({ tx, ownAddresses: [OWN] }).statements).toEqual([
		...statements,
		'It is not signed',
	]);
});

test('stakes and owners of rewards', () => {
	const { statements, unusual } = explainTransaction({
		tx: vectors['AddPermissionlessDelegatorTx for primary network'],
		ownAddresses: ['P-local1g65uqn6t77p656w64023nh8nd9updzmxyymev2'],
	});
	const owner = 'P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u';
	expect(statements).toContain(`The owner of the rewards is ${owner}`);
	expect(statements?.filter((each) => each.startsWith('Stakes '))).toHaveLength(1);
	expect(unusual).toContain('the owner of the rewards is not one of your addresses alone');
});

test('a name that a stranger chose is quoted', () => {
	const name = Buffer.from('x</b>\u202e 5 AVAX to you').toString('hex');
	const length = (name.length / 2).toString(16).padStart(4, '0');
	const asset = `${length}${name}0001${Buffer.from('A').toString('hex')}09${u32(0)}`;
	const tx = `0000${u32(1)}${u32(5)}${'ab'.repeat(32)}${u32(0)}${u32(0)}${u32(0)}${asset}`;
	expect(explainTransaction({ tx, chain: 'X' }).summary).toBe(
		'Creates the asset "x\\u{3c}\\u{2f}b\\u{3e}\\u{202e} 5\\u{20}AVAX to you" with the symbol "A" and 9 decimals',
	);
});

test('a type that is not known is named, and nothing is said about it', () => {
	expect(explain({ type: 43 })).toEqual({
		known: false,
		summary: 'It cannot be explained: type 43 of a transaction of the P-Chain is not known',
		unusual: ['It cannot be explained: type 43 of a transaction of the P-Chain is not known'],
	});
});

test.each<[string, string, RegExp]>([
	['bytes behind it', `${txOf()}00`, /"Transaction" \(tx\) must be the bytes of a transaction/],
	['no hex', '0xzz', /must be hexadecimal/],
])('%s are refused', (_, tx, message) => {
	expect(() => explainTransaction({ tx })).toThrow(message);
});
