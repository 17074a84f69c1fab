import { FIRING, type Firing } from '../../../../../core/alertLife/alert';
import { field } from '../../../../../core/fields/field';
import { fieldSet, parseFields } from '../../../../../core/fields/fieldSet';
import { whole } from '../../../../../core/fields/inputs';
import { json } from '../../../../../core/fields/json';
import * as out from '../../../../../core/fields/outputs';
import { preview } from '../../../../../core/fields/preview';
import { isMap } from '../../../../../core/formats/json';
import { HOUR_MS } from '../../../../../core/formats/timeUnits';
import { recordAcknowledgement } from '../../../../AvalancheTrigger/silences';
import { declareComposed } from '../../../../shared/composed';
import { n8nClock } from '../../../../shared/transport';
import { NOT_SILENCED, SILENCES, recordedBy, recordedFlag, refusedValue } from '../recorded';

/** A counterpart of the trigger's option Apply Silences. */

const ID = 'event.acknowledge';

const fields = fieldSet({
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

const RULE =
	'must be an event of an alert that fires, from a trigger with the option Apply Silences: with alertKey, firingSince and the severity info, warning or critical';

/** Acknowledges an alert in the triggers of the workflow. */
export const composed = declareComposed({
	id: ID,
	name: 'Acknowledge',
	action: 'Acknowledge an alert',
	description:
		'Holds further events of an alert until it is worse, resolved, or a time is over, in triggers of this workflow with the option Apply Silences. It sends no request and needs no credential.',
	reference: SILENCES,
	offline: true,
	fields,
	output: out.object(
		out.optionalParts({
			alertKey: out.essential(out.text('Key of the alert')),
			until: out.essential(out.dateTime('End of the acknowledgement')),
			acknowledged: recordedFlag(),
		}),
	),
	async execute(given, { context, itemIndex }) {
		const input = parseFields(fields, given, ID);
		const item = (input.item ?? context.getInputData()[itemIndex].json) as Record<string, unknown>;
		const { alertKey, firingSince, severity } = item;
		const isFiring = FIRING.includes(severity as Firing) && typeof firingSince === 'string';
		if (typeof alertKey !== 'string' || !isFiring) {
			const found = preview({ alertKey, firingSince, severity });
			throw refusedValue(ID, 'item', `"Event" (item) ${RULE}; given: ${found}`);
		}
		const now = n8nClock.now();
		const end = now + input.hours * HOUR_MS;
		const known = { alertKey, firingSince, severity: severity as Firing };
		const task = () => recordAcknowledgement(context, known, now, end);
		const acknowledged = await recordedBy(context, NOT_SILENCED, task);
		return { alertKey, until: new Date(end).toISOString(), acknowledged };
	},
});
