import type { Ask } from './raw';

/**
 * Values of a node for the fields of operations, each under its role (`X.tx`, `l1.validationId`). A
 * role is absent if the node has no value for it. The same roles are read from any node, so that a
 * call can be translated for another one.
 */
export type Facts = Readonly<Record<string, string>>;

/** Facts that are still being collected. */
export type Draft = Record<string, string>;

/** Chooses one of several; undefined of none. */
export type Choose = <T>(from: readonly T[]) => T | undefined;

export interface Drawing {
	ask: Ask;
	choose: Choose;
	facts: Draft;
}

/** A choice by a seed: the same seed chooses the same from the same lists. */
export function chooser(seed: number): Choose {
	let state = seed >>> 0;
	return (from) => {
		// Mulberry32.
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return from[((mixed ^ (mixed >>> 14)) >>> 0) % from.length];
	};
}
