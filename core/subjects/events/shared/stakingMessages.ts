import type { EventDeclaration } from '../../../events/declare';
import type { PollContext } from '../../../events/event';
import type { FromMessage, InstantSettings } from '../../../webhooks/instantEvent';
import { VALIDATOR, type WebhookMessage } from '../../../webhooks/message';
import { hashesIn } from '../../../webhooks/openPayload';
import { primaryRecord } from './records';

/** Stakes that messages about validators name. */

/** The events of the P-Chain transaction that a message names. Throws `Failure`. */
export async function stakingEvents(
	{ source }: EventDeclaration,
	{ eventType, event }: WebhookMessage,
	{ polled }: InstantSettings,
	context: PollContext,
): Promise<FromMessage> {
	const [txHash] = eventType === VALIDATOR ? hashesIn(event) : [];
	if (txHash === undefined) return { events: [] };
	const network = String(polled.network);
	const record = await primaryRecord({ network, chains: ['p-chain'], txHash }, context);
	if (!record) return { events: [], missing: txHash };
	return { events: await (source.eventsOf?.(polled, [record.tx], context) ?? []) };
}
