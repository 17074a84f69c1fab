import { fieldSet } from '../../fields/fieldSet';
import * as out from '../../fields/outputs';
import { field } from '../../fields/field';
import { declare } from '../../operations/declare';
import { dataResources } from '../resources';
import { id, naming } from '../../fields/identifiers';
import { textValue, whole } from '../../fields/inputs';
import { MOST_BYTES, hex } from '../../fields/hex';
import { all, broken, eitherOf } from '../../fields/rules';
import { isHex, isId } from '../../formats/ids';
import { network } from '../shared/data/fields';

const DEFAULT_QUORUM = 67;
const SUBNET_HEX_DIGITS = 64;

function isSubnet(value: string): boolean {
	return isId(value) || (isHex(value) && value.replace(/^0x/, '').length === SUBNET_HEX_DIGITS);
}

const SIGNED_MESSAGE = out.object({
	signedMessage: out.essential(out.text('The signed message, hex with or without 0x')),
});

/** Messages of the aggregator if validators were not reached or too few of them responded. */
const TOO_FEW_SIGNATURES =
	/failed to (connect to|collect) a threshold|signature weight is insufficient|failed to process signature aggregation request/i;

/** Requests signatures of a message from the validators of a subnet. */
export const aggregateSignatures = declare({
	id: 'icmMessage.aggregateSignatures',
	node: 'avalanche',
	resource: dataResources.icmMessage,
	entry: { value: 'aggregateSignatures', name: 'Aggregate Signatures' },
	action: 'Aggregate signatures of a message',
	description:
		'Collects the BLS signatures of validators for a cross-chain message until a share of the weight has signed, and returns the signed message in hex',
	service: 'data',
	call: {
		type: 'http',
		method: 'POST',
		path: '/v1/signatureAggregator/{network}/aggregateSignatures',
		temporary: TOO_FEW_SIGNATURES,
	},
	input: fieldSet(
		{
			network: network(),
			message: field(hex(MOST_BYTES.message).optional(), {
				in: 'body',
				label: 'Message',
				either: 'Justification',
				description:
					'The unsigned message in hex, with or without 0x; message or justification is required',
				placeholder:
					'0x000000000001000000000000000000000000000000000000000000000000000000000000000000000000',
				show: 'main',
			}),
			justification: field(hex(MOST_BYTES.message).optional(), {
				in: 'body',
				label: 'Justification',
				either: 'Message',
				description:
					'Evidence for the validators, in hex, with or without 0x; message or justification is required',
				placeholder: '0x0a24',
				show: 'main',
			}),
			signingSubnetId: field(
				naming(
					'subnet',
					textValue('must be a subnet id (cb58), or its 32 bytes in hex', isSubnet),
				).optional(),
				{
					in: 'body',
					label: 'Signing Subnet ID',
					description:
						'Subnet whose validators sign (cb58 or hex); the subnet of the source blockchain by default',
					placeholder: 'FvwEAhmxKfeiG8SnEvq42hc6whRyY3EFYAvebMqDNDGCgxN5Z',
					show: 'option',
				},
			),
			quorumPercentage: field(whole(0, 100).optional(), {
				in: 'body',
				label: 'Quorum',
				description: "Share of the signing subnet's weight that must sign, percent from 0 to 100",
				default: DEFAULT_QUORUM,
				show: 'option',
			}),
			quorumPercentageBuffer: field(whole(0, 100).optional(), {
				in: 'body',
				label: 'Quorum Buffer',
				description:
					'Weight to collect beyond the quorum if possible, in percent, at most 100 with the quorum; takes longer, but the signature stays valid when weights change',
				default: 0,
				show: 'option',
			}),
			pChainHeight: field(whole(0).optional(), {
				in: 'body',
				label: 'P-Chain Height',
				description: 'P-Chain height of the validator set; 0 for the proposed height',
				default: 0,
				show: 'option',
			}),
		},
		all(eitherOf(['message', 'Message'], ['justification', 'Justification']), (input, context) => {
			const quorum = (input.quorumPercentage as number | undefined) ?? DEFAULT_QUORUM;
			const buffer = (input.quorumPercentageBuffer as number | undefined) ?? 0;
			if (quorum + buffer <= 100) return;
			broken(
				context,
				'quorumPercentageBuffer',
				`must leave the sum of quorum (${quorum}) and buffer (${buffer}) at 100 or less`,
			);
		}),
	),
	output: SIGNED_MESSAGE,
	cost: 20,
	spec: 'Chain data: Signature aggregation',
});

/** The signed message of a transaction of the primary network. */
export const getSignaturesByTransaction = declare({
	id: 'icmMessage.getSignaturesByTransaction',
	node: 'avalanche',
	resource: dataResources.icmMessage,
	entry: { value: 'getSignaturesByTransaction', name: 'Get Signatures by Transaction' },
	action: 'Get aggregated signatures by transaction',
	description:
		'Returns the signed message of an L1-related cross-chain message of the P-Chain, by the transaction that created it',
	service: 'data',
	call: {
		type: 'http',
		method: 'GET',
		path: '/v1/signatureAggregator/{network}/aggregateSignatures/{txHash}',
		temporary: TOO_FEW_SIGNATURES,
	},
	input: fieldSet({
		network: network(),
		txHash: field(id('a transaction hash of the P- or X-Chain'), {
			in: 'path',
			label: 'Transaction Hash',
			description: 'Hash of the P- or X-Chain transaction (cb58)',
			placeholder: '2XDnKyAEr1RhhWpTpMXqrjeejN23vETmDykVzkb4PrU1fQjewh',
		}),
	}),
	output: SIGNED_MESSAGE,
	cost: 20,
	spec: 'Chain data: Signature aggregation',
});
