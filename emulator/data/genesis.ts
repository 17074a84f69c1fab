import type { Blockchain } from '../world';

const ADMIN = '0x8db97c7cece249c2b98bdc0226cc4c2a57bf52fc';
const ZERO_HASH = `0x${'0'.repeat(64)}`;

/** The EVM genesis of a blockchain, with every field of the documents. */
export function genesisOf(blockchain: Blockchain) {
	const allowList = { blockTimestamp: 0, adminAddresses: [ADMIN] };
	return {
		config: {
			chainId: blockchain.evmChainId,
			homesteadBlock: 0,
			eip150Block: 0,
			eip150Hash: ZERO_HASH,
			eip155Block: 0,
			eip158Block: 0,
			byzantiumBlock: 0,
			constantinopleBlock: 0,
			petersburgBlock: 0,
			istanbulBlock: 0,
			muirGlacierBlock: 0,
			berlinBlock: 0,
			londonBlock: 0,
			subnetEVMTimestamp: 0,
			allowFeeRecipients: true,
			feeConfig: {
				gasLimit: 15_000_000,
				targetBlockRate: 2,
				minBaseFee: 25_000_000_000,
				targetGas: 15_000_000,
				baseFeeChangeDenominator: 48,
				minBlockGasCost: 0,
				maxBlockGasCost: 1_000_000,
				blockGasCostStep: 200_000,
			},
			warpConfig: { blockTimestamp: 0, quorumNumerator: 67, requirePrimaryNetworkSigners: true },
			txAllowListConfig: allowList,
			contractDeployerAllowListConfig: allowList,
			contractNativeMinterConfig: allowList,
			feeManagerConfig: allowList,
			rewardManagerConfig: allowList,
		},
		alloc: { [ADMIN.slice(2)]: { balance: '0x295be96e64066972000000' } },
		nonce: '0x0',
		timestamp: '0x0',
		extraData: '0x',
		gasLimit: '0xe4e1c0',
		difficulty: '0x0',
		mixHash: ZERO_HASH,
		coinbase: `0x${'0'.repeat(40)}`,
		number: '0x0',
		gasUsed: '0x0',
		parentHash: ZERO_HASH,
		airdropHash: ZERO_HASH,
	};
}
