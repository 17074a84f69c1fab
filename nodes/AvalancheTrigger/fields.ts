import { field } from '../../core/fields/field';
import { fieldSet } from '../../core/fields/fieldSet';
import { bigWhole, id, nodeIds, timestamp, whole } from '../../core/fields/inputs';

/** The fields of the trigger that no operation has. */
export const ownFields = fieldSet({
	minAmountStaked: field(bigWhole().optional(), {
		in: 'form',
		label: 'Minimum Amount (nAVAX)',
		description: 'Only transactions that stake at least this much, in nAVAX (1 AVAX is 1000000000)',
		placeholder: '25000000000',
	}),
	nodeIds: field(nodeIds().optional(), {
		in: 'form',
		label: 'Node IDs',
		description: 'Only transactions of these nodes, separated by commas',
		placeholder: 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg',
	}),
	subnetId: field(id('a subnet id').optional(), {
		in: 'form',
		label: 'Subnet ID',
		description: 'Only transactions of this subnet (cb58)',
		placeholder: '11111111111111111111111111111111LpoYY',
	}),
	startDateTime: field(timestamp().optional(), {
		in: 'form',
		label: 'Start Date and Time',
		description: 'Events from this time on are new',
	}),
	startMinutes: field(whole(1).optional(), {
		in: 'form',
		label: 'Minutes',
		description: 'Events of this many minutes before activation are new',
		default: 60,
	}),
	confirmations: field(whole(1, 1000).optional(), {
		in: 'form',
		label: 'Hold for Polls',
		description: 'How many polls in a row must show the new state before the trigger fires',
		default: 1,
	}),
	unreachableAfter: field(whole(0, 1000).optional(), {
		in: 'form',
		label: 'Unreachable for Polls',
		description: 'After how many polls without a response the node counts as unhealthy',
		default: 2,
	}),
});
