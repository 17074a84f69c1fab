import {
	deepCopy,
	type IDataObject,
	type INodeExecutionData,
	type IPollFunctions,
} from 'n8n-workflow';
import type { AlertLifeState } from '../../core/alertLife/state';
import type { NetworkEvent, PollResult, SourceState } from '../../core/events/event';
import { withMemoryOf } from '../../core/events/levels';
import { reportedIn, withReported } from '../../core/events/unreadable';
import { n8nClock } from '../shared/transport';
import type { Watch } from './settings';
import type { WaitingEvent } from './unconfirmed';

/**
 * The places where a trigger stores its state: the node's static data, the workflow's (the
 * baseline), and this process. Static data can be overwritten by a workflow; the memory of a
 * process is lost with it.
 */

/** The events of the latest execution, in case that execution never started. */
interface HandedOver {
	/** Number of times that they were delivered. */
	times: number;
	/**
	 * The state from which a poll returns the same events again; the events themselves if there is
	 * none.
	 */
	before?: SourceState;
	events?: NetworkEvent[];
	/** The items themselves, if options of the trigger decided what was delivered. */
	items?: INodeExecutionData[];
}

/** Values that a trigger keeps beside the state of its event. */
export interface Beside {
	/** The events to deliver until they are confirmed. */
	waiting?: readonly WaitingEvent[];
	/** The life of alerts, with what is held. */
	life?: AlertLifeState;
	/** The delivered items, if they are not the events of the poll. */
	items?: readonly INodeExecutionData[];
}

const ANCHOR = 'avalancheTrigger:';
/** Prefix of all keys of this package in the workflow's static data. */
const OWN = 'avalanche';

/**
 * Maximum number of starts of n8n after which events are delivered again: several mains take turns.
 */
const MOST_TIMES = 3;

/** The state of a trigger in this process. */
interface Remembered {
	/** The state after the latest poll that succeeded. */
	state?: SourceState;
	/** Time of the last report that n8n's copy of the state is lost (ms). */
	lossReportedAt?: number;
	/** The latest report of fields that responses lack. */
	missing?: string;
	/** Hints for the next execution, in addition to its items. */
	hints?: readonly string[];
	/** Marks of the records that polls without events reported: n8n may not save their states. */
	reported?: readonly string[];
	/** True while the poll at activation runs. */
	activating?: boolean;
	/** Time of the end of the poll at activation (ms), while no poll has seen that n8n saved its state. */
	unsavedSince?: number;
}

/** Time within which n8n saves the state of the poll at activation: after all hooks of the workflow. */
const SAVING_MS = 10 * 60_000;

/** Maximum number of stored triggers; the one that was polled longest ago is removed first. */
const MOST_REMEMBERED = 1_000;
const remembered = new Map<string, Remembered>();

/** The states of the triggers that this process polls. */
export const processMemory = {
	get: (trigger: string) => remembered.get(trigger),
	set(trigger: string, value: Remembered) {
		remembered.delete(trigger);
		remembered.set(trigger, value);
		if (remembered.size > MOST_REMEMBERED) remembered.delete(remembered.keys().next().value ?? '');
	},
	/** Resets the process memory, for one trigger or for all. */
	forget(trigger?: string) {
		if (trigger === undefined) remembered.clear();
		else remembered.delete(trigger);
	},
};

/** The name of a trigger in the memory of this process. */
export function triggerName(context: Pick<IPollFunctions, 'getNode' | 'getWorkflow'>): string {
	return `${context.getWorkflow().id ?? ''}:${context.getNode().id}`;
}

/** The static data of a node and of its workflow. */
type Stored = Pick<IPollFunctions, 'getWorkflowStaticData' | 'getNode'>;

/** True if there is a state for the settings of this key. */
export function hasState(context: Stored, key: string): boolean {
	const { id } = context.getNode();
	const own = context.getWorkflowStaticData('node').state as SourceState | undefined;
	const shared = context.getWorkflowStaticData('global')[`${ANCHOR}${id}`] as
		| SourceState
		| undefined;
	return own?.k === key || shared?.k === key;
}

/** Stores a baseline that was taken before the first poll, at both places. */
export function storeBaseline(context: Stored, state: SourceState): void {
	const { id } = context.getNode();
	context.getWorkflowStaticData('node').state = state as IDataObject;
	context.getWorkflowStaticData('global')[`${ANCHOR}${id}`] = deepCopy(state) as IDataObject;
}

/** The stored state of a trigger before a poll. */
export interface Memory {
	/** The last state, if there is one. */
	state?: SourceState;
	/** True if the state is in this process only: n8n's copy is lost. */
	onlyHere: boolean;
	/** True if there is no state, and n8n's static data has data of other settings or nodes. */
	overwritten: boolean;
	/** The key of other settings, whose state is stored instead of this one's. */
	otherKey?: string;
	/** Start of the trigger (ms), if no poll has succeeded since. */
	beganAt?: number;
	/** If this may be a first start: events up to this time (ms) are its baseline. */
	startedAt?: number;
	/** The events of the latest execution, if it may not have started. */
	again?: HandedOver;
	/** The events to deliver until they are confirmed, also those of other settings. */
	waiting: readonly WaitingEvent[];
	/** The life of alerts, also of other settings. */
	life?: AlertLifeState;
	/** True while the poll at activation runs, whose state n8n has not saved yet. */
	activating: boolean;
	/** Time of the last report that the state is lost (ms). */
	lossReportedAt?: number;
	noteLossReport(at: number): void;
	/** True for a report of missing fields that differs from the latest one, which it replaces. */
	isNew(missing: string): boolean;
	/** Hints for the next execution, in addition to its items. */
	hints: readonly string[];
	/** Leaves hints to the next execution. */
	leave(hints: readonly string[]): void;
	/**
	 * Stores the state after a poll, with the events of that poll. With `waiting`, these are stored
	 * instead of the events of the latest execution; with `items`, those.
	 */
	keep(result: PollResult, startedAt?: number, beside?: Beside): void;
	/** Stores the time from which events are new, instead of a baseline. */
	begin(at: number, startedAt?: number): void;
}

