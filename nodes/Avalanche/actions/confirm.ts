import type { IExecuteFunctions } from 'n8n-workflow';
import { Failure } from '../../../core/failure';
import { field } from '../../../core/fields/field';
import { fieldSet } from '../../../core/fields/fieldSet';
import { words } from '../../../core/fields/inputs';
import * as out from '../../../core/fields/outputs';
import { preview } from '../../../core/fields/preview';
import { dataResources } from '../../../core/subjects/resources';
import { confirm } from '../../AvalancheTrigger/confirmations';
import type { Action, ActionForm, Run } from '../../shared/action';
import { locatedIn } from '../../shared/fieldProperties';
import { outputItem } from '../../shared/output';
import { type Parameters, parametersOf, valuesOf } from '../../shared/parameters';
import { formProperties } from '../../shared/properties';

/** The counterpart of the trigger's option Deliver until Confirmed. */

const SUBJECT = 'event.confirm';

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

/** The form of the operation in the node's menu. */
export const confirmForm: ActionForm = {
	resource: dataResources.event,
	entry: { value: 'confirm', name: 'Confirm' },
	action: 'Confirm an event',
	description:
		'Records that the workflow has processed an event, so that Avalanche Trigger with the option Deliver until Confirmed does not deliver it again: add it as the last node. It sends no request and needs no credential.',
	properties: formProperties(locatedIn(fields)),
	output: out.object(
		out.optionalParts({
			eventId: out.essential(out.text('ID of the event')),
			confirmed: out.essential(
				out.flag('True if it was recorded; false in a manual execution, which records nothing'),
			),
		}),
	),
};

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
	const { eventId = context.getInputData()[itemIndex].json.id } = valuesOf(
		fields,
		parameters,
		SUBJECT,
	);
	if (typeof eventId === 'string' && eventId !== '') return eventId;
	const message = `"Event ID" (eventId) is required: the input item must have the id of an event as text; given: ${preview(eventId)}`;
	throw new Failure({ kind: 'invalid-input', message, field: 'eventId' });
}

/** The ids of all items that have one; the run of an item without one fails. */
function idsOf(context: IExecuteFunctions): string[] {
	return context.getInputData().flatMap((_, itemIndex) => {
		const parameters = parametersOf(
			(name, fallback, options) =>
				context.getNodeParameter(name, itemIndex, fallback, options) as unknown,
		);
		try {
			return [idFor(context, itemIndex, parameters)];
		} catch {
			return [];
		}
	});
}

/** The record of each execution: all of its items are recorded together. */
const records = new WeakMap<IExecuteFunctions, Promise<boolean>>();

async function recorded({ context, itemIndex }: Run): Promise<boolean> {
	if (context.getMode() === 'manual') {
		context.addExecutionHints({ message: IS_MANUAL });
		return false;
	}
	const trigger = triggerBefore(context, itemIndex);
	if (!trigger) {
		throw new Failure({ kind: 'invalid-input', message: NO_TRIGGER, operation: SUBJECT });
	}
	const options = trigger.parameters?.options as { untilConfirmed?: unknown } | undefined;
	if (!options?.untilConfirmed) context.addExecutionHints({ message: IS_OFF });
	await confirm(context, trigger.name, idsOf(context));
	return true;
}

/** Records the ids of events as confirmed. */
export const confirmEvent: Action = {
	async run(run) {
		const { context, itemIndex } = run;
		const eventId = idFor(context, itemIndex, run);
		const record = records.get(context) ?? recorded(run);
		records.set(context, record);
		return [outputItem({ eventId, confirmed: await record }, itemIndex)];
	},
};
