import { startEmulator } from '../../emulator';
import { createRandom } from '../../emulator/world/random';
import { startReceivers } from '../../kit/channels/receivers';
import { Crash, type Setup, invoke, startTable, testClock } from '../../kit/lambda/notifyKit';
import { formatRows, formatSettings, nodesOfFormats, tallyFormats } from './everyFormat';
import { printRows } from './kills';
import { MINUTE_MS } from '../../core/formats/timeUnits';

export interface CrashOptions {
	events: number;
	/** The share of requests that the target answers with 500. */
	failing: number;
	/** A run crashes at every n-th write. */
	crash: number;
	seed: string;
	/** Prints a line. */
	say: (line: string) => void;
}

const BURST = 250;

/**
 * Runs notify over HTTP against the emulator, a table in dynalite and a target of each format that fails
 * at random, and crashes the run at every n-th write, alternately before and after it. Each event is for
 * one of the formats. Prints the results; returns false if an event is lost or repeated under another id.
 */
export async function crashCampaign(options: CrashOptions): Promise<boolean> {
	const { events: wanted, failing, crash: crashEvery, seed, say } = options;
	const random = createRandom(seed).stream('campaign');
	const emulator = await startEmulator({
		realTime: false,
		start: 1_794_052_800_000,
		transactions: 20,
	});
	const [table, target] = [await startTable(), await startReceivers(() => random.next() < failing)];
	Object.assign(process.env, target.environment);
	const clock = testClock();
	const nodes = nodesOfFormats(emulator.world);
	const settings = formatSettings(target.url, nodes);
	const setup: Setup = { table, clock, urls: emulator, settings };
	const count = { runs: 0, crashes: 0 };
	/** One run that crashes at its n-th write; false if it finished. */
	const dies = async (): Promise<boolean> => {
		clock.time += MINUTE_MS;
		const when = count.runs++ % 2 === 0 ? 'before' : 'after';
		try {
			await invoke(setup, {}, { write: crashEvery, when });
			return false;
		} catch (error) {
			if (!(error instanceof Crash)) throw error;
			count.crashes++;
			return true;
		}
	};

	await invoke(setup);
	const expected = new Set<string>();
	while (expected.size < wanted) {
		emulator.control.moveClock({ ms: 20 * MINUTE_MS });
		const transactions = Array.from(
			{ length: Math.min(BURST, wanted - expected.size) },
			(_, at) => ({ nodeId: nodes[(expected.size + at) % nodes.length] }),
		);
		for (const hash of emulator.control.addTransactions({ transactions })) expected.add(hash);
		while (await dies());
	}
	const waiting = async () =>
		(await table.items()).filter(({ queue }) => String(queue).startsWith('late')).length +
		Object.values(table.lanes(clock)).reduce((sum, lane) => sum + lane.bodies().length, 0);
	while ((await waiting()) > 0) {
		clock.time += 24 * 60 * MINUTE_MS;
		while (await dies());
	}

	const dead = (await table.items()).filter(({ queue }) => queue === 'dead').length;
	const found = tallyFormats(target.accepted(), expected);
	const lost = found.missing - dead;
	printRows(say, `${failing} failing, a crash every ${crashEvery} writes`, {
		events: expected.size,
		formats: nodes.length,
		'messages sent': target.received.length,
		'answered with 500': target.received.length - target.accepted().length,
		runs: count.runs,
		'runs that crashed': count.crashes,
		'events lost': lost,
		'delivered events that the network never sent': found.strangers,
		'dead letters': dead,
		'deliveries accepted more than once': found.repeats,
		'of these under another id': found.renamed,
		'formats of which an event went elsewhere': found.astray,
	});
	await Promise.all([emulator.close(), table.close(), target.close()]);
	for (const row of formatRows(found.byFormat)) say(row);
	const { renamed, strangers, astray } = found;
	return lost === 0 && renamed === 0 && strangers === 0 && astray === 0;
}
