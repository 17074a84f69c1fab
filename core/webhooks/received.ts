import type { Clock } from '../protocol/ports';
import { firstNamed } from './openPayload';

/** The times of messages without a schema. */

const TIMES = ['blockTimestamp', 'timestamp', 'time'];
/** Unix seconds from 2020 to 2100. */
const isSeconds = (value: unknown): value is number =>
	typeof value === 'number' && value > 1_577_836_800 && value < 4_102_444_800;

/** The time that a message names, otherwise that of its receipt; ISO 8601. */
export function receivedAt(event: unknown, clock: Clock): string {
	const seconds = firstNamed(event, TIMES, isSeconds);
	return new Date(seconds === undefined ? clock.now() : seconds * 1000).toISOString();
}
