import type { EngineMode } from '../../kit/pollHost';
import { instead } from '../attack/builtParts';

/** The trigger, weakened on purpose in memory, one promise at a time: the soak must find each. */
interface Weakening {
	name: string;
	/** Text that the findings of the campaign must contain. */
	finds: string;
	mode: EngineMode;
	/** Applies the weakening. Returns a function that undoes it. */
	apply(): () => void;
}

type Made = (...given: unknown[]) => object;

const memory = (change: object) =>
	instead('nodes/AvalancheTrigger/memory', 'memoryOf', (original: Made) => {
		return (...given: unknown[]) => ({ ...original(...given), ...change });
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
		name: 'a lost state is not reported',
		finds: 'losses were not reported',
		mode: 'scheduler',
		apply: () => instead('nodes/AvalancheTrigger/beginning', 'tellLoss', () => () => undefined),
	},
];
