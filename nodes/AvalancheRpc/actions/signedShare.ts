import { isFailure } from '../../../core/failure';
import type { AnyOperation } from '../../../core/operations/declare';
import { WarpFormatError } from '../../../core/warp/bytes';
import { signedShare } from '../../../core/subjects/warp/signedShare';
import type { Run } from '../../shared/action';
import type { Finish } from '../../shared/operationAction';
import { outputItem, presentItem } from '../../shared/output';
import { outputFrom } from '../../shared/outputFields';
import { inputFromParameters } from '../../shared/parameters';

/** The share, or why it is not known: the signed message is there all the same. */
async function shareIn({ client }: Run, signedMessage: string, subnetID?: string) {
	return await signedShare(client, { signedMessage, subnetID }).catch((error: unknown) => {
		if (!isFailure(error) && !(error instanceof WarpFormatError)) throw error;
		return { shareUnknown: error.message };
	});
}

/** Adds the share of the weight that signed a message to its item. */
export function shareOf(operation: AnyOperation, run: Run): Finish {
	const input = inputFromParameters(operation.input, run);
	const how = outputFrom(run).how();
	return async (_, result) => {
		const share = await shareIn(run, String(result.signedMessage), input.subnetID as string);
		const presented = presentItem(operation, { ...result, ...share }, how, input);
		return outputItem(presented, run.itemIndex);
	};
}
