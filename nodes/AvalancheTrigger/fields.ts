import { STAKING_FILTERS } from '../../core/events/stakingTransaction';
import { field } from '../../core/fields/field';
import { fieldSet } from '../../core/fields/fieldSet';
import { whole } from '../../core/fields/inputs';
import { timestamp } from '../../core/fields/moments';

/** The fields of the trigger that no operation has. */
export const ownFields = fieldSet({
	...STAKING_FILTERS,
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
