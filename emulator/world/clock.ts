import type { Clock } from '../../core/testing/network';

/**
 * A clock that starts at `start` (Unix ms) and runs with `elapsed` (ms, any origin). Moving it
 * shifts it; it then runs on from there.
 */
export function createClock(start: number, elapsed: () => number): Clock {
	const origin = elapsed();
	let offset = start;
	const run = () => elapsed() - origin;
	return {
		now: () => Math.floor(offset + run()),
		seconds: () => Math.floor((offset + run()) / 1000),
		advance(ms) {
			offset += ms;
		},
		set(ms) {
			offset = ms - run();
		},
	};
}
