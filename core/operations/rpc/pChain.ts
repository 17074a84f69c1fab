import { z } from 'zod/v4';
import { declare } from '../declare';
import { addresses, id, nodeIds, textValue } from '../kinds';
import { bool, integer, many, maybe, maybeMany, number, text, texts } from '../shared';
import { NODE, blockId, encoding, height, isChainName, param } from './fields';

/** The P-Chain API: blocks, blockchains, supply and the validator set. */

const P_CHAIN = { ...NODE, resource: 'P-Chain', spec: 'Node: P-Chain API' } as const;

function call(method: string) {
	return { type: 'rpc', endpoint: '/ext/bc/P', method, params: 'named' } as const;
}

function encodedBlock() {
	return z.looseObject({
		block: z.union([z.string(), z.looseObject({})]).describe('Hex, or the decoded object'),
		encoding: text(),
	});
}

/** The subnet that is asked about. */
function subnetId() {
	return param(id('a subnet id').optional(), {
		name: 'subnetID',
		label: 'Subnet ID',
		description: 'ID of the subnet or L1 in cb58; left out, the primary network',
		placeholder: '11111111111111111111111111111111LpoYY',
		show: 'main',
	});
}

function amounts(what: string) {
	return z.record(z.string(), z.union([z.string(), z.number()])).nullish().describe(what);
}

export const getPBalance = declare({
	...P_CHAIN,
	id: 'pChain.getBalance',
	operation: 'Get Balance',
	action: 'Get the p chain balance of addresses',
	description: 'Returns unlocked and locked balances of P-Chain addresses (platform.getBalance)',
	call: call('platform.getBalance'),
	input: z.strictObject({
		addresses: param(addresses(), {
			label: 'Addresses',
			description: 'P-Chain addresses, separated by commas',
			placeholder: 'P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5',
		}),
	}),
	output: () =>
		z.looseObject({
			balance: integer('nAVAX'),
			unlocked: integer('nAVAX'),
			lockedStakeable: integer('nAVAX'),
			lockedNotStakeable: integer('nAVAX'),
			balances: amounts('By asset id'),
			unlockeds: amounts('By asset id'),
			lockedStakeables: amounts('By asset id'),
			lockedNotStakeables: amounts('By asset id'),
			utxoIDs: maybeMany({ txID: text(), outputIndex: number() }),
		}),
	deprecated:
		'Use Avalanche: Primary Network Balance → Get (deprecated by nodes from v1.9.12)',
});

export const getPBlock = declare({
	...P_CHAIN,
	id: 'pChain.getBlock',
	operation: 'Get Block',
	action: 'Get a p chain block',
	description: 'Returns a block by its id, as hex or decoded (platform.getBlock)',
	call: call('platform.getBlock'),
	input: z.strictObject({ blockId: blockId(), encoding: encoding() }),
	output: encodedBlock,
});

export const getPBlockByHeight = declare({
	...P_CHAIN,
	id: 'pChain.getBlockByHeight',
	operation: 'Get Block by Height',
	action: 'Get a p chain block by height',
	description: 'Returns a block by its height, as hex or decoded (platform.getBlockByHeight)',
	call: call('platform.getBlockByHeight'),
	input: z.strictObject({ height: height(), encoding: encoding() }),
	output: encodedBlock,
});

export const getBlockchains = declare({
	...P_CHAIN,
	id: 'pChain.getBlockchains',
	operation: 'Get Many Blockchains',
	action: 'Get many blockchains',
	description: 'Lists all blockchains but the P-Chain (platform.getBlockchains)',
	call: call('platform.getBlockchains'),
	input: z.strictObject({}),
	output: () =>
		z.looseObject({
			blockchains: many({ id: text('cb58'), name: text(), subnetID: text('cb58'), vmID: text('cb58') }),
		}),
	items: 'blockchains',
	deprecated: 'Use Avalanche: Chain → Get Many (deprecated by nodes from v1.9.12)',
});

