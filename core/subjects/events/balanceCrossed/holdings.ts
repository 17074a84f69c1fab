import { preview } from '../../../fields/preview';
import * as tokenBalance from '../../tokenBalance/tokenBalance';
import * as evm from '../../evm/evm';
import * as pChain from '../../pChain/pChain';
import * as xChain from '../../xChain/xChainBalances';
import { Failure } from '../../../failure';
import type { PollContext } from '../../../events/event';
import { AS_A_WHOLE, needed } from '../../../events/unreadable';
import { bareAddress } from '../../../formats/ids';
import { contractKey, nativeMoney, tokenMoney } from '../../shared/money';
import { type Head, atNewest } from '../shared/newestOfNode';
import { tokenDecimals } from '../shared/transfers';

/** The balance of one address, from the node or the data service. */

/** Decimals of base units. */
export const WEI = 18;
export const N_AVAX = 9;

export const ASSETS = ['native', 'pChain', 'xChain', 'erc20'] as const;
/** Assets of the P- and the X-Chain, whose addresses are bech32. */
export const isPrimary = (asset: unknown) => asset === 'pChain' || asset === 'xChain';

/** A balance with its unit. */
export interface Holding {
	asset: (typeof ASSETS)[number];
	address: string;
	/** Base units. */
	balance: string;
	decimals: number;
	symbol: string;
}

/** The settings that select an asset. */
interface Asked {
	asset: string;
	chainId?: string;
	contractAddress?: string;
	blockchainId?: string;
}

/**
 * The balances of addresses. Those of a native coin are read at the newest block, which is the next `head`; undefined
 * if the node is behind `head`.
 */
export async function holdingsOf(
	addresses: readonly string[],
	asked: Asked,
	head: Head | undefined,
	context: PollContext,
): Promise<{ values: Holding[]; head?: Head } | undefined> {
	const { asset, blockchainId = 'C' } = asked;
	const read = async (block: number) => {
		const values: Holding[] = [];
		for (const each of addresses) values.push(await holdingOf(each, asked, context, String(block)));
		return values;
	};
	return asset === 'native'
		? await atNewest(blockchainId, head, context, read)
		: { values: await read(0) };
}

/** The balance of an address; that of a native coin at a block. Throws `Failure`, also for a token without decimals. */
async function holdingOf(
	address: string,
	{ asset, chainId = '43114', contractAddress = '', blockchainId = 'C' }: Asked,
	{ client }: PollContext,
	block: string,
): Promise<Holding> {
	if (asset === 'pChain') {
		const { balance } = await client.call(pChain.getBalance, { addresses: [address] });
		const held = needed(balance, 'balance');
		return { asset, address, balance: held, decimals: N_AVAX, symbol: 'AVAX' };
	}
	if (asset === 'xChain') {
		const input = { address: `X-${bareAddress(address)}`, assetID: 'AVAX' };
		const { balance } = await client.call(xChain.getBalance, input);
		return { asset, address, balance, decimals: N_AVAX, symbol: 'AVAX' };
	}
	if (asset === 'erc20') {
		const input = { chainId, address, contractAddresses: [contractAddress] };
		const answer = await client.call(tokenBalance.getManyErc20, input, AS_A_WHOLE);
		const [one] = answer.erc20TokenBalances;
		// Tokens that an address does not hold are not listed.
		if (!one) return { asset, address, balance: '0', decimals: WEI, symbol: 'tokens' };
		const decimals = tokenDecimals(one.decimals);
		if (decimals === undefined) throw withoutUnits(contractAddress, one.decimals);
		const named = new Set([contractKey(contractAddress)]);
		const { symbol } = tokenMoney(chainId, contractAddress, one.symbol, named);
		return { asset, address, balance: needed(one.balance, 'balance'), decimals, symbol };
	}
	const { balance } = await client.call(evm.getBalance, { blockchainId, address, block });
	const { symbol } = nativeMoney(blockchainId, undefined, true);
	return { asset: 'native', address, balance, decimals: WEI, symbol };
}

/** The failure for a token whose amounts cannot be compared with thresholds in whole units. */
function withoutUnits(contract: string, decimals: unknown): Failure {
	return new Failure({
		kind: 'invalid-response',
		message: `The token ${contract} has no whole units: its decimals are ${preview(decimals)}`,
		retryable: false,
	});
}
