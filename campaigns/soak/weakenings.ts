import type { EngineMode } from '../../kit/pollHost';
import { instead } from '../attack/builtParts';

/** The trigger, weakened on purpose in memory, one promise at a time: the soak must find each. */
interface Weakening {
	name: string;
	/** A part of what the soak says of it. */
	finds: string;
	mode: EngineMode;
	/** Weakens, and gives back what ends it. */
	apply(): () => void;
}

type Made = (...given: unknown[]) => object;
type ToItem = (data: object) => object;

const memory = (change: object) =>
	instead('nodes/AvalancheTrigger/memory', 'memoryOf', (original: Made) => {
		return (...given: unknown[]) => ({ ...original(...given), ...change });
	});
const item = (change: (item: object) => object) =>
	instead('nodes/shared/eventItem', 'eventItemOf', (original: (...given: unknown[]) => ToItem) => {
		return (...given: unknown[]) => {
			const toItem = original(...given);
			return (data: object) => change(toItem(data));
		};
	});

export const WEAKENINGS: readonly Weakening[] = [
	{
		name: 'the state of a poll is not stored',
		finds: 'repeated',
		mode: 'default',
		apply: () => memory({ keep: () => undefined }),
	},
	{
		name: 'each poll begins anew',
		finds: 'lost',
		mode: 'default',
		apply: () => memory({ state: undefined, again: undefined }),
	},
	{
		name: 'items have the id of another event',
		finds: 'lost',
		mode: 'durable',
		apply: () => item((one) => ({ ...one, id: 'the same' })),
	},
	{
		name: 'a lost state is not reported',
		finds: 'losses were not reported',
		mode: 'scheduler',
		apply: () => instead('nodes/AvalancheTrigger/beginning', 'tellLoss', () => () => undefined),
	},
];
