import type { ArrivalScenario } from './arrivalStream';
import type { LevelScenario } from './levelStream';
import type { EventStream, Plan } from './streams';

/**
 * The events of one room in the soak: items of a list, crossings of a subject, or a stream of its own with
 * its number of events a poll.
 */
export type Soak =
	| { arrivals(plan: Plan): ArrivalScenario }
	| { levels(plan: Plan): LevelScenario }
	| {
			stream(plan: Plan): EventStream;
			perPoll: number;
			/** A poll reports the present state, and never what was before it. */
			withoutBacklog?: boolean;
	  };
