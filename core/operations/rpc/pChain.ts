import { z } from 'zod/v4';
import { inputOf } from '../data/fields';
import { declare, field } from '../declare';
import { bigWhole, id, nodeIds } from '../kinds';
import { integer, many, maybe, maybeMany, text } from '../shared';
import { chainAddresses, encoding, idOrAlias } from './fields';
import { amountsByAsset, encoded, encodingEcho, utxoIds, wholeNumber } from './shapes';
import { validator } from './validatorShape';

const SPEC = 'Node JSON-RPC: P-Chain API';

/** A named method of the P-Chain. */
export function pChainCall(method: string) {
	return { type: 'rpc', endpoint: '/ext/bc/P', method, params: 'named' } as const;
}

/** The subnet or L1 that is asked about. */
export function subnet(description: string) {
	return field(id('a subnet id').optional(), {
		in: 'params',
		label: 'Subnet ID',
		description,
		placeholder: '11111111111111111111111111111111LpoYY',
		show: 'main',
	});
}

/** What addresses hold. */
export const getBalance = declare({
	id: 'pChain.getBalance',
	node: 'avalancheRpc',
	resource: 'P-Chain',
	operation: 'Get Balance',
	action: 'Get the balance of P-Chain addresses',
	description:
		'platform.getBalance: returns what P-Chain addresses own together by asset, unlocked and locked, in nAVAX, with the outputs that make it up',
	service: 'node',
	call: pChainCall('platform.getBalance'),
	input: inputOf({
		addresses: chainAddresses('P', {
			description:
				'P-Chain addresses (bech32), separated by commas (1 to 1,024); P- is put before them where it is missing',
		}),
	}),
	output: () =>
		z.looseObject({
			balance: integer('Of AVAX in all, nAVAX'),
			unlocked: integer('Of AVAX, nAVAX'),
			lockedStakeable: integer('Of AVAX, nAVAX'),
			lockedNotStakeable: integer('Of AVAX, nAVAX'),
			balances: amountsByAsset('In all, by asset id'),
			unlockeds: amountsByAsset('By asset id'),
			lockedStakeables: amountsByAsset('By asset id'),
			lockedNotStakeables: amountsByAsset('By asset id'),
			utxoIDs: utxoIds(),
		}),
	deprecated: 'Since node version 1.9.12, use Primary Network Balance > Get of the Avalanche node',
	spec: SPEC,
});

function block() {
	return z.looseObject({
		block: encoded(
			{
				id: text('cb58'),
				parentID: text('cb58'),
				height: integer(),
				time: integer('Unix seconds'),
				txs: maybeMany(transaction()),
				tx: maybe(transaction()),
			},
			'Hex with a checksum, or an object where the encoding is json; proposal blocks hold one tx in place of txs',
		),
		encoding: encodingEcho(),
	});
}

/** The many types of transaction differ too much to name their fields. */
function transaction() {
	return {
		id: text('cb58'),
		unsignedTx: maybe({}),
		credentials: z.array(z.unknown()).nullish(),
	};
}

/** A block by its id. */
export const getBlock = declare({
	id: 'pChain.getBlock',
	node: 'avalancheRpc',
	resource: 'P-Chain',
	operation: 'Get Block',
	action: 'Get a P-Chain block',
	description:
		'platform.getBlock: returns one P-Chain block by its ID, as bytes in hex or as an object with its transactions',
	service: 'node',
	call: pChainCall('platform.getBlock'),
	input: inputOf({
		blockID: field(id('a block id'), {
			in: 'params',
			label: 'Block ID',
			description:
				'P-Chain block ID (cb58); container IDs of the Index resource are other IDs, use Get Block by Height for these',
			placeholder: 'd7WYmb8VeZNHsny3EJCwMm6QA37s1EHwMxw1Y71V3FqPZ5EFG',
		}),
		encoding: encoding('block'),
	}),
	output: block,
	spec: SPEC,
});

/** A block by its height. */
export const getBlockByHeight = declare({
	id: 'pChain.getBlockByHeight',
	node: 'avalancheRpc',
	resource: 'P-Chain',
	operation: 'Get Block by Height',
	action: 'Get a P-Chain block by its height',
	description:
		'platform.getBlockByHeight: returns the P-Chain block at a height, as bytes in hex or as an object with its transactions; use it to walk the chain',
	service: 'node',
	call: pChainCall('platform.getBlockByHeight'),
	input: inputOf({
		height: field(bigWhole(), {
			in: 'params',
			label: 'Height',
			description: 'Height of the block, 0 or more',
			placeholder: '1000001',
		}),
		encoding: encoding('block'),
	}),
	output: block,
	spec: SPEC,
});

