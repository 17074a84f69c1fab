import { signedShare } from '../../../subjects/warp/signedShare';
import type { Run } from '../../shared/action';
import type { Finish } from '../../shared/operationAction';

/** Adds the share of the weight that signed a message to its item. */
export function shareOf(run: Run): Finish {
	return async (item, { signedMessage }) => {
		const subnetID = run.parameter('subnetID', '') as string;
		const share = await signedShare(run.client, { signedMessage: String(signedMessage), subnetID });
		return { ...item, json: { ...item.json, ...share } };
	};
}
