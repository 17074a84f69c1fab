import { type Emulator, startEmulator } from '../../../emulator';
import { createRandom, type Stream as Chance } from '../../../core/testing/random';
import { createEngine, logLines } from '../../kit/engine';
import { type MovedClock, moveNodeClock } from '../../kit/movedClock';
import type { EngineMode } from '../../kit/pollHost';
import { SOAK_FAULTS } from './faults';
import { type EventRoom, eventRooms } from '../../kit/events/case';
import { occurrenceStream } from './occurrenceStream';
import {
	countRequests,
	type EventResult,
	isOpen,
	loseWorker,
	pollOnce,
	publish,
	restart,
	type Runner,
	runnerOf,
	wipe,
} from './runner';
import { stakingStream } from './stakingStream';
import { type EventStream, type Plan, ROUND_MS } from './streams';
import { validatorStream } from './validatorStream';

export interface CampaignOptions {
	mode: EngineMode;
	/** Three times the rounds, in each of which every event is polled once. */
	polls: number;
	seed: string;
	/** Every event as its cases let it happen, each in a network of its own. */
	declared?: boolean;
	/** True: more events happen than the polls can deliver. */
	overload?: boolean;
	/** Polls of one trigger after which n8n is restarted. */
	restartEvery?: number;
	/** Called about a hundred times with the share of the polls that is done. */
	onProgress?: (share: number) => void;
}

/** Events per poll: as many as make 20,000, 2,000 and 500 of 5,000 polls; and those of the cases. */
const PER_POLL = { transactions: 4, validators: 0.4, health: 0.1, items: 0.3, changes: 0.05 };
const BEFORE_MS = 26 * 3_600_000;
/** Rounds without events at the end, in which nothing may be repeated. */
const QUIET_ROUNDS = 20;
/** Rounds in which no expected event came after which a campaign ends, with what is left as lost. */
const STUCK_ROUNDS = 500;

/** The streams of one network; `planOf` takes the events per poll. */
type Streams = (planOf: (perPoll: number) => Plan) => EventStream[];

const HEALTH = eventRooms.find(({ event }) => event.value === 'health') as EventRoom;

/** The streams of each network of a campaign. */
function networksOf({ overload, declared }: CampaignOptions): Streams[] {
	if (declared) {
		return eventRooms.flatMap(({ event, occurrences }) =>
			occurrences.map(
				(one): Streams =>
					(planOf) => [
						occurrenceStream(planOf(one.item ? PER_POLL.items : PER_POLL.changes), event, one),
					],
			),
		);
	}
	const health: Streams = (planOf) => [
		occurrenceStream(planOf(PER_POLL.health), HEALTH.event, HEALTH.occurrences[0]),
	];
	return [
		(planOf) => [
			stakingStream(planOf(PER_POLL.transactions)),
			validatorStream(planOf(PER_POLL.validators)),
			// A poll reports the present state, and never what was before it: no backlog.
			...(overload ? [] : health(planOf)),
		],
	];
}

/** Number of deliveries of expected events. */
function deliveriesTo(runners: readonly Runner[]): number {
	return runners.reduce((sum, { stream }) => sum + stream.ledger.deliveries(), 0);
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
		const before = deliveriesTo(runners);
		emulator.control.moveClock({ ms: ROUND_MS });
		const share = Math.min(1, stage.round / rounds);
		for (const runner of runners) {
			const { stream, host, result } = runner;
			const news = !stream.done();
			const { failedPolls } = result;
			// A fifth of all events happens during a poll.
			const meanwhile = chance.next() < 0.2 ? chance.whole(1, 3) : 0;
			// Changes without a state to compare with are found later in a list only.
			const holds = runner.isLost && !stream.readsAgain;
			if (holds) stage.atRequest = undefined;
			else if (meanwhile === 0) stream.happen(share);
			else stage.atRequest = { count: meanwhile, run: () => stream.happen(share) };
			const fired = await pollOnce(runner);
			// The poll made fewer requests.
			stage.atRequest?.run();
			stage.atRequest = undefined;
			if (news && result.failedPolls === failedPolls) runner.busyPolls += 1;
			// Both wait for a poll that fires; where these are rare, the one that has waited longer comes first.
			const isWorkers = host.polls < runner.restartAt || runner.workerAt <= runner.restartAt;
			if (fired && host.polls >= runner.workerAt && isWorkers) {
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
		stuck = deliveriesTo(runners) > before ? 0 : stuck + 1;
		const open = (runner: Runner) => !runner.stream.done() || isOpen(runner);
		quiet = stage.round < rounds || runners.some(open) ? 0 : quiet + 1;
	}
}

/** Round of a campaign, and an action for one of the next requests. */
interface Stage {
	round: number;
	atRequest?: { count: number; run(): void };
}

/**
 * Runs the events of the trigger in one engine mode against faulty services. All pauses, delays and
 * timeouts run on the emulator's clock: the same options give the same results on any machine.
 */
export async function runCampaign(options: CampaignOptions): Promise<EventResult[]> {
	const results: EventResult[] = [];
	for (const [at, streams] of networksOf(options).entries()) {
		const seed = at === 0 ? options.seed : `${options.seed} ${at}`;
		results.push(...(await runNetwork({ ...options, seed }, streams)));
	}
	return results;
}

/** Runs the events of one network. */
async function runNetwork(options: CampaignOptions, streams: Streams): Promise<EventResult[]> {
	const { mode, polls, seed, overload = false, restartEvery = 50 } = options;
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
		const planOf = (perPoll: number): Plan => {
			const planned = Math.round(polls * perPoll);
			return { emulator, chance, round: () => stage.round, overload, planned };
		};
		const runners = streams(planOf).map((stream) => runnerOf(engine, stream, mode, restartEvery));
		// Events from the start of the world are older than those that are read again after a lost
		// state.
		control.moveClock({ ms: BEFORE_MS });
		for (const runner of runners) {
			runner.canWipe = options.declared !== true && options.overload !== true;
			await publish(runner);
			countRequests(emulator, runner.result);
		}
		// Expected events are counted from a baseline on.
		control.addFaults({ faults: [...SOAK_FAULTS] });
		await runRounds(runners, emulator, chance, stage, options);
		return runners.map(({ stream, host, result, busyPolls }) => {
			const tally = stream.ledger.tally();
			const load =
				stream.now === undefined
					? tally.expected / Math.max(1, busyPolls * stream.perPoll)
					: undefined;
			return { ...result, ...tally, polls: host.polls, dropped: host.dropped, load };
		});
	} finally {
		clock?.restore();
		await emulator.close();
	}
}
