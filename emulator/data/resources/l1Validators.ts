import type { L1Validator } from '../../world';
import { idBytes } from '../../world/bytes';
import { type Endpoint, networkOf, next, pageOf } from '../endpoint';
import { hex } from './stakingTransactions';

function l1ValidatorJson(one: L1Validator) {
	return {
		validationId: one.validationId,
		validationIdHex: hex(idBytes(one.validationId)),
		nodeId: one.nodeId,
		subnetId: one.subnetId,
		weight: one.weight,
		remainingBalance: one.balance,
		creationTimestamp: one.startTime,
		blsCredentials: { publicKey: hex(one.bls.publicKey()) },
		remainingBalanceOwner: one.remainingBalanceOwner,
		deactivationOwner: one.deactivationOwner,
	};
}

/** Primary-network queries: L1 validators, active ones unless inactive ones are asked for. */
export const listL1Validators: Endpoint = {
	method: 'GET',
	path: '/v1/networks/{network}/l1Validators',
	answer(call) {
		const network = networkOf(call);
		const { l1ValidationId, nodeId, subnetId, includeInactiveL1Validators } = call.input;
		const all = typeof subnetId === 'string' ? network.l1.of(subnetId) : network.l1.all();
		const found = all.filter(
			(one) =>
				(includeInactiveL1Validators === true || one.balance > 0n) &&
				(!l1ValidationId || one.validationId === l1ValidationId) &&
				(!nodeId || one.nodeId === nodeId),
		);
		const { items, nextPageToken } = pageOf(
			call,
			// Validators that joined later come after the generated ones of all L1s.
			subnetId ? found : found.sort((a, b) => a.sequence - b.sequence),
			({ sequence }) => [sequence, 0],
		);
		return {
			...next(nextPageToken),
			validators: items.map(l1ValidatorJson),
			blockHeight: String(network.chain('P').height()),
		};
	},
};
