import type { OperationCase } from '../../testing/cases/operationCase';
import { cChainOf } from '../../testing/cases/evmWorld';

/** Holders of tokens and NFTs, now or in the past. */

const source = 'openapi: Looking Glass';
const NFT = '0x7a420AEFF902AAa2c85a190D7B91Ce8BEFffFE14';
const TOKEN = '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E';
const PRIMARY = '11111111111111111111111111111111LpoYY';
const NEXT = { nextPageToken: '3f1c9d1e-7f63-4a4c-8f0e-2b8b7a1d6c55' };
const holder = { address: '0x1234567890abcdef1234567890abcdef123456789', sortKey: '123' };
const validator = {
	addresses: ['avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5'],
	sortKey: '1599696000',
};
const days = { firstDate: '2026-01-01', lastDate: '2026-06-30' };

export const holders: OperationCase[] = [
	{
		id: 'lookingGlass.getManyNftHolders',
		input: { chainId: '43114', address: NFT, pageSize: 5000 },
		request: { path: `/v2/chains/43114/contracts/${NFT}/nfts:listHolders?pageSize=5000` },
		answer: {
			json: {
				...NEXT,
				addresses: [holder],
				nftCollectionName: ['NFT Project'],
				nftSymbol: ['NFTPROJ'],
				totalHolders: 10,
				totalTokens: 10,
			},
		},
		items: [holder],
		source,
		world: (world) => ({
			chainId: '43114',
			address: world.tokens(cChainOf(world)).erc721[0].address,
		}),
	},
	{
		id: 'lookingGlass.getManyTokenHolders',
		input: {
			chainId: '43114',
			address: TOKEN,
			threshold: 1_000_000,
			startTimestamp: 1_689_541_049,
		},
		request: {
			path: `/v2/chains/43114/contracts/${TOKEN}/balances?threshold=1000000&startTimestamp=1689541049`,
		},
		answer: { json: { addresses: [holder] } },
		items: [holder],
		source,
		world: (world) => ({
			chainId: '43114',
			address: world.tokens(cChainOf(world)).erc20[0].address,
			threshold: '1',
		}),
	},
	{
		id: 'lookingGlass.getManyBtcbBridgers',
		input: { threshold: '1000000' },
		request: { path: '/v2/chains/43114/btcb/bridged:getAddresses?threshold=1000000' },
		answer: { json: { addresses: [holder] } },
		items: [holder],
		source,
	},
	{
		id: 'lookingGlass.getManyValidatorAddresses',
		input: { subnetId: PRIMARY, network: 'mainnet', endTimestamp: 1_689_800_249 },
		request: {
			path: `/v2/subnets/${PRIMARY}/validators:getAddresses?network=mainnet&endTimestamp=1689800249`,
		},
		answer: { json: { addresses: [validator] } },
		items: [validator],
		world: () => ({ subnetId: PRIMARY, network: 'mainnet' }),
		source,
	},
];

const queries = [
	{
		id: '1',
		type: 'LatestBalance',
		params: { minBalance: '1', evmChainId: '43114', tokenType: 'ERC20', contractAddress: TOKEN },
	},
	{
		id: '2',
		type: 'AnyTimeNativeBalance',
		params: { ...days, minBalance: '1000', evmChainId: '43114' },
	},
	{
		id: '3',
		type: 'AllTimeErc20Balance',
		params: { ...days, minBalance: '1000', evmChainId: '43114', contractAddress: TOKEN },
	},
	{
		id: '4',
		type: 'AllTimeNftHolders',
		params: { evmChainId: '43114', contractAddress: NFT, ...days },
	},
	{
		id: '5',
		type: 'AnyTimeNftHolders',
		params: {
			evmChainId: '43114',
			contractAddress: NFT,
			startTs: 1_689_541_049,
			endTs: 1_689_800_249,
		},
	},
	{
		id: '6',
		type: 'LatestBalanceStarsArena',
		params: { minBalance: '1', subjectAddress: TOKEN },
	},
	{
		id: '7',
		type: 'AnyTimeStarsArenaBalance',
		params: { ...days, minBalance: '1', subjectAddress: TOKEN },
	},
];

export const compositeQuery: OperationCase[] = [
	{
		id: 'lookingGlass.compositeQuery',
		input: { operator: 'AND', queries, pageSize: 10_000 },
		request: {
			method: 'POST',
			path: '/v2/lookingGlass/compositeQuery',
			body: { operator: 'AND', queries, pageSize: 10_000 },
		},
		answer: {
			json: {
				...NEXT,
				subQueryCounts: { '1': 1, '2': 2, '3': 2 },
				totalCount: 2,
				addresses: [holder.address],
			},
		},
		items: [holder.address],
		world: () => ({ operator: 'OR', queries }),
		source,
	},
];
