import { z } from 'zod/v4';
import { declare, field } from '../declare';
import { nodeIds, textValue, timestamp } from '../kinds';
import { bool, integer, maybe, number } from '../shared';
import { NODE, isChainName, param } from './fields';

/** What EVM subnets and L1s add to the Ethereum API. */

const EVM = { ...NODE, resource: 'EVM Subnet', spec: 'Node: EVM subnet API' } as const;

function call(method: string) {
	const endpoint = '/ext/bc/{blockchainId}/rpc';
	return { type: 'rpc', endpoint, method, params: 'positional' } as const;
}

/** The subnet's chain. */
function blockchain() {
	return {
		blockchainId: field(textValue('must be an alias such as C, or a blockchain id in cb58', isChainName), {
			in: 'path',
			label: 'Blockchain ID',
			description: 'Blockchain ID in cb58, or an alias that the node knows',
			placeholder: '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5',
		}),
	};
}

const BLOCK_RULE = 'must be a block number, 0x and its hex digits, a block hash, or latest, earliest, pending, safe, finalized';

function isBlock(value: string): boolean {
	return (
		/^(latest|earliest|pending|safe|finalized)$/.test(value) ||
		/^(0|[1-9]\d{0,18})$/.test(value) ||
		/^0x(0|[1-9a-fA-F][0-9a-fA-F]{0,15}|[0-9a-fA-F]{64})$/.test(value)
	);
}

function time() {
	return param(timestamp().optional(), {
		label: 'At',
		description: 'Date-time or Unix seconds; left out, the time of the latest block',
		placeholder: '2026-09-01T00:00:00Z',
		show: 'main',
	});
}

export const getFeeConfig = declare({
	...EVM,
	id: 'evmSubnet.getFeeConfig',
	operation: 'Get Fee Config',
	action: 'Get the fee config of an evm subnet',
	description: 'Returns the fee config at a block, and when it last changed (eth_feeConfig)',
	call: call('eth_feeConfig'),
	input: z.strictObject({
		...blockchain(),
		block: param(quantity().optional(), {
			label: 'Block',
			description: 'Block number, block hash, or latest; left out, latest',
			placeholder: 'latest',
			show: 'main',
		}),
	}),
	output: () =>
		z.looseObject({
			feeConfig: z.looseObject({
				gasLimit: integer(),
				targetBlockRate: integer('Seconds'),
				minBaseFee: integer('Wei'),
				targetGas: integer(),
				baseFeeChangeDenominator: integer(),
				minBlockGasCost: integer(),
				maxBlockGasCost: integer(),
				blockGasCostStep: integer(),
			}),
			lastChangedAt: integer('Block number; 0 when never'),
		}),
});

/** A block as the Ethereum API takes it: numbers as hex quantities. */
function quantity() {
	return textValue(BLOCK_RULE, isBlock, (value) =>
		/^\d+$/.test(value) ? `0x${BigInt(value).toString(16)}` : value,
	);
}

export const getChainConfig = declare({
	...EVM,
	id: 'evmSubnet.getChainConfig',
	operation: 'Get Chain Config',
	action: 'Get the chain config of an evm subnet',
	description: 'Returns the chain config with forks, precompiles and upgrades (eth_getChainConfig)',
	call: call('eth_getChainConfig'),
	input: z.strictObject(blockchain()),
	output: () =>
		z.looseObject({
			chainId: integer(),
			feeConfig: maybe({}),
			allowFeeRecipients: bool(),
			upgrades: maybe({}),
		}),
});

const PRECOMPILE = { timestamp: integer('Unix seconds') };

export const getActivePrecompiles = declare({
	...EVM,
	id: 'evmSubnet.getActivePrecompiles',
	operation: 'Get Active Precompiles',
	action: 'Get the active precompiles of an evm subnet',
	description: 'Returns the precompiles that are active at a time (eth_getActivePrecompilesAt)',
	call: call('eth_getActivePrecompilesAt'),
	input: z.strictObject({ ...blockchain(), timestamp: time() }),
	output: () => z.record(z.string(), z.unknown()),
	deprecated: 'Use EVM Subnet → Get Active Rules',
});

export const getActiveRules = declare({
	...EVM,
	id: 'evmSubnet.getActiveRules',
	operation: 'Get Active Rules',
	action: 'Get the active rules of an evm subnet',
	description:
		'Returns the Ethereum and Avalanche rules and precompiles that are active at a time (eth_getActiveRulesAt)',
	call: call('eth_getActiveRulesAt'),
	input: z.strictObject({ ...blockchain(), timestamp: time() }),
	output: () =>
		z.looseObject({
			ethRules: z.record(z.string(), z.unknown()).describe('Such as IsCancun'),
			avalancheRules: z.record(z.string(), z.unknown()).nullish().describe('Such as IsEtna'),
			precompiles: z.record(z.string(), z.looseObject(PRECOMPILE)).nullish(),
		}),
});

export const getCurrentEvmValidators = declare({
	...EVM,
	id: 'evmSubnet.getCurrentValidators',
	operation: 'Get Many Validators',
	action: 'Get many validators of an evm subnet',
	description:
		"Lists the current validators of an EVM subnet or L1 as its own chain sees them, with uptime (validators.getCurrentValidators)",
	call: {
		type: 'rpc',
		endpoint: '/ext/bc/{blockchainId}/validators',
		method: 'validators.getCurrentValidators',
		params: 'named',
	},
	input: z.strictObject({
		...blockchain(),
		nodeIds: param(nodeIds().optional(), {
			name: 'nodeIDs',
			label: 'Node IDs',
			description: 'Only these nodes, separated by commas',
			placeholder: 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg',
			show: 'main',
		}),
	}),
	output: () =>
		z.looseObject({
			validators: z.array(
				z.looseObject({
					validationID: z.string().describe('cb58; for subnets the id of the transaction'),
					nodeID: z.string(),
					weight: integer(),
					startTimestamp: integer('Unix seconds'),
					isActive: bool('Has enough continuous fees; always true for subnet validators'),
					isL1Validator: bool(),
					isConnected: bool('Connected to this node'),
					uptimeSeconds: integer('Seconds'),
					uptimePercentage: number('0 to 100'),
				}),
			),
		}),
	items: 'validators',
});
