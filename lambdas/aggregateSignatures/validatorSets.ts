import * as pChainStaking from '../../core/subjects/pChainStaking/index';
import type { Calls } from './patience';

/**
 * Calls that read each validator set once: messages of one invocation whose signatures are
 * verified against the set of the same subnet and height share one request, also those in progress.
 * A request that fails is not kept.
 */
export function readingSetsOnce(client: Calls): Calls {
	const sets = new Map<string, Promise<unknown>>();
	const call: Calls['call'] = (operation, input, options) => {
		const { id } = operation;
		if (id !== pChainStaking.getManyValidatorsAtHeight.id) {
			return client.call(operation, input, options);
		}
		const key = JSON.stringify(input, Object.keys(input as object).sort());
		const known = sets.get(key) as ReturnType<typeof client.call> | undefined;
		if (known) return known as never;
		const read = client.call(operation, input, options);
		sets.set(key, read);
		read.catch(() => sets.delete(key));
		return read;
	};
	return { call };
}
