import type { EventUse, Occurrence, SampleUse } from '../../../testing/cases/eventCase';

export const indexerBehindCase: EventUse = {
	settings: () => ({ chainId: '43114', holdPolls: 1 }),
	steps: [
		{
			does: 'the indexer stands 200 blocks of two seconds behind',
			act: (control) => control.setIndexerLag({ blocks: 200 }),
			tells: [
				{
					event: 'indexer.behind',
					severity: 'warning',
					change: 'crossed',
					subject: '43114',
					stale: 'dataService',
					blocksBehind: 200,
					secondsBehind: 400,
					title: 'Chain 43114: the data service is 6.6 minutes behind (200 blocks)',
				},
			],
		},
		{
			does: 'it stands more than an hour behind',
			act: (control) => control.setIndexerLag({ blocks: 2000 }),
			tells: [{ severity: 'critical', change: 'crossed', secondsBehind: 4000 }],
		},
		{
			does: 'it keeps up again',
			act: (control) => control.setIndexerLag({ blocks: 0 }),
			tells: [{ severity: 'resolved', change: 'recovered', stale: 'neither' }],
		},
	],
	refused: [
		[{ chainId: 'x y' }, /chainId.*must be an EVM chain id/],
		[{ chainId: '43114', behind: '5 minutes' }, /behind.*durations/],
	],
};

export const occurrences: readonly Occurrence[] = [
	{
		settings: () => ({ chainId: '43114', holdPolls: 1 }),
		happen: (control, _, time) => control.setIndexerLag({ blocks: time % 2 === 1 ? 200 : 0 }),
	},
];

export const sample: SampleUse = {
	settings: () => ({ chainId: '43114', behind: '3h' }),
	made: { subject: '43114', secondsBehind: 10_860, stale: 'dataService' },
	recovered: { subject: '43114', stale: 'neither', secondsBehind: 0 },
};
