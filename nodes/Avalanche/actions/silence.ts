import type { IExecuteFunctions } from 'n8n-workflow';
import { FIRING, type Firing } from '../../../core/alertLife/alert';
import { LONGEST_SILENCE_MS } from '../../../core/alertLife/rules';
import { Failure } from '../../../core/failure';
import { field } from '../../../core/fields/field';
import { fieldSet, parseFields } from '../../../core/fields/fieldSet';
import { choice, whole, words } from '../../../core/fields/inputs';
import { json } from '../../../core/fields/json';
import { timestamp } from '../../../core/fields/moments';
import * as out from '../../../core/fields/outputs';
import { preview } from '../../../core/fields/preview';
import { isMap } from '../../../core/formats/json';
import { HOUR_MS } from '../../../core/formats/timeUnits';
import { dataResources } from '../../../core/subjects/resources';
import { recordAcknowledgement, silence } from '../../AvalancheTrigger/silences';
import type { Action, ActionForm } from '../../shared/action';
import { locatedIn } from '../../shared/fieldProperties';
import { outputItem } from '../../shared/output';
import { inputFromParameters } from '../../shared/parameters';
import { formProperties } from '../../shared/properties';
import { n8nClock } from '../../shared/transport';

/** The counterparts of the trigger's option Apply Silences. */

const MOST_CHARACTERS = 300;

const silenceFields = fieldSet({
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

const ackFields = fieldSet({
	item: field(json('must be a JSON object', isMap).optional(), {
		in: 'form',
		label: 'Event',
		description:
			'The event as the trigger returned it; the input item if empty. After a node that replaces the items, use an expression that reads the trigger.',
		placeholder: "{{ $('Avalanche Trigger').item.json }}",
		show: 'main',
	}),
	hours: field(whole(1, 72), {
		in: 'form',
		label: 'For (Hours)',
		description: 'Time after which the alert is delivered again if it still fires',
		default: 8,
		show: 'main',
	}),
});

const RECORDED = 'True if it was recorded; false in a manual execution, which records nothing';
const NO_REQUEST = 'It sends no request and needs no credential.';

export const silenceForm: ActionForm = {
	resource: dataResources.event,
	entry: { value: 'silence', name: 'Silence' },
	action: 'Silence events',
	description: `Holds events until a time, in all triggers of this workflow with the option Apply Silences. ${NO_REQUEST}`,
	properties: formProperties(locatedIn(silenceFields)),
	output: out.object(
		out.optionalParts({
			until: out.essential(out.dateTime('End of the silence')),
			silenced: out.essential(out.flag(RECORDED)),
		}),
	),
};

export const acknowledgeForm: ActionForm = {
	resource: dataResources.event,
	entry: { value: 'acknowledge', name: 'Acknowledge' },
	action: 'Acknowledge an alert',
	description: `Holds further events of an alert until it is worse, resolved, or a time is over, in triggers of this workflow with the option Apply Silences. ${NO_REQUEST}`,
	properties: formProperties(locatedIn(ackFields)),
	output: out.object(
		out.optionalParts({
			alertKey: out.essential(out.text('Key of the alert')),
			until: out.essential(out.dateTime('End of the acknowledgement')),
			acknowledged: out.essential(out.flag(RECORDED)),
		}),
	),
};

const IS_MANUAL =
	'A manual execution records no silence and no acknowledgement: those are of the published workflow.';

function refused(field: string, message: string, operation: string): Failure {
	return new Failure({ kind: 'invalid-input', message, field, operation });
}

/** Runs what records, except in a manual execution. */
async function recorded(context: IExecuteFunctions, task: () => Promise<void>): Promise<boolean> {
	if (context.getMode() === 'manual') {
		context.addExecutionHints({ message: IS_MANUAL });
		return false;
	}
	await task();
	return true;
}

const shown = (ms: number) => new Date(ms).toISOString();

export const silenceEvents: Action = {
	async run(run) {
		const operation = 'event.silence';
		const input = parseFields(silenceFields, inputFromParameters(silenceFields, run), operation);
		const { subject, eventType, severity, until } = input;
		const [now, end] = [n8nClock.now(), until * 1_000];
		if (subject === undefined && eventType === undefined && severity === 'any') {
			const rule =
				'is required if "Subject" and "Severity" select nothing: a silence must not hold all';
			throw refused('eventType', `"Event" (eventType) ${rule}`, operation);
		}
		if (end <= now || end > now + LONGEST_SILENCE_MS) {
			const rule = 'must be later than now, and within 30 days';
			throw refused('until', `"Until" (until) ${rule}; given: ${shown(end)}`, operation);
		}
		const what = { subject, event: eventType, ...(severity !== 'any' && { severity }) };
		const { context, itemIndex } = run;
		const silenced = await recorded(context, () => silence(context, what, now, end));
		return [outputItem({ until: shown(end), silenced }, itemIndex)];
	},
};

export const acknowledgeAlert: Action = {
	async run(run) {
		const { context, itemIndex } = run;
		const operation = 'event.acknowledge';
		const input = parseFields(ackFields, inputFromParameters(ackFields, run), operation);
		const item = (input.item ?? context.getInputData()[itemIndex].json) as Record<string, unknown>;
		const { alertKey, firingSince, severity } = item;
		const isFiring = FIRING.includes(severity as Firing) && typeof firingSince === 'string';
		if (typeof alertKey !== 'string' || !isFiring) {
			const rule =
				'must be an event of an alert that fires, from a trigger with the option Apply Silences: with alertKey, firingSince and the severity info, warning or critical';
			const given = preview({ alertKey, firingSince, severity });
			throw refused('item', `"Event" (item) ${rule}; given: ${given}`, operation);
		}
		const now = n8nClock.now();
		const until = now + input.hours * HOUR_MS;
		const known = { alertKey, firingSince, severity: severity as Firing };
		const task = () => recordAcknowledgement(context, known, now, until);
		const acknowledged = await recorded(context, task);
		return [outputItem({ alertKey, until: shown(until), acknowledged }, itemIndex)];
	},
};
