import { keyInName } from '../subscriptions/subscription';
import { QUEUE_INDEX } from './store';
import { DAY_SECONDS, type TableItem, type TableItems, expiry } from './tableItems';

export interface DisabledTarget {
	/** Unix milliseconds. */
	at: number;
	reason: string;
	/** A digest of the disabled destination: another destination is another target. */
	urlMark: string;
}

export interface FailingTarget {
	/** Unix milliseconds: no attempt has succeeded since. */
	since: number;
	/** The id of the message that failed first. */
	first?: string;
	/** HTTP status of the last attempt; absent if there was no response. */
	status?: number;
	/** Reason of the failure of the last attempt. */
	reason: string;
}

/** The state of one target. Times are Unix milliseconds. */
export interface TargetState {
	/** True if it has answered quickly, and has not been slow since. */
	quick?: true;
	/** Set from the third failed attempt of a message until one succeeds. */
	failing?: FailingTarget;
	disabled?: DisabledTarget;
	/** The beginning of the interval whose heartbeat was put last. */
	heartbeatAt?: number;
	/** Since when its events may wait: they are looked for even if its options are switched off. */
	holdsSince?: number;
	/** Until when that lasts, once they are off and nothing waits. */
	holdsUntil?: number;
}
export type TargetStates = ReadonlyMap<string, TargetState>;

export type StoredStates = ReturnType<typeof storedStates>;

/** A state that says only that its target is quick is kept so long (s): the target is then measured again. */
const KEEP = 90 * DAY_SECONDS;
/** Partition of the index with the targets of the settings that fail, are disabled or hold events. */
const TROUBLED = 'target';

const PREFIX = 'target#';
const stateKey = (name: string) => ({ pk: `${PREFIX}${name}`, sk: 'state' });

function stateIn({ pk, state }: TableItem): [string, TargetState] {
	return [String(pk).slice(PREFIX.length), state as TargetState];
}

/** The states of targets in a table, an item each (store.ts). They are written only when they change. */
export function storedStates({ get, change, all, getAll }: TableItems) {
	return {
		/** The states of these targets, of those that have one; they may be a second old. */
		read: async (names: readonly string[]): Promise<TargetStates> =>
			new Map((await getAll(names.map(stateKey))).map(stateIn)),

		/** Those of the settings that fail, are disabled or hold events; they may be some seconds old. */
		async troubled(): Promise<TargetStates> {
			const items = await all('queue = :queue', { ':queue': TROUBLED }, { IndexName: QUEUE_INDEX });
			return new Map(items.map(stateIn));
		},

		/** Applies a change to the newest state of a target; the state after it. */
		async change(
			name: string,
			now: number,
			apply: (state: TargetState) => TargetState,
		): Promise<TargetState> {
			let state: TargetState = {};
			await change(stateKey(name), ({ state: before = {} }) => {
				state = apply(before as TargetState);
				if (JSON.stringify(state) === JSON.stringify(before)) return undefined;
				const since = state.disabled?.at ?? state.failing?.since ?? state.holdsSince;
				return {
					state,
					...(since !== undefined && !keyInName(name) && { queue: TROUBLED, dueAt: since }),
					...(since === undefined && { expiresAt: expiry(now, KEEP) }),
				};
			});
			return state;
		},

		/** True if the table has the states of an earlier version: of all targets in one item. */
		isOfEarlierVersion: async () => (await get({ pk: 'targets', sk: 'state' })) !== undefined,
	};
}
