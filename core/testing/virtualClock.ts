import type { Clock } from '../protocol/ports';

/** A clock whose time passes only while everything waits for it. */
export interface VirtualClock extends Clock {
	time: number;
	/** Lets time pass until the work has ended. The work must wait for nothing but this clock. */
	run<T>(work: () => Promise<T>): Promise<T>;
}

interface Timer {
	at: number;
	order: number;
	resolve: () => void;
}

/** Hours pass in milliseconds, and always in the same order, however busy the machine is. */
export function virtualClock(start: number, random: () => number = () => 0.5): VirtualClock {
	const timers: Timer[] = [];
	let order = 0;
	const before = (a: Timer, b: Timer) => a.at < b.at || (a.at === b.at && a.order < b.order);

	function push(timer: Timer): void {
		let at = timers.push(timer) - 1;
		for (let parent = (at - 1) >> 1; at > 0 && before(timer, timers[parent]); ) {
			timers[at] = timers[parent];
			timers[(at = parent)] = timer;
			parent = (at - 1) >> 1;
		}
	}
	function pop(): Timer {
		const first = timers[0];
		const last = timers.pop() as Timer;
		if (timers.length === 0) return first;
		let at = 0;
		for (;;) {
			let child = 2 * at + 1;
			if (child >= timers.length) break;
			if (child + 1 < timers.length && before(timers[child + 1], timers[child])) child++;
			if (!before(timers[child], last)) break;
			timers[at] = timers[child];
			at = child;
		}
		timers[at] = last;
		return first;
	}

	const clock: VirtualClock = {
		time: start,
		now: () => clock.time,
		sleep: (ms) =>
			new Promise((resolve) => push({ at: clock.time + Math.max(0, ms), order: order++, resolve })),
		random,
		async run(work) {
			let ended = false;
			const result = work().finally(() => (ended = true));
			result.catch(() => undefined);
			while (!ended) {
				// All that can go on without time does so first.
				await new Promise(setImmediate);
				if (ended || timers.length === 0) continue;
				clock.time = Math.max(clock.time, timers[0].at);
				while (timers.length > 0 && timers[0].at <= clock.time) pop().resolve();
			}
			return await result;
		},
	};
	return clock;
}
