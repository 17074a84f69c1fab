import type { EmulatedRoom } from '../room';
import { type Call, type Endpoint, evmAddressOf, found, listed } from '../rest/endpoint';

/** Holders of assets: the owners and balances that the data service has. */

interface Holding {
	address: string;
	amount: bigint;
}

function chainOf({ world, input }: Call) {
	const id = String(input.chainId);
	return found(`Chain ${id}`, world.evmChain(id));
}

/** A page of holders, the largest amount first. */
function holders(call: Call, held: readonly Holding[]) {
	const sorted = held
		.filter(({ amount }) => amount > 0n)
		.sort((a, b) => (a.amount === b.amount ? 0 : a.amount > b.amount ? -1 : 1));
	const json = ({ address, amount }: Holding) => ({ address, sortKey: String(amount) });
	return listed(call, 'addresses', sorted, json);
}

const nftHolders: Endpoint = {
	method: 'GET',
	path: '/v2/chains/{chainId}/contracts/{address}/nfts:listHolders',
	answer(call) {
		const tokens = call.world.tokens(chainOf(call));
		const address = evmAddressOf(call);
		const contract = [...tokens.erc721, ...tokens.erc1155].find((one) => one.address === address);
		const all = contract ? tokens.collection(contract) : [];
		const counts = new Map<string, bigint>();
		for (const { owner } of all) counts.set(owner, (counts.get(owner) ?? 0n) + 1n);
		return {
			...holders(
				call,
				[...counts].map(([owner, amount]) => ({ address: owner, amount })),
			),
			nftCollectionName: contract ? [contract.name] : [],
			nftSymbol: contract ? [contract.symbol] : [],
			totalHolders: counts.size,
			totalTokens: all.length,
		};
	},
};

/** Balances at the head of the chain: the documents name no block for them. */
const tokenHolders: Endpoint = {
	method: 'GET',
	path: '/v2/chains/{chainId}/contracts/{address}/balances',
	answer(call) {
		const chain = chainOf(call);
		const tokens = call.world.tokens(chain);
		const address = evmAddressOf(call);
		const held = tokens.wallets.flatMap((wallet) =>
			tokens
				.erc20Of(wallet, chain.height)
				.filter(({ contract }) => contract.address === address)
				.map(({ balance }) => ({ address: wallet, amount: balance })),
		);
		const least = BigInt(String(call.input.threshold));
		return holders(
			call,
			held.filter(({ amount }) => amount >= least),
		);
	},
};

export const emulated = { metrics: [nftHolders, tokenHolders] } satisfies EmulatedRoom;
