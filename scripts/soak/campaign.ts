import { type Emulator, startEmulator } from '../../emulator';
import { createRandom, type Stream as Chance } from '../../emulator/world/random';
import { type Engine, createEngine, logLines } from '../../test/kit/engine';
import { type MovedClock, moveNodeClock } from '../../test/kit/movedClock';
import { createPollHost, type EngineMode, type PollHost } from '../../test/kit/pollHost';
import { SOAK_FAULTS } from './faults';
import type { Tally } from './ledger';
import { ARRIVALS } from './arrivalScenarios';
import { arrivalStream } from './arrivalStream';
import { LEVELS } from './levelScenarios';
import { levelStream } from './levelStream';
import {
	type EventStream,
	type Plan,
	ROUND_MS,
	healthStream,
	stakingStream,
	validatorStream,
} from './streams';

export interface CampaignOptions {
	mode: EngineMode;
	/** Three times the rounds, in each of which every event is polled once. */
	polls: number;
	seed: string;
	/** The events that are declared for trigger and notify, in place of the first three. */
	declared?: boolean;
	/** With more events than the polls can deliver, until it stops. */
	overload?: boolean;
	/** Polls of one trigger after which n8n is restarted. */
	restartEvery?: number;
	/** Told, about a hundred times, which share of the polls is done. */
	onProgress?: (share: number) => void;
}

/** What a campaign did with one event. */
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
	/** How often a workflow overwrote the state. */
	wiped: number;
	/** How often a lost state was told to a person. */
	lossesTold: number;
	/** Items that executions dropped, because they were processed before. */
	dropped: number;
	/** Restarts after which n8n would never have polled again. */
	stopped: number;
	/** Failures that told n8n to wait for a person, though all faults pass. */
	misjudged: number;
	peakStateBytes: number;
	/** Share of the capacity of the polls that was used while there were events. */
	load: number;
}

/** Per poll, as many as make 20,000, 2,000 and 500 of 5,000 polls. */
const PER_POLL = {
	transactions: 4,
	validatorChanges: 0.4,
	flips: 0.1,
	crossings: 0.05,
	arrivals: 0.3,
};
const BEFORE_MS = 26 * 3_600_000;
/** Rounds without events at the end, in which nothing may be repeated. */
const QUIET_ROUNDS = 20;
/** Rounds in which no expected event came after which a campaign ends, with what is left as lost. */
const STUCK_ROUNDS = 500;
/** How the trigger tells of a state that is gone. */
const LOSS = /is missing$/;
const PASSING = new Set(['rate-limited', 'temporarily-unavailable']);

