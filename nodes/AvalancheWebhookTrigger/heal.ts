import type { IDataObject, INode, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { isFailure } from '../../core/failure';
import { missingFields } from '../../core/protocol/missing';
import { repairEvents } from '../../core/webhooks/repairs';
import { keepWebhooks } from '../../subjects/events/shared/webhookUpkeep';
import { isActivation } from '../AvalancheTrigger/beginning';
import { pollContextOf, poll } from '../AvalancheTrigger/poll';
import { type Beginning, type Watch, beginningOf } from '../AvalancheTrigger/settings';
import { nodeError } from '../shared/errors';
import { n8nClock } from '../shared/transport';
import { ownUrl, register, registeredIn } from './registered';
import { type Instant, formOf, instantOfForm } from './settings';
import { type DatedRepair, takeRepairs, wereMissing } from './unreported';

/**
 * The check of a node: repairs its webhooks, and finds events whose message was lost, by the list of
 * the service, since the position of the last check.
 */

/**
 * Repairs the webhooks. Returns what was done, also by the latest start of n8n. Throws `Failure`.
 */
async function repaired(context: IPollFunctions, instant: Instant): Promise<DatedRepair[]> {
	const { event, settings } = instant;
	const lacking = missingFields();
	const { client } = await pollContextOf(context, lacking.report);
	const { ids: known, url } = registeredIn(context, 'production');
	const { ids, repairs, missing } = await keepWebhooks(client, {
		wanted: event.webhooks(settings),
		known,
		url,
		// A poll does not know the URL of the node: that of its registration, or what leads to the node.
		isOwn: ownUrl(context, 'production'),
		create: true,
	});
	const said = lacking.said();
	if (said !== undefined) context.logger.warn(`${context.getNode().name}: ${said}`);
	if (missing === 0) register(context, 'production', { ids, ...(url !== undefined && { url }) });
	// A check can run while n8n registers the webhooks.
	if (wereMissing(context, missing > 0) && missing > 0) {
		context.logger.warn(
			`${context.getNode().name}: ${missing} webhooks are missing: publish the workflow again`,
		);
	}
	const at = n8nClock.now();
	return [...takeRepairs(context), ...repairs.map((repair) => ({ ...repair, at }))];
}

/** The items about repairs, each with its id. */
function reportsOf(
	{ name }: INode,
	repairs: readonly DatedRepair[],
	hasList: boolean,
): INodeExecutionData[] {
	return repairs
		.flatMap(({ at, ...repair }) => repairEvents([repair], { name, at, hasList }))
		.map(({ id, data }) => ({ json: data as IDataObject, event: { ids: [id] } as IDataObject }));
}

/** The list of lost messages as the polling trigger reads it. */
function watchOfForm(context: IPollFunctions, now: number, beginning: Beginning = 'form'): Watch {
	const { event, settings } = instantOfForm(formOf(context));
	const polled = event.polled as NonNullable<typeof event.polled>;
	return {
		event: polled,
		settings: {
			...settings.polled,
			...beginningOf(polled.fields, settings.polled, now, beginning),
		},
		tellsFirst: false,
	};
}

/** One check. */
export async function heal(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const node = context.getNode();
	let instant: Instant;
	try {
		instant = instantOfForm(formOf(context));
	} catch (error) {
		throw nodeError(node, error);
	}
	const hasList = instant.event.polled !== undefined && !instant.isRaw;
	let repairs: DatedRepair[] = [];
	let failure: unknown;
	// At activation, n8n calls the hooks, which repair the webhooks.
	const activation = isActivation(context);
	if (context.getMode() !== 'manual' && !activation) {
		try {
			repairs = await repaired(context, instant);
		} catch (error) {
			if (!isFailure(error)) throw nodeError(node, error);
			failure = error;
			context.logger.warn(`${node.name}: the webhook could not be checked: ${error.message}`);
		}
	}
	for (const { id, what } of repairs) context.logger.info(`${node.name}: webhook ${id} ${what}`);
	const reports = instant.reportsRepairs ? reportsOf(node, repairs, hasList) : [];
	if (!hasList) {
		if (failure !== undefined) throw nodeError(node, failure);
		return reports.length > 0 ? [reports] : null;
	}
	const found = await poll(context, watchOfForm, activation);
	const items = [...reports, ...(found?.[0] ?? [])];
	return items.length > 0 ? [items] : null;
}
