import { fieldSet } from '../../fields/fieldSet';
import * as out from '../../fields/outputs';
import { field } from '../../fields/field';
import { declare, declareList } from '../../operations/declare';
import { nodeIds } from '../../fields/identifiers';
import { timestamp } from '../../fields/moments';
import { evmBlock, subnetEvmChain } from '../shared/node/fields';
import { EVM_SUBNET, SUBNET_EVM_ONLY, call, feeConfig } from './evmSubnetCall';

function at() {
	return field(timestamp().optional(), {
		in: 'params',
		label: 'Time',
		description: 'Unix seconds or a date-time; the time of the latest block by default',
		placeholder: '2026-09-01T00:00:00Z',
		show: 'main',
	});
}

/** Fee config of a subnet-evm chain. */
export const getFeeConfig = declare({
	id: 'evmSubnet.getFeeConfig',
	...EVM_SUBNET,
	entry: { value: 'getFeeConfig', name: 'Get Fee Config' },
	action: 'Get the fee config of an EVM chain',
	description:
		'eth_feeConfig: returns the fee config of a subnet-evm chain (EVM subnet or L1) at a block, and the block that last changed it; the C-Chain does not have this method',
	call: call('eth_feeConfig'),
	versions: SUBNET_EVM_ONLY,
	input: fieldSet({
		blockchainId: subnetEvmChain(),
		block: field(evmBlock().optional(), {
			in: 'params',
			label: 'Block',
			description:
				'Block number (decimal or 0x hex), latest, pending, earliest, or a block hash; latest by default',
			placeholder: 'latest',
			default: 'latest',
			show: 'main',
		}),
	}),
	output: out.object({
		feeConfig: out.essential(out.object(feeConfig())),
		lastChangedAt: out.count('Block that last changed it; 0 if none did'),
	}),
});

/** Configs of the active precompiles, by name. */
export const getActivePrecompiles = declare({
	id: 'evmSubnet.getActivePrecompiles',
	...EVM_SUBNET,
	entry: { value: 'getActivePrecompiles', name: 'Get Active Precompiles' },
	action: 'Get the active precompiles of an EVM chain',
	description:
		'eth_getActivePrecompilesAt: returns the configs of the precompiles of a subnet-evm chain that are active at a time, by name; the C-Chain does not have this method',
	call: call('eth_getActivePrecompilesAt'),
	versions: {
		...SUBNET_EVM_ONLY,
		deprecated: true,
		instead:
			'EVM Chain Details: Get Active Rules (eth_getActiveRulesAt), which also returns the precompiles',
	},
	input: fieldSet({ blockchainId: subnetEvmChain(), timestamp: at() }),
	output: out.map(out.object({}), 'name of the precompile config'),
});

/** The active Ethereum and Avalanche rules, and precompiles. */
export const getActiveRules = declare({
	id: 'evmSubnet.getActiveRules',
	...EVM_SUBNET,
	entry: { value: 'getActiveRules', name: 'Get Active Rules' },
	action: 'Get the active rules of an EVM chain',
	description:
		'eth_getActiveRulesAt: returns the Ethereum and Avalanche rules and the precompiles of a subnet-evm chain that are active at a time; use it to check whether an upgrade is active; the C-Chain does not have this method',
	call: call('eth_getActiveRulesAt'),
	versions: SUBNET_EVM_ONLY,
	input: fieldSet({ blockchainId: subnetEvmChain(), timestamp: at() }),
	output: out.object({
		ethRules: out.essential(
			out.object({
				ChainID: out.wideCount('EVM chain id'),
				IsHomestead: out.flag(),
				IsByzantium: out.flag(),
				IsCancun: out.flag(),
			}),
		),
		avalancheRules: out.object({
			IsSubnetEVM: out.flag(),
			IsDurango: out.flag(),
			IsEtna: out.flag(),
			IsFortuna: out.optional(out.flag()),
			IsGranite: out.optional(out.flag()),
			IsHelicon: out.optional(out.flag()),
		}),
		precompiles: out.map(
			out.object({ timestamp: out.seconds('Active since') }),
			'name of the precompile config',
		),
	}),
});

/** Validators of an EVM L1 or subnet, from its own chain. */
export const getManyValidators = declareList({
	id: 'evmSubnet.getManyValidators',
	...EVM_SUBNET,
	entry: { value: 'getManyValidators', name: 'Get Many Validators' },
	action: 'Get many validators of an EVM chain',
	description:
		'validators.getCurrentValidators: lists the validators of a subnet-evm chain (EVM subnet or L1) with weight, activity, connection and uptime, as the queried node sees them; the C-Chain does not have this API',
	call: {
		type: 'rpc',
		endpoint: '/ext/bc/{blockchainId}/validators',
		method: 'validators.getCurrentValidators',
		params: 'named',
		// After a registration on the P-Chain, until the chain synchronizes its uptimes.
		notReady: /failed to get uptime .*not found/,
	},
	versions: SUBNET_EVM_ONLY,
	input: fieldSet({
		blockchainId: subnetEvmChain(),
		nodeIDs: field(nodeIds().optional(), {
			in: 'params',
			label: 'Node IDs',
			description: 'Only these nodes, separated by commas',
			placeholder: 'NodeID-5mb46qkSBj81k9g9e4VFjGGSbaaSLFRzD',
		}),
	}),
	output: out.object({
		validators: out.many({
			validationID: out.id(
				'Validation ID on an L1, or the transaction that added a subnet validator, cb58',
			),
			nodeID: out.essential(out.nodeId()),
			weight: out.uint64(),
			startTimestamp: out.seconds(),
			isActive: out.flag('False if an L1 validator has no balance left on the P-Chain'),
			isL1Validator: out.flag(),
			isConnected: out.flag('Connected to the queried node'),
			uptimeSeconds: out.duration('s'),
			uptimePercentage: out.percent('From 0 to 100'),
		}),
	}),
	items: 'validators',
	together: { field: 'nodeIDs', item: 'nodeID', most: 1000 },
});
