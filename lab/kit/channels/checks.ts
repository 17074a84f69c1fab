import { CHAT_CHECKS } from './chatChecks';
import type { DESTINATIONS } from './hostile';
import { OTHER_CHECKS } from './otherChecks';
import type { Check } from './plain';

/**
 * The checks of every format, against the types that the services publish, their limits, and engines for
 * Markdown, HTML and links: whatever an event contains, its texts stay texts. Each throws what is wrong.
 */

export type { Body, Check } from './plain';

/** Of each service: transcribed from its documents. */
export const CHECKS: Readonly<Record<keyof typeof DESTINATIONS, Check>> = {
	...CHAT_CHECKS,
	...OTHER_CHECKS,
};
