import type { EventDeclaration } from '../../../core/events/declare';
import type { SourceState } from '../../../core/events/event';
import { withMemoryOf } from '../../../core/events/levels';
import { nodeMetricCrossed } from '../../../core/subjects/events/nodeMetricCrossed/declare';
import { type SeriesMemory, seriesAt } from '../../../core/subjects/events/shared/nodeSeries';
import { watchNode } from '../../../core/subjects/events/watchNode/declare';
import { answer, rpcAnswer } from '../protocol/fakes';
import { hostOf, polling, restarted } from './world';

/** Events about metrics of the own node. */

const PEERS = 'avalanche_network_peers';
const BAD = 'avalanche_evm_eth_chain_block_bad_count';
const LATER = 'avalanche_evm_transition_eth_chain_block_bad_count';

/** Polls an event each minute. `metrics`: the lines of a node; undefined where it does not offer them. */
function watch(event: EventDeclaration, given: Record<string, unknown>) {
	let lines: string[] | undefined;
	const host = hostOf(({ url, body }) => {
		if (url.endsWith('/ext/metrics'))
			return lines ? answer(`${lines.join('\n')}\n`) : answer('404 page not found', 404);
		if (url.endsWith('/ext/health')) return answer({ healthy: true, checks: {} });
		return rpcAnswer(body, () => ({ result: { version: 'avalanchego/1.15.3' } }));
	});
	const notes: string[] = [];
	const polls = polling(event, given, host);
	return {
		host,
		notes,
		state: () => polls.state as SourceState,
		async poll(metrics: string[] | undefined, before = polls.state) {
			lines = metrics;
			polls.state = before;
			return await polls.poll({ note: (said: string) => void notes.push(said) });
		},
	};
}

describe('a metric of the own node', () => {
	it('is refused at the first poll if the node has none, with those that are like it', async () => {
		const { poll } = watch(nodeMetricCrossed, { metric: 'avalanche_network_pears', below: '5' });
		await expect(poll([`${PEERS} 9`, 'go_goroutines 3'])).rejects.toMatchObject({
			kind: 'invalid-input',
			field: 'metric',
			message: `metric must be metrics of this node: it has no avalanche_network_pears, but ${PEERS}`,
		});
	});

	it('names its endpoint where the node does not offer metrics', async () => {
		const { poll } = watch(nodeMetricCrossed, { metric: PEERS, below: '5' });
		await expect(poll(undefined)).rejects.toThrow(/\/ext\/metrics answers 404/);
	});

	it('is the same metric after the node renamed it', async () => {
		const settings = { metric: BAD, measure: 'increase', over: '1m', above: '0' };
		const { poll } = watch(nodeMetricCrossed, settings);
		expect(await poll([`${BAD}{chain="C"} 2`])).toEqual([]);
		expect(await poll([`${BAD}{chain="C"} 2`])).toEqual([]);
		expect(await poll([`${BAD}{chain="C"} 2`, `${LATER}{chain="C"} 1`])).toEqual([
			expect.objectContaining({ subject: `${BAD}{chain="C"}`, value: '1' }),
		]);
	});

	it('goes on where the host lost the state of quiet polls', async () => {
		const settings = { metric: BAD, measure: 'increase', over: '3m', above: '5' };
		const { poll, state } = watch(nodeMetricCrossed, settings);
		await poll([`${BAD} 0`]);
		const saved = state();
		for (const value of [1, 2]) await poll([`${BAD} ${value}`], withMemoryOf(saved, state()));
		const [event] = await poll([`${BAD} 9`], withMemoryOf(saved, state()));
		expect(event).toMatchObject({ change: 'crossed', value: '9' });
	});
});

describe('Watch a Node', () => {
	it('leaves out by name what a node without metrics does not offer', async () => {
		const { poll, notes } = watch(watchNode, { events: 'health, nodeTrouble' });
		expect(await poll(undefined)).toEqual([]);
		expect(notes).toEqual([expect.stringMatching(/left out: Node Trouble .*answers 404/)]);
	});

	it('scrapes once a poll', async () => {
		const { poll, host } = watch(watchNode, { events: 'health, nodeTrouble' });
		const before = host.requests.length;
		const [event] = await poll(['avalanche_resource_tracker_disk_available_percentage 5']);
		expect(event).toMatchObject({ rule: 'disk', freeDisk: 5, severity: 'critical' });
		const scrapes = host.requests.slice(before).filter(({ url }) => url.endsWith('/ext/metrics'));
		expect(scrapes).toHaveLength(1);
	});
});

describe('series over a time', () => {
	/** Values of a counter, one a minute, with the process start of each poll. */
	function increases(values: Array<[value: number, start: number]>, over: number) {
		let before: SeriesMemory | undefined;
		return values.map(([value, start], minute) => {
			const samples = [{ name: 'c', labels: {}, value, valueText: String(value) }];
			const now = minute * 60;
			const series = seriesAt(samples as never, { now, start, before });
			const [{ value: increase }] = series.measure('', { names: ['c'], measure: 'increase', over });
			before = restarted(series.stored as never) as unknown as SeriesMemory;
			return { increase, points: series.stored.series['0'].p.length };
		});
	}

	it.each<[string, Array<[number, number]>, Array<number | undefined>]>([
		[
			'growth',
			[
				[5, 1],
				[8, 1],
				[9, 1],
				[20, 1],
			],
			[undefined, undefined, 4, 12],
		],
		[
			'a counter set to zero',
			[
				[5, 1],
				[9, 1],
				[2, 1],
			],
			[undefined, undefined, 6],
		],
		[
			'a restart after which it is higher',
			[
				[5, 1],
				[9, 1],
				[30, 90],
			],
			[undefined, undefined, 34],
		],
	])('%s', (_, values, expected) => {
		expect(increases(values, 120).map(({ increase }) => increase)).toEqual(expected);
	});

	it('keeps few points of a long time, and loses no reset between them', () => {
		const day = Array.from({ length: 3000 }, (_, minute): [number, number] => [minute % 7, 1]);
		const all = increases(day, 86_400);
		expect(Math.max(...all.map(({ points }) => points))).toBeLessThanOrEqual(13);
		// Each 7 minutes it grows by 6, and is set to zero.
		expect(all[2999].increase).toBeGreaterThanOrEqual((1440 / 7) * 6 - 6);
		expect(all[2999].increase).toBeLessThanOrEqual((1440 / 7) * 6 * 1.1 + 6);
	});
});
