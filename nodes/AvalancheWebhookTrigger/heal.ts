import type { IDataObject, INode, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { type Failure, isFailure } from '../../core/failure';
import { missingFields } from '../../core/protocol/missing';
import { isAlwaysReported, repairEvents } from '../../core/webhooks/repairs';
import { keepWebhooks } from '../../core/subjects/events/shared/webhookUpkeep';
import { isActivation } from '../AvalancheTrigger/beginning';
import { pollContextOf, poll } from '../AvalancheTrigger/poll';
import { type Beginning, type Watch, beginningOf } from '../AvalancheTrigger/settings';
import { nodeError } from '../shared/errors';
import { n8nClock } from '../shared/transport';
import { alone, kinUrl, notedUrl, register, registeredIn } from './registered';
import { type Instant, formOf, instantOfForm } from './settings';
import { type DatedRepair, takeRepairs, wasUnknown } from './unreported';

/**
 * The check of a node: repairs its webhooks, and finds events whose message was lost, by the list of
 * the service, since the position of the last check.
 */

/**
 * Repairs the webhooks. Returns what was done, also by the latest start of n8n, and what failed.
 * Throws `Failure` if the service cannot be read.
 */
async function repaired(
	context: IPollFunctions,
	instant: Instant,
): Promise<{ repairs: DatedRepair[]; failure?: Failure }> {
	const url = notedUrl(context);
	// A check can run while n8n registers the webhooks.
	if (wasUnknown(context, url === undefined) && url === undefined) {
		context.logger.warn(
			`${context.getNode().name}: its webhooks are not known: publish the workflow again`,
		);
	}
	if (url === undefined) return { repairs: [] };
	const { event, settings } = instant;
	const lacking = missingFields();
	const { client } = await pollContextOf(context, lacking.report);
	const { repairs, failure } = await alone(context, async () => {
		const result = await keepWebhooks(client, {
			...{ wanted: event.webhooks(settings), url },
			registered: registeredIn(context, 'production'),
			isKin: kinUrl(context, 'production'),
		});
		register(context, 'production', result.registered);
		return result;
	});
	const said = lacking.said();
	if (said !== undefined) context.logger.warn(`${context.getNode().name}: ${said}`);
	const at = n8nClock.now();
	return { repairs: repairs.map((repair) => ({ ...repair, at })), failure };
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
	const repairs: DatedRepair[] = [];
	let failure: Failure | undefined;
	// At activation, n8n calls the hooks, which repair the webhooks.
	const activation = isActivation(context);
	if (context.getMode() !== 'manual' && !activation) {
		try {
			const result = await repaired(context, instant);
			repairs.push(...result.repairs);
			({ failure } = result);
		} catch (error) {
			if (!isFailure(error)) throw nodeError(node, error);
			failure = error;
		}
		repairs.unshift(...takeRepairs(context));
	}
	if (failure) context.logger.warn(`${node.name}: the webhooks are not whole: ${failure.message}`);
	for (const { id, what } of repairs) context.logger.info(`${node.name}: webhook ${id} ${what}`);
	const reported = instant.reportsRepairs ? repairs : repairs.filter(isAlwaysReported);
	const reports = reportsOf(node, reported, hasList);
	if (!hasList) {
		if (failure && reports.length === 0) throw nodeError(node, failure);
		return reports.length > 0 ? [reports] : null;
	}
	const found = await poll(context, watchOfForm, activation);
	const items = [...reports, ...(found?.[0] ?? [])];
	return items.length > 0 ? [items] : null;
}
