import type {
	EventUse,
	NodeUse,
	Occurrence,
	ReplayedUse,
	SampleUse,
} from '../../../testing/cases/eventCase';

export const newBlockCase: EventUse = {
	settings: () => ({}),
	steps: [
		{
			does: 'two blocks are accepted, of which one is executed',
			act(control) {
				control.acceptBlocks({ chain: 'C', count: 2 });
				control.setExecution({ behind: 1 });
			},
			tells: [
				{
					event: 'evm.block',
					severity: 'info',
					subject: 'C',
					transactionCount: 0,
					title: /^C: block [\d,]+ with 0 transactions$/,
				},
			],
		},
		{
			does: 'the other one is executed, and 100 come, which are several batches',
			act(control) {
				control.setExecution({ behind: 0 });
				control.acceptBlocks({ chain: 'C', count: 100 });
			},
			tells: Array.from({ length: 101 }, () => ({ event: 'evm.block', chain: 'C' })),
		},
	],
	refused: [[{ every: 0 }, /every.*must be/]],
};

export const everyTenth: EventUse = {
	note: 'every tenth',
	settings: () => ({ every: 10 }),
	steps: [
		{
			does: '30 blocks are accepted',
			act: (control) => control.acceptBlocks({ chain: 'C', count: 30 }),
			tells: Array.from({ length: 3 }, () => ({ title: /^C: block [\d,]*0 with/ })),
		},
	],
	refused: [[{ blockchainId: '?' }, /blockchainId/]],
};

export const occurrences: readonly Occurrence[] = [
	{
		item: true,
		settings: () => ({}),
		happen: (control) => control.acceptBlocks({ chain: 'C' }),
	},
];

export const sample: SampleUse = {
	// The chain has no such block yet.
	settings: () => ({ every: 9_000_000 }),
	made: { subject: 'C', blockNumber: 63_000_000 },
};

export const realNode: readonly NodeUse[] = [
	{
		needs: ['C.token'],
		settings: () => ({}),
		said: ['blockNumber', 'blockHash', 'parentHash'],
		sampled: true,
		fires: true,
	},
];

/** Of the newest blocks: all of the chain would be many. */
export const replayed: ReplayedUse = (world) => {
	const chain = world.evmChain('43114')!;
	return { since: chain.blockTime(chain.height - 10) };
};
