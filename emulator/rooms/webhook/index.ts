import type { EmulatedRoom } from '../../room';
import type { World } from '../../world';
import { changesOf } from './changes';
import { webhookEndpoints } from './endpoints';
import { type Delivery, type NewMessage, senderOf, type WebhookRules } from './sender';
import { type Webhook, webhooksOf } from './store';

/** Control of the webhooks and of what goes wrong with their messages. */
interface WebhookControl {
	/** Rules of the webhooks' messages, and what goes wrong with them; what is left out stays. */
	setWebhooks(given: Partial<WebhookRules>): WebhookRules;
	/** The webhooks of the account, oldest first. */
	webhooks(): Webhook[];
	/** The attempts to deliver messages so far. */
	deliveries(): Delivery[];
	/** Sends the messages that `hold` kept back. */
	releaseWebhooks(given: { order?: 'sent' | 'reversed' }): void;
	/** Sends one message as given, also a forged one, once. Gives the receiver's status. */
	sendWebhook(given: NewMessage): Promise<number | undefined>;
	/** Deactivates a webhook, as the service does after failed messages. False where there is none. */
	deactivateWebhook(given: { id: string }): boolean;
}

function control(world: () => World): WebhookControl {
	const sender = () => senderOf(world());
	return {
		setWebhooks(given) {
			const set = Object.entries(given).filter(([, value]) => value !== undefined);
			return Object.assign(sender().rules, Object.fromEntries(set));
		},
		webhooks: () => [...webhooksOf(world()).all()],
		deliveries: () => sender().deliveries(),
		releaseWebhooks: ({ order = 'sent' }) => sender().release(order),
		sendWebhook: async (given) => await sender().send(given),
		deactivateWebhook({ id }) {
			const webhook = webhooksOf(world()).get(id);
			if (webhook) webhook.status = 'inactive';
			return webhook !== undefined;
		},
	};
}

export const emulated = {
	data: webhookEndpoints,
	control,
	readable: ['webhooks', 'deliveries'],
	changes: changesOf,
	settled: async (world: World) => await senderOf(world).settled(),
	stop: (world: World) => senderOf(world).stop(),
} satisfies EmulatedRoom;
