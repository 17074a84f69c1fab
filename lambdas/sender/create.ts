import { senderEnvironment } from '../notify/configuration';
import { type DeliveryOptions, deliveryParts } from '../notify/parts';
import { configuredRecipients, mergedRecipients } from '../notify/recipients';
import type { Send } from '../notify/send';
import { type Lane, deliveryIn } from '../notify/sendQueue';
import { createTally } from '../notify/tally';
import { remembered } from '../shared/remembered';
import type { BatchAnswer, QueueRecord } from '../shared/invocation';
import { attemptNotes } from '../subscriptions/attemptNotes';
import type { SenderMemory } from './memory';
import { type Received, sendBatch } from './sendBatch';

export interface SenderOptions extends DeliveryOptions {
	send: Send;
}

/** The settings are read again after this time (ms): targets and secrets may change. */
const SETTINGS_MS = 30_000;

/**
 * The function that sends deliveries behind a queue: for each batch of messages, it sends, stores the
 * outcomes, and puts what fails into the queue or the table for a later attempt. A target that fails is
 * no failure of the function. Throws `ConfigurationError` at startup if the environment is invalid, and
 * an error if neither settings nor table can be read: the messages of the batch come again.
 */
export function createSender(options: SenderOptions) {
	const environment = senderEnvironment(options.environment);
	const parts = deliveryParts('sender', environment, options);
	const { clock, telemetry } = parts;
	const memory: SenderMemory = new Map();
	const settings = remembered(
		async () => configuredRecipients((await parts.readSettings()).targets),
		clock,
		SETTINGS_MS,
	);
	const slowQueue = environment.NOTIFY_SLOW_QUEUE_URL.split('/').at(-1);

	return parts.invoked(
		async (event: { Records: readonly QueueRecord[] }, until): Promise<BatchAnswer> => {
			const patience = { clock, until };
			const [{ subscribers, ...opened }, configured] = await Promise.all([
				parts.open(patience),
				settings(),
			]);
			const recipients = subscribers ? mergedRecipients(configured, subscribers) : configured;
			const notes = subscribers && attemptNotes(subscribers, clock);
			const tally = createTally();
			const received: Received[] = [];
			const failed: string[] = [];
			for (const { messageId, body } of event.Records) {
				const delivery = deliveryIn(body);
				if (delivery) received.push({ messageId, delivery });
				else failed.push(messageId);
			}
			if (failed.length > 0) {
				// Not deleted: the queue moves them to its dead-letter queue.
				telemetry.measure('UnreadableMessages', failed.length);
				telemetry.logger.error('Messages cannot be read', { messages: failed });
			}
			const isSlow = event.Records.some((one) => one.eventSourceARN.endsWith(`:${slowQueue}`));
			const lane: Lane = isSlow ? 'slow' : 'main';
			const senders = environment.SENDER_CONCURRENCY;
			const { send } = options;
			const batch = { ...opened, lane, recipients, memory, send, clock, tally };
			const oldest = oldestOf(received, clock.now());
			if (oldest.length > 0) telemetry.measure('AgeAtReceipt', oldest[0].seconds * 1000, 'ms');
			try {
				const sent = await sendBatch(received, { ...batch, ...notes?.hooks, senders });
				if (sent.error !== undefined) {
					telemetry.logger.error('Outcomes could not be stored', parts.handlerErrorOf(sent.error));
				}
				telemetry.measure('UnstoredOutcomes', sent.failed.length);
				telemetry.measure('HeldBack', sent.heldBack);
				const { heldBack } = sent;
				const about = { lane, messages: event.Records.length, heldBack, oldest };
				telemetry.logger.info('A batch has ended', about);
				failed.push(...sent.failed);
			} finally {
				tally.tell(telemetry, true);
				await notes?.flush(telemetry.logger);
			}
			return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
		},
	);
}

/** Number of targets that a log line names. */
const NAMED = 10;

/** The targets of a batch whose messages have waited longest since they could be sent, with that time. */
function oldestOf(received: readonly Received[], now: number) {
	const oldest = new Map<string, { target: string; seconds: number }>();
	for (const { delivery } of received) {
		const { target, createdAt, dueAt = createdAt } = delivery;
		const age = Math.max(0, Math.round((now - dueAt) / 1000));
		oldest.set(target, { target, seconds: Math.max(age, oldest.get(target)?.seconds ?? 0) });
	}
	return [...oldest.values()].sort((a, b) => b.seconds - a.seconds).slice(0, NAMED);
}
