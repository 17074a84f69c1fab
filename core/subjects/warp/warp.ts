import { fieldSet } from '../../fields/fieldSet';
import { field } from '../../fields/field';
import { id } from '../../fields/identifiers';
import { whole } from '../../fields/inputs';
import * as out from '../../fields/outputs';
import { declare } from '../../operations/declare';
import type { Versions } from '../../fields/versions';
import { nodeResources } from '../resources';
import { evmCall, evmCallAlone, filledWith } from '../shared/node/evmFields';
import { named } from '../shared/node/evmShapes';
import { subnetEvmChain } from '../shared/node/fields';

/** Warp messages that a Subnet-EVM L1 of the node sent, and their signatures. */

const COMMON = {
	node: 'avalancheRpc',
	resource: nodeResources.warp,
	service: 'node',
	spec: 'Node RPC: warp',
} as const;
const VERSIONS: Versions = {
	chains: {
		'C-Chain': { removed: '1.15.0' },
		'Subnet-EVM L1s': { option: 'warp-api-enabled, which public nodes do not set' },
	},
	source: 'avalanchego RELEASES.md, v1.15.0; graft/subnet-evm/plugin/evm/config',
};

function messageId() {
	return field(id('a message id'), {
		in: 'params',
		name: 'messageID',
		label: 'Message ID',
		description: 'ID of the warp message (cb58)',
		placeholder: '2MJA4CzAmxLMuy6BSZqsiSNFwbSemuPsMj8KQ6azgVmeDah15f',
	});
}

function blockId() {
	return field(id('a block id'), {
		in: 'params',
		name: 'blockID',
		label: 'Block ID',
		description: 'ID of the block (cb58): its hash in another encoding',
		placeholder: '2qSdCx3986gNjL62exuRSguvuRZM36AMqAQxK3yTfaLgGizf1n',
	});
}

function quorum() {
	return field(whole(1, 100), {
		in: 'params',
		name: 'quorumNum',
		label: 'Quorum',
		description: 'Share of the stake that must sign, in percent, 1 to 100',
		default: 67,
	});
}

function signers() {
	// The method requires it: an empty one is the subnet of the chain.
	return field(filledWith(id('a subnet id'), ''), {
		in: 'params',
		label: 'Subnet ID',
		description: 'Subnet whose validators sign (cb58); by default the subnet of the chain',
		placeholder: '11111111111111111111111111111111LpoYY',
		show: 'main',
	});
}

function signature(of: string) {
	return out.object({ signature: out.essential(out.hex(`BLS signature of this node, ${of}`)) });
}

function signedMessage() {
	return out.object({
		signedMessage: out.essential(out.hex('Unsigned message, signers and BLS signature')),
		signers: out.optional(out.count('Number of keys that signed')),
		signedPercentage: out.optional(
			out.percent('Share of the weight of the subnet that signed, rounded down'),
		),
		signedWeight: out.optional(out.uint64()),
		totalWeight: out.optional(out.uint64('Of all validators of the subnet')),
		pChainHeight: out.optional(
			out.count(
				'Present height of the P-Chain, whose validators were taken: a message names no height',
			),
		),
		shareUnknown: out.optional(out.text('Why the share is not known')),
	});
}

/** The unsigned message. */
export const getMessage = declare({
	id: 'warp.getMessage',
	...COMMON,
	entry: { value: 'getMessage', name: 'Get Message' },
	action: 'Get a warp message from the node',
	description:
		'warp_getMessage: returns an unsigned warp message of a Subnet-EVM L1 by its ID, in hex',
	call: evmCall('warp_getMessage'),
	versions: VERSIONS,
	input: fieldSet({ blockchainId: subnetEvmChain(), messageID: messageId() }),
	output: out.object({ message: out.essential(out.hex('Unsigned message')) }),
	adapt: named('message'),
});

/** This node's signature of a message. */
export const getMessageSignature = declare({
	id: 'warp.getMessageSignature',
	...COMMON,
	entry: { value: 'getMessageSignature', name: 'Get Message Signature' },
	action: "Get the node's signature of a warp message",
	description:
		'warp_getMessageSignature: returns the BLS signature of this node for a warp message',
	call: evmCall('warp_getMessageSignature'),
	versions: VERSIONS,
	input: fieldSet({ blockchainId: subnetEvmChain(), messageID: messageId() }),
	output: signature('96 bytes'),
	adapt: named('signature'),
});

/** This node's signature of a block hash. */
export const getBlockSignature = declare({
	id: 'warp.getBlockSignature',
	...COMMON,
	entry: { value: 'getBlockSignature', name: 'Get Block Signature' },
	action: "Get the node's signature of a block",
	description:
		'warp_getBlockSignature: returns the BLS signature of this node for the hash of an accepted block',
	call: evmCall('warp_getBlockSignature'),
	versions: VERSIONS,
	input: fieldSet({ blockchainId: subnetEvmChain(), blockID: blockId() }),
	output: signature('96 bytes'),
	adapt: named('signature'),
});

/** A message with the signatures of a quorum of validators. */
export const getMessageAggregateSignature = declare({
	id: 'warp.getMessageAggregateSignature',
	...COMMON,
	entry: { value: 'getMessageAggregateSignature', name: 'Get Signed Message' },
	action: 'Get a warp message signed by the validators',
	description:
		'warp_getMessageAggregateSignature: collects signatures of validators for a warp message and returns the signed message; check it with ICM Message > Verify Signed Message of the Avalanche node, as a node returns what it has when no more validators answer, also below the quorum; signedPercentage says what share of the weight signed',
	call: evmCallAlone('warp_getMessageAggregateSignature'),
	versions: VERSIONS,
	input: fieldSet({
		blockchainId: subnetEvmChain(),
		messageID: messageId(),
		quorumNum: quorum(),
		subnetID: signers(),
	}),
	output: signedMessage(),
	adapt: named('signedMessage'),
});

/** A block hash with the signatures of a quorum of validators. */
export const getBlockAggregateSignature = declare({
	id: 'warp.getBlockAggregateSignature',
	...COMMON,
	entry: { value: 'getBlockAggregateSignature', name: 'Get Signed Block' },
	action: 'Get a block hash signed by the validators',
	description:
		'warp_getBlockAggregateSignature: collects signatures of validators for the hash of an accepted block and returns the signed message; check it with ICM Message > Verify Signed Message of the Avalanche node, as a node returns what it has when no more validators answer, also below the quorum; signedPercentage says what share of the weight signed',
	call: evmCallAlone('warp_getBlockAggregateSignature'),
	versions: VERSIONS,
	input: fieldSet({
		blockchainId: subnetEvmChain(),
		blockID: blockId(),
		quorumNum: quorum(),
		subnetID: signers(),
	}),
	output: signedMessage(),
	adapt: named('signedMessage'),
});
