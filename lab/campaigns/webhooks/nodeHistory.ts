import { createRandom } from '../../../core/testing/random';
import type { EngineMode } from '../../kit/pollHost';
import { type Outcome, play } from './history';
import { type Kind, KINDS } from './kinds';
import { nodeReceiver } from './nodeReceiver';

/** Histories of the node. */

/** Plays so many requests to the node in an engine mode. */
export async function playNode(
	mode: EngineMode,
	kind: Kind,
	requests: number,
	seed: string,
): Promise<Outcome> {
	const receiver = await nodeReceiver(mode, kind, createRandom(seed));
	try {
		return await play(receiver, requests, createRandom(seed));
	} finally {
		await receiver.close();
	}
}

/** The findings of short histories, for the judges. */
export async function nodeFindings(): Promise<string[]> {
	const findings: string[] = [];
	for (const kind of [KINDS[0], KINDS[2]]) {
		findings.push(...(await playNode('default', kind, 120, 'self-test')).findings);
	}
	return findings;
}
