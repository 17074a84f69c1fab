import { logsOf } from '../../world/evmTransactions';
import type { Changes } from '../../room';
import type { NetworkWorld, World } from '../../world';
import { activityOf, stakeOf } from './payloads';
import { senderOf } from './sender';
import { type Webhook, webhooksOf } from './store';

/** Changes of the network, as messages to the webhooks that watch them. */

const DELEGATOR = /Delegator/;
const VALIDATOR = /^Add(Permissionless)?ValidatorTx$/;
const lower = (texts: readonly string[] = []) => texts.map((text) => text.toLowerCase());
const bare = (address: string) => address.replace(/^[PXC]-/, '');

interface Metadata {
	addresses?: string[];
	eventSignatures?: string[];
	keyType?: string;
	keys?: string[];
	subEvents?: { addressActivitySubEvents?: string[]; validatorActivitySubEvents?: string[] };
	l1ValidatorFeeBalanceThreshold?: string;
}

/** Sends the messages of the changes of a world. */
export function changesOf(world: World): Changes {
	const store = webhooksOf(world);
	const sender = senderOf(world);
	const active = (eventType: string) =>
		store.all().filter((one) => one.status === 'active' && one.eventType === eventType);
	const metadataOf = (webhook: Webhook) => webhook.metadata as Metadata;
	const isOf = (webhook: Webhook, { name }: NetworkWorld) =>
		(webhook.network ?? 'mainnet') === name;

	/** Sends an event to the webhooks of a validator or its subnet that watch it. */
	function aboutValidator(
		network: NetworkWorld,
		about: { nodeId?: string; subnetId: string },
		subEvent: string,
		event: object,
		matches: (metadata: Metadata) => boolean = () => true,
	) {
		for (const webhook of active('validator_activity')) {
			const metadata = metadataOf(webhook);
			const { keyType, keys = [], subEvents } = metadata;
			const key = keyType === 'nodeId' ? about.nodeId : about.subnetId;
			if (!isOf(webhook, network) || key === undefined || !keys.includes(key)) continue;
			if (!subEvents?.validatorActivitySubEvents?.includes(subEvent)) continue;
			if (matches(metadata)) sender.fire(webhook, { eventType: subEvent, key, ...event });
		}
	}

	function aboutAddresses(
		network: NetworkWorld,
		addresses: readonly string[],
		subEvent: string,
		event: object,
	) {
		for (const webhook of active('primary_network_address_activity')) {
			const { keys = [], subEvents } = metadataOf(webhook);
			const own = keys.filter((key) => addresses.includes(bare(key)));
			if (own.length === 0 || !isOf(webhook, network) || webhook.chainId !== 'p-chain') continue;
			if (!subEvents?.addressActivitySubEvents?.includes(subEvent)) continue;
			sender.fire(webhook, { eventType: subEvent, addresses: own, ...event });
		}
	}

	return {
		transferred(chain, transfer) {
			const parties = lower([transfer.from, transfer.to]);
			const topics = new Set(
				logsOf(world.network(chain.network), chain, transfer).map((log) => log.topics[0]),
			);
			for (const webhook of active('address_activity')) {
				const { addresses, eventSignatures } = metadataOf(webhook);
				if (webhook.chainId !== chain.chainId) continue;
				if (!lower(addresses).some((address) => parties.includes(address))) continue;
				if (eventSignatures && !lower(eventSignatures).some((one) => topics.has(one))) continue;
				sender.fire(webhook, activityOf(world, chain, transfer, webhook));
			}
		},
		staked(network, tx) {
			const { txType, endTimestamp = Infinity } = tx;
			const transaction = stakeOf(tx);
			const subEvent = DELEGATOR.test(txType)
				? 'delegator_stake'
				: VALIDATOR.test(txType)
					? 'validator_stake'
					: undefined;
			if (endTimestamp <= world.clock.seconds()) {
				const reward = { transaction, reward: String(tx.estimatedReward ?? 0n) };
				aboutValidator(network, tx, 'reward_distribution', reward);
				aboutAddresses(network, tx.addresses, 'reward_distribution', reward);
				return;
			}
			if (subEvent) aboutValidator(network, tx, subEvent, { transaction });
			aboutAddresses(network, tx.addresses, 'balance_change', { transaction });
		},
		l1Changed(network, validator, before) {
			const { nodeId, validationId, subnetId, balance } = validator;
			const event = { validationId, nodeId, subnetId, remainingBalance: String(balance) };
			const about = (subEvent: string, matches?: (metadata: Metadata) => boolean) =>
				aboutValidator(network, validator, subEvent, event, matches);
			if (balance > before) about('l1_validator_balance_increased');
			if (balance === 0n && before > 0n) about('l1_validator_disabled');
			about('l1_validator_balance_threshold', ({ l1ValidatorFeeBalanceThreshold: least }) => {
				return least !== undefined && before >= BigInt(least) && balance < BigInt(least);
			});
		},
		l1Removed(network, validator) {
			const { nodeId, validationId, subnetId } = validator;
			const event = { validationId, nodeId, subnetId };
			aboutValidator(network, validator, 'l1_validator_removed', event);
		},
	};
}
