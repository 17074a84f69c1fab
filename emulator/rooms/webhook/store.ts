import { bytesToHex } from '../../../core';
import { perWorld } from '../../room';
import { uuidOf } from '../../../core/testing/random';
import type { World } from '../../world';

/** The webhooks of an account, and the secret that their events are signed with. */

export interface Webhook extends Record<string, unknown> {
	id: string;
	status: 'active' | 'inactive';
	eventType: string;
	/** Unix milliseconds. */
	createdAt: number;
	metadata: { addresses?: string[] } & Record<string, unknown>;
	/** Messages that ever entered the retry queue. */
	queued?: number;
}

/** An account starts with some, of which every other one is inactive. */
const AT_START = 4;

export interface WebhookStore {
	/** Oldest first. */
	all(): readonly Webhook[];
	get(id: string): Webhook | undefined;
	add(values: Record<string, unknown>): Webhook;
	/** 32 bytes in hex. */
	secret(): string;
	/** The number of secrets that were generated after the first one. */
	rotations(): number;
	rotate(): string;
}

/** The id of a webhook by its number. */
export function webhookIdOf({ random }: World, index: number): string {
	return uuidOf(random.bytes('webhook', index));
}

/** Fields of a request for a webhook that the webhook keeps. */
const SETTINGS = [
	'eventType',
	'url',
	'chainId',
	'network',
	'name',
	'description',
	'includeInternalTxs',
	'includeLogs',
	'metadata',
];

/** The fields of these names; others of a body are ignored. */
function only(names: readonly string[], values: Record<string, unknown>): Record<string, unknown> {
	return Object.fromEntries(
		names.flatMap((name) => (name in values ? [[name, values[name]]] : [])),
	);
}

/** A store whose content depends on the world until it is changed. */
function createWebhookStore(world: World): WebhookStore {
	const webhooks: Webhook[] = [];
	let rotations = 0;
	function add(values: Record<string, unknown>, createdAt = world.clock.now()): Webhook {
		const webhook = {
			chainId: 'p-chain',
			name: '',
			description: '',
			...only(SETTINGS, values),
			id: webhookIdOf(world, webhooks.length),
			status: 'active',
			createdAt,
		} as unknown as Webhook;
		webhooks.push(webhook);
		return webhook;
	}
	const chain = world.evmChains[0];
	for (let index = 0; index < AT_START; index++) {
		const { wallets } = world.tokens(chain);
		const values = {
			eventType: 'address_activity',
			url: `https://receiver.example/${index}`,
			chainId: chain.chainId,
			name: `Wallets ${index + 1}`,
			metadata: { addresses: wallets.slice(index, index + 4) },
		};
		const webhook = add(values, world.options.start);
		if (index % 2 === 1) webhook.status = 'inactive';
	}
	const secret = () => bytesToHex(world.random.bytes('webhook secret', rotations));
	return {
		all: () => webhooks,
		get: (id) => webhooks.find((one) => one.id === id),
		add: (values) => add(values),
		secret,
		rotations: () => rotations,
		rotate() {
			rotations++;
			return secret();
		},
	};
}

/** The webhooks of a world. */
export const webhooksOf = perWorld(createWebhookStore);
