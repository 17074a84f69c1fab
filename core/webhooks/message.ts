import { Failure } from '../failure';
import { preview } from '../fields/preview';
import { isMap } from '../formats/json';

/** The envelope of a message. */

export const EVM_ADDRESS = 'address_activity';
export const PRIMARY_ADDRESS = 'primary_network_address_activity';
export const VALIDATOR = 'validator_activity';

/** Names of event types and of their parts that older documents and messages have. */
const OLD_NAMES: Readonly<Record<string, string>> = {
	platform_address_activity: PRIMARY_ADDRESS,
	platform_validator_activity: VALIDATOR,
	l1_validator_threshold_reached: 'l1_validator_balance_threshold',
};

/** One message of a webhook. */
export interface WebhookMessage {
	webhookId: string;
	/** Unique for each message, and the same in each attempt. */
	messageId: string;
	/** Event type of the webhook; names of older documents are replaced by the present ones. */
	eventType: string;
	/** The part of the event type, in messages about the primary network and validators. */
	subEvent?: string;
	/** The content. No document describes it, except for `address_activity`. */
	event: Record<string, unknown>;
}

const present = (name: string) => (Object.hasOwn(OLD_NAMES, name) ? OLD_NAMES[name] : name);

const LONGEST = 200;

function textIn(envelope: Record<string, unknown>, name: string): string {
	const value = envelope[name];
	if (typeof value === 'string' && value !== '' && value.length <= LONGEST) return value;
	const message = `The message has no valid ${name}; given: ${preview(value)}`;
	throw new Failure({ kind: 'invalid-response', message, service: 'data' });
}

/** The message in a verified value. Throws `Failure` if it has no envelope. */
export function webhookMessageOf(value: unknown): WebhookMessage {
	const envelope = isMap(value) ? value : {};
	const [webhookId, messageId] = [textIn(envelope, 'webhookId'), textIn(envelope, 'messageId')];
	const eventType = present(textIn(envelope, 'eventType'));
	const { event } = envelope;
	if (!isMap(event)) {
		const message = `The message has no event; given: ${preview(event)}`;
		throw new Failure({ kind: 'invalid-response', message, service: 'data' });
	}
	const said = event.eventType;
	const subEvent = typeof said === 'string' ? present(said) : undefined;
	const isPart = subEvent !== undefined && subEvent !== eventType;
	return { webhookId, messageId, eventType, ...(isPart && { subEvent }), event };
}
