import type { LifeAlert } from '../../core/alertLife/alert';
import type { AlertLifeState } from '../../core/alertLife/state';
import type { Silence } from '../../core/alertLife/rules';
import type { LifeDelivery } from '../../core/alertLife/words';
import type { Delivery } from './store';
import {
	ABSENT,
	DAY_SECONDS,
	type TableItems,
	deliveryKey,
	expiry,
	pack,
	unpack,
} from './tableItems';
import { stateNameOf } from '../subscriptions/subscription';
import type { StoredStates } from './targetStates';

/** The stored state of alerts at a target: what was delivered and what is held. Times are Unix milliseconds. */
export interface Life {
	version: number;
	state?: AlertLifeState;
	/** Messages that are not all in the queue yet. */
	batch?: LifeMessage[];
	/** Deliveries that the state has, and that may still be in the index. */
	taken?: Array<Pick<Delivery, 'id' | 'dueAt'>>;
	/** Another run puts the batch into the queue until then. */
	busyUntil?: number;
	/** The latest held events, newest first. */
	held: HeldNote[];
	/** The latest messages of alerts, by their keys, while they may become dead letters; with escalation only. */
	sent: Record<string, string>;
}

export interface LifeMessage {
	at: number;
	/** Another target, of an escalation. */
	to?: string;
	delivery: LifeDelivery;
	/** A link that acknowledges its alerts. */
	link?: { id: string; token: string; incidents: Incident[] };
}

export type HeldNote = Pick<LifeAlert, 'id' | 'event' | 'severity' | 'subject' | 'title'> & {
	at: number;
	because: string;
};

/** An alert, and the start of its incident. */
export interface Incident {
	alertKey: string;
	since: number;
}

/** A link that messages contain, as the table stores it. */
export interface AlertLink {
	target: string;
	incidents: Incident[];
	title: string;
	digest: string;
	until: number;
	usedAt?: number;
}

/** A silence; without a target, of all targets that apply silences. */
export type StoredSilence = Silence & { target?: string };

export const heldQueue = (target: string) => `held#${target}`;
export const lifeKey = (target: string) => ({ pk: `life#${target}`, sk: 'life' });
const linkKey = (id: string) => ({ pk: `link#${id}`, sk: 'link' });
const SILENCES = { pk: 'silences', sk: 'silences' };
/** Times of the index are distinct, so that it has the order in which events were put (ms). */
const STEP_MS = 1 / 1024;

/** The memories of targets in a table, and silences: those of an item, which is that of all targets by default. */
export function lifeStore({ get, move, change }: TableItems, silencesKey = SILENCES) {
	return {
		async life(target: string): Promise<Life> {
			const { version = 0, data } = (await get(lifeKey(target))) ?? {};
			const life = data === undefined ? {} : unpack<Partial<Life>>(data as Uint8Array);
			return { held: [], sent: {}, ...life, version: Number(version) };
		},

		/** Writes the next version of a life; false if another run was faster. */
		moveLife: (target: string, { version, ...life }: Life) =>
			move({ ...lifeKey(target), version: version + 1, data: pack(life) }, version),

		silences: async () => ((await get(silencesKey))?.silences ?? []) as StoredSilence[],

		/** Changes the silences, without those that ended a day ago. */
		changeSilences: (now: number, apply: (silences: StoredSilence[]) => StoredSilence[]) =>
			change(silencesKey, ({ silences = [] }) => {
				const recent = (silences as StoredSilence[]).filter(
					({ until }) => until > now - DAY_SECONDS * 1000,
				);
				return { silences: apply(recent) };
			}),
	};
}

/** The events and the states of targets that hold events. */
export function heldStore(items: TableItems, states: Pick<StoredStates, 'change'>) {
	const { get, put, update, getAll } = items;
	const marked = new Set<string>();
	let last = 0;
	return {
		...lifeStore(items),

		/** Puts an event for the next step of its target, unless it was put before. */
		async put({ target, id, source, createdAt }: Delivery, now: number): Promise<void> {
			const name = stateNameOf(target);
			if (!marked.has(name)) {
				await states.change(name, now, ({ holdsUntil: _, ...one }) => ({
					holdsSince: now,
					...one,
				}));
				marked.add(name);
			}
			last = Math.max(now, last + STEP_MS);
			const item = { source, attempts: 0, createdAt, dueAt: last, queue: heldQueue(target) };
			await put({ ...deliveryKey({ target, id }), ...item }, ABSENT);
		},

		/** The deliveries of a target among these that still wait; the index may show others. */
		async waiting<One extends Pick<Delivery, 'id'>>(
			target: string,
			given: readonly One[],
		): Promise<One[]> {
			const items = await getAll(
				given.map(({ id }) => deliveryKey({ target, id })),
				true,
			);
			const ids = new Set(
				items.filter(({ queue }) => queue === heldQueue(target)).map(({ sk }) => sk),
			);
			return given.filter(({ id }) => ids.has(id));
		},

		/** The outcomes of these messages by their IDs, without those that are still sent. */
		async ends(target: string, ids: readonly string[]): Promise<Map<string, 'dead' | 'delivered'>> {
			const items = await getAll(ids.map((id) => deliveryKey({ target, id })));
			return new Map(
				items.flatMap(({ sk, queue, deliveredAt }) => {
					const end =
						queue === 'dead' ? 'dead' : deliveredAt === undefined ? undefined : 'delivered';
					return end ? [[String(sk), end] as const] : [];
				}),
			);
		},

		putLink: (id: string, link: AlertLink) =>
			put({ ...linkKey(id), ...link, expiresAt: expiry(link.until, DAY_SECONDS) }, ABSENT),
		link: async (id: string) => (await get(linkKey(id))) as AlertLink | undefined,
		/** Uses up a link. */
		useLink: (id: string, now: number) =>
			update(linkKey(id), 'SET usedAt = :now', { ':now': now }, 'attribute_exists(pk)'),
	};
}
