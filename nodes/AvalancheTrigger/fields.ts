import { STAKING_FILTERS } from '../../core/events/stakingTransaction';
import { field } from '../../core/fields/field';
import { fieldSet } from '../../core/fields/fieldSet';
import { choice, flag, numberWithin, whole } from '../../core/fields/inputs';
import { timestamp } from '../../core/fields/moments';

function flagField(label: string) {
	return field(flag().optional(), { in: 'form', label, description: '' });
}

/** How much one poll reads and delivers. */
export const pollFields = fieldSet({
	maxEvents: field(whole(1, 10_000).optional(), {
		in: 'form',
		label: 'Max Events per Poll',
		description: 'Maximum number of items of one execution',
		show: 'option',
	}),
	maxPages: field(whole(1, 10_000).optional(), {
		in: 'form',
		label: 'Max Pages per Poll',
		description: 'Maximum number of pages that one poll reads',
		show: 'option',
	}),
});

/** The fields of the trigger that no operation has. */
export const ownFields = fieldSet({
	...STAKING_FILTERS,
	source: field(choice(['primary', 'subnet', 'evm', 'l1']).optional(), {
		in: 'form',
		label: 'Validators Of',
		description: 'Which validators to watch, and where to read them',
		default: 'primary',
	}),
	path: field(choice(['health', 'liveness', 'readiness']).optional(), {
		in: 'form',
		label: 'Health Check',
		description: 'Which health check of the node to watch',
		default: 'health',
	}),
	startFrom: field(choice(['now', 'dateTime', 'minutes']).optional(), {
		in: 'form',
		label: 'Start From',
		description: 'From when on events are new for the first poll after activation',
		default: 'now',
	}),
	fireFirst: flagField('Fire on First State'),
	leaves: flagField('Fire When a Validator Leaves'),
	activity: flagField('Fire on Activity Change'),
	overlapMinutes: field(numberWithin(0, 1440).optional(), {
		in: 'form',
		label: 'Overlap (Minutes)',
		description: 'How far back each poll reads again',
		default: 15,
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
