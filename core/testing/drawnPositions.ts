/** Positions of a list's items, drawn at random from ten families of distributions. */

/** A number from 0 up to 1 (exclusive), as `Math.random`. */
export type Random = () => number;

/** Random numbers that a seed determines (mulberry32). */
export function seededRandom(seed: number): Random {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/** A normal deviate with mean 0 and variance 1 (Box and Muller). */
export function normal(random: Random): number {
	return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Draws the parameters of a distribution; the result draws one share of the range, 0 to 1. */
type Family = (random: Random, count: number) => () => number;

const between = (random: Random, low: number, high: number) => low + (high - low) * random();
const whole = (random: Random, low: number, high: number) =>
	Math.floor(between(random, low, high + 1));
/** As likely between 1 and 10 as between 10 and 100. */
const scale = (random: Random, low: number, high: number) => low * (high / low) ** random();
const repeated = <T>(times: number, make: () => T) => Array.from({ length: times }, make);

/** A stretch with the share of the items that its weight says. */
interface Stretch {
	from: number;
	width: number;
	weight: number;
}

function drawFrom(random: Random, stretches: readonly Stretch[]): () => number {
	let sum = 0;
	const ends = stretches.map(({ weight }) => (sum += weight));
	return () => {
		const at = random() * sum;
		const { from, width } = stretches[ends.findIndex((end) => at < end)];
		return from + width * random();
	};
}

/** Items one after the other, each a drawn gap after the one before it. */
function walkBy(count: number, gap: () => number): () => number {
	let at = 0;
	const positions = repeated(count, () => (at += gap()));
	let next = 0;
	return () => positions[next++] / (at * 1.000001);
}

/** Stretches side by side, of exponential widths. */
function sideBySide(random: Random, count: number, weight: (width: number, nth: number) => number) {
	const widths = repeated(count, () => -Math.log(1 - random()));
	const all = widths.reduce((sum, width) => sum + width, 0);
	let from = 0;
	return widths.map((share, nth): Stretch => {
		const width = share / all;
		from += width;
		return { from: from - width, width, weight: weight(width, nth) };
	});
}

const even: Family = (random) => random;

const bursts: Family = (random) => {
	const width = scale(random, 0.0001, 0.005);
	return drawFrom(
		random,
		repeated(whole(random, 3, 40), () => ({
			from: random() * (1 - width),
			width,
			weight: between(random, 0.5, 1.5),
		})),
	);
};

const powerLaw: Family = (random) => {
	const power = between(random, 2, 7);
	const isFirst = random() < 0.5;
	return () => (isFirst ? random() ** power : 1 - random() ** power);
};

const logNormalGaps: Family = (random, count) => {
	const sigma = between(random, 0.5, 3);
	return walkBy(count, () => Math.exp(sigma * normal(random)));
};

const paretoGaps: Family = (random, count) => {
	const power = 1 / between(random, 0.6, 1.6);
	return walkBy(count, () => (1 - random()) ** -power);
};

const emptyStretches: Family = (random) => {
	const begins = whole(random, 0, 1);
	return drawFrom(
		random,
		sideBySide(random, whole(random, 4, 20), (width, nth) => (nth % 2 === begins ? width : 0)),
	);
};

const ends: Family = (random) => {
	const near = between(random, 0.5, 0.95);
	const first = [0, 1, random()][whole(random, 0, 2)];
	const [low, high] = repeated(2, () => scale(random, 0.001, 0.03));
	return drawFrom(random, [
		{ from: 0, width: low, weight: near * first },
		{ from: 1 - high, width: high, weight: near * (1 - first) },
		{ from: 0, width: 1, weight: 1 - near },
	]);
};

const daily: Family = (random) => {
	const days = scale(random, 5, 700);
	const depth = between(random, 0.5, 1);
	const growth = between(random, -4, 4);
	const rate = (at: number) =>
		Math.exp(growth * (at - (growth > 0 ? 1 : 0))) *
		(1 + depth * Math.sin(2 * Math.PI * days * at)) *
		(Math.floor(at * days) % 7 < 5 ? 1 : 0.4);
	return () => {
		for (;;) {
			const at = random();
			if (random() * 2 < rate(at)) return at;
		}
	};
};

const regimes: Family = (random) => {
	const sigma = between(random, 1, 2.5);
	return drawFrom(
		random,
		sideBySide(random, whole(random, 5, 60), (width) => width * Math.exp(sigma * normal(random))),
	);
};

const mixture: Family = (random, count) => {
	const parts = repeated(whole(random, 2, 4), () => ({
		draw: SIMPLE[whole(random, 0, SIMPLE.length - 1)](random, count),
		weight: between(random, 0.2, 1),
	}));
	const all = parts.reduce((sum, { weight }) => sum + weight, 0);
	return () => {
		let at = random() * all;
		return (parts.find(({ weight }) => (at -= weight) < 0) ?? parts[0]).draw();
	};
};

const SIMPLE = [even, bursts, powerLaw, emptyStretches, ends, daily, regimes];

/** The families by their names in tables. */
export const FAMILIES = {
	'spread evenly': even,
	bursts,
	'power law': powerLaw,
	'log-normal gaps': logNormalGaps,
	'Pareto gaps': paretoGaps,
	'empty stretches': emptyStretches,
	'clusters at the ends': ends,
	'daily and weekly rhythm': daily,
	'changing rates': regimes,
	mixture,
} satisfies Record<string, Family>;

export type FamilyName = keyof typeof FAMILIES;

/** Whole numbers from 0 up to `width` (exclusive), in ascending order. */
export function drawnPositions(
	family: FamilyName,
	{ random, count, width }: { random: Random; count: number; width: number },
): number[] {
	const draw = FAMILIES[family](random, count);
	return repeated(count, () => Math.min(width - 1, Math.floor(draw() * width))).sort(
		(a, b) => a - b,
	);
}
