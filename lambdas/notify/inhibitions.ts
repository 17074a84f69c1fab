import type { Inhibition } from '../../core/alertLife/rules';

/** Stands for these rules in the list of inhibitions. */
export const BUILT_IN = 'default';

/**
 * Rules for what notify reads: failed checks of the node while it is unhealthy or cannot be reached, and messages that
 * the data service has not seen delivered while it is behind. All sources of a notify read one node.
 */
const RULES: readonly Inhibition[] = [
	{
		name: 'unreachable node',
		source: { event: ['health.changed'] },
		target: { subject: ['check'], service: ['node'] },
		equal: [],
	},
	{
		name: 'indexer behind',
		source: { event: ['indexer.behind'] },
		target: { event: ['icm.undelivered'] },
		equal: [],
	},
];

/** A list of rules with the built-in ones in place of their name. */
export const withBuiltIn = (given: unknown): unknown =>
	Array.isArray(given)
		? (given as unknown[]).flatMap((one) => (one === BUILT_IN ? [...RULES] : [one]))
		: given;
