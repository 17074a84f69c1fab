import * as out from '../../fields/outputs';
import type { Versions } from '../../fields/versions';
import { nodeResources } from '../resources';

/** Parts of every declaration here. */
export const EVM_SUBNET = {
	node: 'avalancheRpc',
	resource: nodeResources.evmSubnet,
	service: 'node',
	spec: 'Node JSON-RPC: EVM subnet API',
} as const;

/** coreth and saevm, which run the C-Chain, have none of these. */
export const SUBNET_EVM_ONLY: Versions = {
	chains: { 'Subnet-EVM L1s': {} },
	source: 'avalanchego, graft/subnet-evm',
};

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
		gasLimit: out.gas(),
		targetBlockRate: out.duration('s', 'Between blocks'),
		minBaseFee: out.gasPrice(),
		targetGas: out.gas(),
		baseFeeChangeDenominator: out.count(),
		minBlockGasCost: out.uint64(),
		maxBlockGasCost: out.uint64(),
		blockGasCostStep: out.uint64(),
	};
}
