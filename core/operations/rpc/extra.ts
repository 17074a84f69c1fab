import { z } from 'zod/v4';
import { declare } from '../declare';
import { id, textValue } from '../kinds';
import { integer } from '../shared';
import { NODE, param } from './fields';

/** Methods of the node beyond the spec that this package itself needs. They are no menu entries. */

const P_CHAIN = { ...NODE, resource: 'P-Chain', spec: 'Beyond the spec: a P-Chain method' } as const;

function call(method: string, endpoint = '/ext/bc/P') {
	return { type: 'rpc', endpoint, method, params: 'named' } as const;
}

/** The validator set of a subnet at a P-Chain height: what signed messages are checked against. */
export const getValidatorsAt = declare({
	...P_CHAIN,
	id: 'pChain.getValidatorsAt',
	operation: 'Get Validators at Height',
	action: 'Get validators at a height',
	description: 'Returns weights and BLS keys of the validators at a height (platform.getValidatorsAt)',
	call: call('platform.getValidatorsAt'),
	input: z.strictObject({
		height: param(
			textValue('must be a P-Chain height, or proposed', (value) => value === 'proposed' || /^\d{1,20}$/.test(value)),
			{ label: 'Height', description: 'P-Chain height, or proposed' },
		),
		subnetId: param(id('a subnet id').optional(), {
			name: 'subnetID',
			label: 'Subnet ID',
			description: 'ID of the subnet or L1 in cb58; left out, the primary network',
		}),
	}),
	// Older documents put the map under `validators`.
	output: () =>
		z.preprocess(
			(answer) =>
				typeof answer === 'object' && answer !== null && 'validators' in answer ? answer : { validators: answer },
			z.looseObject({
				validators: z.record(
					z.string(),
					z.looseObject({
						publicKey: z.string().nullish().describe('Compressed, 0x hex; null for keyless weight'),
						weight: z.union([z.number(), z.string()]),
					}),
				),
			}),
		),
});

export const getPHeight = declare({
	...P_CHAIN,
	id: 'pChain.getHeight',
	operation: 'Get Height',
	action: 'Get the p chain height',
	description: 'Returns the height of the last accepted P-Chain block (platform.getHeight)',
	call: call('platform.getHeight'),
	input: z.strictObject({}),
	output: () => z.looseObject({ height: z.union([z.number(), z.string()]) }),
});

/** The epoch whose P-Chain height chains verify messages at, since the Granite upgrade. */
export const getCurrentEpoch = declare({
	...P_CHAIN,
	id: 'pChain.getCurrentEpoch',
	operation: 'Get Current Epoch',
	action: 'Get the current epoch',
	description: 'Returns the epoch and its P-Chain height (proposervm.getCurrentEpoch)',
	call: call('proposervm.getCurrentEpoch', '/ext/bc/P/proposervm'),
	input: z.strictObject({}),
	output: () =>
		z.looseObject({
			number: integer(),
			startTime: integer('Unix seconds'),
			pChainHeight: z.union([z.number(), z.string()]),
		}),
});
