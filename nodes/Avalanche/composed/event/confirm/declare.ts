import type { IExecuteFunctions } from 'n8n-workflow';
import { Failure } from '../../../../../core/failure';
import { field } from '../../../../../core/fields/field';
import { fieldSet } from '../../../../../core/fields/fieldSet';
import { words } from '../../../../../core/fields/inputs';
import * as out from '../../../../../core/fields/outputs';
import { preview } from '../../../../../core/fields/preview';
import { confirm } from '../../../../AvalancheTrigger/confirmations';
import type { Run } from '../../../../shared/action';
import { declareComposed } from '../../../../shared/composed';
import { type Parameters, parametersAt, valuesOf } from '../../../../shared/parameters';
import { recordedBy, recordedFlag, referenceTo } from '../recorded';

/** The counterpart of the trigger's option Deliver until Confirmed. */

const ID = 'event.confirm';

/** More characters than an id of an event has. */
const MOST_CHARACTERS = 1_000;

const fields = fieldSet({
	eventId: field(words(MOST_CHARACTERS).optional(), {
		in: 'form',
		label: 'Event ID',
		description:
			'The ID of the event as the trigger returned it; the ID of the input item if empty. After a node that replaces the items, use an expression that reads the trigger.',
		placeholder: "{{ $('Avalanche Trigger').item.json.id }}",
		show: 'main',
	}),
});

const NO_TRIGGER =
	'The operation must come after an Avalanche Trigger in the same workflow: n8n keeps what is confirmed for each workflow';
const IS_OFF =
	'Deliver until Confirmed is off in the trigger: its events are delivered once, and Confirm has no effect.';
const IS_MANUAL =
	'A manual execution confirms no events: the trigger delivers them to the published workflow.';

/** The trigger that started the execution, by its name. */
function triggerBefore(context: IExecuteFunctions, itemIndex: number) {
	const before = context.getParentNodes(context.getNode().name, { includeNodeParameters: true });
	const triggers = before.filter(
		({ type, disabled }) => !disabled && type.endsWith('.avalancheTrigger'),
	);
	if (triggers.length < 2) return triggers[0];
	const { $: nodeNamed } = context.getWorkflowDataProxy(itemIndex);
	return triggers.find(({ name }) => (nodeNamed as NodeNamed)(name).isExecuted);
}

type NodeNamed = (name: string) => { isExecuted: boolean };

/** The id of the event of one item. Throws `Failure` that names the field. */
function idFor(context: IExecuteFunctions, itemIndex: number, parameters: Parameters): string {
	const { eventId = context.getInputData()[itemIndex].json.id } = valuesOf(fields, parameters, ID);
	if (typeof eventId === 'string' && eventId !== '') return eventId;
	const message = `"Event ID" (eventId) is required: the input item must have the id of an event as text; given: ${preview(eventId)}`;
	throw new Failure({ kind: 'invalid-input', message, field: 'eventId' });
}

/** The ids of all items that have one; the run of an item without one fails. */
function idsOf(context: IExecuteFunctions): string[] {
	return context.getInputData().flatMap((_, itemIndex) => {
		try {
			return [idFor(context, itemIndex, parametersAt(context, itemIndex))];
		} catch {
			return [];
		}
	});
}

/** The record of each execution: all of its items are recorded together. */
const records = new WeakMap<IExecuteFunctions, Promise<boolean>>();

async function record({ context, itemIndex }: Run): Promise<void> {
	const trigger = triggerBefore(context, itemIndex);
	if (!trigger) {
		throw new Failure({ kind: 'invalid-input', message: NO_TRIGGER, operation: ID });
	}
	const options = trigger.parameters?.options as { untilConfirmed?: unknown } | undefined;
	if (!options?.untilConfirmed) context.addExecutionHints({ message: IS_OFF });
	await confirm(context, trigger.name, idsOf(context));
}

/** Records the ids of events as confirmed. */
export const composed = declareComposed({
	id: ID,
	name: 'Confirm',
	action: 'Confirm an event',
	description:
		'Records that the workflow has processed an event, so that Avalanche Trigger with the option Deliver until Confirmed does not deliver it again: add it as the last node. It sends no request and needs no credential.',
	reference: referenceTo('[Deliver until Confirmed](../triggers.md#deliver-until-confirmed)'),
	offline: true,
	fields,
	output: out.object(
		out.optionalParts({
			eventId: out.essential(out.text('ID of the event')),
			confirmed: recordedFlag(),
		}),
	),
	async execute(_, run) {
		const { context, itemIndex } = run;
		const eventId = idFor(context, itemIndex, run);
		const recorded = records.get(context) ?? recordedBy(context, IS_MANUAL, () => record(run));
		records.set(context, recorded);
		return { eventId, confirmed: await recorded };
	},
});
