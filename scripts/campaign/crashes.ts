import { startEmulator } from '../../emulator';
import { createRandom } from '../../emulator/world/random';
import {
	Crash,
	SECRET,
	type Setup,
	invoke,
	startTable,
	startTarget,
	testClock,
} from '../../test/lambdas/notifyKit';

export interface CrashOptions {
	events: number;
	/** The share of requests that the target answers with 500. */
	failing: number;
	/** A run crashes at every n-th write. */
	crash: number;
	seed: string;
}

const BURST = 250;
const MINUTE = 60_000;

/**
 * Runs notify over HTTP against the emulator, a table in dynalite and a target that fails at
 * random, and crashes the run at every n-th write, alternately before and after it. Prints the
 * results; returns false if an event is lost or repeated under another id.
 */
export async function crashCampaign(options: CrashOptions): Promise<boolean> {
	const { events: wanted, failing, crash: crashEvery, seed } = options;
	const random = createRandom(seed).stream('campaign');
	const emulator = await startEmulator({
		realTime: false,
		start: 1_794_052_800_000,
		transactions: 20,
	});
	const [table, target] = [await startTable(), await startTarget()];
	const clock = testClock();
	target.answer = () => (random.next() < failing ? 500 : 200);
	const setup: Setup = {
		table,
		clock,
		urls: emulator,
		settings: {
			sources: [{ name: 'staking', event: 'stakingTransaction' }],
			targets: [
				{ name: 'hook', url: `${target.url}/`, secrets: [SECRET], allowPrivateNetwork: true },
			],
		},
	};
	const started = performance.now();
	const count = { runs: 0, crashes: 0 };
	/** One run that crashes at its n-th write; false if it finished. */
	const dies = async (): Promise<boolean> => {
		clock.time += MINUTE;
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
		emulator.control.moveClock({ ms: 20 * MINUTE });
		const transactions = Array.from(
			{ length: Math.min(BURST, wanted - expected.size) },
			() => ({}),
		);
		for (const hash of emulator.control.addTransactions({ transactions }))
			expected.add(`staking.transaction:${hash}`);
		while (await dies());
	}
	const waiting = async () =>
		(await table.items()).filter(({ queue }) => String(queue).startsWith('pending')).length;
	while ((await waiting()) > 0) {
		clock.time += 24 * 60 * MINUTE;
		while (await dies());
	}

	const ids = new Map<string, string[]>();
	for (const { body, headers } of target.accepted()) {
		const { id } = JSON.parse(body) as { id: string };
		ids.set(id, [...(ids.get(id) ?? []), String(headers['webhook-id'])]);
	}
	const dead = (await table.items()).filter(({ queue }) => queue === 'dead').length;
	const lost = [...expected].filter((id) => !ids.has(id)).length - dead;
	const repeats = [...ids.values()].reduce((sum, list) => sum + list.length - 1, 0);
	const renamed = [...ids.values()].filter((list) => new Set(list).size > 1).length;
	const strangers = [...ids.keys()].filter((id) => !expected.has(id)).length;
	const rows: Array<[string, number | string]> = [
		['events', expected.size],
		['webhooks sent', target.received.length],
		['answered with 500', target.received.length - target.accepted().length],
		['runs', count.runs],
		['runs that crashed', count.crashes],
		['events lost', lost],
		['delivered events that the network never sent', strangers],
		['dead letters', dead],
		['deliveries accepted more than once', repeats],
		['of these under another id', renamed],
		['seconds', ((performance.now() - started) / 1000).toFixed(0)],
	];
	console.log(`| ${failing} failing, a crash every ${crashEvery} writes | |\n|---|---:|`);
	for (const [name, value] of rows) console.log(`| ${name} | ${value} |`);
	await Promise.all([emulator.close(), table.close(), target.close()]);
	return lost === 0 && renamed === 0 && strangers === 0;
}
