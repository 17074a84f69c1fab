import type { EventUse, NodeUse, Occurrence, SampleUse } from '../../../testing/cases/eventCase';

export const healthCase: EventUse = {
	settings: () => ({ fireFirst: true }),
	first: [{ event: 'health.changed', severity: 'info', from: null, to: 'healthy' }],
	steps: [
		{
			does: 'a check fails',
			act: (control) => control.setHealth({ healthy: false, check: 'network', error: 'no peers' }),
			tells: [
				{
					severity: 'critical',
					subject: 'node',
					from: 'healthy',
					to: 'unhealthy',
					statusCode: 503,
					title: 'The node is unhealthy',
					text: /^The node answers with 503\. Node: synced, \d+ peers, 51 % of the disk free, avalanchego\/1\.15\.3, started 20.* UTC\. Failing checks: network \(no peers\)\.$/,
				},
			],
		},
		{
			does: 'it passes again',
			act: (control) => control.setHealth({ healthy: true }),
			tells: [{ severity: 'resolved', from: 'unhealthy', to: 'healthy', statusCode: 200 }],
		},
	],
	refused: [
		[{ path: 'pulse' }, /path.*must be one/],
		[{ tags: 'a b/c' }, /tags.*must be tags/],
		[{ holdPolls: 0 }, /holdPolls/],
		[{ unreachableAfter: -1 }, /unreachableAfter/],
	],
};

export const occurrences: readonly Occurrence[] = [
	{
		settings: () => ({}),
		happen: (control, _, time) => control.setHealth({ healthy: time % 2 === 0 }),
	},
];

export const sample: SampleUse = {
	settings: () => ({}),
	made: { subject: 'node', from: 'healthy', to: 'unhealthy', statusCode: 503 },
};

export const realNode: readonly NodeUse[] = ['health', 'readiness', 'liveness'].map((path) => ({
	note: path,
	settings: () => ({ path, fireFirst: true }),
	said: [],
	fires: true,
}));
