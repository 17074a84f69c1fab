import * as out from '../../core/fields/outputs';
import { nodeResources } from '../resources';

/** Parts of every declaration here. */
export const EVM_SUBNET = {
	node: 'avalancheRpc',
	resource: nodeResources.evmSubnet,
	service: 'node',
	spec: 'Node JSON-RPC: EVM subnet API',
} as const;

/** coreth, which runs the C-Chain, has none of these. */
export const SUBNET_EVM_ONLY =
	'Only chains that run subnet-evm have this: the C-Chain does not. For another chain, check the Blockchain ID, and that the node runs the chain and is not bootstrapping.';

/** The call of a method of an EVM chain, with parameters by position. */
export function call(method: string) {
	return {
		type: 'rpc',
		endpoint: '/ext/bc/{blockchainId}/rpc',
		method,
		params: 'positional',
	} as const;
}

/** The fee config of a chain. */
export function feeConfig() {
	return {
		gasLimit: out.count({ unit: 'gas' }),
		targetBlockRate: out.duration('s', 'Between blocks'),
		minBaseFee: out.gasPrice(),
		targetGas: out.count({ unit: 'gas' }),
		baseFeeChangeDenominator: out.count(),
		minBlockGasCost: out.uint64(),
		maxBlockGasCost: out.uint64(),
		blockGasCostStep: out.uint64(),
	};
}
