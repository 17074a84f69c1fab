import type { IHookFunctions } from 'n8n-workflow';
import type { AnyClient } from '../../core/client';
import { Failure } from '../../core/failure';
import type { PollContext } from '../../core/events/event';
import { checkReachable } from '../../core/protocol/reachable';
import {
	keepWebhooks,
	removeWebhooks,
	sharedSecret,
} from '../../core/subjects/events/shared/webhookUpkeep';
import type { Repair } from '../../core/webhooks/repairs';
import { isPublished } from '../AvalancheTrigger/beginning';
import { hasState, storeBaseline } from '../AvalancheTrigger/memory';
import { clientFor } from '../shared/client';
import { nodeError } from '../shared/errors';
import { n8nClock } from '../shared/transport';
import { type Purpose, alone, kinUrl, noteUrl, register, registeredIn } from './registered';
import { formOf, instantOfForm } from './settings';
import { leaveRepairs } from './unreported';

/** Registers and removes the webhooks of a node, when n8n asks for it. */

const BASELINE_MS = 60_000;
const WHAT_TO_SET =
	"Set n8n's public https URL in its environment variable N8N_WEBHOOK_URL (WEBHOOK_URL in older versions), or use a tunnel: docs/webhooks.md shows how.";

const isTest = (context: IHookFunctions) => context.getMode() === 'manual';

function purposeOf(context: IHookFunctions): Purpose {
	return isTest(context) ? 'test' : 'production';
}

function urlOf(context: IHookFunctions): string {
	const url = context.getNodeWebhookUrl('default');
	if (url !== undefined) return url;
	throw new Failure({ kind: 'invalid-input', message: 'n8n has no webhook URL for this node' });
}

/** Makes the webhooks what the form says. Throws `Failure`. */
async function keep(context: IHookFunctions, client: AnyClient, url: string): Promise<void> {
	const { event, settings, takesOver: takeOver } = instantOfForm(formOf(context));
	const purpose = purposeOf(context);
	const wanted = event.webhooks(settings);
	if (purpose === 'production') await takeBaseline(context, client);
	await sharedSecret(client);
	const before = registeredIn(context, purpose);
	const { registered, repairs, failure } = await keepWebhooks(client, {
		...{ wanted, url, takeOver },
		registered: before,
		isKin: kinUrl(context, purpose),
	});
	register(context, purpose, registered);
	if (purpose === 'production') {
		noteUrl(context, url);
		// A publication also activates webhooks that an earlier one has left inactive. Where n8n publishes at
		// its start, by its command, there was nothing to repair either.
		const isFirst = isPublished(context) || before === undefined;
		const isNews = isFirst ? hasUrls : () => true;
		const at = n8nClock.now();
		leaveRepairs(
			context,
			repairs.filter(isNews).map((repair) => ({ ...repair, at })),
		);
	}
	if (failure) throw failure;
}

const hasUrls = ({ urls }: Repair) => urls !== undefined;

/** Removes what a failed publication has made; the failure of the publication is the one to report. */
async function undone(context: IHookFunctions, client: AnyClient, url: string): Promise<void> {
	try {
		await removeWebhooks(client, (one) => one === url);
		register(context, purposeOf(context));
	} catch (error) {
		context.logger.warn(`${context.getNode().name}: ${(error as Error).message}`);
	}
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

/** Creates, repairs and removes webhooks, until they are what the form says. */
export async function create(context: IHookFunctions): Promise<boolean> {
	let undo: (() => Promise<void>) | undefined;
	try {
		const client = await clientFor(context);
		const url = urlOf(context);
		checkReachable({ url, dataUrl: client.access('data').url, hint: WHAT_TO_SET });
		// A webhook that is not published is not left active. At a start of n8n it is still published.
		if (isPublished(context) || isTest(context)) {
			undo = async () => await undone(context, client, url);
		}
		await alone(context, async () => await keep(context, client, url));
		return true;
	} catch (error) {
		await undo?.();
		throw nodeError(context.getNode(), error);
	}
}

/** Removes the webhooks of this n8n. */
export async function remove(context: IHookFunctions): Promise<boolean> {
	try {
		const url = urlOf(context);
		const client = await clientFor(context);
		await alone(context, async () => await removeWebhooks(client, (one) => one === url));
		register(context, purposeOf(context));
		return true;
	} catch (error) {
		throw nodeError(context.getNode(), error);
	}
}
