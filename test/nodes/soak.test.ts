import { runCampaign } from '../../scripts/soak/campaign';
import { faultsOf, reportOf } from '../../scripts/soak/report';
import { ENGINE_MODES } from '../kit/pollHost';

// `npm run soak` in small: some hundred polls against services that fail a quarter of the requests.
jest.setTimeout(120_000);

test.each(ENGINE_MODES)('soak, engine mode %s: nothing lost, nothing twice', async (mode) => {
	const results = await runCampaign({ mode, polls: 300, seed: 'test', restartEvery: 20 });
	expect(faultsOf(results)).toEqual([]);
	expect(results.map(({ expected }) => expected)).toEqual([1200, 120, 30]);
	for (const { restarts, polls } of results) {
		expect(polls).toBeGreaterThanOrEqual(100);
		expect(restarts).toBeGreaterThanOrEqual(3);
	}
	expect(reportOf(results).split('\n')).toHaveLength(5);
});
