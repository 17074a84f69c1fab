import type { AnyClient } from '../../core/clientTypes';
import { saidOfSkipped } from '../../core/events/unreadable';
import { isFailure } from '../../core/failure';
import type { Clock } from '../../core/protocol/ports';
import { isAlwaysReported, repairEvents } from '../../core/webhooks/repairs';
import {
	keepWebhooks,
	type Registered,
	removeWebhooks,
	sharedSecret,
	type UpkeepResult,
} from '../../core/subjects/events/shared/webhookUpkeep';
import { collect } from '../notify/collect';
import { instants } from '../notify/events';
import type { WebhookSettings } from '../notify/settings';
import { HandlerError, toHandlerError } from '../shared/errors';
import type { Telemetry } from '../shared/telemetry';
import type { CheckReport } from '../types';
import type { Outbox } from './outbox';
import type { RegisteredByName, Registry } from './registry';

/**
 * The check of all webhooks: registers and repairs them, and reads events whose message was lost from
 * the lists of the service, since its own position.
 */

export interface CheckOptions {
	webhooks: readonly WebhookSettings[];
	registry: Registry;
	outbox: Outbox;
	client: AnyClient;
	clock: Clock;
	telemetry: Pick<Telemetry, 'logger' | 'measure'>;
	/** URL of this function, with a slash at its end. The name of the settings follows. */
	url: string;
	/** Unix milliseconds: no list is read after it. */
	deadline: number;
}

/** The check of one entry of the settings. */
type CheckedWebhook = CheckReport['webhooks'][number];

const MAX_EVENTS = 200;
const MAX_PAGES = 50;

/** Checks all entries. One that fails does not affect the others. Throws if the table fails. */
export async function check(options: CheckOptions): Promise<CheckedWebhook[]> {
	const { webhooks, registry, clock, deadline } = options;
	const registered = await registry.webhooks();
	const checked = await removeGone(registered, options);
	for (const [at, entry] of webhooks.entries()) {
		const now = clock.now();
		const share = now + (deadline - now) / (webhooks.length - at);
		checked.push(await checkOne(entry, registered[entry.name], share, options));
	}
	return checked;
}

/** Notes a failure of the service in the result; throws any other error. */
function failed(result: CheckedWebhook, error: unknown, { telemetry }: CheckOptions): void {
	if (!isFailure(error) && !(error instanceof HandlerError)) throw error;
	const handled = toHandlerError(error);
	telemetry.measure('FailedChecks');
	telemetry.logger.error(`The check of ${result.name} failed`, handled);
	result.error ??= `${handled.name}: ${handled.message}`;
}

async function checkOne(
	entry: WebhookSettings,
	registered: Registered | undefined,
	deadline: number,
	options: CheckOptions,
): Promise<CheckedWebhook> {
	const result = nothingDone(entry.name);
	const gather = async () => {
		const { events, unfinished } = await collected(entry, deadline, options);
		result.events += events;
		result.unfinished = unfinished;
	};
	// First the position, then the webhooks: what happens while they are set up is found.
	await gather().catch((error: unknown) => failed(result, error, options));
	try {
		const { repairs, failure } = await repaired(entry, registered, deadline, options);
		result.repairs = repairs;
		if (repairs.length > 0) await gather();
		if (failure) failed(result, failure, options);
	} catch (error) {
		failed(result, error, options);
	}
	return result;
}

const nothingDone = (name: string): CheckedWebhook => {
	return { name, repairs: [], events: 0, unfinished: false };
};

/**
 * Removes the webhooks of names that the settings do not have any more, also of those that the table
 * does not know: all that leads to this function is its own.
 */
async function removeGone(
	registered: RegisteredByName,
	options: CheckOptions,
): Promise<CheckedWebhook[]> {
	const { webhooks, url: base, client, registry, telemetry } = options;
	const names = new Set(webhooks.map(({ name }) => name));
	const isGone = (name: string) => name !== '' && !name.includes('/') && !names.has(name);
	const gone = new Map<string, CheckedWebhook>();
	const resultOf = (name: string) => {
		const result = gone.get(name) ?? nothingDone(name);
		gone.set(name, result);
		return result;
	};
	for (const name of Object.keys(registered)) if (isGone(name)) resultOf(name);
	try {
		const isOne = (url: string) => url.startsWith(base) && isGone(url.slice(base.length));
		for (const { id, url } of await removeWebhooks(client, isOne)) {
			const name = url.slice(base.length);
			resultOf(name).repairs.push({ id, what: 'removed' });
			telemetry.logger.info(`Webhook ${name}: removed`, { webhookId: id });
		}
		const isKept = ([name]: [string, Registered]) => !isGone(name);
		await registry.changeWebhooks((all) => Object.fromEntries(Object.entries(all).filter(isKept)));
	} catch (error) {
		for (const result of gone.values()) failed(result, error, options);
		if (gone.size === 0 && !isFailure(error)) throw error;
	}
	return [...gone.values()];
}

/** Reads the list behind the event, if there is one. */
async function collected(
	{ name, event, settings }: WebhookSettings,
	deadline: number,
	{ outbox, client, clock, telemetry }: CheckOptions,
): Promise<{ events: number; unfinished: boolean }> {
	const { polled } = await instants[event]();
	if (!polled) return { events: 0, unfinished: false };
	const limits = { deadline, maxEvents: MAX_EVENTS, maxPages: MAX_PAGES };
	const source = { ...settings.polled, name, event: polled.value };
	const poll = { client, clock, ...limits };
	const { skipped, ...found } = await collect(source, { ...outbox.options, poll });
	if (skipped) {
		telemetry.logger.warn(`Webhook ${name}: ${saidOfSkipped(skipped)}`);
		telemetry.measure('SkippedRecords', skipped.length);
	}
	return found;
}

/** Registers and repairs the webhooks of an entry. Throws `Failure` if the service cannot be read. */
async function repaired(
	entry: WebhookSettings,
	known: Registered | undefined,
	deadline: number,
	options: CheckOptions,
): Promise<Pick<UpkeepResult, 'repairs' | 'failure'>> {
	const { registry, outbox, client, clock, telemetry, url: base } = options;
	const { name, event, settings, reportRepairs, takeOver } = entry;
	const instant = await instants[event]();
	const url = `${base}${name}`;
	if (!known) await sharedSecret(client);
	const { registered, repairs, failure } = await keepWebhooks(client, {
		...{ wanted: instant.webhooks(settings), registered: known, url, takeOver },
	});
	await registry.changeWebhooks((webhooks) => ({ ...webhooks, [name]: registered }));
	for (const { id, what } of repairs) {
		telemetry.logger.info(`Webhook ${name}: ${what}`, { webhookId: id });
	}
	// The first registration is not a repair: it can find a webhook that was removed earlier.
	const healed = known ? repairs : [];
	const inactive = healed.filter(({ what }) => what === 'reactivated').length;
	telemetry.measure('InactiveWebhooks', inactive);
	const reported = reportRepairs ? healed : healed.filter(isAlwaysReported);
	const hasList = instant.polled !== undefined;
	await outbox.put(name, repairEvents(reported, { name, at: clock.now(), hasList }), deadline);
	return { repairs, failure };
}
