import type { Operation } from '../declare';
import * as evmSubnet from './evmSubnet';
import * as health from './health';
import * as indexApi from './indexApi';
import * as pChain from './pChain';
import * as xChain from './xChain';
import * as xChainBalances from './xChainBalances';

/** The operations of a node, in the order of the document of the JSON-RPC interfaces. */
export const rpcOperations: readonly Operation[] = [
	xChainBalances.getAllBalances,
	xChain.getAssetDescription,
	xChainBalances.getBalance,
	xChain.getBlock,
	xChain.getBlockByHeight,
	xChain.getHeight,
	xChain.getTx,
	xChain.getTxFee,
	xChain.getTxStatus,
	xChainBalances.getUtxos,
	pChain.getBalance,
	pChain.getBlock,
	pChain.getBlockByHeight,
	pChain.getBlockchains,
	pChain.getBlockchainStatus,
	pChain.getCurrentSupply,
	pChain.getCurrentValidators,
	health.getHealth,
	health.getHealthSubPath,
	health.getReadiness,
	health.getLiveness,
	health.getHealthRpc,
	health.getReadinessRpc,
	health.getLivenessRpc,
	indexApi.getContainerById,
	indexApi.getContainerByIndex,
	indexApi.getContainerRange,
	indexApi.getIndex,
	indexApi.getLastAccepted,
	indexApi.isAccepted,
	evmSubnet.getFeeConfig,
	evmSubnet.getChainConfig,
	evmSubnet.getActivePrecompiles,
	evmSubnet.getActiveRules,
	evmSubnet.getCurrentEvmValidators,
];
