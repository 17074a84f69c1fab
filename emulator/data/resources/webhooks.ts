import type { World } from '../../world';
import { ServiceFailure } from '../../rest/failure';
import { type Call, type Endpoint, found, listed } from '../../rest/endpoint';
import { createWebhookStore, type Webhook } from '../webhookStore';

/** Webhooks: they are kept, and a deleted one stays as an inactive one. No events are sent. */

const ONE = '/v1/webhooks/{id}';
const ADDRESSES = `${ONE}/addresses`;
const CHANGEABLE = ['name', 'description', 'url', 'status', 'includeInternalTxs', 'includeLogs'];

/** The body as it nests: the input has it flat. */
function bodyOf({ request }: Call): Record<string, unknown> {
	return JSON.parse(request.body) as Record<string, unknown>;
}

/** The endpoints of the webhooks of a world's account. */
export function webhookEndpoints(world: World): Endpoint[] {
	const store = createWebhookStore(world);

	function webhookOf({ input }: Call): Webhook {
		const id = String(input.id);
		return found(`Webhook ${id}`, store.get(id));
	}

	/** The addresses of a webhook of EVM address activity. Throws 400 for another one. */
	function addressesOf({ metadata, eventType }: Webhook): string[] {
		if (metadata.addresses) return metadata.addresses;
		throw new ServiceFailure(400, `A webhook of ${eventType} has no addresses that can change`);
	}

	function changed(call: Call, change: (known: string[], given: string[]) => string[]): Webhook {
		const webhook = webhookOf(call);
		const known = addressesOf(webhook);
		const given = call.input.addresses as string[];
		webhook.metadata = { ...webhook.metadata, addresses: change(known, given) };
		return webhook;
	}

	const same = (a: string) => (b: string) => a.toLowerCase() === b.toLowerCase();

	return [
		{
			method: 'GET',
			path: '/v1/webhooks',
			answer(call) {
				const { status } = call.input;
				const kept = store.all().filter((one) => !status || one.status === status);
				return listed(call, 'webhooks', kept, (one) => one);
			},
		},
		{
			method: 'POST',
			path: '/v1/webhooks',
			answer: (call) => store.add(bodyOf(call)),
		},
		{ method: 'GET', path: ONE, answer: webhookOf },
		{
			method: 'PATCH',
			path: ONE,
			answer(call) {
				const webhook = webhookOf(call);
				const body = bodyOf(call);
				for (const name of CHANGEABLE) if (name in body) webhook[name] = body[name];
				return webhook;
			},
		},
		{
			method: 'DELETE',
			path: ONE,
			answer: (call) => Object.assign(webhookOf(call), { status: 'inactive' }),
		},
		{
			method: 'GET',
			path: ADDRESSES,
			answer(call) {
				const all = addressesOf(webhookOf(call));
				const page = listed(call, 'addresses', all, (one) => one);
				return { ...page, totalAddresses: all.length };
			},
		},
		{
			method: 'PATCH',
			path: ADDRESSES,
			answer: (call) =>
				changed(call, (known, given) => [
					...known,
					...given.filter((address) => !known.some(same(address))),
				]),
		},
		{
			method: 'DELETE',
			path: ADDRESSES,
			answer: (call) =>
				changed(call, (known, given) => known.filter((address) => !given.some(same(address)))),
		},
		{
			method: 'GET',
			path: '/v1/webhooks:getSharedSecret',
			answer: () => ({ secret: store.secret() }),
		},
		{
			method: 'POST',
			path: '/v1/webhooks:generateOrRotateSharedSecret',
			answer: () => ({ secret: store.rotate() }),
		},
	];
}
