import type { Check } from '../lambdas/classes';
import { MINUTE, begin, names } from './checks';
import { makeWorld, targetNamed } from './world';

/** One slow target among a thousand behind a queue: the delays of the deliveries to the others. */

const TARGETS = 1000;
const EVENTS = 10;
/** The percentiles of delays: median, 99 % and 99.9 %. */
const SHARES = [0.5, 0.99, 0.999] as const;

export interface Delays {
	/** Seconds from the run that reads the event to the end of its request, for each of the shares. */
	seconds: number[];
	last: number;
	/** Maximum number of requests at the same time to the slow target. */
	inFlight: number;
}

/** Two rounds of events for all: in the second one, the slow target is known. */
export async function delaysOfOthers(
	check: Check,
	slowMs: number | undefined,
	targets = TARGETS,
): Promise<Delays[]> {
	const [slow, ...others] = names(targets, 't');
	const world = makeWorld({
		targets: [slow, ...others].map((name) => targetNamed(name)),
		answer: (target) => ({ ms: target === slow && slowMs !== undefined ? slowMs : 200 }),
	});
	await begin(world);
	const rounds: Delays[] = [];
	for (let round = 0; round < 2; round++) {
		const begun = world.clock.time;
		const ids = new Set(world.add(EVENTS));
		await world.deliverUntil(begun + 10 * MINUTE);
		const arrivals = world.arrivals.filter(({ id }) => ids.has(id));
		const ofOthers = arrivals.filter(({ target, accepted }) => target !== slow && accepted);
		check(ofOthers.length === others.length * EVENTS, `${ofOthers.length} were delivered`);
		const sorted = ofOthers.map(({ endedAt }) => (endedAt - begun) / 1000).sort((a, b) => a - b);
		const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1];
		const own = arrivals.filter(({ target }) => target === slow);
		const inFlight = Math.max(
			...own.map(
				({ begunAt: at }) => own.filter((one) => one.begunAt <= at && one.endedAt > at).length,
			),
		);
		rounds.push({ seconds: SHARES.map(at), last: at(1), inFlight });
	}
	return rounds;
}

/** The delays with and without a slow target as a table of text. */
export async function slowRows(check: Check): Promise<string[]> {
	const lines = [
		'| Target 1 of 1,000 | Middle of the others | 99 % | 99.9 % | Last | At once to target 1 |',
		'|---|---:|---:|---:|---:|---:|',
	];
	for (const [title, ms] of [
		['responds after 0.2 s', undefined],
		['responds after 14 s', 14_000],
		['does not respond', Infinity],
	] as const) {
		const [first, second] = await delaysOfOthers(check, ms);
		for (const [when, { seconds, last, inFlight }] of [
			['at first', first],
			['later', second],
		] as const) {
			const cells = [...seconds, last].map((value) => `${value.toFixed(1)} s`);
			lines.push(`| ${title}, ${when} | ${cells.join(' | ')} | ${inFlight} |`);
		}
	}
	return lines;
}
