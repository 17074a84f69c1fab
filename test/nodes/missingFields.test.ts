import { ACTION } from '../../kit/engine';
import { ENGINE_MODES } from '../../kit/pollHost';
import { type SpoiltServices, startSpoiltServices } from '../../kit/spoiltRecords';
import { type Bench, NOON_SECONDS, STAKING, startBench } from './triggerKit';

/** Records without a field that the documents require: they are items, with one hint of the execution. */

const OTHER = '2Z36RnQuk1hvsnFeGWzfZUfXNr7w1SjzmDQ78YxfTVNAkDq3nZ';
const SAID =
	'Responses lack fields that the documents of the service require: transactions[].blockHash of staking.getManyTransactions';

let bench: Bench;
let services: SpoiltServices;
beforeAll(async () => {
	bench = await startBench();
	services = await startSpoiltServices(bench);
	const { dataUrl, metricsUrl, nodeUrl } = services;
	bench.engine.credential = { dataUrl, metricsUrl, nodeUrl };
});
afterEach(() => {
	services.mend();
	bench.control.reset();
	bench.warnings();
});
afterAll(async () => {
	await services.close();
	await bench.close();
});

test('of an operation: several items and pages have one hint', async () => {
	const execute = async () => {
		const { run } = await bench.engine.execute({
			node: 'avalanche',
			items: [{ json: {} }, { json: {} }],
			parameters: {
				resource: 'staking',
				operation: 'getManyTransactions',
				network: 'mainnet',
				simplify: false,
				returnAll: true,
			},
		});
		const [{ data, hints = [] }] = run.data.resultData.runData[ACTION];
		return { items: data?.main[0] ?? [], hints };
	};
	bench.stake(NOON_SECONDS + 1);
	const before = await execute();
	expect(before.items.length).toBeGreaterThan(0);
	expect(before.hints).toEqual([]);
	services.spoil('transactions', { txHash: OTHER, blockHash: null });
	const { items, hints } = await execute();
	expect(items.filter(({ json }) => json.txHash === OTHER).length).toBeGreaterThan(1);
	expect(hints).toEqual([{ message: SAID }]);
});

test.each(ENGINE_MODES)(
	'of an event: one hint and one line in the log, engine mode %s',
	async (mode) => {
		const host = bench.trigger(mode, STAKING);
		await host.publish();
		await host.poll();
		expect([host.emitted, host.errors, bench.warnings()]).toEqual([[], [], []]);
		services.spoil('transactions', { txHash: OTHER, blockHash: null });
		const expected = bench.stake(NOON_SECONDS + 1);
		await host.poll();
		expect(host.emitted.map(({ txHash }) => txHash)).toEqual(expect.arrayContaining(expected));
		expect([host.hints, bench.warnings()]).toEqual([[SAID], [`Trigger: ${SAID}`]]);
		bench.stake(NOON_SECONDS + 2);
		await host.poll();
		await host.poll();
		expect([host.hints, bench.warnings(), host.errors]).toEqual([[SAID], [], []]);
	},
);
