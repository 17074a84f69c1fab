import type { L1Validator } from '../../world';
import { idBytes } from '../../../core/testing/network/bytes';
import { type Endpoint, listed, networkOf } from '../../rest/endpoint';
import { hex } from '../../data/ids';

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
		const matching = all.filter(
			(one) =>
				(includeInactiveL1Validators === true || one.balance > 0n) &&
				(!l1ValidationId || one.validationId === l1ValidationId) &&
				(!nodeId || one.nodeId === nodeId),
		);
		// Validators that joined later come after the generated ones of all L1s.
		const sorted = subnetId ? matching : matching.sort((a, b) => a.sequence - b.sequence);
		const position = ({ sequence }: L1Validator) => [sequence, 0] as const;
		return {
			...listed(call, 'validators', sorted, l1ValidatorJson, { position }),
			blockHeight: String(network.chain('P').height()),
		};
	},
};
