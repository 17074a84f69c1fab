import type { AnyClient } from '../../../core/client';
import { isFailure } from '../../../core/failure';
import type { InputOf } from '../../../core/operations/declare';
import type { WantedWebhook } from '../../../core/webhooks/instantEvent';
import type { Repair } from '../../../core/webhooks/repairs';
import * as webhook from '../../webhook/webhook';
import { addAddresses, removeAddresses } from '../../webhook/webhookAddresses';
import { getSecret, rotateSecret } from '../../webhook/webhookSecret';
import { type FoundWebhook, addressChanges, isWanted } from './webhookMatch';

/**
 * Keeps the webhooks that settings need: creates, repairs and removes them. The service deactivates
 * webhooks without notice, and keeps removed ones as inactive.
 */

export interface Upkeep {
	/** The webhooks to keep. */
	wanted: readonly WantedWebhook[];
	/** Ids of those that were registered, if they are known. */
	known: readonly string[];
	/** The URL of the receiver; absent if it is not known: then nothing is created. */
	url?: string;
	/** Recognizes webhooks of the receiver if none is known. Default: those of exactly the URL. */
	isOwn?(url: string): boolean;
	/** False: missing webhooks are not created. */
	create: boolean;
}

export interface UpkeepResult {
	/** The webhooks that are kept, in the order of the wanted ones. */
	ids: string[];
	repairs: Repair[];
	/** Number of wanted webhooks that are missing. */
	missing: number;
}

async function foundBy(client: AnyClient, id: string): Promise<FoundWebhook | undefined> {
	try {
		return await client.call(webhook.get, { id });
	} catch (error) {
		if (isFailure(error) && error.kind === 'not-found') return undefined;
		throw error;
	}
}

/** The webhooks of the account that belong to the receiver, active ones first. */
async function listed(client: AnyClient, { url, isOwn }: Upkeep): Promise<FoundWebhook[]> {
	const isMine = (given: unknown) =>
		typeof given === 'string' && (given === url || isOwn?.(given) === true);
	const found: FoundWebhook[] = [];
	const input = { pageSize: 100 } as InputOf<typeof webhook.getMany>;
	for await (const { items } of client.pages(webhook.getMany, input)) {
		found.push(...items.filter((one) => isMine(one.url)));
	}
	const isInactive = ({ status }: FoundWebhook) => Number(status !== 'active');
	return found.sort((one, other) => isInactive(one) - isInactive(other));
}

/** Repairs one webhook. Returns what was done, if anything was. */
async function mended(
	client: AnyClient,
	found: FoundWebhook,
	wanted: WantedWebhook,
	url: string | undefined,
): Promise<Repair[]> {
	const { id } = found;
	const inactive = found.status !== 'active';
	const moved = url !== undefined && found.url !== url;
	const included = (['includeInternalTxs', 'includeLogs'] as const).filter(
		(name) => name in wanted && Boolean(wanted[name]) !== Boolean(found[name]),
	);
	const changes = {
		...(inactive && { status: 'active' }),
		...(moved && { url }),
		...Object.fromEntries(included.map((name) => [name, Boolean(wanted[name])])),
	};
	if (Object.keys(changes).length > 0) {
		await client.call(webhook.update, { id, ...changes } as InputOf<typeof webhook.update>);
	}
	const { added, removed } = addressChanges(found, wanted);
	if (added.length > 0) await client.call(addAddresses, { id, addresses: added });
	if (removed.length > 0) await client.call(removeAddresses, { id, addresses: removed });
	const repairs: Repair[] = [];
	if (inactive) repairs.push({ id, what: 'reactivated' });
	if (moved) repairs.push({ id, what: 'redirected' });
	const isOther = included.length + added.length + removed.length > 0;
	return isOther ? [...repairs, { id, what: 'changed' }] : repairs;
}

/** Removes a webhook. One that does not exist any more is removed. */
export async function removeWebhook(client: AnyClient, id: string): Promise<void> {
	try {
		await client.call(webhook.delete_, { id });
	} catch (error) {
		if (!isFailure(error) || error.kind !== 'not-found') throw error;
	}
}

/** Removes the webhooks that are known, or those of the URL if none is. */
export async function removeWebhooks(
	client: AnyClient,
	{ known, url, isOwn }: Pick<Upkeep, 'known' | 'url' | 'isOwn'>,
): Promise<void> {
	const find = known.length === 0 && url !== undefined;
	const own = find ? await listed(client, { known, url, isOwn, wanted: [], create: false }) : [];
	const active = own.filter(({ status }) => status === 'active').map(({ id }) => id);
	for (const id of [...known, ...active]) await removeWebhook(client, id);
}

/**
 * Makes the webhooks of the receiver those that are wanted. If one cannot be created, those that were
 * created before are removed. Throws `Failure`.
 */
export async function keepWebhooks(client: AnyClient, upkeep: Upkeep): Promise<UpkeepResult> {
	const { wanted, known, url, create } = upkeep;
	const own: FoundWebhook[] = [];
	for (const id of known) {
		const one = await foundBy(client, id);
		if (one) own.push(one);
	}
	const lacks = () => wanted.some((one) => !own.some((found) => isWanted(found, one)));
	if (lacks() && (url !== undefined || upkeep.isOwn)) {
		const ids = new Set(own.map(({ id }) => id));
		own.push(...(await listed(client, upkeep)).filter(({ id }) => !ids.has(id)));
	}
	const kept = new Set<string>();
	const repairs: Repair[] = [];
	const created: string[] = [];
	let missing = 0;
	try {
		for (const one of wanted) {
			const found = own.find((each) => !kept.has(each.id) && isWanted(each, one));
			if (found) {
				repairs.push(...(await mended(client, found, one, url)));
				kept.add(found.id);
			} else if (create && url !== undefined) {
				const input = { ...one, url } as unknown as InputOf<typeof webhook.create>;
				const { id } = await client.call(webhook.create, input);
				created.push(id);
				kept.add(id);
				repairs.push({ id, what: 'created' });
			} else missing += 1;
		}
	} catch (error) {
		for (const id of created) await removeWebhook(client, id);
		throw error;
	}
	for (const { id, status } of own) {
		if (kept.has(id) || status !== 'active' || missing > 0) continue;
		await removeWebhook(client, id);
		repairs.push({ id, what: 'removed' });
	}
	return { ids: [...kept], repairs, missing };
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
