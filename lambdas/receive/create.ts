import { randomUUID } from 'node:crypto';
import * as z from 'zod/v4';
import { lazily, remembered } from '../shared/remembered';
import type { Transport } from '../../core/protocol/ports';
import { httpTransport } from '../../core/transports/http';
import { checkReachable } from '../../core/protocol/reachable';
import { createVerifier } from '../../core/webhooks/verifier';
import { receiveEnvironment } from '../notify/configuration';
import { type DeliveryOptions, deliveryParts } from '../notify/parts';
import type { TableRetryOptions } from '../notify/patience';
import { HandlerError, invalidEvent, parseEvent } from '../shared/errors';
import { isHttpEvent, type HttpAnswer, answerTo } from '../shared/http';
import { endingTransport } from '../shared/invocation';
import { servicesClient } from '../shared/services';
import type { CheckReport } from '../types';
import { check } from './check';
import { openOutbox } from './outbox';
import { receiveMessage } from './receiveMessage';

export interface ReceiveOptions extends DeliveryOptions {
	transport?: Transport;
}

/** Time reserved for the report. */
const RESERVE_MS = 2_000;
/** The service waits 10 s for an answer. */
const ANSWER_MS = 8_500;
/** The lease of the check, in the place of a target's: no target has such a name. */
const CHECK_LEASE = '~check';
/** Settings are read again for a message after this time. */
const SETTINGS_MS = 60_000;

/**
 * The function: takes messages of the data service's webhooks as HTTP requests, and writes their events
 * to the outbox of notify; with `action: "check"` it registers and repairs the webhooks of the settings,
 * and reads events whose message was lost. Throws `ConfigurationError` at startup if the environment is
 * invalid, and `CheckFailed` at the end of a check in which a webhook failed.
 */
export function createReceive(options: ReceiveOptions) {
	const environment = receiveEnvironment(options.environment);
	const parts = deliveryParts('receive', environment, options);
	const { clock, telemetry, readSettings, handlerErrorOf } = parts;
	const verifier = createVerifier(clock);
	// One invocation at a time runs in an execution environment.
	let end = Infinity;
	const transport = endingTransport(options.transport ?? httpTransport, clock, () => end);
	const services = { environment, ...parts, transport };
	const messageClient = servicesClient({
		...services,
		retry: { retries: 1, budgetMs: 1_000, rateLimitMs: 2_000 },
		timeoutMs: 4_000,
	});
	const checkClient = servicesClient({
		...services,
		retry: { retries: 3, budgetMs: 10_000, rateLimitMs: 30_000 },
		timeoutMs: 20_000,
	});
	const settings = remembered(readSettings, clock, SETTINGS_MS);

	/** The outlet of events, and the memory of messages. */
	async function open(patience: TableRetryOptions) {
		const [store, queue, subscribers, { dynamoRegistry }] = await Promise.all([
			options.store(environment.NOTIFY_TABLE, patience),
			options.queue(parts.queueUrls, patience),
			options.subscribers?.(environment, { patience, clock, telemetry }),
			// Loaded with the clients of AWS, which it needs.
			import('./registry.js'),
		]);
		return { store, queue, subscribers, clock, registry: dynamoRegistry(store.items) };
	}

	async function runCheck(event: unknown, until: number): Promise<CheckReport> {
		const { url: given = environment.RECEIVE_URL } = parseEvent(CHECK_ACTION(), event);
		if (given === undefined) throw invalidEvent(['url is required: the URL of this function']);
		const url = given.endsWith('/') ? given : `${given}/`;
		checkReachable({ url, dataUrl: environment.AVALANCHE_DATA_URL });
		const { registry, store, ...outlet } = await open({ clock, until });
		// Settings and client need their time, too.
		const holder = randomUUID();
		if (!(await store.lease(CHECK_LEASE, holder, until + RESERVE_MS, clock.now())))
			return { webhooks: [], busy: true };
		try {
			const [settings, client] = await Promise.all([readSettings(), checkClient()]);
			const { webhooks = [] } = settings;
			const outbox = openOutbox({ store, ...outlet }, settings);
			const given = { webhooks, registry, outbox, client, clock, telemetry, url };
			const checked = await check({ ...given, deadline: until });
			telemetry.measure('Checks');
			const events = checked.reduce((sum, one) => sum + one.events, 0);
			telemetry.measure('Events', events);
			telemetry.measure('DeadLetters', outbox.counts().dead);
			telemetry.logger.info('The check has ended', { webhooks: checked });
			return { webhooks: checked };
		} finally {
			await store.release(CHECK_LEASE, holder, clock.now());
		}
	}

	return parts.invoked(async (event: unknown, until): Promise<CheckReport | HttpAnswer> => {
		end = until;
		if (isHttpEvent(event)) {
			end = Math.min(clock.now() + ANSWER_MS, until);
			const answer = await receiveMessage(event, {
				...{ environment, verifier, settings, clock, telemetry, end, handlerErrorOf },
				client: messageClient,
				table: async () => await open({ clock, until: end }),
			});
			return answerTo(event, answer);
		}
		const report = await runCheck(event, until);
		const failed = report.webhooks.filter(({ error }) => error !== undefined);
		if (failed.length === 0) return report;
		const list = failed.map(({ name, error }) => `${name} (${error})`).join('; ');
		throw new HandlerError(
			'CheckFailed',
			`Webhooks failed and are checked again by the next check: ${list}`,
		);
	});
}

/** The event of a schedule. */
export const CHECK_ACTION = lazily(() =>
	z.strictObject({
		action: z.literal('check', 'must be "check"'),
		/** The URL of this function; a schedule knows it, the function itself does not. */
		url: z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' }).optional(),
	}),
);
