import { createRequire } from 'node:module';
import path from 'node:path';
import type { Clock } from '../../core/protocol/ports';
import type { Emulator } from '../../emulator';

/**
 * The time of the built nodes on a clock that only moves when something waits for it. Pauses take no
 * real time, timeouts come where an answer is held for longer, and nothing depends on how busy the
 * machine is. It holds for one request at a time, which is what a poll makes.
 */

const TRANSPORT = path.resolve(__dirname, '../../dist/nodes/shared/transport.js');

export interface MovedClock {
	/**
	 * Holds an answer for so long: moves the clock to there, or to where the request's timeout ends it
	 * before. For the emulator's option `wait`.
	 */
	hold(ms: number): Promise<void>;
	/** Gives the nodes their own clock back. */
	restore(): void;
}

/** Puts the built nodes on the clock of an emulator until `restore`; `random` gives lengths of pauses. */
export function moveNodeClock(
	{ world, control }: Pick<Emulator, 'world' | 'control'>,
	random: () => number = () => 0.5,
): MovedClock {
	const { n8nClock: clock } = createRequire(__filename)(TRANSPORT) as { n8nClock: Clock };
	const own = { ...clock };
	const advance = (ms: number) => void control.moveClock({ ms });
	const ownTimeout = AbortSignal.timeout.bind(AbortSignal);
	let timeouts: Array<{ at: number; end: () => void }> = [];
	Object.assign(clock, {
		now: () => world.clock.now(),
		random,
		sleep: (ms: number) => {
			advance(Math.ceil(ms));
			return Promise.resolve();
		},
	} satisfies Clock);
	AbortSignal.timeout = (ms) => {
		const controller = new AbortController();
		const at = world.clock.now() + Math.ceil(ms);
		const end = () =>
			controller.abort(
				new DOMException('The operation was aborted due to timeout', 'TimeoutError'),
			);
		// Timeouts of requests that are over have no one to tell.
		timeouts = [...timeouts.filter((one) => one.at === at), { at, end }];
		return controller.signal;
	};
	return {
		hold(ms) {
			const until = world.clock.now() + ms;
			const timeout = timeouts.at(-1);
			const late = timeout !== undefined && timeout.at <= until;
			advance((late ? timeout.at : until) - world.clock.now());
			if (late) for (const { end } of timeouts.splice(0)) end();
			return Promise.resolve();
		},
		restore() {
			Object.assign(clock, own);
			AbortSignal.timeout = ownTimeout;
		},
	};
}
