import * as topUp from '../../../../../core/subjects/pChain/prepareL1TopUp';
import { declareComposed } from '../../../../shared/composed';

export const composed = declareComposed({
	id: 'pChain.prepareL1TopUp',
	name: 'Prepare L1 Top-Up',
	action: 'Prepare the top up of an L1 validator',
	description:
		'Builds a transaction that adds AVAX to the balance of an L1 validation, and returns the bytes to sign, the fee and what the transaction does; it signs nothing and sends nothing: Issue Transaction sends what your wallet or signer has signed',
	reference: [
		'- Call: `info.getNetworkID`, and on `/ext/bc/P` of the node `platform.getStakingAssetID`, `platform.getL1Validator`, `platform.getFeeState`, `platform.getTimestamp` and `platform.getUTXOs`',
		'- Cost: none; it signs nothing and sends no transaction',
	],
	fields: topUp.topUpFields,
	output: topUp.TOP_UP,
	execute: (input, { client }) => topUp.prepareL1TopUp(client, input),
});
