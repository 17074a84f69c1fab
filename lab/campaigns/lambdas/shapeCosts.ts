import { stakingTransaction } from './eventCosts';
import { type Costs, costsOf, costsSince, priceOf } from '../notifyWorld/costs';
import { MINUTE, names } from '../notifyWorld/checks';
import { type World, makeWorld, targetNamed } from '../notifyWorld/world';

/**
 * The monthly costs, at rates of events and numbers of targets that all want them: one of the
 * settings, and subscriptions. Counted are the calls and the time of whole runs in virtual time: one without events, and one with
 * the events of a minute (of six minutes at 10 an hour). Runs with more than 20,000 deliveries are counted with
 * fewer events; a delivery then costs the same, because a run repeats the same calls for each piece of 500
 * deliveries and each batch of ten.
 */

const RATES = [10, 1_000, 100_000] as const;
const TARGETS = [1, 100, 10_000] as const;
const MOST_DELIVERIES = 20_000;
const HOURS_A_MONTH = 30 * 24;
const RUNS_AN_HOUR = 60;
/** USD, us-east-1, x86-64, without the free tier. */
const GIGABYTE_SECOND = 0.0000166667;
const INVOCATION = 0.2e-6;
const GIGABYTES = 0.5;
/** Empty receives of the five pollers with which a mapping begins, each of 20 s, for two queues. */
const EMPTY_RECEIVES_AN_HOUR = 2 * 5 * 180;
const EMPTY_RECEIVE = 0.5e-6;

/** Costs of requests and of Lambda (USD). */
interface Price {
	requests: number;
	lambda: number;
}

const lambdaPrice = ({ invocations, ms }: World['lambda']) =>
	invocations * INVOCATION + (ms / 1000) * GIGABYTES * GIGABYTE_SECOND;

/** Runs once, with so many new events, and waits until all is delivered. */
async function counted(
	world: World,
	events: number,
	targets: number,
	transaction: object,
): Promise<Price> {
	const sent = world.arrivals.length;
	const wanted = events * targets;
	const before: Costs = costsOf(world);
	const { invocations, ms } = world.lambda;
	world.add(events, () => transaction);
	const begun = world.clock.time;
	const done = () => world.arrivals.length - sent >= wanted;
	let runs = 0;
	do {
		runs++;
		// Until just before the next run.
		await world.deliverUntil(begun + runs * MINUTE - 1);
		world.clock.time = begun + runs * MINUTE;
	} while (!done() && runs < 100);
	if (!done()) throw new Error(`${world.arrivals.length - sent} of ${wanted} were delivered`);
	const lambda = { invocations: world.lambda.invocations - invocations, ms: world.lambda.ms - ms };
	return {
		requests: priceOf(costsSince(before, costsOf(world))),
		lambda: lambdaPrice(lambda),
	};
}

/** Prices of an hour, for each of the rates. */
async function pricesOf(targets: number, transaction: object): Promise<Price[]> {
	const world = makeWorld({
		// The first target is one of the settings.
		targets: [targetNamed('own')],
		subscribing: true,
		// As docs/lambdas.md advises for the highest rate.
		sources: [{ name: 'staking', event: 'stakingTransaction', overlapSeconds: 60 }],
	});
	await world.subscribeAll(names(targets - 1, 's'));
	await world.invoke();
	world.clock.time += MINUTE;
	// The first run with an event keeps its sample.
	await counted(world, 1, targets, transaction);
	const idle = await counted(world, 0, targets, transaction);
	const prices: Price[] = [];
	for (const rate of RATES) {
		const events = Math.max(1, Math.round(rate / RUNS_AN_HOUR));
		const fewer = Math.min(events, Math.max(1, Math.floor(MOST_DELIVERIES / targets)));
		const run = await counted(world, fewer, targets, transaction);
		const runsWithEvents = rate / events;
		const hourly = (of: keyof Price) => {
			const busy = ((run[of] - idle[of]) * events) / fewer;
			return idle[of] * RUNS_AN_HOUR + busy * runsWithEvents;
		};
		const polling = EMPTY_RECEIVES_AN_HOUR * EMPTY_RECEIVE;
		prices.push({ requests: hourly('requests') + polling, lambda: hourly('lambda') });
	}
	return prices;
}

const usd = (value: number) =>
	value.toLocaleString('en', {
		minimumFractionDigits: value < 100 ? 2 : 0,
		maximumFractionDigits: value < 100 ? 2 : 0,
	});

/** The table of docs/lambdas.md, as lines. */
export async function shapeCostRows(): Promise<string[]> {
	const lines = [
		'| Targets | Events an hour | Deliveries a month | Tables and queues, USD a month | Lambda, USD a month | Both, USD a million deliveries |',
		'|---:|---:|---:|---:|---:|---:|',
	];
	const transaction = await stakingTransaction();
	for (const targets of TARGETS) {
		for (const [at, { requests, lambda }] of (await pricesOf(targets, transaction)).entries()) {
			const deliveries = RATES[at] * targets * HOURS_A_MONTH;
			const cells = [
				...[targets, RATES[at], deliveries].map((value) => value.toLocaleString('en')),
				...[requests, lambda].map((value) => usd(value * HOURS_A_MONTH)),
				usd((((requests + lambda) * HOURS_A_MONTH) / deliveries) * 1e6),
			];
			lines.push(`| ${cells.join(' | ')} |`);
		}
	}
	return lines;
}
