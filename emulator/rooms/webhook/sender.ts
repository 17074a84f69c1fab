import { perWorld } from '../../room';
import { uuidOf } from '../../../core/testing/random';
import type { World } from '../../world';
import { type Webhook, webhooksOf } from './store';
import { signatureOf } from './signature';

/**
 * Sends the messages of webhooks: two attempts, then the retry queue, and the deactivation of both
 * plans. Controls lose, repeat, delay, reorder and forge messages. Only receivers on this machine or in its
 * private network get any: the webhooks of an account have URLs of hosts that exist elsewhere.
 */

/** The rules of the account, and what is to go wrong. */
export interface WebhookRules {
	/** Free: five addresses each, and five messages of a webhook may ever be retried. */
	plan: 'free' | 'paid';
	/** Names of event types: those of the schema, or of older documents. */
	names: 'present' | 'old';
	/** Webhooks of an account that may be active; no document has a number. */
	most: number;
	/** Divides the pauses between attempts. */
	timeScale: number;
	/** Time of an attempt (ms); it is not scaled. */
	timeoutMs: number;
	/** Pause before the first attempt (ms). */
	delayMs: number;
	/** Number of the next messages that are never sent. */
	lose: number;
	/** Number of the next messages that are sent once more after they were received. */
	repeat: number;
	/** True: messages wait until `releaseWebhooks`. */
	hold: boolean;
	/** False: the account has no shared secret until one is generated. */
	hasSecret: boolean;
}

const USUAL_RULES: WebhookRules = {
	plan: 'paid',
	most: Infinity,
	names: 'present',
	timeScale: 1,
	timeoutMs: 10_000,
	delayMs: 0,
	lose: 0,
	repeat: 0,
	hold: false,
	hasSecret: true,
};

/** One attempt to deliver a message. */
export interface Delivery {
	webhookId: string;
	messageId: string;
	/** From 1. */
	attempt: number;
	/** HTTP status; absent if there was none in time. */
	status?: number;
	/** Milliseconds until the status or the timeout. */
	tookMs: number;
}

