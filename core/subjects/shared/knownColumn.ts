import { type Column, derived, pathOf, valueAt } from '../../fields/columns';
import * as out from '../../fields/outputs';
import { isAvax, isCChain, tokenMoney } from './money';

/**
 * The column `known` beside a `symbol` that is what the service says: true if the identity of the money is
 * known, whatever its symbol says.
 */

type Input = Readonly<Record<string, unknown>>;

export const knownFlag = () =>
	out.flag('True for AVAX and well-known tokens: anyone can give an asset any symbol');

function known(of: (item: unknown, input: Input) => boolean): Column {
	const base = (item: unknown, input: Input) => ({ known: of(item, input) });
	return derived('known', ['known'], { base, part: knownFlag });
}

/** Of a token on an EVM chain, by the first of these contracts that an item has. */
export function knownToken(...contracts: readonly Column[]): Column {
	return known((item, { chainId }) => {
		const address = contracts.map((one) => valueAt(item, pathOf(one))).find(Boolean);
		return tokenMoney(String(chainId), address as string | undefined, undefined).known;
	});
}

/** Of the native coin of an EVM chain; without a column, the chain is that of the input. */
export const knownCoin = (chain?: Column): Column =>
	known((item, { chainId }) => isCChain(String(chain ? valueAt(item, pathOf(chain)) : chainId)));

/** The column `known` for an asset of the X- or P-Chain, by its ID. */
export const knownAsset = (assetId: Column): Column =>
	known((item) => isAvax(valueAt(item, pathOf(assetId))));
