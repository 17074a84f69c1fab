import type {
	EventUse,
	NodeUse,
	Occurrence,
	ReplayedUse,
	SampleUse,
} from '../../../testing/cases/eventCase';

export const newContainerCase: EventUse = {
	settings: () => ({ index: 'P/block' }),
	steps: [
		{
			does: 'two blocks are accepted',
			act: (control) => control.acceptBlocks({ chain: 'P', count: 2 }),
			tells: [
				{
					event: 'index.container',
					severity: 'info',
					index: 'P/block',
					title: /^P\/block: container \d+ is accepted$/,
				},
				{ subject: 'P/block' },
			],
		},
		{
			does: '150 blocks are accepted, which are several pages',
			act: (control) => control.acceptBlocks({ chain: 'P', count: 150 }),
			tells: Array.from({ length: 150 }, () => ({ event: 'index.container' })),
		},
	],
	refused: [[{ index: 'Q/block' }, /index.*must be one of/]],
};

export const occurrences: readonly Occurrence[] = [
	{
		item: true,
		settings: () => ({ index: 'P/block' }),
		happen: (control) => control.acceptBlocks({ chain: 'P' }),
	},
];

export const sample: SampleUse = {
	settings: () => ({ index: 'X/tx' }),
	// An index that is empty: those of the emulator are not.
	failing: 'no containers have been accepted',
	made: { subject: 'X/tx', index: 'X/tx' },
};

export const realNode: readonly NodeUse[] = ['C/block', 'P/block', 'X/block', 'X/tx', 'X/vtx'].map(
	(index) => ({
		note: index,
		needs: [`index.${index}.id`],
		settings: () => ({ index, includeBytes: true }),
		said: ['containerId', 'bytes'],
		sampled: true,
		fires: true,
	}),
);

export const replayed: ReplayedUse = () => ({ index: 'P/block' });
