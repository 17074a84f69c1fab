import { field } from '../../../../../core/fields/field';
import { type ParsedValues, fieldSet, parseFields } from '../../../../../core/fields/fieldSet';
import { id } from '../../../../../core/fields/identifiers';
import { choice, flag, whole } from '../../../../../core/fields/inputs';
import { MOST_BYTES, hex } from '../../../../../core/fields/hex';
import * as out from '../../../../../core/fields/outputs';
import { broken } from '../../../../../core/fields/rules';
import { validatorHeight } from '../../../../../core/subjects/shared/node/fields';
import * as pChainStaking from '../../../../../core/subjects/pChainStaking/pChainStaking';
import {
	DEFAULT_NETWORK_ID,
	DEFAULT_QUORUM_PERCENTAGE,
	type ValidatorEntry,
	verifySignedMessage,
} from '../../../../../core/warp';
import { validatorSet } from '../../../../../core/warp/validatorSet';
import { verificationFailure } from '../../../../../core/warp/failure';
import type { Run } from '../../../../shared/action';
import { declareComposed } from '../../../../shared/composed';

const SUBJECT = 'signature.verify';
const NODE = 'node';
const GIVEN = 'given';
const FROM_NODE = { field: 'validatorSource', values: [NODE] };

/** The fields of the form. If the validators are given, no request is sent. */
const FIELDS = {
	signedMessage: field(hex(MOST_BYTES.signedMessage), {
		in: 'form',
		label: 'Signed Message',
		description: 'The signed message in hex, as Aggregate Signatures returns it',
		placeholder: '000000003039…',
	}),
	validatorSource: field(
		choice(
			[NODE, GIVEN],
			[
				{ value: NODE, name: 'From the Node', description: 'With platform.getValidatorsAt' },
				{ value: GIVEN, name: 'Given', description: 'From the parameter Validators' },
			],
		),
		{
			in: 'form',
			label: 'Validators',
			description: 'Where the validator set of the signing subnet comes from',
			default: NODE,
		},
	),
	height: field(validatorHeight().optional(), {
		in: 'form',
		label: 'P-Chain Height',
		description:
			'Height at which the message was signed, or "proposed" for the height that the node would propose',
		placeholder: 'proposed',
		default: 'proposed',
		show: 'main',
		shownFor: FROM_NODE,
	}),
	subnetID: field(id('a subnet id').optional(), {
		in: 'form',
		label: 'Signing Subnet ID',
		description: 'Subnet or L1 whose validators sign (cb58); the primary network by default',
		placeholder: '2ebCneCbwthjQ1rYT41nhd7M76Hc6YmosMAQrTFhBq8qeqh6tt',
		show: 'main',
		shownFor: FROM_NODE,
	}),
	validators: field(validatorSet().optional(), {
		in: 'form',
		label: 'Validator Set',
		description:
			'Node IDs with BLS public key (hex or null) and weight, as platform.getValidatorsAt returns them',
		placeholder: '{ "NodeID-…": { "publicKey": "0x…", "weight": "100" } }',
		default: '{}',
		show: 'main',
		shownFor: { field: 'validatorSource', values: [GIVEN] },
	}),
	quorumPercentage: field(whole(1, 100).optional(), {
		in: 'form',
		label: 'Quorum Percentage',
		description: 'Percentage of the total weight that must have signed, 1 to 100',
		default: DEFAULT_QUORUM_PERCENTAGE,
		show: 'option',
	}),
	networkId: field(whole(1, 4_294_967_295).optional(), {
		in: 'form',
		label: 'Network ID',
		description:
			'Rejects messages of any other network: 1 is mainnet, 5 is Fuji; without this option, 1',
		default: DEFAULT_NETWORK_ID,
		show: 'option',
	}),
	failWhenNotVerified: field(flag().optional(), {
		in: 'form',
		label: 'Fail When Not Verified',
		description:
			'Whether to fail with the reason instead of returning an item with verified false and the reason',
		default: true,
		show: 'option',
	}),
} as const;

const fields = fieldSet(FIELDS, ({ validatorSource, validators }, context) => {
	if (validatorSource !== GIVEN || (validators && validators.length > 0)) return;
	broken(context, 'validators', 'is required: it must have at least one validator');
});

/** The content of an item: see `Verification` in core/warp. */
const VERIFICATION = out.object(
	out.optionalParts({
		verified: out.essential(out.flag()),
		reason: out.text('Why the verification failed'),
		detail: out.text('The reason in one sentence, with the values'),
		messageId: out.id('cb58 of the sha256 of the unsigned message'),
		networkId: out.count(),
		sourceChainId: out.id('cb58'),
		payload: out.open('Content of the message'),
		signers: out.objects({ nodeIds: out.list(out.nodeId()), weight: out.uint64() }),
		signedWeight: out.uint64(),
		totalWeight: out.uint64(),
		percentage: out.text('Percentage of the total weight, two decimal places, rounded down'),
	}),
);

type Input = ParsedValues<typeof FIELDS>;

async function validatorsOf({ validatorSource, height, subnetID, validators }: Input, run: Run) {
	if (validatorSource === GIVEN) return validators ?? [];
	const answer = await run.client.call(pChainStaking.getManyValidatorsAtHeight, {
		height: height ?? 'proposed',
		subnetID,
	});
	return Object.entries(answer.validators).map(
		([nodeId, { publicKey, weight }]): ValidatorEntry => ({
			nodeId,
			publicKey: publicKey ?? null,
			weight,
		}),
	);
}

/** If the form does not have the option, an unverified message is an item, not an error. */
function failsWhenNotVerified({ failWhenNotVerified }: Input, run: Run): boolean {
	const options = run.parameter('options', {}) as object;
	return failWhenNotVerified ?? 'failWhenNotVerified' in options;
}

/** Checks a signed message against a validator set, without trusting the aggregator. */
export const composed = declareComposed({
	id: 'icmMessage.verifySignedMessage',
	name: 'Verify Signed Message',
	action: 'Verify a signed message',
	description:
		'Checks a signed message itself: its signers against the validator set of the signing subnet, their weight against the quorum, and the aggregate signature',
	reference: [
		'- Call: `platform.getValidatorsAt` on `/ext/bc/P` of the node, or none if the validators are given',
		'- Cost: none',
	],
	lister: 'node',
	fields,
	output: VERIFICATION,
	async execute(given, run) {
		const input = parseFields(fields, given, SUBJECT);
		// Loaded on first use: other actions do not need the elliptic-curve arithmetic.
		const { nobleBls } = await import('../../../../shared/nobleBls.js');
		const verification = verifySignedMessage({
			signedMessage: input.signedMessage,
			validators: await validatorsOf(input, run),
			quorumPercentage: input.quorumPercentage,
			networkId: input.networkId,
			bls: nobleBls,
		});
		if (!verification.verified && failsWhenNotVerified(input, run)) {
			throw verificationFailure(verification, SUBJECT);
		}
		return verification;
	},
});
