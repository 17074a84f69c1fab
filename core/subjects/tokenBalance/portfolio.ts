import type { AnyClient } from '../../client';
import { parseFields } from '../../fields/fieldSet';
import { quoted } from '../../events/words';
import { valueAtPrice } from '../../formats/product';
import { AVAX, contractKey, isAvax, isCChain, nativeMoney, tokenMoney } from '../shared/money';
import * as chain from '../chain/chain';
import * as evmBalance from './evmBalance';
import {
	type PortfolioInput,
	type PortfolioRow,
	evmAddressesIn,
	portfolioFields,
	primaryAddresses,
} from './portfolioFields';
import { primaryRows } from './portfolioPrimary';
import * as tokenBalance from './tokenBalance';

/** The assets of one owner on all chains, as one table. */

const SUBJECT = 'tokenBalance.getPortfolio';
/** The service's word for spam. */
const MALICIOUS = 'Malicious';
const NOBODY = '0x0000000000000000000000000000000000000000';

/** The C-Chain of each network, whose native token is AVAX. */
const C_CHAINS: Readonly<Record<string, string>> = { mainnet: '43114' };
const C_CHAIN_OF_FUJI = '43113';

type Parsed = ReturnType<typeof parsed>;

const parsed = (given: PortfolioInput) => parseFields(portfolioFields, given, SUBJECT);

/** The chains of one EVM address: those of the input, or all of the network on which it was active. */
async function chainsOf(client: AnyClient, address: string, input: Parsed) {
	const { indexedChains } = await client.call(chain.getManyOfAddress, { address });
	const names = new Map((indexedChains ?? []).map((each) => [each.chainId, each.chainName]));
	if (input.chainIds) return input.chainIds.map((id) => ({ id, name: names.get(id) ?? id }));
	const isTest = input.network !== 'mainnet';
	return (indexedChains ?? [])
		.filter(({ isTestnet }) => (isTestnet ?? false) === isTest)
		.map(({ chainId, chainName }) => ({ id: String(chainId), name: chainName ?? String(chainId) }));
}

/** The part of a token's balance that natives and ERC-20 tokens have in common. */
interface Held {
	address?: string | null;
	tokenReputation?: string | null;
	name?: string | null;
	symbol?: string | null;
	decimals?: number | null;
	balance?: string | null;
	price?: { value?: number | string | null; currencyCode?: string | null } | null;
	balanceValue?: { value?: number | string | null } | null;
}

/** A row of a token, or of the native coin, which has no contract. `named`: the user names the chain. */
function evmRow(
	holder: Pick<PortfolioRow, 'chain' | 'address'> & { chainId: string },
	held: Held,
	named: boolean,
): PortfolioRow {
	const { address: contract, name, symbol, decimals, balance, tokenReputation } = held;
	// A price says something on a token that can be sold.
	const { price, balanceValue } = tokenReputation === MALICIOUS ? {} : held;
	const { chainId } = holder;
	const native = isCChain(chainId) ? AVAX : chainId;
	const money = contract
		? tokenMoney(chainId, contract, symbol)
		: nativeMoney(chainId, symbol, named);
	return {
		...holder,
		state: 'available',
		asset: contract ? `${chainId}:${contractKey(contract)}` : native,
		...money,
		name: money.known ? name : quoted(name),
		balance,
		price: price?.value as number | undefined,
		value: balanceValue?.value as number | undefined,
		currency: price?.currencyCode ?? undefined,
		decimals,
		contract: contract ?? undefined,
		tokenReputation,
	};
}

/** The native token and the ERC-20 tokens of an address on one chain. */
async function evmRows(
	client: AnyClient,
	address: string,
	{ id, name }: { id: string; name: string },
	{ currency = 'usd', filterSpamTokens = true, chainIds }: Parsed,
): Promise<PortfolioRow[]> {
	const holder = { chain: name, chainId: id, address };
	const rows: PortfolioRow[] = [];
	const list = { chainId: id, address, currency, filterSpamTokens };
	for await (const { items, response } of client.pages(tokenBalance.getManyErc20, list)) {
		if (rows.length === 0)
			rows.push(evmRow(holder, response.nativeTokenBalance as Held, chainIds !== undefined));
		for (const item of items) {
			if (filterSpamTokens && item.tokenReputation === MALICIOUS) continue;
			rows.push(evmRow(holder, item as Held, false));
		}
	}
	return rows;
}

/** The price of AVAX: what the service says beside a native balance of the C-Chain. */
async function avaxPrice(client: AnyClient, rows: readonly PortfolioRow[], input: Parsed) {
	const chainId = C_CHAINS[input.network] ?? C_CHAIN_OF_FUJI;
	const known = rows.find((row) => row.chainId === chainId && !row.contract);
	if (known) return known.price ?? undefined;
	const { currency = 'usd' } = input;
	const call = { chainId, address: evmAddressesIn(input.addresses)[0] ?? NOBODY, currency };
	const { nativeTokenBalance } = await client.call(evmBalance.getNative, call);
	return nativeTokenBalance?.price?.value ?? undefined;
}

/** The row with the value of its balance of AVAX. */
function valued(row: PortfolioRow, price: number | string, currency: string): PortfolioRow {
	if (!isAvax(row.assetId) || typeof row.balance !== 'string') return row;
	const value = valueAtPrice(row.balance, Number(row.decimals ?? 0), price);
	return { ...row, price, value, currency };
}

/**
 * The assets of the given addresses of one owner on all chains, one row for each asset, chain and state: the
 * native tokens and ERC-20 tokens of EVM chains, AVAX and other assets of the P- and X-Chain (available,
 * staked, locked, in transfer between chains), and rewards of staking periods that still run. Balances are
 * in base units, decimal digits. Balances of 0 are left out. `value` is that of the service on EVM chains;
 * for AVAX on the P- and X-Chain it is the balance at the service's price of AVAX, rounded to two decimals.
 * Pending rewards are estimates, and not a part of the balances. Throws `Failure`: of kind `invalid-input`
 * before anything is sent, and those of its calls: no row is left out because a chain did not respond.
 *
 * @example
 * const rows = await getPortfolio(client, {
 * 	network: 'mainnet',
 * 	addresses: ['0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7', 'P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5'],
 * });
 */
export async function getPortfolio(
	client: AnyClient,
	given: PortfolioInput,
): Promise<PortfolioRow[]> {
	const input = parsed(given);
	const { network, addresses, currency = 'usd' } = input;
	const rows: PortfolioRow[] = [];
	for (const address of evmAddressesIn(addresses)) {
		for (const each of await chainsOf(client, address, input)) {
			rows.push(...(await evmRows(client, address, each, input)));
		}
	}
	const own = primaryAddresses(addresses);
	const primary = own.length > 0 ? await primaryRows(client, network, own) : [];
	const price = primary.length > 0 ? await avaxPrice(client, rows, input) : undefined;
	const withValues =
		price === undefined ? primary : primary.map((row) => valued(row, price, currency));
	return [...rows, ...withValues].filter(({ balance }) => balance !== '0');
}