/**
 * The memory of this node. n8n's durable scheduler loses the values that the activation poll wrote
 * for the node, but keeps those for the workflow: so a baseline is written to both, and the
 * workflow's copy is used if the node has none for these settings. If the poll at activation
 * failed, the time of activation is stored instead of a baseline: n8n's scheduler without durable
 * cursors would not save the baseline of a later poll.
 */
export function memoryOf(context: IPollFunctions, { event: { source }, settings }: Watch): Memory {
	const own = context.getWorkflowStaticData('node');
	const shared = context.getWorkflowStaticData('global');
	const anchor = `${ANCHOR}${context.getNode().id}`;
	const trigger = triggerName(context);
	const key = source.key(settings);
	const fits = (state: SourceState | undefined) => state?.k === key;
	const copies = [own.state, shared[anchor]] as Array<SourceState | undefined>;
	const saved = copies.find(fits);
	const other = saved ? undefined : copies.find((copy) => copy !== undefined);
	const before = processMemory.get(trigger);
	const here = saved && before ? { ...before, unsavedSince: undefined } : before;
	if (here) processMemory.set(trigger, here);
	const { unsavedSince = -Infinity } = here ?? {};
	const begun = saved?.beganAt !== undefined;
	const latest = saved ? (begun ? undefined : saved) : fits(here?.state) ? here?.state : undefined;
	const reported = fits(here?.state) ? here?.reported : undefined;
	const merged = latest && fits(here?.state) ? withMemoryOf(latest, here?.state) : latest;
	const state = merged && reported ? withReported(merged, reported) : merged;
	const last = fits(copies[0]) ? (own.last as HandedOver | undefined) : undefined;
	// A copy, because n8n observes static data for changes.
	const again = !here?.state && last && last.times < MOST_TIMES ? deepCopy(last) : undefined;
	const { unconfirmed: waitedFor = [], life } = (saved ?? here?.state ?? other ?? {}) as {
		unconfirmed?: WaitingEvent[];
		life?: AlertLifeState;
	};
	const write = (
		next: SourceState,
		startedAt?: number,
		{ waiting = [], life: living }: Beside = {},
	): SourceState => {
		// A state is derived from the one before it.
		const written = { ...next };
		if (waiting.length === 0) delete written.unconfirmed;
		else written.unconfirmed = deepCopy(waiting);
		if (living) written.life = deepCopy(living);
		else delete written.life;
		if (startedAt === undefined) delete written.startedAt;
		else written.startedAt = startedAt;
		if (!state || !saved) shared[anchor] = written as IDataObject;
		own.state = written as IDataObject;
		return written;
	};
	return {
		state,
		onlyHere: state !== undefined && !saved && n8nClock.now() - unsavedSince > SAVING_MS,
		overwritten:
			!saved && (other !== undefined || Object.keys(shared).some((name) => !name.startsWith(OWN))),
		otherKey: other?.k,
		beganAt: begun ? (saved.beganAt as number) : undefined,
		startedAt: (saved ?? state)?.startedAt as number | undefined,
		again,
		waiting: deepCopy(waitedFor),
		life: life && deepCopy(life),
		activating: here?.activating === true,
		lossReportedAt: here?.lossReportedAt,
		noteLossReport: (lossReportedAt) => processMemory.set(trigger, { ...here, lossReportedAt }),
		isNew(missing) {
			const before = processMemory.get(trigger);
			processMemory.set(trigger, { ...before, missing });
			return before?.missing !== missing;
		},
		hints: here?.hints ?? [],
		leave: (hints) => processMemory.set(trigger, { ...processMemory.get(trigger), hints }),
		keep({ state: next, events, readFrom, skipped }, startedAt, beside = {}) {
			const { waiting, items } = beside;
			const written = write(next, startedAt, beside);
			const before = again && !again.before ? undefined : readFrom;
			const repeatable = items ? { items: deepCopy([...items]) } : before ? { before } : { events };
			if (waiting) delete own.last;
			else if ((items ?? events).length > 0)
				own.last = { times: (again?.times ?? 0) + 1, ...repeatable } as IDataObject;
			else if (own.last !== undefined && (again || !state)) delete own.last;
			processMemory.set(trigger, {
				...processMemory.get(trigger),
				state: written,
				reported: skipped && events.length === 0 ? reportedIn(next) : reported,
			});
		},
		begin: (at, startedAt) =>
			void write({ k: key, beganAt: at }, startedAt, { waiting: waitedFor, life }),
	};
}
