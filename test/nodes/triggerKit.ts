import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { HOUR_MS } from '../../core/formats/timeUnits';
import { type Emulator, type EmulatorOptions, startEmulator } from '../../emulator';
import { createEngine, type Engine, logLines } from '../../lab/kit/engine';
import { type MovedClock, moveNodeClock } from '../../lab/kit/movedClock';
import { createPollHost, type EngineMode, type PollHost } from '../../lab/kit/pollHost';

/** Noon of 7 November 2026 (UTC): the emulator's clock stands there until a test moves it. */
export const NOON = 1_794_052_800_000;
export const NOON_SECONDS = NOON / 1000;

/** The services and n8n's engine, for the tests of one file. */
export interface Bench extends Emulator {
	engine: Engine;
	/** A trigger that is not published yet. Nothing is tried again unless its options say so. */
	trigger(mode: EngineMode, parameters: INodeParameters): PollHost;
	/** Adds staking transactions at these times (Unix seconds) and gives their hashes. */
	stake(...times: number[]): string[];
	/** Warnings that were logged since the last call. */
	warnings(): string[];
}

export async function startBench(options: EmulatorOptions = {}): Promise<Bench> {
	const emulator = await startEmulator({
		start: NOON,
		realTime: false,
		transactions: 30,
		validators: 12,
		...options,
	});
	const { dataUrl, metricsUrl, nodeUrl, control } = emulator;
	const engine = await createEngine({ dataUrl, metricsUrl, nodeUrl });
	return Object.assign(emulator, {
		engine,
		trigger(mode: EngineMode, parameters: INodeParameters) {
			const own = parameters.options as IDataObject | undefined;
			const given = { ...parameters, options: { retries: 0, ...own } } as INodeParameters;
			return createPollHost(engine, { mode, parameters: given });
		},
		stake: (...times: number[]) =>
			control.addTransactions({ transactions: times.map((timestamp) => ({ timestamp })) }),
		warnings: () =>
			logLines
				.splice(0)
				.filter(({ level }) => level === 'warn')
				.map(({ message }) => message),
	});
}

/** A bench of its own for each test, a day after the start of its world, and n8n's clock moved with it. */
export function benchForTests(): Bench & { since: number } {
	const bench = {} as Bench & { since: number };
	let clock: MovedClock;
	beforeEach(async () => {
		Object.defineProperties(bench, Object.getOwnPropertyDescriptors(await startBench()));
		clock = moveNodeClock(bench);
		// Events from the start of the world are older than those that are read again after a lost state.
		bench.control.moveClock({ ms: 26 * HOUR_MS });
		bench.since = bench.world.clock.seconds();
	});
	afterEach(async () => {
		clock.restore();
		await bench.close();
	});
	return bench;
}

export const STAKING: INodeParameters = {
	event: 'stakingTransaction',
	network: 'mainnet',
};
export const PRIMARY: INodeParameters = {
	event: 'validator',
	source: 'primary',
};
export const HEALTH: INodeParameters = { event: 'health', path: 'health' };
