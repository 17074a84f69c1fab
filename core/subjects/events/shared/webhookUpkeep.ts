import type { AnyClient } from '../../../client';
import { Failure, isFailure } from '../../../failure';
import type { InputOf } from '../../../operations/declare';
import type { WantedWebhook } from '../../../webhooks/instantEvent';
import type { Repair } from '../../../webhooks/repairs';
import * as webhook from '../../webhook/webhook';
import { addAddresses, removeAddresses } from '../../webhook/webhookAddresses';
import { getSecret, rotateSecret } from '../../webhook/webhookSecret';
import {
	type FoundWebhook,
	addressChanges,
	describedAs,
	describedNetwork,
	isWanted,
} from './webhookMatch';

/**
 * Keeps the webhooks that settings need: creates, repairs and removes them. The service deactivates
 * webhooks without notice, and keeps removed ones as inactive. A receiver's own webhooks are those that
 * lead to exactly its URL: several instances can have the same workflow, and the same account.
 */

/** The webhooks that a receiver has registered, as it stores them. */
export interface Registered {
	/** The network of each, by id: the service does not return it. Empty for EVM chains. */
	networks: Readonly<Record<string, string>>;
	/** The URL of the receiver when they were registered. */
	url: string;
}

export interface Upkeep {
	/** The webhooks to keep. */
	wanted: readonly WantedWebhook[];
	/** The state that was stored at the last time. */
	registered?: Registered;
	/** The URL of the receiver. */
	url: string;
	/** Recognizes URLs of other instances with the same workflow, and earlier ones of this instance. */
	isKin?(url: string): boolean;
	/**
	 * True: a webhook that leads to one of these is redirected to the receiver. Default: it is left. A receiver
	 * that is registered at its URL has not moved: two that took over from each other at every check or start
	 * would never agree.
	 */
	takeOver?: boolean;
}

export interface UpkeepResult {
	/** The webhooks that are kept, in the order of the wanted ones. */
	registered: Registered;
	repairs: Repair[];
	/** The first failure of a wanted webhook. All others are kept in spite of it. */
	failure?: Failure;
}

async function foundBy(client: AnyClient, id: string): Promise<FoundWebhook | undefined> {
	try {
		return await client.call(webhook.get, { id });
	} catch (error) {
		if (isFailure(error) && error.kind === 'not-found') return undefined;
		throw error;
	}
}

const isActive = ({ status }: FoundWebhook) => status === 'active';

/** The webhooks of the account with this status that `isOne` selects. */
async function listed(
	client: AnyClient,
	status: 'active' | 'inactive',
	isOne: (found: FoundWebhook) => boolean,
): Promise<FoundWebhook[]> {
	const found: FoundWebhook[] = [];
	const input = { status, pageSize: 100 } as InputOf<typeof webhook.getMany>;
	for await (const { items } of client.pages(webhook.getMany, input)) {
		found.push(...items.filter(isOne));
	}
	return found;
}

/**
 * Adds something for which there may be no room. Only if the service refuses it, something else is
 * removed first: otherwise events would be missed between the two calls. What was removed in vain is put back.
 */
async function added<Result>(
	add: () => Promise<Result>,
	room?: { make(): Promise<unknown>; putBack?(): Promise<unknown> },
): Promise<Result> {
	try {
		return await add();
	} catch (error) {
		const isRefused = isFailure(error) && ['invalid-input', 'forbidden'].includes(error.kind);
		if (!isRefused || !room) throw error;
	}
	await room.make();
	try {
		return await add();
	} catch (error) {
		await room.putBack?.();
		throw error;
	}
}