export const getBlockchainStatus = declare({
	...P_CHAIN,
	id: 'pChain.getBlockchainStatus',
	operation: 'Get Blockchain Status',
	action: 'Get the status of a blockchain',
	description:
		'Returns whether this node validates a blockchain: Validating, Created, Preferred, Syncing or Unknown (platform.getBlockchainStatus)',
	call: call('platform.getBlockchainStatus'),
	input: z.strictObject({
		blockchainId: param(textValue('must be an alias such as C, or a blockchain id in cb58', isChainName), {
			name: 'blockchainID',
			label: 'Blockchain ID',
			description: 'Blockchain ID in cb58, or an alias that the node knows',
			placeholder: '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5',
		}),
	}),
	output: () => z.looseObject({ status: z.string() }),
});

export const getCurrentSupply = declare({
	...P_CHAIN,
	id: 'pChain.getCurrentSupply',
	operation: 'Get Current Supply',
	action: 'Get the current supply',
	description:
		'Returns an upper bound of the tokens that can stake a subnet, in base units; burned tokens are not subtracted (platform.getCurrentSupply)',
	call: call('platform.getCurrentSupply'),
	input: z.strictObject({ subnetId: subnetId() }),
	output: () =>
		z.looseObject({
			supply: z.union([z.number(), z.string()]).describe('Base units; nAVAX on the primary network'),
			height: integer('P-Chain height of the answer'),
		}),
});

function owner() {
	return maybe({ locktime: integer('Unix seconds'), threshold: integer(), addresses: texts() });
}

function validator() {
	return {
		nodeID: z.string(),
		weight: integer('Weight in the validator set; nAVAX on the primary network'),
		startTime: integer('Unix seconds'),
		endTime: integer('Unix seconds'),
		txID: text('cb58; absent for L1 validators'),
		validationID: text('cb58; of L1 validators'),
		balance: integer('Continuous-fee balance of an L1 validator, nAVAX; 0 when inactive'),
		potentialReward: integer('nAVAX'),
		accruedDelegateeReward: integer('nAVAX'),
		delegationFee: integer('Percent'),
		uptime: integer('Percent'),
		connected: bool('Connected to this node'),
		publicKey: text('BLS key of an L1 validator, compressed, 0x hex'),
		minNonce: integer(),
		delegatorCount: integer(),
		delegatorWeight: integer('nAVAX'),
		delegators: maybeMany({
			txID: text(),
			startTime: integer('Unix seconds'),
			endTime: integer('Unix seconds'),
			weight: integer('nAVAX'),
			nodeID: text(),
			rewardOwner: owner(),
			potentialReward: integer('nAVAX'),
		}),
		signer: maybe({
			publicKey: text('0x hex'),
			proofOfPossession: text('0x hex'),
			proofOfPosession: text('The same as older documents spell it'),
		}),
		remainingBalanceOwner: owner(),
		deactivationOwner: owner(),
		validationRewardOwner: owner(),
		delegationRewardOwner: owner(),
	};
}

export const getCurrentValidators = declare({
	...P_CHAIN,
	id: 'pChain.getCurrentValidators',
	operation: 'Get Many Validators',
	action: 'Get many current validators',
	description:
		'Lists the current validators of the primary network, a subnet or an L1; the delegators of one only where exactly one node is asked for (platform.getCurrentValidators)',
	call: call('platform.getCurrentValidators'),
	input: z.strictObject({
		subnetId: subnetId(),
		nodeIds: param(nodeIds().optional(), {
			name: 'nodeIDs',
			label: 'Node IDs',
			description: 'Only these nodes, separated by commas; nodes that do not validate are left out',
			placeholder: 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg',
			show: 'main',
		}),
	}),
	output: () => z.looseObject({ validators: many(validator()) }),
	items: 'validators',
	simplify: [
		'nodeID',
		'weight',
		'startTime',
		'endTime',
		'connected',
		'uptime',
		'delegationFee',
		'delegatorCount',
		'delegatorWeight',
		'potentialReward',
		'balance',
		'validationID',
		'txID',
	],
});
