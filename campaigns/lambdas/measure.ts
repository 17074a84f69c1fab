import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startEmulator } from '../../emulator';
import { invokeFunction } from '../../kit/lambda/invoke';
import { startLambda } from '../../kit/lambda/lambda';
import { runtimeClient, whyNoRuntimeClient } from '../../kit/lambda/runtimeClient';
import { TABLE, startTable, startTarget } from '../../kit/lambda/notifyKit';
import { makeWorld, staking, targetNamed } from '../notifyWorld/world';
import { buildLambdas } from '../../lambdas/build/lambdas';
import { withMeasured } from '../../kit/text/measuredText';
import { queueCostRows } from '../notifyWorld/queueCosts';
import { READ_UNIT, WRITE_UNIT } from '../notifyWorld/costs';
import { stakingTransaction } from './eventCosts';
import { processorTime } from './processorTime';
import { shapeCostRows } from './shapeCosts';
import { senderTime } from './senderTime';

/**
 * Cost and maximum throughput of notify. Calls, units and the duration of runs come from virtual
 * time: a table call takes 5 ms, a service 100 ms, a webhook 50 ms. The processor time of a
 * delivery is measured on the bundle under Lambda's runtime client.
 */

const DOCUMENT = path.resolve(__dirname, '../../docs/lambdas.md');
const COMMAND = 'npm run campaign:notify -- --measure --write';
const SHAPES_COMMAND = 'npm run campaign:notify -- --shapes --write';
const MINUTE = 60_000;
const MINUTES_A_MONTH = 30 * 24 * 60;
/** USD, us-east-1, on demand, x86-64, without the free tier. */
const PRICE = {
	writeUnit: WRITE_UNIT,
	readUnit: READ_UNIT,
	gigabyteSecond: 0.0000166667,
	invocation: 0.2e-6,
};
const GIGABYTES = 0.5;
/** Lambda gives one processor to 1,769 MB. */
const PROCESSORS = 512 / 1769;

interface Rate {
	eventsAnHour: number;
	targets: number;
	minutes: number;
}
const RATES: readonly Rate[] = [
	{ eventsAnHour: 0, targets: 1, minutes: 60 },
	{ eventsAnHour: 0, targets: 1000, minutes: 60 },
	{ eventsAnHour: 10, targets: 1, minutes: 360 },
	{ eventsAnHour: 1_000, targets: 1, minutes: 120 },
	{ eventsAnHour: 1_000, targets: 10, minutes: 60 },
	{ eventsAnHour: 1_000, targets: 100, minutes: 30 },
	{ eventsAnHour: 100_000, targets: 1, minutes: 10 },
];

/** One run per minute at a rate, after the start phase. */
async function atRate(
	{ eventsAnHour, targets, minutes }: Rate,
	transaction: object,
): Promise<string[]> {
	const names = Array.from({ length: targets }, (_, at) => `t${String(at).padStart(4, '0')}`);
	// At this rate the overlap of 15 minutes would be 25,000 transactions, read by every poll.
	const sources = eventsAnHour > 10_000 ? [{ ...staking, overlapSeconds: 60 }] : [staking];
	const world = makeWorld({ sources, targets: names.map((name) => targetNamed(name)) });
	await world.invoke();
	const start = world.clock.time;
	const { count } = world.table;
	const before = { ...count, calls: sum(count.calls) };
	let [events, busyMs] = [0, 0];
	for (let minute = 1; minute <= minutes; minute++) {
		const due = Math.floor((minute * eventsAnHour) / 60);
		world.add(due - events, () => transaction);
		events = due;
		const begun = world.clock.time;
		await world.invoke({}, 300);
		busyMs += world.clock.time - begun;
		world.clock.time = Math.max(world.clock.time, start + minute * MINUTE);
	}
	const perMinute = (total: number) => total / minutes;
	const calls = perMinute(sum(count.calls) - before.calls);
	const writes = perMinute(count.writeUnits - before.writeUnits);
	const reads = perMinute(count.readUnits - before.readUnits);
	const seconds = perMinute(busyMs) / 1000;
	const table = (writes * PRICE.writeUnit + reads * PRICE.readUnit) * MINUTES_A_MONTH;
	const lambda = (seconds * GIGABYTES * PRICE.gigabyteSecond + PRICE.invocation) * MINUTES_A_MONTH;
	const delivered = world.arrivals.length;
	if (delivered !== events * targets)
		throw new Error(`${delivered} of ${events * targets} were delivered`);
	return [
		eventsAnHour.toLocaleString('en'),
		targets.toLocaleString('en'),
		calls.toFixed(1),
		writes.toFixed(1),
		reads.toFixed(1),
		`${seconds.toFixed(1)} s`,
		table.toFixed(2),
		lambda.toFixed(2),
	];
}

const sum = (calls: Record<string, number>) =>
	Object.values(calls).reduce((total, one) => total + one, 0);

