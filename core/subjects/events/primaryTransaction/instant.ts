import { primaryTransaction as polled } from './declare';
import { isPrimaryAddress } from '../../../webhooks/fields';
import { instantOf } from '../../../webhooks/instantEvent';
import { PRIMARY_ADDRESS } from '../../../webhooks/message';
import { hashesIn } from '../../../webhooks/openPayload';
import { primaryRecord } from '../shared/records';

interface Settings {
	network: string;
	addresses: string[];
	chains?: string[];
}

/** Chains whose webhooks exist. Transactions of the C-Chain come with the next check. */
const PUSHED = ['p-chain', 'x-chain'];

const chainsOf = ({ chains }: Settings) =>
	PUSHED.filter((chain) => chains?.includes(chain) ?? true);

/** Transactions of addresses on the P- and X-Chain, at once. */
export const primaryTransaction = instantOf({
	event: polled,
	description:
		'The balance of your P- or X-Chain addresses changes; imports and exports of the C-Chain come with the next check',
	keys: ['network', 'addresses', 'chains', 'txTypes'],
	rules: [isPrimaryAddress('addresses')],
	webhooks({ polled }) {
		const settings = polled as unknown as Settings;
		return chainsOf(settings).map((chainId) => ({
			eventType: PRIMARY_ADDRESS,
			network: settings.network,
			chainId,
			keyType: 'addresses',
			keys: settings.addresses,
			addressSubEvents: ['balance_change'],
		}));
	},
	async eventsOf({ eventType, event }, { polled: given }, context) {
		const settings = given as unknown as Settings;
		const [txHash] = eventType === PRIMARY_ADDRESS ? hashesIn(event) : [];
		if (txHash === undefined) return { events: [] };
		const chains = chainsOf(settings);
		const record = await primaryRecord({ network: settings.network, chains, txHash }, context);
		if (!record) return { events: [], missing: txHash };
		return { events: await (polled.source.eventsOf?.(given, [record], context) ?? []) };
	},
});
