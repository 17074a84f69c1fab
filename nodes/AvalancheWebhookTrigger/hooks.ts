import type { IHookFunctions } from 'n8n-workflow';
import type { AnyClient } from '../../core/client';
import { Failure } from '../../core/failure';
import type { PollContext } from '../../core/events/event';
import { checkReachable } from '../../core/webhooks/reachable';
import type { Repair } from '../../core/webhooks/repairs';
import {
	keepWebhooks,
	removeWebhooks,
	sharedSecret,
} from '../../subjects/events/shared/webhookUpkeep';
import { isPublished } from '../AvalancheTrigger/beginning';
import { hasState, storeBaseline } from '../AvalancheTrigger/memory';
import { clientFor } from '../shared/client';
import { nodeError } from '../shared/errors';
import { n8nClock } from '../shared/transport';
import { type Purpose, ownUrl, register, registeredIn } from './registered';
import { formOf, instantOfForm } from './settings';
import { leaveRepairs } from './unreported';

/** Registers and removes the webhooks of a node, when n8n asks for it. */

const BASELINE_MS = 60_000;
/** Repairs of webhooks that did not deliver. */
const LOST: ReadonlySet<Repair['what']> = new Set(['reactivated', 'redirected']);
const WHAT_TO_SET =
	"Set n8n's public https URL in its environment variable N8N_WEBHOOK_URL (WEBHOOK_URL in older versions), or use a tunnel: docs/webhooks.md shows how.";

function purposeOf(context: IHookFunctions): Purpose {
	return context.getMode() === 'manual' ? 'test' : 'production';
}

function urlOf(context: IHookFunctions): string {
	const url = context.getNodeWebhookUrl('default');
	if (url !== undefined) return url;
	throw new Failure({ kind: 'invalid-input', message: 'n8n has no webhook URL for this node' });
}

/** Makes the webhooks what the form says. Returns the number of those that are missing. */
async function kept(context: IHookFunctions, create: boolean): Promise<number> {
	const { event, settings } = instantOfForm(formOf(context));
	const client = await clientFor(context);
	const url = urlOf(context);
	checkReachable({ url, dataUrl: client.access('data').url, hint: WHAT_TO_SET });
	const purpose = purposeOf(context);
	const { ids: known } = registeredIn(context, purpose);
	const wanted = event.webhooks(settings);
	if (create && purpose === 'production') await takeBaseline(context, client);
	if (create) await sharedSecret(client);
	const isOwn = ownUrl(context, purpose);
	const { ids, repairs, missing } = await keepWebhooks(client, {
		wanted,
		known,
		url,
		isOwn,
		create,
	});
	const at = n8nClock.now();
	// A publication also activates webhooks that an earlier one has left inactive: these were not lost.
	const lost = isPublished(context) ? [] : repairs.filter(({ what }) => LOST.has(what));
	leaveRepairs(
		context,
		lost.map((repair) => ({ ...repair, at })),
	);
	register(context, purpose, { ids: missing > 0 ? known : ids, url });
	return missing;
}

/**
 * The position from which checks look for lost messages, before the webhooks exist: what happens while
 * the service sets them up is found.
 */
async function takeBaseline(context: IHookFunctions, client: AnyClient): Promise<void> {
	const { event, settings, key, isRaw } = instantOfForm(formOf(context));
	if (isRaw || !event.polled || hasState(context, key)) return;
	const limits = { maxEvents: 1, maxPages: 100, deadline: n8nClock.now() + BASELINE_MS };
	const pollContext: PollContext = { client, clock: n8nClock, ...limits };
	const { state } = await event.polled.source.poll(settings.polled, undefined, pollContext);
	storeBaseline(context, state);
}

/** True if all webhooks exist; those that differ are repaired. */
export async function checkExists(context: IHookFunctions): Promise<boolean> {
	try {
		return (await kept(context, false)) === 0;
	} catch (error) {
		throw nodeError(context.getNode(), error);
	}
}

/** Creates the webhooks that are missing. */
export async function create(context: IHookFunctions): Promise<boolean> {
	try {
		return (await kept(context, true)) === 0;
	} catch (error) {
		throw nodeError(context.getNode(), error);
	}
}

/** Removes the webhooks. */
export async function remove(context: IHookFunctions): Promise<boolean> {
	const purpose = purposeOf(context);
	try {
		const client = await clientFor(context);
		const { ids: known, url = urlOf(context) } = registeredIn(context, purpose);
		await removeWebhooks(client, { known, url, isOwn: ownUrl(context, purpose) });
		register(context, purpose, { ids: [] });
		return true;
	} catch (error) {
		throw nodeError(context.getNode(), error);
	}
}