/** Repairs one webhook. Returns what was done, if anything was. */
async function mended(
	client: AnyClient,
	found: FoundWebhook,
	wanted: WantedWebhook,
	url: string,
): Promise<Repair[]> {
	const { id } = found;
	const inactive = !isActive(found);
	const moved = found.url !== url;
	const included = (['includeInternalTxs', 'includeLogs'] as const).filter(
		(name) => name in wanted && Boolean(wanted[name]) !== Boolean(found[name]),
	);
	const changes = {
		...(inactive && { status: 'active' }),
		...(moved && { url }),
		...Object.fromEntries(included.map((name) => [name, Boolean(wanted[name])])),
	};
	const { missing, spare } = addressChanges(found, wanted);
	const remove = async () => await client.call(removeAddresses, { id, addresses: spare });
	let isRemoved = spare.length === 0;
	if (missing.length > 0) {
		const add = async (addresses: string[]) => await client.call(addAddresses, { id, addresses });
		const room = {
			make: async () => {
				await remove();
				isRemoved = true;
			},
			putBack: async () => await add(spare),
		};
		await added(async () => await add(missing), isRemoved ? undefined : room);
	}
	if (!isRemoved) await remove();
	if (Object.keys(changes).length > 0) {
		await client.call(webhook.update, { id, ...changes } as InputOf<typeof webhook.update>);
	}
	const repairs: Repair[] = [];
	if (moved) repairs.push({ id, what: 'taken over', urls: [String(found.url), url] });
	else if (inactive) repairs.push({ id, what: 'reactivated' });
	const isOther = included.length + missing.length + spare.length > 0;
	return isOther ? [...repairs, { id, what: 'changed' }] : repairs;
}

/** Removes a webhook. One that does not exist any more is removed. */
async function removeWebhook(client: AnyClient, id: string): Promise<void> {
	try {
		await client.call(webhook.delete_, { id });
	} catch (error) {
		if (!isFailure(error) || error.kind !== 'not-found') throw error;
	}
}

/** Removes all webhooks that lead to such a URL. Returns them. Throws `Failure`. */
export async function removeWebhooks(
	client: AnyClient,
	isOne: (url: string) => boolean,
): Promise<Array<{ id: string; url: string }>> {
	const active = await listed(client, 'active', ({ url }) => isOne(String(url)));
	for (const { id } of active) await removeWebhook(client, id);
	return active.map(({ id, url }) => ({ id, url: String(url) }));
}

/** The webhooks that concern a receiver: its own ones, and those that lead elsewhere. */
async function around(
	client: AnyClient,
	{ wanted, registered, url, isKin = () => false }: Upkeep,
	networkOf: (found: FoundWebhook) => string | undefined,
): Promise<{ own: FoundWebhook[]; elsewhere: FoundWebhook[] }> {
	const known = new Set(Object.keys(registered?.networks ?? {}));
	const isOwn = (one: FoundWebhook) => one.url === url;
	const found = await listed(client, 'active', (one) => {
		return isOwn(one) || known.has(one.id) || isKin(String(one.url));
	});
	for (const { id } of found) known.delete(id);
	for (const id of known) {
		const one = await foundBy(client, id);
		if (one) found.push(one);
	}
	const isThere = (one: WantedWebhook) =>
		found.some((each) => isOwn(each) && isWanted(each, one, networkOf(each)));
	if (!wanted.every(isThere)) {
		const left = await listed(client, 'inactive', (one) => isOwn(one) && !known.has(one.id));
		found.push(...left);
	}
	return { own: found.filter(isOwn), elsewhere: found.filter((one) => !isOwn(one)) };
}

/**
 * Makes the webhooks at the URL of the receiver those that are wanted. Throws `Failure` if the service
 * cannot be read; a wanted webhook that fails is in the result.
 */
