import { isFailure } from '../../../core/failure';
import { WarpFormatError } from '../../../core/warp/bytes';
import { signedShare } from '../../../subjects/warp/signedShare';
import type { AnyOperation } from '../../../core/operations/declare';
import type { Run } from '../../shared/action';
import type { Finish } from '../../shared/operationAction';
import { inputFromParameters } from '../../shared/parameters';

/** The share, or why it is not known: the signed message is there all the same. */
async function shareIn({ client }: Run, signedMessage: string, subnetID?: string) {
	return await signedShare(client, { signedMessage, subnetID }).catch((error: unknown) => {
		if (!isFailure(error) && !(error instanceof WarpFormatError)) throw error;
		return { signedPercentage: null, shareUnknown: error.message };
	});
}

/** Adds the share of the weight that signed a message to its item. */
export function shareOf({ input }: AnyOperation, run: Run): Finish {
	const { subnetID } = inputFromParameters(input, run) as { subnetID?: string };
	return async (item, { signedMessage }) => {
		const share = await shareIn(run, String(signedMessage), subnetID);
		return { ...item, json: { ...item.json, ...share } };
	};
}
