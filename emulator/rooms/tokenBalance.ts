import type { EmulatedRoom } from '../room';
import type { EvmChain, Nft } from '../world';
import { ServiceFailure } from '../rest/failure';
import { type Call, type Endpoint, listed, money } from '../rest/endpoint';
import { erc1155Json, erc20Token, erc721Json, evmChainOf, logoOf } from '../data/evm';

/** Prices are in US dollars; other currencies at one made-up rate. */
const OTHER_CURRENCY = 0.9;

function blockOf(call: Call, chain: EvmChain): number {
	const given = call.input.blockNumber;
	if (given === undefined) return chain.height;
	const number = Number(given);
	if (number > chain.height) {
		throw new ServiceFailure(400, `blockNumber is above the latest block ${chain.height}`);
	}
	return number;
}

function nativeTokenBalance(call: Call, chain: EvmChain, block: number) {
	const { name, symbol, decimals } = chain.token;
	const balance = call.world.tokens(chain).nativeBalance(String(call.input.address), block);
	const currency = String(call.input.currency ?? 'usd');
	const rate = currency === 'usd' ? 1 : OTHER_CURRENCY;
	const priced = chain.price === undefined ? undefined : Math.round(chain.price * rate * 100) / 100;
	const value = priced && Math.round(Number(balance / 10n ** 12n) * priced) / 1e6;
	return {
		name,
		symbol,
		decimals,
		logoUri: logoOf(symbol),
		chainId: chain.chainId,
		...(priced === undefined ? {} : { price: money(priced, currency) }),
		balance: String(balance),
		...(value === undefined ? {} : { balanceValue: money(value, currency) }),
	};
}

function ofContract(call: Call) {
	const wanted = call.input.contractAddress as string | undefined;
	return ({ contract }: { contract: { address: string } }) =>
		!wanted || contract.address === wanted.toLowerCase();
}

/** The native-balance endpoint: `address` and its query as the deployed service has them. */
const nativeBalance: Endpoint = {
	method: 'GET',
	path: '/v1/chains/{chainId}/addresses/{address}/balances:getNative',
	answer(call) {
		const chain = evmChainOf(call);
		return { nativeTokenBalance: nativeTokenBalance(call, chain, blockOf(call, chain)) };
	},
};

/** EVM queries: ERC-20 tokens of an address, at a block, as the transfers up to it left them. */
const listErc20Balances: Endpoint = {
	method: 'GET',
	path: '/v1/chains/{chainId}/addresses/{address}/balances:listErc20',
	answer(call) {
		const chain = evmChainOf(call);
		const block = blockOf(call, chain);
		const wanted = (call.input.contractAddresses as string[] | undefined)?.map((address) =>
			address.toLowerCase(),
		);
		const held = call.world
			.tokens(chain)
			.erc20Of(String(call.input.address), block)
			.filter(({ contract: { address } }) => !wanted || wanted.includes(address));
		const json = ({ contract, balance }: (typeof held)[number]) => {
			const { price, decimals } = contract;
			const value = price && Math.round((Number(balance) / 10 ** decimals) * price * 100) / 100;
			return {
				...erc20Token(contract),
				chainId: chain.chainId,
				balance: String(balance),
				...(value === undefined ? {} : { balanceValue: money(value) }),
				tokenReputation: contract.malicious ? 'Malicious' : 'Benign',
			};
		};
		return {
			...listed(call, 'erc20TokenBalances', held, json),
			nativeTokenBalance: nativeTokenBalance(call, chain, block),
		};
	},
};

function erc721Balance(call: Call, { chainId }: EvmChain, nft: Nft) {
	return { ...erc721Json(call, nft), chainId };
}

function erc1155Balance(call: Call, { chainId }: EvmChain, nft: Nft) {
	return { ...erc1155Json(call, nft), chainId, balance: String(nft.balance) };
}

/** EVM queries: ERC-721 tokens of an address. */
const listErc721: Endpoint = {
	method: 'GET',
	path: '/v1/chains/{chainId}/addresses/{address}/balances:listErc721',
	answer(call) {
		const chain = evmChainOf(call);
		const owned = call.world.tokens(chain).erc721Of(String(call.input.address));
		const json = (nft: Nft) => erc721Balance(call, chain, nft);
		return {
			...listed(call, 'erc721TokenBalances', owned.filter(ofContract(call)), json),
			nativeTokenBalance: nativeTokenBalance(call, chain, chain.height),
		};
	},
};

/** EVM queries: ERC-1155 tokens of an address, at a block. */
const listErc1155: Endpoint = {
	method: 'GET',
	path: '/v1/chains/{chainId}/addresses/{address}/balances:listErc1155',
	answer(call) {
		const chain = evmChainOf(call);
		const block = blockOf(call, chain);
		const owned = call.world
			.tokens(chain)
			.erc1155Of(String(call.input.address))
			.filter(({ blockNumber }) => blockNumber <= block);
		const json = (nft: Nft) => erc1155Balance(call, chain, nft);
		return {
			...listed(call, 'erc1155TokenBalances', owned.filter(ofContract(call)), json),
			nativeTokenBalance: nativeTokenBalance(call, chain, block),
		};
	},
};

/** EVM queries: ERC-721 and ERC-1155 tokens of an address. */
const listCollectibles: Endpoint = {
	method: 'GET',
	path: '/v1/chains/{chainId}/addresses/{address}/balances:listCollectibles',
	answer(call) {
		const chain = evmChainOf(call);
		const tokens = call.world.tokens(chain);
		const address = String(call.input.address);
		const isWanted = ofContract(call);
		const single = tokens.erc721Of(address).filter(isWanted);
		const several = tokens.erc1155Of(address).filter(isWanted);
		const all = [
			...single.map((nft) => erc721Balance(call, chain, nft)),
			...several.map((nft) => erc1155Balance(call, chain, nft)),
		];
		return listed(call, 'collectibleBalances', all, (one) => one);
	},
};

export const emulated = {
	data: [nativeBalance, listCollectibles, listErc20Balances, listErc1155, listErc721],
} satisfies EmulatedRoom;
