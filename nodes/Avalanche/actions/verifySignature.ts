import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';
import { type Operation, declare, field } from '../../../core/operations/declare';
import { choice, hex, id, json, whole } from '../../../core/operations/kinds';
import { maybe, maybeMany, number, text, texts } from '../../../core/operations/shared';
import { getValidatorsAt } from '../../../core/operations/rpc/extra';
import { parseInput } from '../../../core/protocol/input';
import { type ValidatorEntry, verificationFailure, verifySignedMessage } from '../../../core/warp';
import type { Action, Run } from '../../shared/action';
import { outputItem } from '../../shared/output';
import { inputFromParameters } from '../../shared/parameters';
import { operationProperties, withOptions } from '../../shared/properties';

const NODE = 'node';
const GIVEN = 'given';

/** The form as an operation: where the validators are given, nothing is called. */
export const verifyForm = declare({
	id: 'signature.verify',
	node: 'avalanche',
	resource: 'Signature',
	operation: 'Verify',
	action: 'Verify a signed message',
	description:
		'Checks a signed message itself: its signers against the validator set of the signing subnet, their weight against the quorum, and the aggregate signature',
	service: 'node',
	call: { type: 'http', method: 'GET', path: '' },
	input: z.object({
		signedMessage: field(hex(), {
			in: 'body',
			label: 'Signed Message',
			description: 'The signed message in hex, as Aggregate returns it',
			placeholder: '000000003039…',
		}),
		validatorSource: field(
			choice(
				[NODE, GIVEN],
				[
					{ value: NODE, name: 'From the Node', description: 'Reads platform.getValidatorsAt' },
					{ value: GIVEN, name: 'Given', description: 'Takes them from a parameter' },
				],
			),
			{
				in: 'body',
				label: 'Validators',
				description: 'Where the validator set of the signing subnet comes from',
				default: NODE,
			},
		),
		height: field(getValidatorsAt.input.shape.height.optional(), {
			in: 'body',
			label: 'P-Chain Height',
			description:
				'Height at which the message was signed, or proposed for the one the node would propose',
			placeholder: 'proposed',
			default: 'proposed',
			show: 'main',
		}),
		subnetID: field(id('a subnet id').optional(), {
			in: 'body',
			label: 'Signing Subnet ID',
			description: 'Subnet or L1 whose validators sign (cb58); left out, the primary network',
			placeholder: '2ebCneCbwthjQ1rYT41nhd7M76Hc6YmosMAQrTFhBq8qeqh6tt',
			show: 'main',
		}),
		validators: field(
			json(
				'must be a JSON object such as { "NodeID-…": { "publicKey": "0x…", "weight": "100" } }',
				(value) =>
					value === undefined ||
					(typeof value === 'object' && value !== null && !Array.isArray(value)),
			).optional(),
			{
				in: 'body',
				label: 'Validator Set',
				description:
					'Node IDs with BLS public key (hex or null) and weight, as platform.getValidatorsAt answers',
				placeholder: '{ "NodeID-…": { "publicKey": "0x…", "weight": "100" } }',
				default: '{}',
				show: 'main',
			},
		),
		quorumPercentage: field(whole(1, 100).optional(), {
			in: 'body',
			label: 'Quorum Percentage',
			description: 'Percentage of the total weight that must have signed, 1 to 100',
			default: 67,
			show: 'option',
		}),
		networkId: field(whole(1, 4_294_967_295).optional(), {
			in: 'body',
			label: 'Network ID',
			description: 'Refuse messages of any other network: 1 is mainnet, 5 is Fuji',
			default: 1,
			show: 'option',
		}),
	}),
	output: () =>
		z.looseObject({
			verified: z.boolean().describe('True where validators with the quorum signed the message'),
			reason: text('Why it does not hold, such as belowQuorum; absent where it does'),
			detail: text('One sentence on the reason with the values concerned'),
			messageId: text('cb58'),
			networkId: number('1 is mainnet, 5 is Fuji'),
			sourceChainId: text('cb58'),
			payload: maybe({
				type: text('addressedCall, hash or unknown'),
				sourceAddress: text('Of an addressed call, hex'),
				payload: text('Of an addressed call, hex'),
				hash: text('Of a hash, hex'),
				l1Message: maybe({ type: text('Such as registerL1Validator') }),
			}),
			signers: maybeMany({
				nodeIds: texts('Validators that share the key'),
				weight: text('Decimal digits'),
			}),
			signedWeight: text('Decimal digits'),
			totalWeight: text('Decimal digits'),
			percentage: text('Of the total weight that signed, two decimal places'),
		}),
	spec: 'Signed messages',
});

const failOption: INodeProperties = {
	displayName: 'Fail When Not Verified',
	name: 'failWhenNotVerified',
	type: 'boolean',
	default: true,
	description:
		'Whether to fail with the reason instead of returning an item with verified false and the reason',
};

/** Fields that matter for one source of the validators only. */
const SHOWN_FOR: Readonly<Record<string, string>> = {
	height: NODE,
	subnetID: NODE,
	validators: GIVEN,
};

const properties = operationProperties(verifyForm as Operation).map((property): INodeProperties => {
	const source = SHOWN_FOR[property.name];
	return source
		? { ...property, displayOptions: { show: { validatorSource: [source] } } }
		: property;
});

type Input = z.output<typeof verifyForm.input>;
type ValidatorMap = Record<string, { publicKey?: string | null; weight?: unknown }>;

async function validatorsOf({ validatorSource, height, subnetID, validators }: Input, run: Run) {
	const map =
		validatorSource === GIVEN
			? ((validators ?? {}) as ValidatorMap)
			: (await run.client.call(getValidatorsAt, { height: height ?? 'proposed', subnetID }))
					.validators;
	return Object.entries(map as ValidatorMap).map(
		([nodeId, validator]): ValidatorEntry => ({
			nodeId,
			publicKey: validator?.publicKey ?? null,
			weight: String(validator?.weight ?? ''),
		}),
	);
}

/** Checks a signed message against a validator set, without trusting the aggregator. */
export const verifySignature: Action = {
	resource: verifyForm.resource,
	operation: verifyForm.operation,
	action: verifyForm.action,
	description: verifyForm.description,
	properties: withOptions(properties, [failOption]),
	async run(run) {
		const input = parseInput(
			verifyForm as Operation,
			inputFromParameters(verifyForm as Operation, run),
		) as Input;
		// Loaded on first use: nobody else should pay for the curve's arithmetic.
		const { nobleBls } = await import('../../shared/bls/noble.js');
		const verification = verifySignedMessage({
			signedMessage: input.signedMessage,
			validators: await validatorsOf(input, run),
			quorumPercentage: input.quorumPercentage,
			networkId: input.networkId,
			bls: nobleBls,
		});
		const options = run.parameter('options', {}) as Record<string, unknown>;
		if (!verification.verified && options.failWhenNotVerified === true) {
			throw verificationFailure(verification, verifyForm.id);
		}
		return [outputItem(verification, run.itemIndex)];
	},
};
