import type { EventUse, NodeUse, Occurrence, SampleUse } from '../../../testing/cases/eventCase';

export const watchNodeCase: EventUse = {
	settings: () => ({ events: ['health', 'nodeVersionBehind', 'indexerBehind'], holdPolls: 1 }),
	steps: [
		{
			does: 'a check fails, and the data service is 200 blocks of two seconds behind',
			act(control) {
				control.setHealth({ healthy: false, check: 'network', error: 'no peers' });
				control.setIndexerLag({ blocks: 200 });
			},
			tells: [
				{ event: 'health.changed', severity: 'critical', statusCode: 503 },
				{ event: 'indexer.behind', severity: 'warning', secondsBehind: 400 },
			],
			others: true,
		},
		{
			does: 'an upgrade of the network is scheduled in 10 days, and the check passes',
			act(control, world) {
				control.setVersions({ helicon: world.clock.seconds() + 10 * 86_400 + 1 });
				control.setHealth({ healthy: true });
			},
			tells: [
				{ event: 'node.version', about: 'upgrade', upgrade: 'helicon' },
				{ event: 'health.changed', severity: 'resolved', to: 'healthy' },
			],
			others: true,
		},
	],
	refused: [
		[{ events: ['health', 'weather'] }, /events.*must be one or more of/],
		[{ shares: '110' }, /shares.*must be numbers from 0 to 100/],
		[{ unreachableAfter: -1 }, /unreachableAfter/],
	],
};

export const occurrences: readonly Occurrence[] = [
	{
		settings: () => ({ events: ['health', 'nodeVersionBehind'] }),
		happen: (control, _, time) => control.setHealth({ healthy: time % 2 === 0 }),
	},
];

export const sample: SampleUse = {
	settings: () => ({ events: 'indexerBehind', behind: '3h' }),
	made: { subject: '43114', secondsBehind: 10_860, stale: 'dataService' },
	recovered: { subject: '43114', stale: 'neither', secondsBehind: 0 },
};

export const realNode: readonly NodeUse[] = [
	{
		settings: () => ({ events: ['health', 'nodeVersionBehind'], fireFirst: true }),
		said: [],
		fires: true,
	},
];