/** One trigger under test. */
interface Runner {
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
function countRequests(emulator: Emulator, result: EventResult): void {
	const requests = emulator.control.requests();
	emulator.control.clearRequests();
	result.requests += requests.length;
	result.faults += requests.filter(({ fault }) => fault !== undefined).length;
}

async function pollOnce(runner: Runner): Promise<boolean> {
	const { stream, host, result } = runner;
	const { executions } = host;
	const { items, error } = await host.poll();
	for (const item of items) stream.ledger.saw(stream.keyOf(item));
	if (error && LOSS.test(error.message)) {
		result.lossesTold += 1;
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
async function publish({ stream, host, result }: Runner): Promise<void> {
	do {
		const { items } = await host.publish();
		for (const item of items) stream.ledger.saw(stream.keyOf(item));
	} while (!host.alive);
	result.peakStateBytes = Math.max(result.peakStateBytes, host.stateBytes);
}

/** What a kill costs, in turn; `undefined`: nothing. */
const TURNS = ['nothing', 'execution', 'publish', 'state', 'wiped'] as const;

/** Events that happened and have not come out. */
function isOpen({ stream }: Runner): boolean {
	return stream.ledger.tally().lost > 0;
}

/** A Code node saves static data of its own over the state, which durable cursors keep elsewhere. */
function wipe({ host, result, ...runner }: Runner): boolean {
	host.wipeStaticData(result.wiped % 2 === 0 ? 'global' : 'node');
	result.wiped += 1;
	return runner.isWiped || result.mode !== 'durable';
}

/**
 * Kills n8n: in turn between two polls, before an execution starts, to publish the workflow again,
 * before a state is saved, and with a state that a workflow overwrote. Two of them wait for a poll that
 * starts an execution.
 */
async function restart(runner: Runner, every: number, fired: boolean): Promise<void> {
	const { stream, host, result } = runner;
	const turns = runner.canWipe ? TURNS : TURNS.filter((name) => name !== 'wiped');
	const turn = turns[result.restarts % turns.length];
	// n8n saves the state first: that an execution outlives it takes a failing Postgres, too.
	const canLoseState = stream.readsAgain || result.mode === 'durable';
	const lost = turn === 'execution' || (turn === 'state' && canLoseState) ? turn : undefined;
	if (lost && !fired) return;
	const losesState = (turn === 'wiped' || runner.isWiped) && result.mode !== 'durable';
	// What waits to be told is part of the state.
	if (losesState && !stream.readsAgain && isOpen(runner)) return;
	runner.restartAt = host.polls + every;
	result.restarts += 1;
	if (turn === 'publish') {
		const { items } = await host.publish();
		for (const item of items) stream.ledger.saw(stream.keyOf(item));
		runner.isWiped = false;
	} else {
		if (turn === 'wiped') runner.isWiped = wipe(runner);
		if (losesState && stream.now) stream.ledger.mayRepeat(stream.now());
		runner.isLost = losesState;
		const { interrupted, items, error } = await host.restart({ lost });
		if (lost === 'execution') result.neverStarted += 1;
		for (const item of interrupted) stream.ledger.neverStarted(stream.keyOf(item));
		for (const item of items) stream.ledger.saw(stream.keyOf(item));
		if (error && LOSS.test(error.message)) result.lossesTold += 1;
	}
	if (host.alive) return;
	result.stopped += 1;
	await publish(runner);
}

/** Kills the worker of an execution that has begun. */
function loseWorker({ stream, host, result }: Runner): void {
	result.workersLost += 1;
	for (const item of host.loseWorker()) stream.ledger.lostWithWorker(stream.keyOf(item));
}

function streamsOf(
	emulator: Emulator,
	{ polls, overload = false, declared = false }: CampaignOptions,
	chance: Chance,
	round: () => number,
): EventStream[] {
	const plan = (perPoll: number): Plan => {
		const planned = Math.round(polls * perPoll);
		return { emulator, chance, round, overload, planned };
	};
	if (declared) {
		return [
			...ARRIVALS.map((of) => arrivalStream(plan(PER_POLL.arrivals), of(plan(0)))),
			...LEVELS.map((of) => levelStream(plan(PER_POLL.crossings), of(plan(0)))),
		];
	}
	return [
		stakingStream(plan(PER_POLL.transactions)),
		validatorStream(plan(PER_POLL.validatorChanges)),
		// Levels have no backlog: a poll tells the state of now.
		...(overload ? [] : [healthStream(plan(PER_POLL.flips))]),
	];
}

function runnerOf(engine: Engine, stream: EventStream, mode: EngineMode, every: number): Runner {
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
		lossesTold: 0,
		dropped: 0,
		stopped: 0,
		misjudged: 0,
		peakStateBytes: 0,
		load: 0,
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

/** How often an expected event came. */
function toldTo(runners: readonly Runner[]): number {
	return runners.reduce((told, { stream }) => told + stream.ledger.told(), 0);
}

/** Lets all that is planned happen, poll by poll, and then waits until nothing is left to tell. */
async function runRounds(
	runners: readonly Runner[],
	emulator: Emulator,
	chance: Chance,
	stage: Stage,
	{ polls, restartEvery = 50, onProgress }: CampaignOptions,
): Promise<void> {
	const rounds = Math.ceil(polls / 3);
	let quiet = 0;
	let stuck = 0;
	while (quiet < QUIET_ROUNDS && stuck < STUCK_ROUNDS) {
		stage.round += 1;
		const told = toldTo(runners);
		emulator.control.moveClock({ ms: ROUND_MS });
		const share = Math.min(1, stage.round / rounds);
		for (const runner of runners) {
			const { stream, host, result } = runner;
			const news = !stream.done();
			const { failedPolls } = result;
			// A fifth of all events happens during a poll.
			const meanwhile = chance.next() < 0.2 ? chance.whole(1, 3) : 0;
			// What happens without a state to compare with is found again in a list only.
			const holds = runner.isLost && !stream.readsAgain;
			if (holds) stage.atRequest = undefined;
			else if (meanwhile === 0) stream.happen(share);
			else stage.atRequest = { count: meanwhile, run: () => stream.happen(share) };
			const fired = await pollOnce(runner);
			// The poll made fewer requests.
			stage.atRequest?.run();
			stage.atRequest = undefined;
			if (news && result.failedPolls === failedPolls) runner.busyPolls += 1;
			if (fired && host.polls >= runner.workerAt) {
				runner.workerAt = host.polls + restartEvery;
				loseWorker(runner);
			} else if (host.polls >= runner.restartAt) {
				await restart(runner, restartEvery, fired);
			} else if (runner.canWipe && host.polls >= runner.wipeAt) {
				runner.wipeAt = host.polls + restartEvery;
				runner.isWiped = wipe(runner);
			}
			countRequests(emulator, result);
		}
		logLines.length = 0;
		if (stage.round % Math.ceil(rounds / 100) === 0) onProgress?.(share);
		stuck = toldTo(runners) > told ? 0 : stuck + 1;
		const open = (runner: Runner) => !runner.stream.done() || isOpen(runner);
		quiet = stage.round < rounds || runners.some(open) ? 0 : quiet + 1;
	}
}

/** Where a campaign is, and what is to happen at one of the next requests. */
interface Stage {
	round: number;
	atRequest?: { count: number; run(): void };
}

/**
 * Runs the events of the trigger in one engine mode against faulty services. All pauses, delays and
 * timeouts run on the emulator's clock: the same options give the same results on any machine.
 */
export async function runCampaign(options: CampaignOptions): Promise<EventResult[]> {
	const { mode, seed, restartEvery = 50 } = options;
	const stage: Stage = { round: 0 };
	let clock: MovedClock | undefined;
	const emulator = await startEmulator({
		seed,
		// Saturday, 7 November 2026, noon UTC.
		start: 1_794_052_800_000,
		realTime: false,
		validators: 120,
		transactions: 100,
		wait: async (ms) => await clock?.hold(ms),
		onRequest() {
			const { atRequest } = stage;
			if (!atRequest || --atRequest.count > 0) return;
			stage.atRequest = undefined;
			atRequest.run();
		},
	});
	try {
		const { dataUrl, metricsUrl, nodeUrl, control } = emulator;
		const engine = await createEngine({ dataUrl, metricsUrl, nodeUrl });
		const random = createRandom(seed);
		clock = moveNodeClock(emulator, random.stream('pauses', mode).next);
		const chance = random.stream('soak', mode);
		const streams = streamsOf(emulator, options, chance, () => stage.round);
		const runners = streams.map((stream) => runnerOf(engine, stream, mode, restartEvery));
		// What the world began with is older than what a lost state is made up for.
		control.moveClock({ ms: BEFORE_MS });
		for (const runner of runners) {
			runner.canWipe = options.declared !== true && options.overload !== true;
			await publish(runner);
			countRequests(emulator, runner.result);
		}
		// What is expected is counted from a baseline on.
		control.addFaults({ faults: [...SOAK_FAULTS] });
		await runRounds(runners, emulator, chance, stage, options);
		return runners.map(({ stream, host, result, busyPolls }) => {
			const tally = stream.ledger.tally();
			const load = tally.expected / Math.max(1, busyPolls * stream.perPoll);
			return { ...result, ...tally, polls: host.polls, dropped: host.dropped, load };
		});
	} finally {
		clock?.restore();
		await emulator.close();
	}
}
