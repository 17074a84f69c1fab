import type { World } from '../../../testing/network';
import type { OperationCase } from '../../../testing/cases/operationCase';
import { casesOfGet } from '../../../testing/cases/expected';
import { sourceOf, unsignedMessage, verifiedIn } from '../../../testing/cases/signedMessages';

/** Messages that validators sign. */

const source = 'openapi: Signature Aggregator';
const MESSAGE = '0x00000000000100';
const SUBNET = '2bRCr6B4MiEfSjidDwxDpdCyviwnfUVqB2HGwhm947w9YYqb7r';
const TX = '2oJCbb8pfdxEHAf9A8CdN4Afj9VSR3xzyzNkf8tDv7aM1sfNFL';
const UNKNOWN_ID = '2XDnKyAEr1RhhWpTpMXqrjeejN23vETmDykVzkb4PrU1fQjewh';

/** The transaction that registered an L1 validator. */
function registration({ node }: World): string {
	const txTypes = new Set(['RegisterL1ValidatorTx']);
	const tx = node.staking.find({ txTypes }).find(({ l1 }) => l1 !== undefined);
	if (!tx) throw new Error('The world has no registration of an L1 validator');
	return tx.txHash;
}

const aggregated: OperationCase = {
	id: 'icmMessage.aggregateSignatures',
	input: { network: 'mainnet', message: MESSAGE, signingSubnetId: SUBNET, quorumPercentage: 70 },
	request: {
		method: 'POST',
		path: '/v1/signatureAggregator/mainnet/aggregateSignatures',
		body: { message: MESSAGE, signingSubnetId: SUBNET, quorumPercentage: 70 },
	},
	answer: { json: { signedMessage: '0x00' } },
	items: [{ signedMessage: '0x00' }],
	rejected: [{ signedMessage: {} }],
	world: (world) => ({ network: 'mainnet', message: unsignedMessage(world) }),
	source,
};

export const signatures: OperationCase[] = [
	{
		...aggregated,
		inWorld: {
			part: ({ signedMessage }, world) => verifiedIn(world, String(signedMessage)),
			expected: (world) => [{ message: unsignedMessage(world), verified: true }],
		},
		refused: {
			input: () => ({ network: 'mainnet', message: '0x00' }),
			message: /unpacking warp message/,
		},
	},
	...casesOfGet('icmMessage.getSignaturesByTransaction', {
		input: { network: 'fuji', txHash: TX },
		path: `/v1/signatureAggregator/fuji/aggregateSignatures/${TX}`,
		// A service may leave out 0x.
		answers: [[{ signedMessage: '00' }, [{ signedMessage: '00' }]]],
		world: (world) => ({ network: 'mainnet', txHash: registration(world) }),
		inWorld: {
			part: ({ signedMessage }) => sourceOf(String(signedMessage)),
			expected: ({ node }) => [{ networkId: 1, sourceChain: node.chains.P }],
		},
		refused: {
			input: () => ({ network: 'mainnet', txHash: UNKNOWN_ID }),
			message: /not found/,
		},
		source,
	}),
];
