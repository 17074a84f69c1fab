import { AVAX, isAvax, assetMoney } from '../../shared/money';
import { amountOf } from '../../../events/words';

/** Amounts of assets of the X- and P-Chain, added by their asset ids. */

/** An amount as the service lists it. */
export interface Amount {
	assetId?: string | null;
	symbol?: string | null;
	denomination?: number | null;
	amount?: string | null;
	/** True for AVAX of a network other than Mainnet and Fuji: the node says its asset ID. */
	avax?: boolean;
}

/** The sum of all amounts of one asset, with the number of the other assets. */
export interface Total {
	/** Base units. */
	amount: bigint;
	decimals: number;
	assetId: string | null;
	/** Bare for AVAX, otherwise the name in quotes with the asset id. */
	symbol: string;
	known: boolean;
	/** Such as `25 AVAX`, or `25 AVAX and 1 other asset`. */
	words: string;
}

const N_AVAX = 9;
const AVAX_MONEY = { symbol: AVAX, known: true };

const isOfAvax = ({ assetId, avax = isAvax(assetId) }: Amount) => avax;

/** AVAX in nAVAX. Other assets do not count, whatever their makers call them. */
export function avaxIn(amounts: readonly Amount[] | null | undefined): bigint {
	return (amounts ?? [])
		.filter(isOfAvax)
		.reduce((sum, { amount }) => sum + BigInt(amount ?? 0), 0n);
}

/** The total of AVAX if there is some, otherwise of the first asset; undefined without an amount. */
export function totalOf(amounts: readonly Amount[] | null | undefined): Total | undefined {
	const sums = new Map<string | null, { first: Amount; amount: bigint }>();
	for (const each of amounts ?? []) {
		const key = each.assetId ?? null;
		const before = sums.get(key) ?? { first: each, amount: 0n };
		sums.set(key, { ...before, amount: before.amount + BigInt(each.amount ?? 0) });
	}
	const found = [...sums].filter(([, { amount }]) => amount > 0n);
	const [assetId, sum] = found.find(([, { first }]) => isOfAvax(first)) ?? found[0] ?? [];
	if (assetId === undefined || sum === undefined) return undefined;
	const { first, amount } = sum;
	const money = isOfAvax(first) ? AVAX_MONEY : assetMoney(assetId, first.symbol);
	const decimals = money.known ? N_AVAX : (first.denomination ?? 0);
	const others = found.length - 1;
	const rest = others === 0 ? '' : ` and ${others} other ${others === 1 ? 'asset' : 'assets'}`;
	return {
		amount,
		decimals,
		assetId,
		...money,
		words: amountOf(amount, decimals, money.symbol) + rest,
	};
}
