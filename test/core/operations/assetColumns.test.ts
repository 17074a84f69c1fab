import fc from '../../../core/testing/properties';
import { simplify } from '../../../core/fields/present';
import { columnsOf } from '../../../core/operations/derived';
import * as primaryTransaction from '../../../core/subjects/primaryTransaction/primaryTransaction';
import * as staking from '../../../core/subjects/staking/stakingTransaction';
import * as primaryNetwork from '../../../core/subjects/primaryNetwork/subnet';

/** Simplified transactions with amounts of several assets. */

const AVAX = { assetId: 'FvwEAhmxKfeiG8SnEvq42hc6whRyY3EFYAvebMqDNDGCgxN5Z', symbol: 'AVAX' };
const GLP = { assetId: '2Uh7mvmgWkUVPaPp3cAj69bpFuWuzb1zNB68zZDhzEETQkmmBk', symbol: 'GLP' };
const amount = (asset: typeof AVAX, denomination: number, value: string) => ({
	...asset,
	name: asset.symbol,
	denomination,
	type: 'secp256k1',
	amount: value,
});
const transfer = {
	txHash: '3P91K6nuDFvDodcRuJTsgdf9SvYe5pMiKk38HppsoeAiEztCP',
	txType: 'BaseTx',
	amountUnlocked: [amount(AVAX, 9, '5000000'), amount(GLP, 2, '700')],
	amountCreated: [amount(AVAX, 9, '4000000'), amount(GLP, 2, '700')],
};
const rowOf = (
	operation: Parameters<typeof columnsOf>[0],
	item: object,
	input: Record<string, unknown> = {},
	wholeUnits = false,
) => simplify(columnsOf(operation) ?? [], item, { wholeUnits }, input);

test('the asset that was asked for is the one shown, and the others are listed', () => {
	expect(
		rowOf(primaryTransaction.getManyByAsset, transfer, { assetId: GLP.assetId }, true),
	).toMatchObject({
		amountUnlocked: 7,
		amountUnlockedExact: '700',
		amountCreated: 7,
		amountCreatedExact: '700',
		symbol: 'GLP',
		otherAssets: [
			{
				...AVAX,
				amountUnlocked: 0.005,
				amountUnlockedExact: '5000000',
				amountCreated: 0.004,
				amountCreatedExact: '4000000',
			},
		],
	});
});

test('an asset that was asked for and is only spent has its symbol, one that is nowhere has none', () => {
	const burned = { ...transfer, amountCreated: transfer.amountCreated.slice(0, 1) };
	const row = rowOf(primaryTransaction.getManyByAsset, burned, { assetId: GLP.assetId });
	expect(row).toMatchObject({ amountUnlocked: '700', amountCreated: null, symbol: 'GLP' });
	const none = rowOf(primaryTransaction.getManyByAsset, transfer, {
		assetId: '11111111111111111111111111111111LpoYY',
	});
	expect(none).toMatchObject({ amountUnlocked: null, amountCreated: null, symbol: null });
	expect(none.otherAssets).toHaveLength(2);
});

test.each([primaryTransaction.get, primaryTransaction.getMany])(
	'without an asset the first one is shown with its symbol',
	(operation) => {
		expect(rowOf(operation, transfer)).toMatchObject({
			amountCreated: '4000000',
			amountUnlocked: '5000000',
			symbol: 'AVAX',
			otherAssets: [{ ...GLP, amountUnlocked: '700', amountCreated: '700' }],
		});
		const one = { ...transfer, amountUnlocked: [], amountCreated: [amount(GLP, 2, '1')] };
		expect(rowOf(operation, one)).toMatchObject({
			amountCreated: '1',
			symbol: 'GLP',
			otherAssets: null,
		});
	},
);

const entries = fc.array(
	fc.record({
		assetId: fc.constantFrom('A', 'B', 'C'),
		symbol: fc.constant('S'),
		amount: fc.nat().map(String),
	}),
	{ maxLength: 5 },
);
const LISTS = ['value', 'amountStaked', 'amountCreated', 'amountUnlocked', 'amountBurned'];

test('every amount is in the row once, each beside its asset', () => {
	fc.assert(
		fc.property(
			fc.record(
				Object.fromEntries(LISTS.map((name) => [name, fc.option(entries, { nil: undefined })])),
			),
			fc.option(fc.constantFrom('A', 'D'), { nil: undefined }),
			(lists, assetId) => {
				const operation =
					assetId === undefined ? primaryTransaction.getMany : primaryTransaction.getManyByAsset;
				const names =
					assetId === undefined ? LISTS : LISTS.filter((name) => /Unlocked|Created/.test(name));
				const given = names.flatMap((name) =>
					(lists[name] ?? []).map((entry) => [name, entry.assetId, entry.amount].join(' ')),
				);
				const row = rowOf(operation, lists, { assetId });
				const others = (row.otherAssets ?? []) as Array<Record<string, unknown>>;
				const first = names.flatMap((name) => lists[name] ?? [])[0]?.assetId;
				const selected = names.flatMap((name) =>
					row[name] === null ? [] : [[name, assetId ?? first, row[name]].join(' ')],
				);
				const listed = others.flatMap((other) =>
					names.flatMap((name) =>
						name in other ? [[name, other.assetId, other[name]].join(' ')] : [],
					),
				);
				expect(first === undefined).toBe(given.length === 0);
				// An amount with a wrong asset would not be found among the given ones.
				expect([...selected, ...listed].sort()).toEqual(given.sort());
			},
		),
	);
});

test('staking in another asset says which, and a subnet lists its further chains', () => {
	const staked = { txHash: 'x', amountStaked: [amount(GLP, 2, '1'), amount(AVAX, 9, '2')] };
	expect(rowOf(staking.getManyTransactions, staked)).toMatchObject({
		amountStaked: '1',
		symbol: 'GLP',
		otherAssets: [{ ...AVAX, amountStaked: '2' }],
	});
	const chains = [{ blockchainId: 'a' }, { blockchainId: 'b' }];
	const subnet = { subnetId: 's', blockchains: chains };
	expect(rowOf(primaryNetwork.getManySubnets, subnet)).toMatchObject({
		blockchainId: 'a',
		otherBlockchains: [{ blockchainId: 'b' }],
	});
});
