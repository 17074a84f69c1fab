import { field } from '../../core/fields/field';
import { fieldSet } from '../../core/fields/fieldSet';
import { whole } from '../../core/fields/inputs';

/** Limits of one poll. */
export const pollFields = fieldSet({
	maxEvents: field(whole(1, 10_000).optional(), {
		in: 'form',
		label: 'Max Events per Poll',
		description:
			'Maximum number of items of one execution; the next polls deliver the rest, in order',
		default: 500,
		show: 'option',
	}),
	maxPages: field(whole(1, 10_000).optional(), {
		in: 'form',
		label: 'Max Pages per Poll',
		description:
			'Maximum number of pages of a list that one poll reads; a backlog takes several polls',
		default: 100,
		show: 'option',
	}),
});
