import { ServiceFailure } from '../rest/failure';
import type { EmulatedRoom } from '../room';
import type { EvmChain, Nft } from '../world';
import { isErc20 } from '../world/tokens';
import type { Transfer } from '../../core/testing/network';
import { type Call, type Endpoint, evmAddressOf, found, listed } from '../rest/endpoint';
import {
	erc1155Json,
	erc721Json,
	evmChainOf,
	inRange,
	logoOf,
	transactionJson,
	transferDetails,
} from '../data/evm';
import { companions, transactionInDetail } from '../data/evmTransactions';

/** Contracts and the NFTs of collections: those of the transactions and the balances. */

const KINDS = { erc20: 'ERC-20', erc721: 'ERC-721', erc1155: 'ERC-1155' } as const;

/** The deployment of the contract of `{address}`. */
function deploymentOf(call: Call, chain: EvmChain): Transfer | undefined {
	const address = evmAddressOf(call);
	const deployments = call.world.tokens(chain).deployments();
	return deployments.find(({ token }) => token.address === address);
}

function contractJson(call: Call, chain: EvmChain, { token, txHash, from }: Transfer) {
	const tokens = call.world.tokens(chain);
	const { address, name, symbol, decimals } = token;
	const kind = (['erc721', 'erc1155'] as const).find((one) => tokens[one].includes(token));
	return {
		name,
		description: `${name} is a contract of the test data`,
		officialSite: `https://tokens.example/${symbol.toLowerCase()}`,
		email: 'contact@tokens.example',
		logoAsset: { assetId: `${symbol.toLowerCase()}-logo`, imageUri: logoOf(symbol) },
		bannerAsset: { assetId: `${symbol.toLowerCase()}-banner`, imageUri: logoOf(symbol) },
		color: '#e84142',
		resourceLinks: [{ type: 'Website', url: `https://tokens.example/${symbol.toLowerCase()}` }],
		tags: [kind === undefined ? 'token' : 'nft'],
		address,
		deploymentDetails: { txHash, deployerAddress: from },
		ercType: KINDS[kind ?? 'erc20'],
		symbol,
		...(kind === undefined && { decimals }),
		...(kind !== 'erc721' && {
			pricingProviders: { coingeckoCoinId: symbol.toLowerCase() },
		}),
	};
}

function nftJson(call: Call, chain: EvmChain, nft: Nft) {
	const single = call.world.tokens(chain).erc721.includes(nft.contract);
	return single ? erc721Json(call, nft) : erc1155Json(call, nft);
}

/** The tokens of the collection of `{address}`; none of a contract of another kind. */
function collectionOf(call: Call, chain: EvmChain): Nft[] {
	const contract = deploymentOf(call, chain)?.token;
	const tokens = call.world.tokens(chain);
	const isCollection = contract && !tokens.erc20.includes(contract);
	return isCollection ? tokens.collection(contract) : [];
}

function nftOf(call: Call, chain: EvmChain): Nft {
	const id = String(call.input.tokenId);
	return found(
		`Token ${id}`,
		collectionOf(call, chain).find(({ tokenId }) => tokenId === id),
	);
}

/** The transfers of a token contract. */
const ofToken: Endpoint = {
	method: 'GET',
	path: '/v1/chains/{chainId}/tokens/{address}/transfers',
	answer(call) {
		const chain = evmChainOf(call);
		const tokens = call.world.tokens(chain);
		const address = evmAddressOf(call);
		const isKnown = [...tokens.erc20, ...tokens.erc721, ...tokens.erc1155].some(
			(contract) => contract.address === address,
		);
		if (!isKnown) throw new ServiceFailure(404, `Token ${address} not found`);
		const transaction = (transfer: Transfer) => transactionJson(call.dialect, transfer);
		const all = inRange(call, [...tokens.transfers()].reverse()).flatMap((transfer): object[] => {
			if (isErc20(transfer) && transfer.token.address === address) {
				return [{ ...transaction(transfer), ...transferDetails(call.dialect, transfer) }];
			}
			const { erc721Transfers = [], erc1155Transfers = [] } = companions(call, chain, transfer);
			const nfts = [
				...erc721Transfers.filter(({ erc721Token }) => erc721Token.address === address),
				...erc1155Transfers.filter(({ erc1155Token }) => erc1155Token.address === address),
			];
			return nfts.map((one) => ({ ...transaction(transfer), ...one }));
		});
		return listed(call, 'transfers', all, (one) => one);
	},
};

const COLLECTION = '/v1/chains/{chainId}/nfts/collections/{address}/tokens';

const contractEndpoints: Endpoint[] = [
	{
		method: 'GET',
		path: '/v1/chains/{chainId}/addresses/{address}',
		answer(call) {
			const chain = evmChainOf(call);
			const deployment = deploymentOf(call, chain);
			const { address } = call.input;
			return deployment ? contractJson(call, chain, deployment) : { address, ercType: 'UNKNOWN' };
		},
	},
	{
		method: 'GET',
		path: '/v1/chains/{chainId}/contracts/{address}/transactions:getDeployment',
		answer(call) {
			const chain = evmChainOf(call);
			const what = `Contract ${String(call.input.address)}`;
			return transactionInDetail(call, chain, found(what, deploymentOf(call, chain)));
		},
	},
	{
		method: 'GET',
		path: '/v1/chains/{chainId}/contracts/{address}/deployments',
		answer(call) {
			const chain = evmChainOf(call);
			const deployer = evmAddressOf(call);
			const own = call.world
				.tokens(chain)
				.deployments()
				.filter(({ from }) => from === deployer);
			return listed(call, 'contracts', own, (deployment) => contractJson(call, chain, deployment));
		},
	},
	{
		method: 'GET',
		path: COLLECTION,
		answer(call) {
			const chain = evmChainOf(call);
			return listed(call, 'tokens', collectionOf(call, chain), (nft) => nftJson(call, chain, nft));
		},
	},
	{
		method: 'GET',
		path: `${COLLECTION}/{tokenId}`,
		answer(call) {
			const chain = evmChainOf(call);
			return nftJson(call, chain, nftOf(call, chain));
		},
	},
	{
		method: 'POST',
		path: `${COLLECTION}/{tokenId}:reindex`,
		answer(call) {
			const chain = evmChainOf(call);
			call.world.tokens(chain).reindex(nftOf(call, chain), call.world.clock.seconds());
			return { status: 201, body: '' };
		},
	},
	ofToken,
];

export const emulated = { data: contractEndpoints } satisfies EmulatedRoom;
