import { runCampaign } from '../../lab/campaigns/soak/campaign';
import { faultsOf, reportOf } from '../../lab/campaigns/soak/report';
import { eventRooms } from '../../lab/kit/events/case';
import { ENGINE_MODES } from '../../lab/kit/pollHost';
import { covering } from '../../lab/kit/selection';

/** `npm run campaign -- soak` has all modes, too. */
describe.each(covering(ENGINE_MODES, () => ['polls']))('soak, engine mode %s', (mode) => {
	test('nothing lost, nothing twice, at half of the capacity of the polls', async () => {
		const results = await runCampaign({ mode, polls: 150, seed: 'test', restartEvery: 10 });
		expect(faultsOf(results)).toEqual([]);
		expect(results.map(({ expected }) => expected)).toEqual([600, 60, 15]);
		for (const { restarts, polls } of results) {
			expect(polls).toBeGreaterThanOrEqual(50);
			expect(restarts).toBeGreaterThanOrEqual(3);
		}
		expect(reportOf(results).split('\n')).toHaveLength(5);
	});

	test('nothing lost, nothing twice of the declared events', async () => {
		const options = { mode, polls: 120, seed: 'test', restartEvery: 12, declared: true };
		const results = await runCampaign(options);
		expect(faultsOf(results)).toEqual([]);
		const [arrivals, crossings] = [36, 6];
		expect(results.map(({ expected }) => expected)).toEqual(
			eventRooms.flatMap(({ occurrences }) =>
				occurrences.map(({ item }) => (item ? arrivals : crossings)),
			),
		);
		for (const { restarts } of results) expect(restarts).toBeGreaterThanOrEqual(3);
	});

	test('an overload is delivered when it stops, to the last event', async () => {
		const options = { mode, polls: 90, seed: 'test', restartEvery: 20, overload: true };
		const results = await runCampaign(options);
		expect(faultsOf(results, true)).toEqual([]);
		expect(results.map(({ expected }) => expected)).toEqual([360, 36]);
	});
});

test('the same seed gives the same table', async () => {
	const run = () => runCampaign({ mode: 'default', polls: 30, seed: 'twice', restartEvery: 5 });
	expect(await run()).toEqual(await run());
});
