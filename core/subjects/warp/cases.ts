import type { World } from '../../testing/network';
import { cb58Encode, hexToBytes } from '../..';
import { recordedCall } from '../../testing/recordedCalls';
import type { OperationCase } from '../../testing/cases/operationCase';
import { blockHashIn, evmCase as use, l1ChainOf, transferIn } from '../../testing/cases/evmWorld';

/** Logs, calls and fees of an EVM chain, and its warp messages. */

const MESSAGE = '2MJA4CzAmxLMuy6BSZqsiSNFwbSemuPsMj8KQ6azgVmeDah15f';
const BLOCK = '2qSdCx3986gNjL62exuRSguvuRZM36AMqAQxK3yTfaLgGizf1n';

const resultOf = (name: string) =>
	(JSON.parse(recordedCall(name).text) as { result: string }).result;

/** A message that an L1 of the world sent: the C-Chain has not had these methods since Helicon. */
function messageOf(world: World) {
	const chain = l1ChainOf(world);
	const messageID = world.warpMessage(chain, transferIn(world, chain))?.id;
	return { blockchainId: chain.blockchainId, messageID };
}

/** The ID of a block of the L1's chain: its hash in cb58. */
function blockOf(world: World) {
	const chain = l1ChainOf(world);
	const blockID = cb58Encode(hexToBytes(blockHashIn(world, chain)));
	return { blockchainId: chain.blockchainId, blockID };
}

export const evmCalls: OperationCase[] = [
	use(
		'warp.getMessage',
		'warp_getMessage',
		[MESSAGE],
		{ messageID: MESSAGE },
		{ recorded: 'warp_getMessage' },
		[{ message: resultOf('warp_getMessage') }],
		messageOf,
	),
	use(
		'warp.getMessageSignature',
		'warp_getMessageSignature',
		[MESSAGE],
		{ messageID: MESSAGE },
		{ json: `0x${'a1'.repeat(96)}` },
		[{ signature: `0x${'a1'.repeat(96)}` }],
		messageOf,
	),
	use(
		'warp.getBlockSignature',
		'warp_getBlockSignature',
		[BLOCK],
		{ blockID: BLOCK },
		{ json: `0x${'b2'.repeat(96)}` },
		[{ signature: `0x${'b2'.repeat(96)}` }],
		blockOf,
	),
	use(
		'warp.getMessageAggregateSignature',
		'warp_getMessageAggregateSignature',
		[MESSAGE, 67, ''],
		{ messageID: MESSAGE, quorumNum: 67 },
		{ recorded: 'warp_getMessageAggregateSignature-C-message' },
		[{ signedMessage: resultOf('warp_getMessageAggregateSignature-C-message') }],
		(world) => ({ ...messageOf(world), quorumNum: 50 }),
	),
	use(
		'warp.getBlockAggregateSignature',
		'warp_getBlockAggregateSignature',
		[BLOCK, 100, '11111111111111111111111111111111LpoYY'],
		{
			blockID: BLOCK,
			quorumNum: 100,
			subnetID: '11111111111111111111111111111111LpoYY',
		},
		{ recorded: 'warp_getBlockAggregateSignature-C-block' },
		[{ signedMessage: resultOf('warp_getBlockAggregateSignature-C-block') }],
		(world) => ({ ...blockOf(world), quorumNum: 50 }),
	),
];
