import { signedShare } from '../../../subjects/warp/signedShare';
import type { AnyOperation } from '../../../core/operations/declare';
import type { Run } from '../../shared/action';
import type { Finish } from '../../shared/operationAction';
import { inputFromParameters } from '../../shared/parameters';

/** Adds the share of the weight that signed a message to its item. */
export function shareOf({ input }: AnyOperation, run: Run): Finish {
	const { subnetID } = inputFromParameters(input, run) as { subnetID?: string };
	return async (item, { signedMessage }) => {
		const share = await signedShare(run.client, { signedMessage: String(signedMessage), subnetID });
		return { ...item, json: { ...item.json, ...share } };
	};
}
