import { as } from '../../fields/columns';
import { fieldSet } from '../../fields/fieldSet';
import * as out from '../../fields/outputs';
import { declare } from '../../operations/declare';
import { evmChain } from '../shared/node/fields';
import { EVM_SUBNET, call, feeConfig } from './evmSubnetCall';

/** The chain config. Configs of precompiles are additional fields under their own names. */
function chainConfig() {
	return {
		chainId: out.essential(out.wideCount('EVM chain id')),
		feeConfig: out.optional(out.object(feeConfig())),
		allowFeeRecipients: out.optional(out.flag()),
		homesteadBlock: out.optional(out.count()),
		eip150Block: out.optional(out.count()),
		eip150Hash: out.optional(out.hash()),
		eip155Block: out.optional(out.count()),
		eip158Block: out.optional(out.count()),
		byzantiumBlock: out.optional(out.count()),
		constantinopleBlock: out.optional(out.count()),
		petersburgBlock: out.optional(out.count()),
		istanbulBlock: out.optional(out.count()),
		muirGlacierBlock: out.optional(out.count()),
		subnetEVMTimestamp: out.optional(out.seconds()),
		durangoTimestamp: out.optional(out.seconds()),
		etnaTimestamp: out.optional(out.seconds()),
		fortunaTimestamp: out.optional(out.seconds()),
		graniteTimestamp: out.optional(out.seconds()),
		heliconTimestamp: out.optional(out.seconds()),
		// Of the C-Chain.
		daoForkBlock: out.optional(out.count()),
		daoForkSupport: out.optional(out.flag()),
		berlinBlock: out.optional(out.count()),
		londonBlock: out.optional(out.count()),
		shanghaiTime: out.optional(out.seconds()),
		cancunTime: out.optional(out.seconds()),
		apricotPhase1BlockTimestamp: out.optional(out.seconds()),
		apricotPhase2BlockTimestamp: out.optional(out.seconds()),
		apricotPhase3BlockTimestamp: out.optional(out.seconds()),
		apricotPhase4BlockTimestamp: out.optional(out.seconds()),
		apricotPhase5BlockTimestamp: out.optional(out.seconds()),
		apricotPhasePre6BlockTimestamp: out.optional(out.seconds()),
		apricotPhase6BlockTimestamp: out.optional(out.seconds()),
		apricotPhasePost6BlockTimestamp: out.optional(out.seconds()),
		banffBlockTimestamp: out.optional(out.seconds()),
		cortinaBlockTimestamp: out.optional(out.seconds()),
		durangoBlockTimestamp: out.optional(out.seconds()),
		upgrades: out.optional(out.object({ precompileUpgrades: out.optional(out.objects({})) })),
	};
}

/** Rules of the genesis of an EVM chain. */
export const getChainConfig = declare({
	id: 'evmSubnet.getChainConfig',
	...EVM_SUBNET,
	entry: { value: 'getChainConfig', name: 'Get Chain Config' },
	action: 'Get the chain config of an EVM chain',
	description:
		'eth_getChainConfig: returns chain ID, fee config, fork blocks and times, precompile configs and upgrades of an EVM chain; on the C-Chain without upgrades',
	call: call('eth_getChainConfig'),
	input: fieldSet({ blockchainId: evmChain() }),
	output: out.object(chainConfig()),
	columns: (item) => [
		item.chainId,
		as('gasLimit', item.feeConfig.gasLimit),
		as('targetBlockRate', item.feeConfig.targetBlockRate),
		as('minBaseFee', item.feeConfig.minBaseFee),
		item.cancunTime,
		item.durangoTimestamp,
		item.durangoBlockTimestamp,
		item.etnaTimestamp,
		item.fortunaTimestamp,
		item.graniteTimestamp,
		item.heliconTimestamp,
		item.allowFeeRecipients,
		item.upgrades,
	],
	// Each upgrade of the network adds a fork.
	newer: [
		{ names: /(Timestamp|Time)$/, part: out.seconds() },
		{ names: /Block$/, part: out.count() },
	],
});
