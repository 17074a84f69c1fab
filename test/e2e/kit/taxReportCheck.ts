import type { INodeExecutionData } from 'n8n-workflow';
import type { World } from '../../../emulator';
import { transactionOf } from '../../../emulator/world/evmTransactions';
import { tokensIn } from '../../../core/testing/cases/evmWorld';

type Row = Record<string, string>;

/** Base units of an amount in whole units. */
function unitsOf(amount: string, decimals: number): bigint {
	const [whole, part = ''] = amount.split('.');
	return BigInt(whole + part.padEnd(decimals, '0'));
}

/** The rows of the example tax-report are the rewards and the token transfers of the world, in their exact amounts. */
export function checkTaxReport(items: (node: string) => INodeExecutionData[], world: World): void {
	const rowsOf = (node: string) => items(node).map(({ json }) => json as Row);
	const [{ year, wallet }] = rowsOf('Settings');
	const inYear = (milliseconds: number) => new Date(milliseconds).getUTCFullYear() === Number(year);
	const rows = rowsOf('Rows');
	const rewards = rows.filter(({ Kind }) => Kind === 'Reward' || Kind === 'Delegation fee');
	const paid = rowsOf('Rewards').filter(({ endTimestamp }) => inYear(Date.parse(endTimestamp)));
	expect(rewards.map((row) => String(unitsOf(row.Amount, 9))).sort()).toEqual(
		paid.map(({ rewardExact }) => rewardExact).sort(),
	);
	for (const row of rewards) {
		const value = Number(row.Amount) * Number(row['Price (USD)']);
		expect(Number(row['Value (USD)'])).toBeCloseTo(value, 1);
	}
	const tokens = tokensIn(world);
	const moved = tokens.transfers().flatMap((one) => {
		const { from, to, token, txHash, value, blockTimestamp } = one;
		const isOwn = [from, to].includes(wallet) && from !== to && inYear(blockTimestamp * 1000);
		const isListed = isOwn && transactionOf(one).succeeded && 'decimals' in token;
		return isListed ? [[to === wallet ? 'Received' : 'Sent', txHash, String(value)]] : [];
	});
	const listed = rows.flatMap(({ Kind, Asset, Amount, Transaction }) => {
		const token = tokens.erc20.find(({ address }) => Asset.endsWith(`(${address})`));
		return token ? [[Kind, Transaction, String(unitsOf(Amount, token.decimals))]] : [];
	});
	expect(listed.sort()).toEqual(moved.sort());
}
