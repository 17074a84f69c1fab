import * as out from '../../../fields/outputs';

/** Parts of subnets and blockchains that transactions and lists share. */

/** Genesis of a blockchain: an object for EVM chains, text for others; unchanged. */
export function genesis() {
	return out.open('Genesis of the chain: an EVM genesis object, or text');
}

/** Owners of a subnet, who may change it. */
export function ownership() {
	return out.object({
		locktime: out.seconds(),
		threshold: out.count('Number of required signatures'),
		addresses: out.texts(),
	});
}

/** The contract that manages the validators of an L1. */
export function manager() {
	return out.object({ blockchainId: out.id(), contractAddress: out.address() });
}

/** A blockchain as the P-Chain created it. */
export function blockchain() {
	return {
		blockchainId: out.id('In cb58'),
		blockchainName: out.name(),
		subnetId: out.id('In cb58'),
		vmId: out.id('The virtual machine (cb58)'),
		evmChainId: out.optional(out.id('EVM chain ID, for EVM chains')),
		createBlockTimestamp: out.seconds('When the blockchain was created'),
		createBlockNumber: out.count('Height of the P-Chain block that created it'),
		genesisData: out.optional(genesis()),
	};
}
