import type { Control as NetworkControl } from '../core/testing/network';
import type * as rooms from './rooms/all';
import type { Fault } from './http/faults';
import type { LogEntry } from './http/requestLog';
import type { KeyRight, RateLimits } from './rest/access';
import type { World } from './world';

/** The methods that the rooms add. */
type RoomControl = Intersection<
	(typeof rooms)[keyof typeof rooms] extends infer Room
		? Room extends { control(world: () => World): infer Methods }
			? Methods
			: never
		: never
>;
/** The intersection of the members of a union type. */
type Intersection<Union> = (Union extends unknown ? (given: Union) => void : never) extends (
	given: infer All,
) => void
	? All
	: never;

/** Methods of a running emulator, for tests and the control endpoint. */
export interface Control extends SharedControl, RoomControl {}

/** Methods that change what several resources share. */
export interface SharedControl extends Omit<NetworkControl, 'setNodeMetrics'> {
	/** Compute units a minute; what is left out has no limit. */
	setRateLimits(given: RateLimits): void;
	/**
	 * Sets the keys that the data service accepts, their rights, and whether a key is required. A
	 * field that is absent keeps its value.
	 */
	setKeys(given: { apiKeys?: string[]; keyRights?: KeyRight[]; keyRequired?: boolean }): void;
	setEcho(given: { echo: boolean }): void;
	addFaults(given: { faults: Fault[] }): void;
	clearFaults(): void;
	faults(): Fault[];
	requests(): LogEntry[];
	requestCount(): number;
	clearRequests(): void;
	/** Back to the state at the start: world, clock, faults, log and settings. */
	reset(): void;
}
