import type { AnyClient } from '../../core/clientTypes';
import type { NetworkEvent, PollContext } from '../../core/events/event';
import { isFailure } from '../../core/failure';
import type { Clock } from '../../core/protocol/ports';
import { type WebhookMessage, webhookMessageOf } from '../../core/webhooks/message';
import type { Registered } from '../../core/subjects/events/shared/webhookUpkeep';
import { instants } from '../notify/events';
import type { WebhookSettings } from '../notify/settings';
import type { Outbox } from './outbox';
import type { RegisteredByName, Registry } from './registry';

/** Takes verified messages: what they say becomes events in the outbox, each once. */

/**
 * The status of each outcome of a message, and its metric. With 503 the service sends the message again.
 * `repeated`: it was taken before. `left`: its record cannot be read, and the next check finds it. `put off`: the
 * same, and the service sends it again. `unknown`: no webhook of this receiver; the webhook may just be registered.
 * `unwanted`: of a webhook that the settings do not have any more. `old`: older than any retry of the service.
 */
export const OUTCOMES = {
	taken: [200],
	repeated: [200, 'RepeatedMessages'],
	left: [200, 'LeftMessages'],
	unwanted: [200],
	old: [200, 'OldMessages'],
	unreadable: [200, 'UnreadableMessages'],
	'put off': [503, 'PutOffMessages'],
	unknown: [503, 'UnknownWebhooks'],
} as const;

/** The result of one message, for the log. */
export interface Taken {
	outcome: keyof typeof OUTCOMES;
	webhookId?: string;
	messageId?: string;
	/** The name in the settings. */
	webhook?: string;
	events?: number;
	/** The reason, if the record cannot be read. */
	reason?: string;
}

export interface TakeOptions {
	webhooks: readonly WebhookSettings[];
	registry: Registry;
	outbox: () => Outbox;
	client: () => Promise<AnyClient>;
	clock: Clock;
	/** Unix milliseconds: no record is read after it, and nothing written after `deadline`. */
	readEnd: number;
	deadline: number;
}

/** The service retries for 45 hours. An older message is one that somebody has kept. */
const MOST_AGE_MS = 14 * 24 * 60 * 60_000;
const MAX_EVENTS = 500;
const MAX_PAGES = 100;

/** The name in the settings of a registered webhook. */
function nameOf(registered: RegisteredByName, webhookId: string): string | undefined {
	const isOf = ({ networks }: Registered) => Object.hasOwn(networks, webhookId);
	return Object.entries(registered).find(([, one]) => isOf(one))?.[0];
}

/** Takes one verified message. Throws if the table fails, or the time has run out. */
export async function take(verified: unknown, options: TakeOptions): Promise<Taken> {
	let message: WebhookMessage;
	try {
		message = webhookMessageOf(verified);
	} catch (error) {
		if (!isFailure(error)) throw error;
		return { outcome: 'unreadable', reason: error.message };
	}
	const { webhookId, messageId } = message;
	const ids = { webhookId, messageId };
	const { registry, clock } = options;
	const before = await registry.message(ids);
	if (before === 'taken') return { outcome: 'repeated', ...ids };
	const name = nameOf(await registry.webhooks(), webhookId);
	if (name === undefined) return { outcome: 'unknown', ...ids };
	const about = { ...ids, webhook: name };
	const entry = options.webhooks.find((one) => one.name === name);
	if (!entry) return { outcome: 'unwanted', ...about };
	const { events, missing } = await read(message, entry, options);
	if (missing !== undefined && before === undefined) {
		// Two attempts that fail count at the service, so only the first one is refused.
		await registry.noteMessage(ids, 'put off', clock.now());
		return { outcome: 'put off', ...about, reason: missing };
	}
	const fresh = events.filter(({ timestamp }) => !isOld(timestamp, clock));
	if (fresh.length > 0) {
		if (!(await options.outbox().put(name, fresh, options.deadline))) {
			throw new Error('There was no time left to write the events of the message');
		}
	}
	await registry.noteMessage(ids, 'taken', clock.now());
	if (missing !== undefined) return { outcome: 'left', ...about, reason: missing };
	const outcome = events.length > fresh.length ? 'old' : 'taken';
	return { outcome, ...about, events: fresh.length };
}

function isOld(timestamp: string, clock: Clock): boolean {
	return clock.now() - Date.parse(timestamp) > MOST_AGE_MS;
}

/** The events of a message; `missing`: why its record could not be read. */
async function read(
	message: WebhookMessage,
	{ event, settings }: WebhookSettings,
	{ client, clock, readEnd: deadline }: TakeOptions,
): Promise<{ events: NetworkEvent[]; missing?: string }> {
	const limits = { deadline, maxEvents: MAX_EVENTS, maxPages: MAX_PAGES };
	const context: PollContext = { client: await client(), clock, ...limits };
	try {
		const { eventsOf } = await instants[event]();
		const { events, missing } = await eventsOf(message, settings, context);
		const reason = missing && `The service does not have the record ${missing} yet`;
		return { events, ...(reason !== undefined && { missing: reason }) };
	} catch (error) {
		if (!isFailure(error)) throw error;
		return { events: [], missing: error.message };
	}
}
