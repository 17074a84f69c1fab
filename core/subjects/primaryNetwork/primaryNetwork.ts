import { fieldSet } from '../../fields/fieldSet';
import { as } from '../../fields/columns';
import * as out from '../../fields/outputs';
import { field } from '../../fields/field';
import { declare, declareList } from '../../operations/declare';
import { dataResources } from '../resources';
import { addresses } from '../../fields/identifiers';
import { assetOfPath, network, owners, xChainOfPath } from '../shared/data/fields';
import { addressesOfNetwork } from '../shared/data/rules';
import { asset } from '../shared/data/shapes';

const COMMON = {
	node: 'avalanche',
	resource: dataResources.primaryNetwork,
	service: 'data',
} as const;

/** An amount in whole AVAX with up to 25 decimals: more digits than a double holds. */
function wholeAvax(note?: string) {
	return out.decimalText({ unit: 'whole AVAX', note });
}

/** Total and circulating supply of AVAX. */
export const getAvaxSupply = declare({
	id: 'primaryNetwork.getAvaxSupply',
	...COMMON,
	entry: { value: 'getAvaxSupply', name: 'Get AVAX Supply' },
	action: 'Get the AVAX supply',
	description:
		'Returns the total and the circulating supply of AVAX, with the amounts burned, staked, locked and paid as rewards, in whole AVAX',
	call: { type: 'http', method: 'GET', path: '/v1/avax/supply' },
	input: fieldSet({}),
	output: out.object({
		totalSupply: out.essential(wholeAvax()),
		circulatingSupply: out.essential(wholeAvax()),
		lastUpdated: out.dateTime('When the data was last updated'),
		totalStaked: wholeAvax(),
		totalLocked: wholeAvax(),
		totalRewards: wholeAvax('paid to stakers so far'),
		totalPBurned: wholeAvax('burned on the P-Chain'),
		totalCBurned: wholeAvax('burned on the C-Chain'),
		totalXBurned: wholeAvax('burned on the X-Chain'),
		l1ValidatorFees: wholeAvax('paid by validators of L1s'),
		genesisUnlock: wholeAvax('unlocked since genesis'),
	}),
	cost: 1,
	spec: 'Chain data: AVAX Supply',
});

/** Summary of the network. */
export const get = declare({
	id: 'primaryNetwork.get',
	...COMMON,
	entry: { value: 'get', name: 'Get' },
	action: 'Get the state of the primary network',
	description:
		'Returns the number of validators and delegators, their stake, the annual reward and the stake by node version',
	call: { type: 'http', method: 'GET', path: '/v1/networks/{network}' },
	input: fieldSet({ network: network() }),
	output: out.object({
		validatorDetails: out.essential(
			out.object({
				validatorCount: out.count(),
				totalAmountStaked: out.nAvax(),
				estimatedAnnualStakingReward: out.decimalText(
					'Expected rewards of active validations and delegations',
				),
				stakingRatio: out.decimalText('Share of the supply that is staked'),
				stakingDistributionByVersion: out.objects({
					version: out.text('Such as avalanchego/1.14.2'),
					amountStaked: out.nAvax(),
					validatorCount: out.count(),
				}),
			}),
		),
		delegatorDetails: out.object({
			delegatorCount: out.count(),
			totalAmountStaked: out.nAvax(),
		}),
	}),
	columns: (item) => [
		as('validatorCount', item.validatorDetails.validatorCount),
		as('amountStaked', item.validatorDetails.totalAmountStaked),
		as('stakingRatio', item.validatorDetails.stakingRatio),
		as('estimatedAnnualStakingReward', item.validatorDetails.estimatedAnnualStakingReward),
		as('delegatorCount', item.delegatorDetails.delegatorCount),
		as('amountDelegated', item.delegatorDetails.totalAmountStaked),
		as('versions', item.validatorDetails.stakingDistributionByVersion),
	],
	cost: 100,
	spec: 'Chain data: Primary Network',
});

/** An asset of the X-Chain. */
export const getAsset = declare({
	id: 'primaryNetwork.getAsset',
	...COMMON,
	entry: { value: 'getAsset', name: 'Get Asset' },
	action: 'Get an X-Chain asset',
	description: 'Returns name, symbol, decimals and cap of an asset of the X-Chain',
	call: {
		type: 'http',
		method: 'GET',
		path: '/v1/networks/{network}/blockchains/{blockchainId}/assets/{assetId}',
	},
	input: fieldSet({
		network: network(),
		blockchainId: xChainOfPath(),
		assetId: assetOfPath(),
	}),
	output: out.object({ ...asset(), assetId: out.essential(out.id('In cb58')) }),
	cost: 100,
	spec: 'Chain data: Primary Network',
});

/** The chains on which addresses were used. */
export const getManyChainsOfAddresses = declareList({
	id: 'primaryNetwork.getManyChainsOfAddresses',
	...COMMON,
	entry: { value: 'getManyChainsOfAddresses', name: 'Get Many Chains of Addresses' },
	action: 'Get many chains of primary network addresses',
	description:
		'Lists for each address the chains of the primary network on which it was used; use it to find the chains with balances',
	call: { type: 'http', method: 'GET', path: '/v1/networks/{network}/addresses:listChainIds' },
	input: fieldSet(
		{ network: network(), addresses: field(addresses(), owners().info) },
		addressesOfNetwork('addresses'),
	),
	output: out.object({
		addresses: out.many({
			address: out.address(),
			blockchainIds: out.texts('Of the P-, X- and C-Chain (cb58)'),
		}),
	}),
	items: 'addresses',
	cost: 100,
	spec: 'Chain data: Primary Network',
});
