import { primaryTransaction } from '../../../core/subjects/events/primaryTransaction/declare';
import { TX_TYPES } from '../../../core/operations/shared';
import { parseFields } from '../../../core/fields/fieldSet';
import { answer } from '../protocol/fakes';
import { hostOf } from './world';

/** Texts of the amounts that a transaction of the primary network moves: by the ids of assets, without change. */

const MINE = 'P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5';
const OTHER = 'P-avax1tnuesf6cqwnjw7fxjyk7lhch0vhf0v95wj5jvy';
const NODE = 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg';
const AVAX = 'FvwEAhmxKfeiG8SnEvq42hc6whRyY3EFYAvebMqDNDGCgxN5Z';
const FAKE = 'Y39J1TC4gxBFAYtmBZGN3UaugxX9MEmsKLeMXsP11URnVbKJF';
const [X_CHAIN, P_CHAIN] = [
	'2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM',
	'11111111111111111111111111111111LpoYY',
];

/** Anybody can name an asset of the X-Chain AVAX. */
const amountOf = (assetId: string, amount: string) => ({
	...{ assetId, name: 'Avalanche', symbol: 'AVAX', denomination: 9, type: 'secp256k1', amount },
});
const output = (owner: string, assetId: string, amount: string, from = P_CHAIN, to = from) => ({
	addresses: [owner.slice(2)],
	asset: amountOf(assetId, amount),
	createdOnChainId: from,
	consumedOnChainId: to,
});

async function columnsOf(tx: object) {
	const transaction = {
		txHash: '2JcpqEnZHRZyGXX6QhgUUk4T4MhHjFCwRVyMcNYgXhVYGFxHxK',
		blockTimestamp: 1_794_052_800,
		...{ blockNumber: '1', memo: '0x', emittedUtxos: [], consumedUtxos: [], ...tx },
	};
	const host = hostOf(() => answer({ transactions: [transaction] }));
	const given = { network: 'mainnet', addresses: [MINE], chains: ['p-chain'] };
	const settings = parseFields(primaryTransaction.fields, given, 'test');
	const [{ data }] = await primaryTransaction.source.sample(settings, host.context(), 1);
	return { ...data, title: String(data.title).replace(`${MINE}: `, '') };
}

const CHANGE = output(MINE, AVAX, '28142592000');
const FAKE_NAME = '"AVAX" (asset Y39J1T…VbKJ)'.replace('VbKJ', 'bKJF');

test.each<[string, object, string, object]>([
	[
		'the stake of a delegation, and not its change',
		{
			txType: 'AddPermissionlessDelegatorTx',
			nodeId: NODE,
			value: [amountOf(AVAX, '28142592000')],
			amountStaked: [amountOf(FAKE, '7'), amountOf(AVAX, '25000000000')],
			amountBurned: [amountOf(FAKE, '5')],
			emittedUtxos: [CHANGE],
		},
		`Delegation of 25 AVAX and 1 other asset to ${NODE} on the P-Chain`,
		{
			amount: '25000000000',
			symbol: 'AVAX',
			known: true,
			amountStaked: '25000000000',
			amountBurned: null,
		},
	],
	[
		'an asset that somebody named AVAX',
		{
			txType: 'BaseTx',
			consumedUtxos: [output(OTHER, FAKE, '9000000000000000')],
			emittedUtxos: [output(MINE, FAKE, '9000000000000000')],
		},
		`Transfer of 9,000,000 ${FAKE_NAME} on the P-Chain`,
		{ known: false, symbol: FAKE_NAME, assetId: FAKE, amountStaked: null },
	],
	[
		'what went to others',
		{
			txType: 'BaseTx',
			consumedUtxos: [output(MINE, AVAX, '31142592000')],
			emittedUtxos: [CHANGE, output(OTHER, AVAX, '3000000000')],
		},
		'Transfer of 3 AVAX on the P-Chain',
		{ amount: '3000000000', decimals: 9 },
	],
	[
		'an import, and not the rest of the fee',
		{
			txType: 'ImportTx',
			sourceChain: X_CHAIN,
			consumedUtxos: [output(MINE, AVAX, '2000000000', X_CHAIN, P_CHAIN), output(MINE, AVAX, '50')],
			emittedUtxos: [output(MINE, AVAX, '1999000050')],
		},
		'Import of 2 AVAX from the X-Chain on the P-Chain',
		{ amount: '2000000000' },
	],
	[
		'an export',
		{
			txType: 'ExportTx',
			destinationChain: X_CHAIN,
			emittedUtxos: [CHANGE, output(OTHER, AVAX, '4000000000', P_CHAIN, X_CHAIN)],
		},
		'Export of 4 AVAX to the X-Chain on the P-Chain',
		{ amount: '4000000000' },
	],
	[
		'what is added to a balance',
		{
			txType: 'IncreaseL1ValidatorBalanceTx',
			amountL1ValidatorBalanceBurned: [amountOf(AVAX, '1500000000')],
		},
		'Balance of an L1 validator increased by 1.5 AVAX on the P-Chain',
		{ amount: '1500000000' },
	],
	[
		'no amount where there is none',
		{ txType: 'CreateSubnetTx' },
		'Creation of subnet on the P-Chain',
		{ amount: null, symbol: null },
	],
	[
		'a type of a later version',
		{ txType: '<b>SendAVAXTx' },
		'Transaction of type "\\u{3c}b\\u{3e}SendAVAXTx" on the P-Chain',
		{},
	],
])('%s', async (_, tx, title, columns) => {
	expect(await columnsOf(tx)).toMatchObject({ title, ...columns });
});

test('every type of the form has words', async () => {
	for (const txType of TX_TYPES) expect((await columnsOf({ txType })).title).not.toMatch(/Tx\b|"/);
});
