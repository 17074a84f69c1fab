import { createRandom } from '../../../core/testing/random';
import { functionReceiver } from './functionReceiver';
import { type Outcome, play } from './history';

/** Histories of the function; the judges bundle this file with changed sources. */

/** Plays so many requests to the function in this process. */
export async function playFunction(requests: number, seed: string): Promise<Outcome> {
	const receiver = await functionReceiver(createRandom(seed));
	try {
		return await play(receiver, requests, createRandom(seed));
	} finally {
		await receiver.close();
	}
}

/** The findings of a short history. */
export async function runClass(_: string): Promise<string[]> {
	return (await playFunction(350, 'self-test')).findings;
}
