import { evmFacts } from './evmFacts';
import { networkFacts } from './networkFacts';
import { primaryFacts } from './primaryFacts';
import type { Ask } from './raw';

/**
 * What a node has: values for the fields of operations, each under the part that it plays
 * (`X.tx`, `l1.validationId`). A part that the node has nothing for is absent. The same parts are
 * drawn from any node, so that a call can be worded for another one.
 */
export type Facts = Readonly<Record<string, string>>;

/** What is drawn while it is drawn. */
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

/**
 * Draws what a node has. `l1` is an EVM chain of the node beside the C-Chain: its blockchain id or
 * alias. Throws `Refusal` where the node does not serve the P-Chain.
 */
export async function drawFacts(ask: Ask, seed: number, l1?: string): Promise<Facts> {
	const drawing: Drawing = { ask, choose: chooser(seed), facts: {} };
	await networkFacts(drawing, l1);
	await primaryFacts(drawing);
	await evmFacts(drawing, 'C');
	if (l1 !== undefined) await evmFacts(drawing, 'l1');
	return drawing.facts;
}
