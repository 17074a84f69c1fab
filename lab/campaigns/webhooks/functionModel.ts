import { HOOK, type ReceiveBench, startReceiveBench } from '../../kit/lambda/receiveKit';
import { type Instance, type Pair, playModel, WORLD } from './model';

/** The model of upkeep for the function: `npm run opinion -- judges` bundles this file with changed sources. */

const UNKNOWN = 'idle';

/** The findings of a short run. */
export async function runClass(_: string): Promise<string[]> {
	const pair = await functionPair();
	try {
		await playModel(pair, { sequences: 60, seed: 5, shrinks: false });
		return [];
	} catch (error) {
		return [(error as Error).message];
	} finally {
		await pair.close();
	}
}

/** Two functions with the same settings, each with a table of its own. */
export async function functionPair(): Promise<Pair> {
	const first = await startReceiveBench(WORLD);
	const benches = [first, await startReceiveBench({}, first)];

	function instance(bench: ReceiveBench): Instance {
		const worked = async () => {
			// The claim of a check that failed has to expire.
			bench.emulator.control.moveClock({ ms: 10 * 60_000 });
			return await bench.check().then(
				() => true,
				() => false,
			);
		};
		const set = async (entry: object) => {
			bench.settings = { webhooks: [entry], targets: [HOOK] };
			bench.newProcess();
			return await worked();
		};
		const unpublish = async () =>
			await set({ name: UNKNOWN, event: 'transfer', addresses: `0x${'9'.repeat(40)}` });
		return {
			url: `${bench.url}watched`,
			// Settings that are refused in part are kept: the next check tries again, or they are taken back.
			publish: async (settings, takeOver) =>
				(await set({ name: 'watched', ...settings, takeOver })) || (await unpublish(), false),
			unpublish,
			check: worked,
			restart: async () => {
				bench.newProcess();
				return await worked();
			},
			loseState: async () => await bench.table.remove({ pk: 'webhooks', sk: 'state' }),
			received: async () =>
				(await bench.outbox()).flatMap(({ event }) => {
					const { txHash } = (event as { data: { txHash?: string } }).data;
					return txHash === undefined ? [] : [txHash];
				}),
		};
	}
	return {
		name: 'receive',
		emulator: first.emulator,
		async instances() {
			for (const { table, logged, bodies, statuses } of benches) {
				await table.clear();
				for (const record of [logged, bodies, statuses]) record.length = 0;
			}
			return [instance(benches[0]), instance(benches[1])];
		},
		settled: async () => await first.emulator.webhooksSettled(),
		async close() {
			await benches[1].close();
			await first.close();
		},
	};
}
