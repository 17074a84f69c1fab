import type { IDataObject } from 'n8n-workflow';
import { AVAX_ID } from '../../core/subjects/shared/money';
import fc from '../../core/testing/properties';
import { runExampleCode } from './exampleCode';

/** The rows of the example tax-report, by items as the operations give them. */

const WALLET = '0x34926a573d25b8ff438158d9221b4b657ee0f012';
const OTHER = '0xdcb81e8db2e7e03beac7ea2a9efe214f9f0d14cb';
const CONTRACT = '0x7c6bae5360ecc0254daf4f3ca353a47940bdd6bd';
const OWN = 'avax16hag20csucfhwfwql0effswnrvpg6ycp099s0n';
const STRANGER = 'avax1n4s5z8l3nktg3dmckfae2dx8j3quhnvecey5a5';
const SETTINGS = {
	year: 2026,
	wallet: WALLET.toUpperCase().replace('0X', '0x'),
	addresses: `P-${OWN}`,
};
const MAY = Date.UTC(2026, 4, 1, 12) / 1000;

const rowsOf = (...items: IDataObject[]) =>
	runExampleCode('tax-report', 'Rows', { Settings: [SETTINGS] }, items);

function reward(more: IDataObject = {}): IDataObject {
	return {
		...{
			rewardTxHash: 'paid',
			nodeId: 'NodeID-A',
			rewardType: 'DELEGATOR',
			rewardExact: '8394000001',
		},
		...{
			symbol: 'AVAX',
			known: true,
			price: 23.47,
			currency: 'usd',
			endTimestamp: '2026-05-01T12:00:00Z',
		},
		...more,
	};
}

function transaction(native: IDataObject = {}, more: IDataObject = {}): IDataObject {
	return {
		networkTokenDetails: {
			networkToken: { symbol: 'AVAX', decimals: 18 },
			historicalPrice: { currencyCode: 'usd', value: '20' },
		},
		nativeTransaction: {
			...{ txHash: '0xa', blockTimestamp: MAY, txStatus: '1', value: '0' },
			...{ from: { address: OTHER }, to: { address: WALLET } },
			...{ gasUsed: '21000', gasPrice: '25000000000' },
			...native,
		},
		...more,
	};
}

const utxo = (
	owner: string,
	amount: bigint | number,
	assetId: string = AVAX_ID.mainnet,
	symbol = 'AVAX',
) => ({
	addresses: [owner],
	asset: { assetId, symbol, denomination: 9, amount: String(amount) },
});
const primary = (consumedUtxos: IDataObject[], emittedUtxos: IDataObject[]) => ({
	...{ txHash: 'p', txType: 'BaseTx', blockTimestamp: MAY, consumedUtxos, emittedUtxos },
});

test('a reward of the year has its exact amount, and its value at the price of its time', () => {
	const rows = rowsOf(
		reward(),
		reward({ rewardType: 'VALIDATOR_FEE', currency: 'eur' }),
		reward({ endTimestamp: '2025-12-31T23:59:59Z' }),
		reward({ endTimestamp: '2027-01-01T00:00:00Z' }),
	);
	expect(rows).toEqual([
		{
			Time: '2026-05-01T12:00:00Z',
			Kind: 'Reward',
			Amount: '8.394000001',
			Asset: 'AVAX',
			'Price (USD)': 23.47,
			'Value (USD)': 197.01,
			Chain: 'P-Chain',
			'Other Side': 'NodeID-A',
			Transaction: 'paid',
		},
		expect.objectContaining({ Kind: 'Delegation fee', 'Price (USD)': '', 'Value (USD)': '' }),
	]);
});

test('AVAX on the C-Chain: received, sent with its fee, by a contract, and of a transaction that failed', () => {
	const sent = { from: { address: WALLET }, to: { address: OTHER }, value: '1500000000000000001' };
	const short = rowsOf(
		transaction({ value: '2000000000000000000' }),
		transaction(sent),
		transaction({ ...sent, txStatus: '0' }),
		transaction(sent, { networkTokenDetails: { networkToken: { symbol: 'AVAX', decimals: 18 } } }),
		transaction(
			{ to: { address: CONTRACT } },
			{
				internalTransactions: [
					{ from: { address: CONTRACT }, to: { address: WALLET }, value: '7', isReverted: false },
					{ from: { address: CONTRACT }, to: { address: WALLET }, value: '8', isReverted: true },
				],
			},
		),
		transaction({ ...sent, to: { address: WALLET } }),
	).map((row) => [row.Kind, row.Amount, row['Value (USD)'], row['Other Side']]);
	const fee = ['Fee', '0.000525', 0.01, ''];
	expect(short).toEqual([
		['Received', '2', 40, OTHER],
		fee,
		['Sent', '1.500000000000000001', 30, OTHER],
		fee,
		['Fee', '0.000525', '', ''],
		['Sent', '1.500000000000000001', '', OTHER],
		['Received', '0.000000000000000007', 0, CONTRACT],
		fee,
	]);
});

