import type { Emulator } from '../../../emulator';
import type { Engine } from '../../kit/engine';
import { createPollHost, type EngineMode, type PollHost } from '../../kit/pollHost';
import type { Tally } from './ledger';
import type { EventStream } from './streams';

/** One trigger of a soak campaign: it is polled, published, killed, and loses its state. */

/** Results of a campaign with one event. */
export interface EventResult extends Tally {
	mode: EngineMode;
	event: string;
	polls: number;
	failedPolls: number;
	requests: number;
	faults: number;
	restarts: number;
	/** Executions that never started although their state was saved: a kill, or no Redis. */
	neverStarted: number;
	/** Executions that lost their worker. */
	workersLost: number;
	/** Number of times that a workflow overwrote the state. */
	wiped: number;
	/** Number of times that the trigger reported a lost state. */
	lossesReported: number;
	/** Items that executions dropped, because they were processed before. */
	dropped: number;
	/** Restarts after which n8n would never have polled again. */
	stopped: number;
	/** Failures with a cause that does not pass by itself, although all faults pass. */
	misjudged: number;
	peakStateBytes: number;
	/**
	 * Share of the capacity of the polls that was used while there were events. Undefined where each event
	 * waits until the one before it was told: such events have no backlog.
	 */
	load?: number;
}

/** End of the trigger's message about a state that is lost. */
const LOSS = /is missing$/;
const PASSING = new Set(['rate-limited', 'temporarily-unavailable']);

/** One trigger under test. */
export interface Runner {
	stream: EventStream;
	host: PollHost;
	result: EventResult;
	/** Polls at which the next restart is due. */
	restartAt: number;
	/** Successful polls while there were events. */
	busyPolls: number;
	/** Polls at which the next worker is killed, and the next state overwritten. */
	workerAt: number;
	wipeAt: number;
	/** True where the campaign overwrites the state: not while a backlog of days is part of it. */
	canWipe: boolean;
	/** True while n8n's copy of the state is overwritten. */
	isWiped: boolean;
	/** True from a start of n8n without a state until all is made up for. */
	isLost: boolean;
}

/** Counts the requests since the last call, and those that a fault hit. */
export function countRequests(emulator: Emulator, result: EventResult): void {
	const requests = emulator.control.requests();
	emulator.control.clearRequests();
	result.requests += requests.length;
	result.faults += requests.filter(({ fault }) => fault !== undefined).length;
}

/** Polls once, and records what came. Returns true if an execution handed on items. */
export async function pollOnce(runner: Runner): Promise<boolean> {
	const { stream, host, result } = runner;
	const { executions } = host;
	const { items, error } = await host.poll();
	for (const item of items) stream.ledger.saw(stream.occurrenceKey(item));
	if (error && LOSS.test(error.message)) {
		result.lossesReported += 1;
	} else if (error) {
		result.failedPolls += 1;
		if (!PASSING.has(error.failure?.cause ?? '')) result.misjudged += 1;
		return false;
	}
	// A poll that starts no execution has told all that it made up for.
	if (host.executions === executions) runner.isLost = false;
	// In n8n's scheduler the state of a poll without events stays in the process.
	if (items.length > 0 || result.mode === 'default') runner.isWiped &&= items.length === 0;
	result.peakStateBytes = Math.max(result.peakStateBytes, host.stateBytes);
	return items.length > 0;
}

/** Publishes until n8n has a trigger that polls. */
export async function publish({ stream, host, result }: Runner): Promise<void> {
	do {
		const { items } = await host.publish();
		for (const item of items) stream.ledger.saw(stream.occurrenceKey(item));
	} while (!host.alive);
	result.peakStateBytes = Math.max(result.peakStateBytes, host.stateBytes);
}

/** Kinds of restarts, in turn, by what is lost with them. */
const TURNS = ['nothing', 'execution', 'publish', 'state', 'wiped'] as const;

/** True if events happened that were not delivered. */
export function isOpen({ stream }: Runner): boolean {
	return stream.ledger.tally().lost > 0;
}

/** A Code node saves static data of its own over the state, which durable cursors keep elsewhere. */
export function wipe({ host, result, ...runner }: Runner): boolean {
	host.wipeStaticData(result.wiped % 2 === 0 ? 'global' : 'node');
	result.wiped += 1;
	return runner.isWiped || result.mode !== 'durable';
}

/**
 * Kills n8n: in turn between two polls, before an execution starts, to publish the workflow again,
 * before a state is saved, and with a state that a workflow overwrote. Two of them wait for a poll that
 * starts an execution.
 */
export async function restart(runner: Runner, every: number, fired: boolean): Promise<void> {
	const { stream, host, result } = runner;
	const turns = runner.canWipe ? TURNS : TURNS.filter((name) => name !== 'wiped');
	const turn = turns[result.restarts % turns.length];
	// n8n saves the state first: that an execution outlives it takes a failing Postgres, too.
	const canLoseState = stream.readsAgain || result.mode === 'durable';
	const lost = turn === 'execution' || (turn === 'state' && canLoseState) ? turn : undefined;
	if (lost && !fired) return;
	const losesState = (turn === 'wiped' || runner.isWiped) && result.mode !== 'durable';
	// Events that are not delivered yet are part of the state.
	if (losesState && !stream.readsAgain && isOpen(runner)) return;
	runner.restartAt = host.polls + every;
	result.restarts += 1;
	if (turn === 'publish') {
		const { items } = await host.publish();
		for (const item of items) stream.ledger.saw(stream.occurrenceKey(item));
		runner.isWiped = false;
	} else {
		if (turn === 'wiped') runner.isWiped = wipe(runner);
		if (losesState && stream.now) stream.ledger.mayRepeat(stream.now());
		runner.isLost = losesState;
		const { interrupted, items, error } = await host.restart({ lost });
		if (lost === 'execution') result.neverStarted += 1;
		for (const item of interrupted) stream.ledger.neverStarted(stream.occurrenceKey(item));
		for (const item of items) stream.ledger.saw(stream.occurrenceKey(item));
		if (error && LOSS.test(error.message)) result.lossesReported += 1;
	}
	if (host.alive) return;
	result.stopped += 1;
	await publish(runner);
}

/** Kills the worker of an execution that has begun. */
export function loseWorker({ stream, host, result }: Runner): void {
	result.workersLost += 1;
	for (const item of host.loseWorker()) stream.ledger.lostWithWorker(stream.occurrenceKey(item));
}

/** A trigger for the events of a stream, which is not published yet. `every` is in polls. */
export function runnerOf(
	engine: Engine,
	stream: EventStream,
	mode: EngineMode,
	every: number,
): Runner {
	const host = createPollHost(engine, { mode, parameters: stream.parameters });
	const result: EventResult = {
		mode,
		event: stream.event,
		...stream.ledger.tally(),
		polls: 0,
		failedPolls: 0,
		requests: 0,
		faults: 0,
		restarts: 0,
		neverStarted: 0,
		workersLost: 0,
		wiped: 0,
		lossesReported: 0,
		dropped: 0,
		stopped: 0,
		misjudged: 0,
		peakStateBytes: 0,
	};
	return {
		stream,
		host,
		result,
		restartAt: every,
		busyPolls: 0,
		workerAt: Math.round(every * 0.7),
		wipeAt: Math.round(every * 1.3),
		canWipe: true,
		isWiped: false,
		isLost: false,
	};
}
