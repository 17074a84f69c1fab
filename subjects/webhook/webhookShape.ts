import * as out from '../../core/fields/outputs';

/** A webhook; its event type determines the fields of `metadata`. */
export function webhook() {
	return {
		id: out.essential(out.id('UUID')),
		eventType: out.text('address_activity, primary_network_address_activity or validator_activity'),
		url: out.url('URL that events are sent to'),
		chainId: out.id(),
		status: out.text('active or inactive'),
		createdAt: out.milliseconds(),
		name: out.name(),
		description: out.text(),
		metadata: out.object({
			addresses: out.optional(out.list(out.address())),
			eventSignatures: out.optional(out.list(out.hash())),
			keyType: out.optional(out.text('addresses, nodeId or subnetId')),
			keys: out.optional(out.texts()),
			subEvents: out.optional(
				out.object({
					addressActivitySubEvents: out.optional(out.texts()),
					validatorActivitySubEvents: out.optional(out.texts()),
				}),
			),
			balanceThresholdFilter: out.optional(
				out.object({
					balanceType: out.text(),
					balanceThreshold: out.nAvax(),
				}),
			),
			nodeIds: out.optional(out.list(out.nodeId())),
			subnetIds: out.optional(out.list(out.id('cb58'))),
			l1ValidatorFeeBalanceThreshold: out.optional(out.nAvax()),
		}),
		includeInternalTxs: out.optional(out.flag()),
		includeLogs: out.optional(out.flag()),
	};
}
