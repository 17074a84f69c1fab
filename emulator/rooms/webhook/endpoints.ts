import { ServiceFailure } from '../../rest/failure';
import { type Call, type Endpoint, found, listed } from '../../rest/endpoint';
import { senderOf } from './sender';
import { type Webhook, webhooksOf } from './store';

/** Webhooks: they are kept, and a deleted one stays as an inactive one. */

const ONE = '/v1/webhooks/{id}';
const ADDRESSES = `${ONE}/addresses`;
const CHANGEABLE = ['name', 'description', 'url', 'status', 'includeInternalTxs', 'includeLogs'];

/** The body as it nests: the input has it flat. */
function bodyOf({ request }: Call): Record<string, unknown> {
	return JSON.parse(request.body) as Record<string, unknown>;
}

/** Addresses of a webhook on the Free plan. */
const FREE_ADDRESSES = 5;

/** The webhook as responses have it. */
function responseOf(webhook: Webhook): object {
	const { queued: _, network: __, ...rest } = webhook;
	return rest;
}

/** Throws 400 for more addresses than the plan allows. */
function checked({ world }: Call, addresses: readonly unknown[] = []): void {
	if (senderOf(world).rules.plan === 'paid' || addresses.length <= FREE_ADDRESSES) return;
	const most = `a maximum of ${FREE_ADDRESSES} addresses per webhook`;
	throw new ServiceFailure(400, `The Free plan allows ${most}`);
}

/** Throws 403 if another webhook may not be active. */
function checkRoom({ world }: Call): void {
	const active = webhooksOf(world)
		.all()
		.filter(({ status }) => status === 'active');
	if (active.length < senderOf(world).rules.most) return;
	throw new ServiceFailure(403, `The plan allows ${active.length} active webhooks`);
}

function webhookOf({ input, world }: Call): Webhook {
	const id = String(input.id);
	return found(`Webhook ${id}`, webhooksOf(world).get(id));
}

/** The addresses of a webhook of EVM address activity. Throws 400 for another one. */
function addressesOf({ metadata, eventType }: Webhook): string[] {
	if (metadata.addresses) return metadata.addresses;
	throw new ServiceFailure(400, `A webhook of ${eventType} has no addresses that can change`);
}

function changed(call: Call, change: (known: string[], given: string[]) => string[]): object {
	const webhook = webhookOf(call);
	const known = addressesOf(webhook);
	const given = call.input.addresses as string[];
	const addresses = change(known, given);
	checked(call, addresses);
	webhook.metadata = { ...webhook.metadata, addresses };
	return responseOf(webhook);
}

const same = (a: string) => (b: string) => a.toLowerCase() === b.toLowerCase();

/** The endpoints of the webhooks of an account. */
export const webhookEndpoints: Endpoint[] = [
	{
		method: 'GET',
		path: '/v1/webhooks',
		answer(call) {
			const { status } = call.input;
			const matching = webhooksOf(call.world)
				.all()
				.filter((one) => !status || one.status === status);
			return listed(call, 'webhooks', matching, responseOf);
		},
	},
	{
		method: 'POST',
		path: '/v1/webhooks',
		answer(call) {
			const body = bodyOf(call);
			const { addresses, keys } = body.metadata as Record<string, unknown[] | undefined>;
			checked(call, addresses ?? keys);
			checkRoom(call);
			return responseOf(webhooksOf(call.world).add(body));
		},
	},
	{ method: 'GET', path: ONE, answer: (call) => responseOf(webhookOf(call)) },
	{
		method: 'PATCH',
		path: ONE,
		answer(call) {
			const webhook = webhookOf(call);
			const body = bodyOf(call);
			if (body.status === 'active' && webhook.status !== 'active') checkRoom(call);
			for (const name of CHANGEABLE) if (name in body) webhook[name] = body[name];
			return responseOf(webhook);
		},
	},
	{
		method: 'DELETE',
		path: ONE,
		answer: (call) => responseOf(Object.assign(webhookOf(call), { status: 'inactive' })),
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
		answer({ world }) {
			if (senderOf(world).rules.hasSecret) return { secret: webhooksOf(world).secret() };
			throw new ServiceFailure(404, 'The account has no shared secret');
		},
	},
	{
		method: 'POST',
		path: '/v1/webhooks:generateOrRotateSharedSecret',
		answer({ world }) {
			const { rules } = senderOf(world);
			const store = webhooksOf(world);
			// The first one replaces none.
			if (rules.hasSecret) return { secret: store.rotate() };
			rules.hasSecret = true;
			return { secret: store.secret() };
		},
	},
];
