import { stakingTransaction as polled } from './declare';
import { broken } from '../../../fields/rules';
import { instantOf } from '../../../webhooks/instantEvent';
import { VALIDATOR } from '../../../webhooks/message';
import { stakingEvents } from '../shared/stakingMessages';

interface Settings {
	network: string;
	nodeIds?: string[];
	subnetId?: string;
}

const SUB_EVENTS = ['validator_stake', 'delegator_stake'];

/** Staking transactions of validators or of a subnet, at once. */
export const stakingTransaction = instantOf({
	event: polled,
	description: 'A validator or delegator stakes on the nodes or the subnet that you select',
	keys: ['network', 'nodeIds', 'subnetId', 'minAmount', 'txTypes'],
	rules: [
		({ nodeIds, subnetId }, context) => {
			if (nodeIds || subnetId) return;
			broken(
				context,
				'nodeIds',
				'or a subnet ID is required: the service sends messages for named nodes or one subnet',
			);
		},
	],
	webhooks({ polled }) {
		const { network, nodeIds, subnetId } = polled as unknown as Settings;
		const common = { eventType: VALIDATOR, network, validatorSubEvents: SUB_EVENTS };
		if (!nodeIds) return [{ ...common, keyType: 'subnetId', keys: [subnetId] }];
		return nodeIds.map((nodeId) => ({
			...common,
			keyType: 'nodeId',
			keys: [nodeId],
			...(subnetId !== undefined && { subnetIds: [subnetId] }),
		}));
	},
	async eventsOf(message, settings, context) {
		const { txTypes } = settings.polled as { txTypes?: string[] };
		const found = await stakingEvents(polled, message, settings, context);
		// The service filters a list by type; nothing else does it for a message.
		const events = found.events.filter(
			({ data }) => !txTypes || txTypes.includes(String(data.txType)),
		);
		return { ...found, events };
	},
});
