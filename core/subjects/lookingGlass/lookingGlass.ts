import { field } from '../../fields/field';
import { fieldSet } from '../../fields/fieldSet';
import { evmAddress } from '../../fields/identifiers';
import { bigWhole } from '../../fields/inputs';
import * as out from '../../fields/outputs';
import { declareList } from '../../operations/declare';
import { dataResources } from '../resources';
import { byToken, page, pages } from '../../operations/pages';
import { PRIMARY_NETWORK } from '../../operations/shared';
import { evmChain, subnetOfPath } from '../shared/data/fields';
import { networkFilter, range, rangeInOrder } from '../shared/metrics/fields';

/** Lists of the holders of tokens, now or in the past, for airdrops and loyalty programmes. */

const SPEC = 'Metrics service: Looking Glass';

const LARGEST_PAGE = 5000;
const holderPages = () => pages(LARGEST_PAGE, 1000);

const COMMON = {
	node: 'avalanche',
	resource: dataResources.lookingGlass,
	service: 'metrics',
	items: 'addresses',
	paging: byToken(LARGEST_PAGE),
	spec: SPEC,
} as const;

function contract(what: string) {
	return field(evmAddress(), {
		in: 'path',
		label: 'Contract Address',
		description: `Address of the ${what}, 0x and 40 hexadecimal digits`,
		placeholder: '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E',
	});
}

function threshold(description: string) {
	return field(bigWhole(2n ** 256n - 1n), {
		in: 'query',
		label: 'Threshold',
		description,
		placeholder: '1000000',
	});
}

/** Current holders of NFTs of a contract. */
export const getManyNftHolders = declareList({
	id: 'lookingGlass.getManyNftHolders',
	...COMMON,
	entry: { value: 'getManyNftHolders', name: 'Get Many NFT Holders' },
	action: 'Get many holders of an NFT',
	description:
		'Lists the addresses that currently hold NFTs of a contract, with the number of NFTs',
	call: {
		type: 'http',
		method: 'GET',
		path: '/v2/chains/{chainId}/contracts/{address}/nfts:listHolders',
	},
	input: fieldSet({
		chainId: evmChain(),
		address: contract('NFT contract'),
		...holderPages(),
	}),
	output: page({
		addresses: out.many({
			address: out.address(),
			sortKey: out.text('Number of NFTs that the address holds'),
		}),
		nftCollectionName: out.optional(out.texts()),
		nftSymbol: out.optional(out.texts()),
		totalHolders: out.count(),
		totalTokens: out.count(),
	}),
	cost: 500,
});

/** Addresses that held a token during a time range. */
export const getManyTokenHolders = declareList({
	id: 'lookingGlass.getManyTokenHolders',
	...COMMON,
	entry: { value: 'getManyTokenHolders', name: 'Get Many Token Holders' },
	action: 'Get many holders of a token over time',
	description:
		'Lists the addresses that held a minimum amount of a token during a time range, with their latest balance',
	call: { type: 'http', method: 'GET', path: '/v2/chains/{chainId}/contracts/{address}/balances' },
	input: fieldSet(
		{
			chainId: evmChain(),
			address: contract('token contract'),
			threshold: threshold("Minimum balance, in the token's smallest unit"),
			...range(),
			...holderPages(),
		},
		rangeInOrder,
	),
	output: page({
		addresses: out.many({
			address: out.address(),
			sortKey: out.text("Latest balance, in the token's smallest unit"),
		}),
	}),
	cost: 1000,
	unbounded: 'The ends choose who held the token; the items have no time',
});

/** Addresses that bridged Bitcoin (BTC.b). */
export const getManyBtcbBridgers = declareList({
	id: 'lookingGlass.getManyBtcbBridgers',
	...COMMON,
	entry: { value: 'getManyBtcbBridgers', name: 'Get Many BTC.b Bridgers' },
	action: 'Get many addresses that bridged BTC.b',
	description: 'Lists the addresses that bridged a minimum net amount of BTC.b to the C-Chain',
	call: { type: 'http', method: 'GET', path: '/v2/chains/43114/btcb/bridged:getAddresses' },
	input: fieldSet({
		threshold: threshold('Minimum net amount, in the smallest unit of BTC.b (8 decimals)'),
		...holderPages(),
	}),
	output: page({
		addresses: out.many({
			address: out.address(),
			sortKey: out.text('Net amount bridged, in the smallest unit of BTC.b'),
		}),
	}),
	cost: 500,
});

/** Reward addresses of the validators of a subnet. */
export const getManyValidatorAddresses = declareList({
	id: 'lookingGlass.getManyValidatorAddresses',
	...COMMON,
	entry: { value: 'getManyValidatorAddresses', name: 'Get Many Validator Addresses' },
	action: 'Get many addresses that ran validators',
	description:
		'Lists the reward addresses of validators of a subnet during a time range, with the time at which the validator was added',
	call: { type: 'http', method: 'GET', path: '/v2/subnets/{subnetId}/validators:getAddresses' },
	input: fieldSet(
		{
			subnetId: subnetOfPath({ description: 'The subnet (cb58)', default: PRIMARY_NETWORK }),
			network: networkFilter('The network of the subnet; mainnet by default'),
			...range(),
			...holderPages(),
		},
		rangeInOrder,
	),
	output: page({
		addresses: out.many({
			addresses: out.texts('Reward addresses'),
			sortKey: out.text('When the validator was added, as served'),
		}),
	}),
	cost: 500,
	unbounded: 'The unit of the sort key is not documented',
});
