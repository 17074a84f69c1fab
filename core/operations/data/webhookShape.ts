import * as out from '../../fields/outputs';

/** A webhook; `metadata` says what it watches, by its event type. */
export function webhook() {
	return {
		id: out.required(out.id('UUID')),
		eventType: out.text('address_activity, primary_network_address_activity or validator_activity'),
		url: out.url('URL that events are sent to'),
		chainId: out.id(),
		status: out.text('active or inactive'),
		createdAt: out.milliseconds(),
		name: out.name(),
		description: out.text(),
		metadata: out.object({
			addresses: out.list(out.address()),
			eventSignatures: out.list(out.hash()),
			keyType: out.text('addresses, nodeId or subnetId'),
			keys: out.texts(),
			subEvents: out.object({
				addressActivitySubEvents: out.texts(),
				validatorActivitySubEvents: out.texts(),
			}),
			balanceThresholdFilter: out.object({
				balanceType: out.text(),
				balanceThreshold: out.nAvax(),
			}),
			nodeIds: out.list(out.nodeId()),
			subnetIds: out.list(out.id('cb58')),
			l1ValidatorFeeBalanceThreshold: out.nAvax(),
		}),
		includeInternalTxs: out.flag(),
		includeLogs: out.flag(),
	};
}