/** Every chain of the network but the P-Chain. */
export const getBlockchains = declare({
	id: 'pChain.getBlockchains',
	node: 'avalancheRpc',
	resource: 'P-Chain',
	operation: 'Get Many Blockchains',
	action: 'Get many blockchains',
	description:
		'platform.getBlockchains: lists every blockchain of the network but the P-Chain, with name, subnet and virtual machine',
	service: 'node',
	call: pChainCall('platform.getBlockchains'),
	input: inputOf({}),
	output: () =>
		z.looseObject({
			blockchains: many({
				id: z.string().describe('Blockchain id in cb58'),
				name: text(),
				subnetID: text('Subnet that validates it, cb58'),
				vmID: text('Virtual machine that it runs, cb58'),
			}),
		}),
	items: 'blockchains',
	deprecated:
		'Since node version 1.9.12, use Chain > Get Many of the Avalanche node for EVM chains',
	spec: SPEC,
});

/** Whether the node takes part in a chain. */
export const getBlockchainStatus = declare({
	id: 'pChain.getBlockchainStatus',
	node: 'avalancheRpc',
	resource: 'P-Chain',
	operation: 'Get Blockchain Status',
	action: 'Get the status of a blockchain',
	description:
		'platform.getBlockchainStatus: returns Validating, Created, Preferred, Syncing or Unknown; use it to see whether this node validates a blockchain',
	service: 'node',
	call: pChainCall('platform.getBlockchainStatus'),
	input: inputOf({
		blockchainID: field(idOrAlias('a blockchain id', 'C'), {
			in: 'params',
			label: 'Blockchain ID',
			description: 'Blockchain ID (cb58), or an alias that the node knows',
			placeholder: '2NbS4dwGaf2p1MaXb65PrkZdXRwmSX4ZzGnUu7jm3aykgThuZE',
		}),
	}),
	output: () =>
		z.looseObject({
			status: z.string().describe('Validating, Created, Preferred, Syncing or Unknown'),
		}),
	spec: SPEC,
});

/** How many tokens there are at most. */
export const getCurrentSupply = declare({
	id: 'pChain.getCurrentSupply',
	node: 'avalancheRpc',
	resource: 'P-Chain',
	operation: 'Get Current Supply',
	action: 'Get the current supply',
	description:
		'platform.getCurrentSupply: returns an upper bound on the tokens that can stake the primary network or a subnet, in nAVAX; burned tokens and fees are not taken off',
	service: 'node',
	call: pChainCall('platform.getCurrentSupply'),
	input: inputOf({
		subnetID: subnet('Subnet ID in cb58; the primary network when left out'),
	}),
	output: () =>
		z.looseObject({
			supply: wholeNumber('Upper bound, in the smallest unit of the token'),
			height: integer('P-Chain height of the answer; newer nodes only'),
		}),
	spec: SPEC,
});

/** Who validates now. */
export const getCurrentValidators = declare({
	id: 'pChain.getCurrentValidators',
	node: 'avalancheRpc',
	resource: 'P-Chain',
	operation: 'Get Many Validators',
	action: 'Get many current validators',
	description:
		'platform.getCurrentValidators: lists the validators of the primary network, a subnet or an L1 with weight, times, uptime or balance; with exactly one node ID, its delegators too',
	service: 'node',
	call: pChainCall('platform.getCurrentValidators'),
	input: inputOf({
		subnetID: subnet('Subnet ID of the subnet or L1 in cb58; the primary network when left out'),
		nodeIDs: field(nodeIds().optional(), {
			in: 'params',
			label: 'Node IDs',
			description:
				'Only these nodes, separated by commas; nodes that do not validate now are left out of the answer',
			placeholder: 'NodeID-5mb46qkSBj81k9g9e4VFjGGSbaaSLFRzD',
		}),
	}),
	output: () => z.looseObject({ validators: many(validator()) }),
	items: 'validators',
	simplify: [
		'nodeID',
		'weight',
		'startTime',
		'endTime',
		'uptime',
		'connected',
		'delegationFee',
		'delegatorCount',
		'validationID',
		'balance',
	],
	spec: SPEC,
});
