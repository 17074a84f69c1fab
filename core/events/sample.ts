import { baseUnits } from '../formats/amount';
import type { NetworkEvent } from './event';
import type { SubjectReading } from './levelTypes';

/**
 * Generated test events, for use if there are no real ones. They have the subjects and thresholds
 * of the settings; `title`, `text` and `sample` mark them as samples.
 */

/** The input for the generated states of a threshold event. */
export interface ExampleGiven<Settings, Facts> {
	settings: Settings;
	/** Facts of a subject as it is now, if one could be read. */
	read?: Facts;
	/** Unix seconds. */
	now: number;
}

/** Generated states of one subject. */
export interface Example<Facts> {
	/** Beyond the first threshold of the settings. */
	bad: SubjectReading<Facts>;
	/** Recovered. */
	good: Facts;
}

/** A node ID for settings without one. */
export const EXAMPLE_NODE = 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg';
/** A P-Chain transaction that does not exist. */
export const EXAMPLE_TX = '2JcpqEnZHRZyGXX6QhgUUk4T4MhHjFCwRVyMcNYgXhVYGFxHxK';

/** Marks a generated event as a sample. */
export function asSample({ data, ...event }: NetworkEvent): NetworkEvent {
	const title = `Sample: ${String(data.title)}`;
	const text = `This is a sample, not a real event. ${String(data.text)}`;
	return { ...event, data: { ...data, title, text, sample: true } };
}

/** The larger of a minimum in AVAX and an amount in nAVAX, in nAVAX. */
export function atLeast(minimum: string | undefined, amount: bigint): string {
	const least = baseUnits(minimum ?? '0', 9);
	return String(least > amount ? least : amount);
}
