import { z } from 'zod/v4';
import { declare, field } from '../declare';
import { flag, id, nodeId } from '../kinds';
import { integer, many, seconds, text } from '../shared';
import { inputOf, network, pageSize, pageToken } from './fields';
import { blsCredentials, owner } from './shapes';

/** Validators of L1s, with what is left of their balances. */
export const listL1Validators = declare({
	id: 'l1Validator.getMany',
	node: 'avalanche',
	resource: 'L1 Validator',
	operation: 'Get Many',
	action: 'Get many L1 validators',
	description:
		'Lists validators of L1s with weight and remaining balance in nAVAX, by subnet, node or validation ID; active ones unless inactive ones are asked for too',
	service: 'data',
	call: { type: 'http', method: 'GET', path: '/v1/networks/{network}/l1Validators' },
	input: inputOf({
		network: network(),
		subnetId: field(id('a subnet id').optional(), {
			in: 'query',
			label: 'Subnet ID',
			description: 'Only validators of this subnet, ID (cb58)',
			placeholder: 'FvwEAhmxKfeiG8SnEvq42hc6whRyY3EFYAvebMqDNDGCgxN5Z',
			show: 'main',
		}),
		nodeId: field(nodeId().optional(), {
			in: 'query',
			label: 'Node ID',
			description: 'Only validations by this node, NodeID- and a hash (cb58)',
			placeholder: 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg',
		}),
		l1ValidationId: field(id('an L1 validation id').optional(), {
			in: 'query',
			label: 'L1 Validation ID',
			description: 'Only the validation of this ID (cb58)',
			placeholder: '2XDnKyAEr1RhhWpTpMXqrjeejN23vETmDykVzkb4PrU1fQjewh',
		}),
		includeInactiveL1Validators: field(flag().optional(), {
			in: 'query',
			label: 'Include Inactive',
			description: 'Whether to list validators whose balance has run out too',
			default: false,
		}),
		pageSize: pageSize(),
		pageToken: pageToken(),
	}),
	output: () =>
		z.looseObject({
			nextPageToken: text(),
			validators: many({
				validationId: text('In cb58'),
				validationIdHex: text(),
				nodeId: text(),
				subnetId: text('In cb58'),
				weight: integer('Weight in the L1'),
				remainingBalance: integer('nAVAX left for the continuous fee'),
				creationTimestamp: seconds('When the validation was registered'),
				blsCredentials: blsCredentials(),
				remainingBalanceOwner: owner(),
				deactivationOwner: owner(),
			}),
			blockHeight: text('P-Chain height of the answer, decimal digits'),
		}),
	paging: { style: 'token', items: 'validators', maxPageSize: 100 },
	simplify: [
		'validationId',
		'nodeId',
		'subnetId',
		'weight',
		'remainingBalance',
		'creationTimestamp',
	],
	cost: 20,
	spec: 'Chain data: Primary-network queries',
});
