import { rewardPaid as polled } from './declare';
import { instantOf } from '../../../webhooks/instantEvent';
import { PRIMARY_ADDRESS, VALIDATOR } from '../../../webhooks/message';
import { hashesIn } from '../../../webhooks/openPayload';
import { rewardRecords } from '../shared/records';

interface Settings {
	network: string;
	nodeIds?: string[];
	rewardAddresses?: string[];
}

/** Staking rewards that were paid, at once. */
export const rewardPaid = instantOf({
	event: polled,
	description: 'A staking reward was paid for your validators or to your addresses',
	keys: ['network', 'nodeIds', 'rewardAddresses', 'minAmount', 'rewardTypes'],
	webhooks({ polled }) {
		const { network, nodeIds, rewardAddresses } = polled as unknown as Settings;
		if (!nodeIds) {
			return [
				{
					eventType: PRIMARY_ADDRESS,
					network,
					chainId: 'p-chain',
					keyType: 'addresses',
					keys: rewardAddresses,
					addressSubEvents: ['reward_distribution'],
				},
			];
		}
		return nodeIds.map((nodeId) => ({
			eventType: VALIDATOR,
			network,
			keyType: 'nodeId',
			keys: [nodeId],
			validatorSubEvents: ['reward_distribution'],
		}));
	},
	async eventsOf({ event }, { polled: given }, context) {
		const { network, nodeIds, rewardAddresses: addresses } = given as unknown as Settings;
		const hashes = hashesIn(event);
		if (hashes.length === 0) return { events: [] };
		const records = await rewardRecords({ network, nodeIds, addresses }, hashes, context);
		if (!records) return { events: [], missing: hashes[0] };
		return { events: await (polled.source.eventsOf?.(given, records, context) ?? []) };
	},
});
