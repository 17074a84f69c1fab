import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { isFailure } from '../../core/failure';
import { missingFields } from '../../core/protocol/missing';
import type { PollContext } from '../../core/events/event';
import { webhookMessageOf } from '../../core/webhooks/message';
import { ALL_KNOWN, asPoll, handedMark, newOnes, asHandedOn } from '../AvalancheTrigger/handOn';
import { pollContextOf } from '../AvalancheTrigger/poll';
import { nodeError } from '../shared/errors';
import { unappliedIn } from '../shared/unapplied';
import { type Instant, formOf, instantOfForm } from './settings';

/**
 * The part of the node that runs inside an execution: it turns a message into items, and drops those
 * that an earlier message or check has delivered. n8n would lose what `webhook()` writes down.
 */

const LEFT =
	'The service does not have the record of this message yet, or could not be read: the next check of the node returns the item.';

/** The items of a message, each with the ids by which it is known. */
async function itemsOf(
	context: IExecuteFunctions,
	instant: Instant,
	given: unknown,
	pollContext: PollContext,
): Promise<INodeExecutionData[]> {
	const { event, settings, isRaw, key, itemOf } = instant;
	const message = webhookMessageOf(given);
	if (isRaw) {
		const ids = [`message:${message.messageId}`];
		return [{ json: given as IDataObject, event: { ids } }];
	}
	try {
		const { events, missing } = await event.eventsOf(message, settings, pollContext);
		if (missing !== undefined) context.addExecutionHints({ message: LEFT });
		return events.map(({ id, data }) => ({
			json: itemOf(data),
			event: { ids: [`${key}:${id}`] },
		}));
	} catch (error) {
		// A check finds the event in the list of the service.
		if (!isFailure(error) || !event.polled || error.kind === 'invalid-input') {
			throw nodeError(context.getNode(), error);
		}
		context.logger.warn(`${context.getNode().name}: ${error.message}`);
		context.addExecutionHints({ message: LEFT });
		return [];
	}
}

/** The items that an execution hands to the workflow. */
export async function handOver(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const mode = context.getMode();
	try {
		const form = formOf(asPoll(context));
		const instant = instantOfForm(form);
		const lacking = missingFields();
		const pollContext = await pollContextOf(asPoll(context), lacking.report);
		const items: INodeExecutionData[] = [];
		for (const item of context.getInputData()) {
			const { message } = item.json;
			const isMessage = handedMark(item).ids.length === 0 && message !== undefined;
			if (isMessage) items.push(...(await itemsOf(context, instant, message, pollContext)));
			else items.push(item);
		}
		const own = [lacking.said(), unappliedIn(instant.event.fields, form)];
		const hints = [...items.flatMap((item) => handedMark(item).hints ?? []), ...own];
		for (const hint of new Set(hints)) {
			if (hint !== undefined) context.addExecutionHints({ message: hint });
		}
		// A test and a retried execution return all items, as their user expects them.
		const isNew = mode === 'trigger' || mode === 'webhook';
		const fresh = isNew ? await newOnes(context, items) : items;
		if (fresh.length === 0 && items.length > 0) context.addExecutionHints({ message: ALL_KNOWN });
		return [fresh.map(asHandedOn)];
	} catch (error) {
		throw nodeError(context.getNode(), error);
	}
}
