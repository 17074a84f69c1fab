import { fieldSet } from '../../fields/fieldSet';
import * as out from '../../fields/outputs';
import { field } from '../../fields/field';
import { declareList } from '../../operations/declare';
import { dataResources } from '../resources';
import { byToken, page, pages } from '../../operations/pages';
import { id, nodeId } from '../../fields/identifiers';
import { flag } from '../../fields/inputs';
import { network, subnetFilter } from '../shared/data/fields';
import { l1BlsCredentials, owner } from '../shared/data/shapes';

/** Validators of L1s, with their remaining balances. */
export const getManyL1Validators = declareList({
	id: 'staking.getManyL1Validators',
	node: 'avalanche',
	resource: dataResources.staking,
	entry: { value: 'getManyL1Validators', name: 'Get Many L1 Validators' },
	action: 'Get many L1 validators',
	description:
		'Lists validators of L1s with weight and remaining balance in nAVAX, by subnet, node or validation ID; only active ones unless Include Inactive is on',
	service: 'data',
	call: { type: 'http', method: 'GET', path: '/v1/networks/{network}/l1Validators' },
	input: fieldSet({
		network: network(),
		subnetId: subnetFilter({
			description: 'Only validators of this subnet, ID (cb58)',
			placeholder: 'FvwEAhmxKfeiG8SnEvq42hc6whRyY3EFYAvebMqDNDGCgxN5Z',
			show: 'main',
		}),
		nodeId: field(nodeId().optional(), {
			in: 'query',
			names: 'l1Node',
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
			description: 'Whether to also list validators whose balance is used up',
			default: false,
		}),
		...pages(),
	}),
	output: page({
		validators: out.many({
			validationId: out.id('In cb58'),
			validationIdHex: out.id(),
			nodeId: out.nodeId(),
			subnetId: out.id('In cb58'),
			weight: out.uint64('Weight in the L1'),
			remainingBalance: out.nAvax('remaining for the continuous fee'),
			creationTimestamp: out.seconds('When the validation was registered'),
			blsCredentials: l1BlsCredentials(),
			remainingBalanceOwner: owner(),
			deactivationOwner: owner(),
		}),
		blockHeight: out.count('P-Chain height of the response'),
	}),
	items: 'validators',
	paging: byToken(),
	columns: (item) => [
		item.validationId,
		item.nodeId,
		item.subnetId,
		item.weight,
		item.remainingBalance,
		item.creationTimestamp,
	],
	cost: 20,
	spec: 'Chain data: Primary-network queries',
});
