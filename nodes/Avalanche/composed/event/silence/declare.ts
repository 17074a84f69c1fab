import { FIRING } from '../../../../../core/alertLife/alert';
import { LONGEST_SILENCE_MS } from '../../../../../core/alertLife/rules';
import { field } from '../../../../../core/fields/field';
import { fieldSet, parseFields } from '../../../../../core/fields/fieldSet';
import { choice, words } from '../../../../../core/fields/inputs';
import { timestamp } from '../../../../../core/fields/moments';
import * as out from '../../../../../core/fields/outputs';
import { silence } from '../../../../AvalancheTrigger/silences';
import { declareComposed } from '../../../../shared/composed';
import { n8nClock } from '../../../../shared/transport';
import { NOT_SILENCED, SILENCES, recordedBy, recordedFlag, refusedValue } from '../recorded';

/** A counterpart of the trigger's option Apply Silences. */

const ID = 'event.silence';
const MOST_CHARACTERS = 300;

const fields = fieldSet({
	subject: field(words(MOST_CHARACTERS).optional(), {
		in: 'form',
		label: 'Subject',
		description: 'The subject of the events to hold, as in their column subject; any if empty',
		placeholder: 'NodeID-CHLbAWJpSYBvk4NM1X63V2R2NbmxT8MTf',
		show: 'main',
	}),
	eventType: field(words(MOST_CHARACTERS).optional(), {
		in: 'form',
		label: 'Event',
		description: 'The kind of the events to hold, as in their column event; any if empty',
		placeholder: 'validator.uptime',
		show: 'main',
	}),
	severity: field(
		choice(
			['any', ...FIRING],
			[
				{ value: 'any', name: 'Any but Critical', description: 'Critical events are not held' },
				{ value: 'info', name: 'Info', description: 'Events with severity info only' },
				{ value: 'warning', name: 'Warning', description: 'Events with severity warning only' },
				{ value: 'critical', name: 'Critical', description: 'Events with severity critical only' },
			],
		),
		{
			in: 'form',
			label: 'Severity',
			description: 'The severity of the events to hold; critical ones are held by their name only',
			default: 'any',
			show: 'main',
		},
	),
	until: field(timestamp(), {
		in: 'form',
		label: 'Until',
		description:
			'End of the silence as a date-time or Unix seconds, at most 30 days from now, rounded up to a quarter of an hour',
		placeholder: '{{ $now.plus({ hours: 5 }) }}',
		show: 'main',
	}),
});

const iso = (ms: number) => new Date(ms).toISOString();

/** Silences events in the triggers of the workflow. */
export const composed = declareComposed({
	id: ID,
	name: 'Silence',
	action: 'Silence events',
	description:
		'Holds events until a time, in all triggers of this workflow with the option Apply Silences. It sends no request and needs no credential.',
	reference: SILENCES,
	offline: true,
	fields,
	output: out.object(
		out.optionalParts({
			until: out.essential(out.dateTime('End of the silence')),
			silenced: recordedFlag(),
		}),
	),
	async execute(given, { context }) {
		const { subject, eventType, severity, until } = parseFields(fields, given, ID);
		const [now, end] = [n8nClock.now(), until * 1_000];
		if (subject === undefined && eventType === undefined && severity === 'any') {
			const rule =
				'is required if "Subject" and "Severity" select nothing: a silence must not hold all';
			throw refusedValue(ID, 'eventType', `"Event" (eventType) ${rule}`);
		}
		if (end <= now || end > now + LONGEST_SILENCE_MS) {
			const rule = 'must be later than now, and within 30 days';
			throw refusedValue(ID, 'until', `"Until" (until) ${rule}; given: ${iso(end)}`);
		}
		const what = { subject, event: eventType, ...(severity !== 'any' && { severity }) };
		const task = () => silence(context, what, now, end);
		return { until: iso(end), silenced: await recordedBy(context, NOT_SILENCED, task) };
	},
});
