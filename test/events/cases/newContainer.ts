import { newContainer } from '../../../core/events/sources/newContainer';
import type { EventCase } from '../case';

export const newContainerCase: EventCase = {
	event: newContainer,
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