/** Deliveries per minute of a run of five minutes with a backlog, limited by waiting only. */
async function throughput(targets: number, concurrency: number): Promise<number> {
	const names = Array.from({ length: targets }, (_, at) => `t${at}`);
	const world = makeWorld({
		targets: names.map((name) => targetNamed(name, { concurrency })),
		maxEvents: 1000,
	});
	await world.invoke();
	world.clock.time += MINUTE;
	const begun = world.clock.time;
	world.add(Math.ceil(20_000 / targets));
	await world.invoke({}, 300);
	const sending = world.arrivals.map(({ begunAt }) => begunAt);
	const first = Math.min(...sending) - begun;
	const last = Math.max(...world.arrivals.map(({ endedAt }) => endedAt)) - begun;
	return (world.arrivals.length / (last - first)) * MINUTE;
}

/** Processor milliseconds per delivery of the bundle, over HTTP, with AWS's own client. */
async function processorMs(): Promise<number | undefined> {
	const reason = whyNoRuntimeClient();
	if (reason !== undefined) {
		console.log(`Not measured: processor time (${reason})`);
		return undefined;
	}
	await runtimeClient();
	const folder = mkdtempSync(path.join(os.tmpdir(), 'avalanche-measure-'));
	const [built] = await buildLambdas({ outDir: folder, names: ['notify'], zip: false });
	const emulator = await startEmulator({ realTime: false, transactions: 20 });
	const [table, target] = [await startTable(), await startTarget()];
	const settings = {
		sources: [{ name: 'staking', event: 'stakingTransaction' }],
		targets: [{ name: 'hook', url: `${target.url}/`, unsigned: true, allowPrivateNetwork: true }],
	};
	const environment = {
		AVALANCHE_DATA_URL: emulator.dataUrl,
		AVALANCHE_WITHOUT_API_KEY: 'true',
		AWS_ENDPOINT_URL_DYNAMODB: table.url,
		NOTIFY_TABLE: TABLE,
		NOTIFY_SETTINGS: JSON.stringify(settings),
		AVALANCHE_SECRETS_IN_ENVIRONMENT: 'allow',
	};
	const lambda = await startLambda({
		functions: [{ name: 'notify', folder: built.folder, environment, timeoutSeconds: 600 }],
	});
	const EVENTS = 1000;
	const burst = async () => {
		emulator.control.moveClock({ ms: 20 * MINUTE });
		const transactions = Array.from({ length: EVENTS }, () => ({}));
		emulator.control.addTransactions({ transactions });
		const { answer } = await invokeFunction(lambda, 'notify', {});
		if (answer.delivered !== EVENTS) throw new Error(`it says ${JSON.stringify(answer)}`);
	};
	try {
		await invokeFunction(lambda, 'notify', {});
		// The first burst warms up the code for the second one.
		await burst();
		const [{ pid }] = lambda.environments('notify');
		const before = processorTime(Number(pid));
		await burst();
		return (processorTime(Number(pid)) - before) / EVENTS;
	} finally {
		await lambda.close();
		await Promise.all([emulator.close(), table.close(), target.close()]);
		rmSync(folder, { recursive: true, force: true });
	}
}

/** Measures, prints and, with `write`, puts the tables into docs/lambdas.md. */
export async function measure(write: boolean): Promise<void> {
	const lines = [
		'| Events an hour | Targets | Table calls a minute | Write units a minute | Read units a minute | Run | Table, USD a month | Lambda, USD a month |',
		'|---:|---:|---:|---:|---:|---:|---:|---:|',
	];
	const transaction = await stakingTransaction();
	for (const rate of RATES) lines.push(`| ${(await atRate(rate, transaction)).join(' | ')} |`);
	lines.push('', '| Deliveries a minute by one function | |', '|---|---:|');
	for (const [targets, concurrency] of [
		[1, 10],
		[1, 20],
		[10, 10],
	]) {
		const most = Math.round(await throughput(targets, concurrency));
		const name = `${targets} target${targets > 1 ? 's' : ''}, concurrency ${concurrency}, by waiting alone`;
		lines.push(`| ${name} | ${most.toLocaleString('en')} |`);
	}
	const ms = await processorMs();
	if (ms !== undefined) {
		const most = Math.round((MINUTE / ms) * PROCESSORS);
		lines.push(
			`| by the processor of 512 MB (${PROCESSORS.toFixed(2)} of one), at ${ms.toFixed(1)} ms a delivery | ${most.toLocaleString('en')} |`,
		);
	}
	const senderMs = await senderTime();
	if (senderMs !== undefined) {
		lines.push(
			`| the same for one sender behind a queue, at ${senderMs.toFixed(2)} ms a delivery | ${Math.round((MINUTE / senderMs) * PROCESSORS).toLocaleString('en')} |`,
		);
	}
	lines.push('', ...(await queueCostRows()));
	tell(lines, COMMAND, write);
}

/** The same for the costs of both shapes. */
export async function measureShapes(write: boolean): Promise<void> {
	tell(await shapeCostRows(), SHAPES_COMMAND, write);
}

function tell(lines: readonly string[], command: string, write: boolean): void {
	const text = lines.join('\n');
	console.log(text);
	if (!write) return;
	writeFileSync(DOCUMENT, withMeasured(readFileSync(DOCUMENT, 'utf8'), command, text));
}
