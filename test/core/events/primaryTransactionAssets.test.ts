import { primaryTransaction } from '../../../subjects/events/primaryTransaction/declare';
import { parseFields } from '../../../core/fields/fieldSet';
import { answer } from '../protocol/fakes';
import { hostOf } from './world';

/** The columns of AVAX, in transactions with amounts of several assets. */

const ADDRESS = 'P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5';
const amountOf = (symbol: string, denomination: number, amount: string) => ({
	assetId: 'Y39J1TC4gxBFAYtmBZGN3UaugxX9MEmsKLeMXsP11URnVbKJF',
	name: symbol,
	symbol,
	denomination,
	type: 'secp256k1',
	amount,
});

test.each([
	['after another one', [amountOf('GLP', 6, '7'), amountOf('AVAX', 9, '25000000000')]],
	['before another one', [amountOf('AVAX', 9, '25000000000'), amountOf('GLP', 6, '7')]],
])('AVAX %s', async (_, amounts) => {
	const transaction = {
		txHash: '2JcpqEnZHRZyGXX6QhgUUk4T4MhHjFCwRVyMcNYgXhVYGFxHxK',
		txType: 'AddPermissionlessDelegatorTx',
		blockTimestamp: 1_794_052_800,
		blockNumber: '1',
		value: amounts,
		amountStaked: amounts,
		amountBurned: amounts.slice(0, 1),
		emittedUtxos: [],
		consumedUtxos: [],
		memo: '0x',
	};
	const host = hostOf(() => answer({ transactions: [transaction] }));
	const given = { network: 'mainnet', addresses: [ADDRESS], chains: ['p-chain'] };
	const settings = parseFields(primaryTransaction.fields, given, 'test');
	const [{ data }] = await primaryTransaction.source.sample(settings, host.context(), 1);
	const [first] = amounts;
	expect(data).toMatchObject({
		amountStaked: '25000000000',
		amountBurned: first.symbol === 'AVAX' ? '25000000000' : null,
		amount: first.amount,
		symbol: first.symbol,
	});
});
