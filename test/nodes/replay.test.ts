import type { INodeParameters } from 'n8n-workflow';
import { canReplay } from '../../core/events/replay';
import { eventCases, parametersOf } from '../../lab/kit/events/case';
import { startSpoiltServices } from '../../lab/kit/spoiltRecords';
import { ACTION } from '../../lab/kit/engine';
import { forTests } from '../emulatorForTests';
import { errorOf, jsonOf, startBench } from './harness';

/** A period of an event again, as a person or an error workflow asks for it. */

const MINE = '0x9702230a8ea53601f5cd2dc00fdbc13d4df4a8c7';
const bench = forTests(() => startBench('live'));

const run = (operation: string, parameters: INodeParameters) =>
	bench.engine.execute({
		node: 'avalanche',
		parameters: {
			resource: 'event',
			operation,
			...parameters,
			options: { retries: 0, ...(parameters.options as object) },
		},
	});

const iso = (seconds: number) => new Date(seconds * 1000).toISOString();

/** Six minutes, each with what `make` adds. */
function minutes(make: (at: number) => string[]) {
	const times: number[] = [];
	const hashes: string[] = [];
	for (let at = 0; at < 6; at++) {
		bench.emulator.control.moveClock({ ms: 60_000 });
		times.push(bench.world.clock.seconds());
		hashes.push(...make(at));
	}
	return { times, hashes };
}

test('has only the transfers of the period, as the trigger returns them', async () => {
	const { control } = bench.emulator;
	const native = { to: MINE, only: 'native', value: 10n ** 18n } as const;
	const { times, hashes } = minutes(() => control.addTransfers({ transfers: [native] }));
	const parameters = { readFrom: 'data', addresses: MINE, returnAll: true };
	const items = jsonOf(
		await run('transfer', { ...parameters, since: iso(times[1]), until: iso(times[3]) }),
	);
	expect(items.map(({ txHash }) => txHash)).toEqual(hashes.slice(1, 4));
	expect(items[0]).toMatchObject({
		id: `token.transfer:43114:${hashes[1]}:native`,
		event: 'token.transfer',
		amount: 1,
		amountExact: '1000000000000000000',
	});
	const [first, second, ...others] = jsonOf(
		await run('transfer', { ...parameters, returnAll: false, limit: 2, since: iso(times[1]) }),
	);
	expect([first, second].map(({ txHash }) => txHash)).toEqual(hashes.slice(1, 3));
	expect(others).toEqual([]);
});

test('has the staking transactions of the period, with the columns of the trigger', async () => {
	const { control } = bench.emulator;
	const { times, hashes } = minutes((at) => {
		const amount = at === 2 ? 1n : 30_000_000_000n;
		return control.addTransactions({
			transactions: [{ timestamp: bench.world.clock.seconds(), amount }],
		});
	});
	const parameters = {
		network: 'mainnet',
		since: iso(times[1]),
		until: iso(times[3]),
		returnAll: true,
		filters: { minAmount: '25' },
	};
	const items = jsonOf(await run('stakingTransaction', parameters));
	expect(items.map(({ txHash }) => txHash)).toEqual([hashes[1], hashes[3]]);
	expect(items[0]).toMatchObject({
		id: `staking.transaction:${hashes[1]}`,
		event: 'staking.transaction',
		title: expect.stringMatching(/30 AVAX/) as string,
		amountStaked: 30,
		amountStakedExact: '30000000000',
	});
	const [whole] = jsonOf(await run('stakingTransaction', { ...parameters, simplify: false }));
	expect(whole).toMatchObject({
		id: `staking.transaction:${hashes[1]}`,
		amountStaked: [{ amount: '30000000000' }],
	});
	const error = errorOf(
		await run('stakingTransaction', { ...parameters, filters: { nodeIds: 'NodeID-x' } }),
	);
	expect(error.message).toMatch(/nodeIds.*must be node ids/);
});

test.each([
	['all', { returnAll: true }, 3],
	['some', { returnAll: false, limit: 2 }, 2],
])(
	'has %s others of a period with a record that cannot be read, and one hint',
	async (_, which, count) => {
		const { times, hashes } = minutes(() =>
			bench.emulator.control.addTransactions({
				transactions: [{ timestamp: bench.world.clock.seconds() }],
			}),
		);
		const services = await startSpoiltServices(bench.emulator);
		const { credential } = bench.engine;
		const { dataUrl, metricsUrl, nodeUrl } = services;
		bench.engine.credential = { ...credential, dataUrl, metricsUrl, nodeUrl };
		services.spoil('transactions', { txHash: 'poison', blockTimestamp: 8_640_000_000_001 });
		try {
			const period = { since: iso(times[1]), until: iso(times[3]) };
			const outcome = await run('stakingTransaction', { network: 'mainnet', ...period, ...which });
			expect(jsonOf(outcome).map(({ txHash }) => txHash)).toEqual(hashes.slice(1, 1 + count));
			const [{ hints }] = outcome.run.data.resultData.runData[ACTION];
			expect(hints).toEqual([
				{
					message: expect.stringMatching(
						/staking\.getManyTransactions cannot be read and was skipped/,
					),
				},
			]);
		} finally {
			bench.engine.credential = credential;
			await services.close();
		}
	},
);

test.each(eventCases.filter(({ event }) => canReplay(event)))(
	'$name: names the field of a period that is wrong',
	async ({ event, settings }) => {
		const parameters = parametersOf(event, settings(bench.world));
		const period = { since: '2026-09-02', until: '2026-09-01' };
		const error = errorOf(await run(event.value, { ...parameters, ...period }));
		expect(error.message).toMatch(/until.*must not be before/i);
	},
);

test('there is no replay of a threshold event', async () => {
	expect(errorOf(await run('feeLevel', {})).message).toMatch(/no operation "feeLevel"/);
});
