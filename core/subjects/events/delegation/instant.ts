import { delegation as polled } from './declare';
import { instantOf } from '../../../webhooks/instantEvent';
import { VALIDATOR } from '../../../webhooks/message';
import { stakingEvents } from '../shared/stakingMessages';

interface Settings {
	network: string;
	nodeIds: string[];
}

/** New delegations to validators, at once. */
export const delegation = instantOf({
	event: polled,
	description: 'A new delegation to your validators, with amount, end and delegator',
	keys: ['network', 'nodeIds', 'minAmount'],
	webhooks({ polled }) {
		const { network, nodeIds } = polled as unknown as Settings;
		return nodeIds.map((nodeId) => ({
			eventType: VALIDATOR,
			network,
			keyType: 'nodeId',
			keys: [nodeId],
			validatorSubEvents: ['delegator_stake'],
		}));
	},
	eventsOf: async (message, settings, context) =>
		await stakingEvents(polled, message, settings, context),
});
