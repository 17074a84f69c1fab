import { z } from 'zod/v4';
import { inputOf } from '../data/fields';
import { declare, field } from '../declare';
import { id, textValue } from '../kinds';
import { integer, text } from '../shared';
import { idOrAlias } from './fields';
import { pChainCall, subnet } from './pChain';
import { wholeNumber } from './shapes';

/**
 * Methods of a node that the documents do not show and that other parts need. They are no part of
 * the catalogue.
 */

// The node keeps the largest uint64 for a meaning of its own and refuses it.
const LARGEST_HEIGHT = 2n ** 64n - 2n;

function isHeight(value: string): boolean {
	return value === 'proposed' || (/^\d{1,20}$/.test(value) && BigInt(value) <= LARGEST_HEIGHT);
}

/** Nodes answer with the map alone; some proxies put it under a name. */
function asValidators(answer: unknown): unknown {
	const isObject = typeof answer === 'object' && answer !== null && !Array.isArray(answer);
	// A validator's name begins with NodeID-, so `validators` is never one.
	return isObject && !('validators' in answer) ? { validators: answer } : answer;
}

/** The validator set at a P-Chain height: what signed messages are verified against. */
export const getValidatorsAt = declare({
	id: 'pChain.getValidatorsAt',
	node: 'avalancheRpc',
	resource: 'P-Chain',
	operation: 'Get Validators at Height',
	action: 'Get the validators at a P-Chain height',
	description:
		'platform.getValidatorsAt: returns BLS key and weight of each validator of the primary network, a subnet or an L1 at a P-Chain height',
	service: 'node',
	call: pChainCall('platform.getValidatorsAt'),
	input: inputOf({
		height: field(
			textValue(`must be a whole number from 0 to ${LARGEST_HEIGHT}, or proposed`, isHeight),
			{
				in: 'params',
				label: 'Height',
				description: 'P-Chain height, or proposed for the height that the node would propose',
				placeholder: 'proposed',
			},
		),
		subnetID: subnet('Subnet ID of the subnet or L1 in cb58; the primary network when left out'),
	}),
	output: () =>
		z.preprocess(
			asValidators,
			z.looseObject({
				validators: z.record(
					z.string(),
					z.looseObject({
						publicKey: text('BLS public key, compressed, 0x hex; null where it has none'),
						weight: wholeNumber('Decimal digits'),
					}),
				),
			}),
		),
	spec: 'Node JSON-RPC: P-Chain API (remaining methods)',
});

/** How far the P-Chain is. */
export const getPChainHeight = declare({
	id: 'pChain.getHeight',
	node: 'avalancheRpc',
	resource: 'P-Chain',
	operation: 'Get Height',
	action: 'Get the height of the P-Chain',
	description: 'platform.getHeight: returns the height of the last block that the node accepted',
	service: 'node',
	call: pChainCall('platform.getHeight'),
	input: inputOf({}),
	output: () => z.looseObject({ height: wholeNumber('Height of the last accepted block') }),
	spec: 'Node JSON-RPC: P-Chain API (remaining methods)',
});

/** The epoch whose P-Chain height fixes the validator set that signs a chain's messages. */
export const getCurrentEpoch = declare({
	id: 'proposervm.getCurrentEpoch',
	node: 'avalancheRpc',
	resource: 'Proposer VM',
	operation: 'Get Current Epoch',
	action: 'Get the current epoch of a chain',
	description:
		'proposervm.getCurrentEpoch: returns number, start and P-Chain height of the current epoch; nodes from version 1.14.0',
	service: 'node',
	call: {
		type: 'rpc',
		endpoint: '/ext/bc/{chain}/proposervm',
		method: 'proposervm.getCurrentEpoch',
		params: 'named',
	},
	input: inputOf({
		chain: field(idOrAlias('a blockchain id', 'P').optional(), {
			in: 'path',
			label: 'Chain',
			description: 'The chain: an alias, or a blockchain ID (cb58)',
			placeholder: 'P',
			default: 'P',
			show: 'option',
		}),
	}),
	output: () =>
		z.looseObject({
			number: wholeNumber('Number of the epoch'),
			startTime: integer('Unix seconds'),
			pChainHeight: wholeNumber('P-Chain height of the epoch'),
		}),
	spec: 'Node JSON-RPC: X-Chain and P-Chain (remaining methods)',
});

/** Whose validators speak for a blockchain. */
export const getValidatedBy = declare({
	id: 'pChain.validatedBy',
	node: 'avalancheRpc',
	resource: 'P-Chain',
	operation: 'Get Validating Subnet',
	action: 'Get the subnet that validates a blockchain',
	description: 'platform.validatedBy: returns the subnet or L1 that validates a blockchain',
	service: 'node',
	call: pChainCall('platform.validatedBy'),
	input: inputOf({
		blockchainID: field(id('a blockchain id'), {
			in: 'params',
			label: 'Blockchain ID',
			description: 'Blockchain ID (cb58)',
			placeholder: '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5',
		}),
	}),
	output: () => z.looseObject({ subnetID: z.string().describe('Subnet or L1, cb58') }),
	spec: 'Node JSON-RPC: P-Chain API (remaining methods)',
});

/** What the P-Chain holds of one validation of an L1. */
export const getL1Validator = declare({
	id: 'pChain.getL1Validator',
	node: 'avalancheRpc',
	resource: 'P-Chain',
	operation: 'Get L1 Validator',
	action: 'Get an L1 validator by its validation',
	description: 'platform.getL1Validator: returns the L1 and the node of a validation',
	service: 'node',
	call: pChainCall('platform.getL1Validator'),
	input: inputOf({
		validationID: field(id('a validation id'), {
			in: 'params',
			label: 'Validation ID',
			description: 'Validation ID (cb58)',
			placeholder: 'Y39J1TC4gxBFAYtmBZGN3UaugxX9MEmsKLeMXsP11URnVbKJF',
		}),
	}),
	output: () => z.looseObject({ subnetID: z.string().describe('The L1, cb58'), nodeID: text() }),
	spec: 'Node JSON-RPC: P-Chain API (remaining methods)',
});
