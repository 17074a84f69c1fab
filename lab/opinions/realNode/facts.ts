import { type Drawing, type Facts, chooser } from './drawing';
import { evmFacts } from './evmFacts';
import { networkFacts } from './networkFacts';
import { primaryFacts } from './primaryFacts';
import type { Ask } from './raw';

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