/** A message to send. */
export interface NewMessage {
	/** Another id than that of a webhook makes a stray message. */
	webhookId?: string;
	url?: string;
	event: unknown;
	eventType?: string;
	messageId?: string;
	/** Replaces the signature; null sends none. */
	signature?: string | null;
	/** Replaces the whole body. */
	body?: string;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Pause before attempt 2, and before each of the retry queue. */
const SECOND_MS = 10_000;
const QUEUE_MS = [1, 5, 10, 30].map((n) => n * MINUTE).concat([2, 6, 12, 24].map((n) => n * HOUR));
/** Messages of a webhook on the Free plan that may ever enter the retry queue. */
const FREE_RETRIES = 5;
const OLD_NAMES: Readonly<Record<string, string>> = {
	primary_network_address_activity: 'platform_address_activity',
	l1_validator_balance_threshold: 'l1_validator_threshold_reached',
};

/** Loopback, private networks of IPv4, and names without a dot, as containers have. */
const NEAR =
	/^(localhost|[a-z0-9-]+|\[::1\]|127(\.\d+){3}|10(\.\d+){3}|192\.168(\.\d+){2}|172\.(1[6-9]|2\d|3[01])(\.\d+){2})$/;

function isNear(url: unknown): boolean {
	return URL.canParse(String(url)) && NEAR.test(new URL(String(url)).hostname);
}

export interface WebhookSender {
	rules: WebhookRules;
	deliveries(): Delivery[];
	/** Sends an event to a webhook. */
	fire(webhook: Webhook, event: Record<string, unknown>): void;
	/** Sends any message, also a forged one, once. Gives the status, if there was one. */
	send(message: NewMessage): Promise<number | undefined>;
	/** Sends the messages that wait. */
	release(order: 'sent' | 'reversed'): void;
	/** Resolves when no message is on its way. */
	settled(): Promise<void>;
	/** Drops all messages. */
	stop(): void;
}

function createWebhookSender(world: World): WebhookSender {
	const store = webhooksOf(world);
	const rules = { ...USUAL_RULES };
	const done: Delivery[] = [];
	const held: Array<() => void> = [];
	const timers = new Set<NodeJS.Timeout>();
	let waiting: Array<() => void> = [];
	let running = 0;
	let count = 0;
	let stopped = false;

	function ended() {
		running -= 1;
		if (running > 0) return;
		for (const resolve of waiting) resolve();
		waiting = [];
	}

	function later(ms: number, act: () => void) {
		const timer = setTimeout(() => {
			timers.delete(timer);
			act();
		}, ms / rules.timeScale);
		timer.unref();
		timers.add(timer);
	}

	async function post(url: string, body: string, signature: string | null) {
		try {
			const response = await fetch(url, {
				method: 'POST',
				headers: {
					'content-type': 'application/json',
					...(signature !== null && { 'x-signature': signature }),
				},
				body,
				redirect: 'manual',
				signal: AbortSignal.timeout(rules.timeoutMs),
			});
			await response.body?.cancel();
			return response.status;
		} catch {
			return undefined;
		}
	}

	function attempt(webhook: Webhook, messageId: string, body: object, number: number): void {
		const began = performance.now();
		const end = (status: number | undefined) => {
			const tookMs = Math.round(performance.now() - began);
			done.push({ webhookId: webhook.id, messageId, attempt: number, status, tookMs });
			if (status === 200) {
				if (rules.repeat <= 0) return ended();
				rules.repeat -= 1;
				return attempt(webhook, messageId, body, number);
			}
			const pause = number === 1 ? SECOND_MS : QUEUE_MS[number - 2];
			if (number === 2) {
				webhook.queued = (webhook.queued ?? 0) + 1;
				if (rules.plan === 'free' && webhook.queued > FREE_RETRIES) webhook.status = 'inactive';
			}
			if (pause === undefined) webhook.status = 'inactive';
			if (pause === undefined || webhook.status !== 'active' || stopped) return ended();
			later(pause, () => {
				if (webhook.status === 'active') attempt(webhook, messageId, body, number + 1);
				else ended();
			});
		};
		const signature = signatureOf(body, store.secret());
		void post(String(webhook.url), JSON.stringify(body), signature).then(end);
	}

	const named = (name: string) => (rules.names === 'old' ? (OLD_NAMES[name] ?? name) : name);
	const nextId = () => uuidOf(world.random.bytes('webhook message', ++count));

	return {
		rules,
		deliveries: () => [...done],
		fire(webhook, event) {
			if (webhook.status !== 'active' || stopped || !isNear(webhook.url)) return;
			if (rules.lose > 0) {
				rules.lose -= 1;
				return;
			}
			const messageId = nextId();
			const sub = event.eventType;
			const body = {
				webhookId: webhook.id,
				eventType: named(webhook.eventType),
				messageId,
				event: typeof sub === 'string' ? { ...event, eventType: named(sub) } : event,
			};
			const go = () => {
				running += 1;
				if (rules.delayMs > 0) later(rules.delayMs, () => attempt(webhook, messageId, body, 1));
				else attempt(webhook, messageId, body, 1);
			};
			if (rules.hold) held.push(go);
			else go();
		},
		async send({ webhookId = nextId(), messageId = nextId(), event, ...given }) {
			const webhook = store.get(webhookId);
			const eventType = given.eventType ?? webhook?.eventType ?? 'address_activity';
			const body = { webhookId, eventType, messageId, event };
			const url = given.url ?? webhook?.url;
			if (!isNear(url)) throw new Error('url must be a receiver on this machine or near it');
			const { signature = signatureOf(body, store.secret()) } = given;
			return await post(String(url), given.body ?? JSON.stringify(body), signature);
		},
		release(order) {
			const all = held.splice(0);
			for (const go of order === 'reversed' ? all.reverse() : all) go();
		},
		async settled() {
			if (running === 0) return;
			await new Promise<void>((resolve) => waiting.push(resolve));
		},
		stop() {
			stopped = true;
			for (const timer of timers) clearTimeout(timer);
			running = 1;
			ended();
		},
	};
}

/** The sender of the webhooks of a world. */
export const senderOf = perWorld(createWebhookSender);
