import { setTimeout as sleep } from 'node:timers/promises';
import { type Emulator, startEmulator } from '../../emulator';
import { createRandom, type Stream as Chance } from '../../emulator/world/random';
import { createEngine, logLines } from '../../test/kit/engine';
import { createPollHost, type EngineMode, type PollHost } from '../../test/kit/pollHost';
import { SOAK_FAULTS } from './faults';
import type { Tally } from './ledger';
import { type EventStream, healthStream, stakingStream, validatorStream } from './streams';

export interface CampaignOptions {
	mode: EngineMode;
	/** Polls in all, shared by the three events. For each there are 4 transactions and so on. */
	polls: number;
	seed: string;
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
	seconds: number;
}

/** Per poll, as many as make 20,000, 2,000 and 500 of 5,000 polls. */
const PER_POLL = { transactions: 4, validatorChanges: 0.4, flips: 0.1 };
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
}

/** Counts the requests since the last call, and those that a fault hit. */
function countRequests(emulator: Emulator, result: EventResult): void {
	const requests = emulator.control.requests();
	emulator.control.clearRequests();
	result.requests += requests.length;
	result.faults += requests.filter(({ fault }) => fault !== undefined).length;
}

async function pollOnce({ stream, host, result }: Runner, during?: () => void): Promise<boolean> {
	const polling = host.poll();
	if (during) {
		await sleep(2);
		during();
	}
	const { items, error } = await polling;
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

function runnersOf(emulator: Emulator, options: CampaignOptions, chance: Chance) {
	const { mode, polls } = options;
	const plan = (perPoll: number) => ({ emulator, chance, planned: Math.round(polls * perPoll) });
	return [
		stakingStream(plan(PER_POLL.transactions)),
		validatorStream(plan(PER_POLL.validatorChanges)),
		healthStream(plan(PER_POLL.flips)),
	].map((stream) => ({ stream, mode }));
}

/** Runs the three events of the trigger in one engine mode against faulty services. */
export async function runCampaign(options: CampaignOptions): Promise<EventResult[]> {
	const { mode, polls, seed, restartEvery = 50 } = options;
	const emulator = await startEmulator({
		seed,
		// Saturday, 7 November 2026, noon UTC.
		start: 1_794_052_800_000,
		realTime: false,
		validators: 120,
		transactions: 100,
	});
	try {
		const { dataUrl, metricsUrl, nodeUrl, control } = emulator;
		const engine = await createEngine({ dataUrl, metricsUrl, nodeUrl });
		const chance = createRandom(seed).stream('soak', mode);
		control.addFaults({ faults: [...SOAK_FAULTS] });
		const runners = runnersOf(emulator, options, chance).map(({ stream }): Runner => {
			const host = createPollHost(engine, { mode, parameters: stream.parameters });
			const counts = { polls: 0, failedPolls: 0, requests: 0, faults: 0 };
			const tally = stream.ledger.tally();
			const rest = {
				restarts: 0,
				midSave: 0,
				stopped: 0,
				misjudged: 0,
				peakStateBytes: 0,
				seconds: 0,
			};
			const result = { mode, event: stream.event, ...tally, ...counts, ...rest };
			return { stream, host, result, restartAt: restartEvery };
		});

		for (const runner of runners) {
			await publish(runner);
			countRequests(emulator, runner.result);
		}

		const rounds = Math.ceil(polls / runners.length);
		let quiet = 0;
		for (let round = 1; quiet < QUIET_ROUNDS && round < 2 * rounds + 1000; round++) {
			control.moveClock({ ms: ROUND_MS });
			const happen = (stream: EventStream) => stream.happen(Math.min(1, round / rounds));
			for (const runner of runners) {
				const { stream, host, result } = runner;
				const began = performance.now();
				const happensMeanwhile = chance.next() < 0.2;
				if (!happensMeanwhile) happen(stream);
				const fired = await pollOnce(runner, happensMeanwhile ? () => happen(stream) : undefined);
				if (host.polls >= runner.restartAt) await restart(runner, restartEvery, fired);
				countRequests(emulator, result);
				result.seconds += (performance.now() - began) / 1000;
			}
			logLines.length = 0;
			if (round % Math.ceil(rounds / 100) === 0) options.onProgress?.(Math.min(1, round / rounds));
			const open = ({ stream }: Runner) => !stream.done() || stream.ledger.tally().lost > 0;
			quiet = round < rounds || runners.some(open) ? 0 : quiet + 1;
		}
		return runners.map(({ stream, host, result }) => ({
			...result,
			...stream.ledger.tally(),
			polls: host.polls,
		}));
	} finally {
		await emulator.close();
	}
}