export async function keepWebhooks(client: AnyClient, upkeep: Upkeep): Promise<UpkeepResult> {
	const { wanted, registered, url, takeOver = false } = upkeep;
	const networkOf = (found: FoundWebhook) =>
		registered?.networks[found.id] ?? describedNetwork(found);
	const { own, elsewhere } = await around(client, upkeep, networkOf);
	const others = takeOver && registered?.url !== url ? elsewhere.filter(isActive) : [];
	const isLeft = (one: FoundWebhook) => !isActive(one);
	const unused = new Set([...own.filter(isActive), ...others, ...own.filter(isLeft)]);
	const chosen = wanted.map((one) => {
		const found = [...unused].find((each) => isWanted(each, one, networkOf(each)));
		if (found) unused.delete(found);
		return { one, found };
	});
	const networks: Record<string, string> = {};
	const repairs: Repair[] = [];
	let failure: Failure | undefined;

	async function attempt(act: () => Promise<void>): Promise<void> {
		try {
			await act();
		} catch (error) {
			if (!isFailure(error)) throw error;
			failure ??= error;
		}
	}
	async function removeUnused(): Promise<void> {
		for (const each of [...unused].filter((one) => own.includes(one))) {
			unused.delete(each);
			if (!isActive(each)) continue;
			await removeWebhook(client, each.id);
			repairs.push({ id: each.id, what: 'removed' });
		}
	}
	async function made(one: WantedWebhook): Promise<string> {
		const input = { ...one, ...describedAs(one), url } as unknown as InputOf<typeof webhook.create>;
		const create = async () => await client.call(webhook.create, input);
		const { id } = await added(
			create,
			own.some((each) => unused.has(each)) ? { make: removeUnused } : undefined,
		);
		repairs.push({ id, what: 'created' });
		return id;
	}
	for (const { one, found } of chosen) {
		const network = String(one.network ?? '');
		if (found?.url === url) networks[found.id] = network;
		await attempt(async () => {
			if (found) repairs.push(...(await mended(client, found, one, url)));
			networks[found?.id ?? (await made(one))] = network;
		});
	}
	// Unwanted webhooks stay until all that are wanted are there.
	if (!failure) await attempt(removeUnused);
	const left = elsewhere.filter(({ id }) => !(id in networks));
	const remedied = failure && withRemedy(failure, left, url);
	// A receiver that moved and could register nothing at its new URL may still take over what it had.
	const isMoving = registered && registered.url !== url && Object.keys(networks).length === 0;
	if (remedied && isMoving) return { registered, repairs, failure: remedied };
	const redirections = left.flatMap((one) => redirectionOf(one, upkeep, repairs));
	const result = { registered: { networks, url }, repairs: [...redirections, ...repairs] };
	return remedied ? { ...result, failure: remedied } : result;
}

/** The report of a webhook that leads elsewhere, if it is news. */
function redirectionOf(one: FoundWebhook, upkeep: Upkeep, repairs: readonly Repair[]): Repair[] {
	const { registered, url } = upkeep;
	const { id } = one;
	const urls: [string, string] = [String(one.url), url];
	const isKnown = registered !== undefined && id in registered.networks;
	if (isKnown && registered.url === url) return [{ id, what: 'redirected', urls }];
	const isNew = isActive(one) && (isKnown || repairs.some(({ what }) => what === 'created'));
	return isNew ? [{ id, what: 'left', urls }] : [];
}

/** A failure to make a webhook, beside one that leads elsewhere: there may be no room for both. */
function withRemedy(failure: Failure, left: readonly FoundWebhook[], url: string): Failure {
	const one = left.find(isActive);
	if (!one) return failure;
	const remedy = `The webhook ${one.id} of this workflow leads to ${one.url}, and this receiver is ${url}. If the receiver has moved, turn on Take Over; if another instance uses that webhook, the plan of the account has no room for a second one.`;
	const { kind, status, service } = failure;
	const message = `${failure.message}. ${remedy}`;
	return new Failure({ kind, status, service, message, cause: failure });
}

/** The shared secret; it is generated only if the service says that there is none. Throws `Failure`. */
export async function sharedSecret(client: AnyClient): Promise<string> {
	try {
		return String((await client.call(getSecret, {})).secret);
	} catch (error) {
		if (!isFailure(error) || error.kind !== 'not-found') throw error;
		return String((await client.call(rotateSecret, {})).secret);
	}
}
