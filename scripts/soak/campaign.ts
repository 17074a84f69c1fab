import { type Emulator, startEmulator } from '../../emulator';
import { createRandom, type Stream as Chance } from '../../emulator/world/random';
import { type Engine, createEngine, logLines } from '../../test/kit/engine';
import { type MovedClock, moveNodeClock } from '../../test/kit/movedClock';
import { createPollHost, type EngineMode, type PollHost } from '../../test/kit/pollHost';
import { SOAK_FAULTS } from './faults';
import type { Tally } from './ledger';
import {
	type EventStream,
	healthStream,
	stakingStream,
	uptimeStream,
	validatorStream,
} from './streams';

export interface CampaignOptions {
	mode: EngineMode;
	/** Polls in all, shared by the three events. For each there are 4 transactions and so on. */
	polls: number;
	seed: string;
	/** With more news than the polls can tell, until it stops. */
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
	/** Restarts in the middle of storing an execution. */
	midSave: number;
	/** Restarts after which n8n would never have polled again. */
	stopped: number;
	/** Failures that told n8n to wait for a person, though all faults pass. */
	misjudged: number;
	peakStateBytes: number;
	/** Share of what the polls could have told while there was news. */
	load: number;
}

/** Per poll, as many as make 20,000, 2,000 and 500 of 5,000 polls. */
const PER_POLL = { transactions: 4, validatorChanges: 0.4, flips: 0.1, crossings: 0.08 };
const ROUND_MS = 60_000;
/** Rounds without news at the end, in which nothing may come again. */
const QUIET_ROUNDS = 20;
const PASSING = new Set(['rate-limited', 'temporarily-unavailable']);

/** One trigger under test. */
interface Runner {
	stream: EventStream;
	host: PollHost;
	result: EventResult;
	/** Polls at which the next restart is due. */
	restartAt: number;
	/** Polls that succeeded while there was news. */
	busyPolls: number;
}

/** Counts the requests since the last call, and those that a fault hit. */
function countRequests(emulator: Emulator, result: EventResult): void {
	const requests = emulator.control.requests();
	emulator.control.clearRequests();
	result.requests += requests.length;
	result.faults += requests.filter(({ fault }) => fault !== undefined).length;
}

async function pollOnce({ stream, host, result }: Runner): Promise<boolean> {
	const { items, error } = await host.poll();
	for (const item of items) stream.ledger.saw(stream.keyOf(item));
	if (error) {
		result.failedPolls += 1;
		if (!PASSING.has(error.failure?.cause ?? '')) result.misjudged += 1;
	}
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

/**
 * Kills n8n: in turn between two polls, while it stores an execution, and to publish the workflow
 * again. The second waits for a poll that starts an execution.
 */
async function restart(runner: Runner, every: number, fired: boolean): Promise<void> {
	const { stream, host, result } = runner;
	const turn = result.restarts % 3;
	if (turn === 1 && !fired) return;
	runner.restartAt = host.polls + every;
	result.restarts += 1;
	if (turn === 1) result.midSave += 1;
	const { interrupted, items } =
		turn === 2
			? { interrupted: [], ...(await host.publish()) }
			: await host.restart({ midSave: turn === 1 });
	const kept = result.mode !== 'durable';
	for (const item of interrupted) stream.ledger.interrupted(stream.keyOf(item), kept);
	for (const item of items) stream.ledger.saw(stream.keyOf(item));
	if (host.alive) return;
	result.stopped += 1;
	await publish(runner);
}

function streamsOf(
	emulator: Emulator,
	{ polls, overload = false }: CampaignOptions,
	chance: Chance,
	round: () => number,
): EventStream[] {
	const plan = (perPoll: number) => {
		return { emulator, chance, round, overload, planned: Math.round(polls * perPoll) };
	};
	return [
		stakingStream(plan(PER_POLL.transactions)),
		validatorStream(plan(PER_POLL.validatorChanges)),
		// Levels have no backlog: a poll tells the state of now.
		...(overload
			? []
			: [healthStream(plan(PER_POLL.flips)), uptimeStream(plan(PER_POLL.crossings))]),
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
		midSave: 0,
		stopped: 0,
		misjudged: 0,
		peakStateBytes: 0,
		load: 0,
	};
	return { stream, host, result, restartAt: every, busyPolls: 0 };
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
	for (let quiet = 0; quiet < QUIET_ROUNDS && stage.round < 4 * rounds + 1000; ) {
		stage.round += 1;
		emulator.control.moveClock({ ms: ROUND_MS });
		const share = Math.min(1, stage.round / rounds);
		for (const runner of runners) {
			const { stream, host, result } = runner;
			const news = !stream.done();
			const { failedPolls } = result;
			// A fifth of all news comes while a poll is under way.
			const meanwhile = chance.next() < 0.2 ? chance.whole(1, 3) : 0;
			if (meanwhile === 0) stream.happen(share);
			else stage.atRequest = { count: meanwhile, run: () => stream.happen(share) };
			const fired = await pollOnce(runner);
			// The poll made fewer requests.
			stage.atRequest?.run();
			stage.atRequest = undefined;
			if (news && result.failedPolls === failedPolls) runner.busyPolls += 1;
			if (host.polls >= runner.restartAt) await restart(runner, restartEvery, fired);
			countRequests(emulator, result);
		}
		logLines.length = 0;
		if (stage.round % Math.ceil(rounds / 100) === 0) onProgress?.(share);
		const open = ({ stream }: Runner) => !stream.done() || stream.ledger.tally().lost > 0;
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
		const { dataUrl, metricsUrl, nodeUrl, control, world } = emulator;
		const engine = await createEngine({ dataUrl, metricsUrl, nodeUrl });
		const random = createRandom(seed);
		clock = moveNodeClock({
			now: () => world.clock.now(),
			advance: (ms) => void control.moveClock({ ms }),
			random: random.stream('pauses', mode).next,
		});
		const chance = random.stream('soak', mode);
		const streams = streamsOf(emulator, options, chance, () => stage.round);
		const runners = streams.map((stream) => runnerOf(engine, stream, mode, restartEvery));
		for (const runner of runners) {
			await publish(runner);
			countRequests(emulator, runner.result);
		}
		// What is expected is counted from a baseline on.
		control.addFaults({ faults: [...SOAK_FAULTS] });
		await runRounds(runners, emulator, chance, stage, options);
		return runners.map(({ stream, host, result, busyPolls }) => {
			const tally = stream.ledger.tally();
			const load = tally.expected / Math.max(1, busyPolls * stream.perPoll);
			return { ...result, ...tally, polls: host.polls, load };
		});
	} finally {
		clock?.restore();
		await emulator.close();
	}
}