test('tokens and NFTs have no value; a token without decimals has no amount, not a wrong one', () => {
	const [from, to] = [{ address: OTHER }, { address: WALLET }];
	const erc20 = (decimals?: number, symbol = 'RDG') => ({
		...{ from, to, value: '1230000' },
		erc20Token: { symbol, address: CONTRACT, ...(decimals !== undefined && { decimals }) },
	});
	const rows = rowsOf(
		transaction(
			{},
			{
				erc20Transfers: [erc20(6), erc20(0), erc20()],
				erc721Transfers: [
					{ from, to, erc721Token: { symbol: 'HUT', tokenId: '7', address: CONTRACT } },
				],
				erc1155Transfers: [
					{ from, to, value: '2', erc1155Token: { tokenId: '9', address: CONTRACT } },
				],
			},
		),
	);
	expect(rows.map((row) => [row.Kind, row.Amount, row.Asset, row['Value (USD)']])).toEqual([
		['Received', '1.23', `"RDG" (${CONTRACT})`, ''],
		['Received', '1230000', `"RDG" (${CONTRACT})`, ''],
		['Received', '', `"RDG" (${CONTRACT})`, ''],
		['Received', '1', `"HUT" (NFT 7 ${CONTRACT})`, ''],
		['Received', '2', `NFT 9 ${CONTRACT}`, ''],
	]);
});

test('transfers on the P-Chain: what the addresses got less what they gave', () => {
	const rows = rowsOf(
		primary(
			[utxo(STRANGER, 10_000_000_000)],
			[utxo(OWN, 4_000_000_000), utxo(STRANGER, 5_999_000_000)],
		),
		primary([utxo(OWN, 10_000_000_000)], [utxo(STRANGER, 3_000_000_000), utxo(OWN, 6_999_000_000)]),
		// From one own address to another, as an export: only the fee is gone.
		primary([utxo(OWN, 10_000_000_000)], [utxo(OWN, 9_999_000_000)]),
		primary([utxo(OWN, 5, 'x'), utxo(OWN, 1_000_000)], [utxo(STRANGER, 5, 'x')]),
	);
	expect(rows.map((row) => [row.Kind, row.Amount, row.Asset, row['Other Side']])).toEqual([
		['Received', '4', 'AVAX', STRANGER],
		['Sent, with fee', '3.001', 'AVAX', STRANGER],
		['Fee', '0.001', 'AVAX', ''],
		['Sent, with fee', '0.000000005', '"AVAX" (x)', STRANGER],
		['Fee', '0.001', 'AVAX', ''],
	]);
});

test('a token whose symbol is a formula is text in a spreadsheet', () => {
	for (const symbol of [
		'=HYPERLINK("http://x.com")',
		'+1',
		'-1',
		'@SUM(A1)',
		'\t=1',
		' =1',
		'\r=1',
		'',
	]) {
		const erc20Token = { symbol, decimals: 18, address: CONTRACT };
		const transfer = { from: { address: OTHER }, to: { address: WALLET }, value: '5', erc20Token };
		const [{ Asset }] = rowsOf(transaction({}, { erc20Transfers: [transfer] }));
		expect(Asset).toMatch(/^"[^.=@/]*" \(0x[0-9a-f]{40}\)$|^0x[0-9a-f]{40}$/);
	}
});

test('amounts are exact for every number of base units and every number of decimals', () => {
	fc.assert(
		fc.property(
			fc.bigInt({ min: 1n, max: 2n ** 256n - 1n }),
			fc.integer({ min: 0, max: 80 }),
			(value, decimals) => {
				const erc20Token = { symbol: 'T', decimals, address: CONTRACT };
				const transfer = {
					...{
						from: { address: OTHER },
						to: { address: WALLET },
						value: String(value),
						erc20Token,
					},
				};
				const [{ Amount }] = rowsOf(transaction({}, { erc20Transfers: [transfer] }));
				const [whole, part = ''] = String(Amount).split('.');
				expect(part).not.toMatch(/0$/);
				expect(BigInt(whole + part.padEnd(decimals, '0'))).toBe(value);
			},
		),
		{ numRuns: 200 },
	);
});
