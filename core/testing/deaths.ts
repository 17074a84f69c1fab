import { isFast } from './tier';

/** The last call of a process, counted from 1: it dies before the call or after it. */
export interface Death {
	at: number;
	side: 'before' | 'after';
}

export const SIDES = ['before', 'after'] as const;

/** The error of each call of a process that has died. */
export class Died extends Error {
	override readonly name = 'Died';
}

/**
 * A process that dies at one of its calls, of those that count: nothing that it does afterwards has an effect,
 * or an answer.
 */
export function mortality(death?: Death, counts: (given: unknown) => boolean = () => true) {
	const made = { calls: 0, isDead: false };
	const alive = () => {
		if (made.isDead) throw new Died('the process has died');
	};
	const mortal =
		<Given extends unknown[], Answer>(call: (...given: Given) => Promise<Answer>) =>
		async (...given: Given): Promise<Answer> => {
			alive();
			const isLast = counts(given[0]) && ++made.calls === death?.at;
			if (isLast && death?.side === 'before') made.isDead = true;
			alive();
			try {
				return await call(...given);
			} finally {
				if (isLast) made.isDead = true;
				// A call that was refused is over, too, when the process dies.
				alive();
			}
		};
	return { made, alive, mortal };
}

/** The deaths at the calls from the first to the last one. */
export const deathsAt = (
	first: number,
	last: number,
	sides: ReadonlyArray<Death['side']> = SIDES,
): Death[] =>
	Array.from({ length: last - first + 1 }, (_, i) => first + i).flatMap((at) =>
		sides.map((side) => ({ at, side })),
	);

/** Those at every fourth call in `npm test`, and at all in `npm run test:slow -- --all`. */
export const crashPoints: typeof deathsAt = (first, ...rest) =>
	deathsAt(first, ...rest).filter(({ at }) => !isFast || (at - first) % 4 === 0);

/** Lets a run die at its first call, at its second and so on, until it lives; the number of deaths. */
export async function dyingEverywhere(
	run: (death: Death) => Promise<boolean>,
	sides: ReadonlyArray<Death['side']> = SIDES,
): Promise<number> {
	let deaths = 0;
	for (const side of sides) {
		for (let at = 1; await run({ at, side }); at++) deaths++;
	}
	return deaths;
}
