import { type Details, field } from '../../fields/field';
import { evmAddresses, ids, isChain, naming, nodeIds, isName } from '../../fields/identifiers';
import { choice, choices, flag, listOf, textValue, words } from '../../fields/inputs';
import { avaxSentInNavax } from '../../fields/lines';
import { isAddress, isEvmHash, isId, isNodeId } from '../../formats/ids';
import { PRIMARY_CHAINS } from '../../operations/shared';
import { PRIMARY_ADDRESS, VALIDATOR } from './webhookEventTypes';
import * as values from './webhookValues';

/** The fields of webhooks. */

const MOST_ADDRESSES = 1024;

/** `{id}` of a path. */
export function webhookId() {
	return field(naming('webhook', textValue('must be a webhook id as Create returned it', isName)), {
		in: 'path',
		label: 'Webhook ID',
		description: 'ID of the webhook, a UUID',
		placeholder: 'f33de69c-d13b-4691-908f-870d6e2e6b04',
	});
}

/** The addresses that a webhook watches. */
export function watchedAddresses(about: Partial<Details> = {}) {
	return {
		in: 'body',
		label: 'Addresses',
		description: 'EVM addresses, 0x and 40 hexadecimal digits each, separated by commas',
		placeholder: '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E',
		...about,
	} as const;
}

/**
 * Fields for the name of a webhook and for additional content of its requests. `text` is the kind
 * of its texts: in an update, an empty text clears the value.
 */
export function description(text: typeof words = words) {
	return {
		name: field(text(256).optional(), {
			in: 'body',
			label: 'Name',
			description: 'Name of the webhook',
			placeholder: 'Tokens',
			show: 'option',
		}),
		description: field(text(1024).optional(), {
			in: 'body',
			label: 'Description',
			description: 'Purpose of the webhook',
			placeholder: 'Transfers of the treasury',
			show: 'option',
		}),
		includeInternalTxs: field(flag().optional(), {
			in: 'body',
			label: 'Include Internal Calls',
			description:
				'Whether events include internal transactions; EVM address activity on the C-Chain only',
			show: 'option',
		}),
		includeLogs: field(flag().optional(), {
			in: 'body',
			label: 'Include Logs',
			description: 'Whether events include the logs of contracts; EVM address activity only',
			show: 'option',
		}),
	} as const;
}

/** Details of the field for the URL that events are sent to. */
export function target() {
	return {
		in: 'body',
		label: 'URL',
		description: 'Public https URL that the service sends events to, by POST',
		placeholder: 'https://example.org/hook',
	} as const;
}

const KEY_RULE = 'must be addresses of the primary network (bech32), a node id or a subnet id';
const CHAIN_RULE =
	'must be an EVM chain id such as 43114, a blockchain id (cb58), or p-chain or x-chain';

/** Fields for the chain, addresses and events that a new webhook watches. */
export function watched() {
	return {
		chainId: field(
			textValue(CHAIN_RULE, (text) => isChain(text) || PRIMARY_CHAINS.includes(text)).optional(),
			{
				in: 'body',
				label: 'Chain',
				description:
					'The chain of address activity: an EVM chain ID, or the P- or X-Chain by alias or blockchain ID',
				placeholder: '43114',
				names: 'anyChain',
			},
		),
		network: field(
			choice(values.valuesOf(values.NETWORK_CHOICES), values.NETWORK_CHOICES).optional(),
			{
				in: 'body',
				label: 'Network',
				description: 'Only for activity on the primary network and for validators',
			},
		),
		addresses: field(
			evmAddresses().optional(),
			watchedAddresses({
				name: 'metadata.addresses',
				description: 'For EVM address activity: the addresses, separated by commas',
			}),
		),
		keyType: field(
			choice(values.valuesOf(values.KEY_TYPE_CHOICES), values.KEY_TYPE_CHOICES).optional(),
			{
				in: 'body',
				name: 'metadata.keyType',
				label: 'Key Type',
				description:
					'Type of the keys: addresses for the primary network, a node or a subnet for validators',
				choicesFor: { [PRIMARY_ADDRESS]: ['addresses'], [VALIDATOR]: ['nodeId', 'subnetId'] },
			},
		),
		keys: field(
			listOf(KEY_RULE, (text) => isAddress(text) || isNodeId(text) || isId(text)).optional(),
			{
				in: 'body',
				name: 'metadata.keys',
				label: 'Keys',
				description:
					'Addresses of the primary network, separated by commas, or exactly one node ID or subnet ID',
				placeholder: 'NodeID-5mb46qkSBj81k9g9e4VFjGGSbaaSLFRzD',
			},
		),
		addressSubEvents: field(
			choices(
				values.valuesOf(values.ADDRESS_EVENT_CHOICES),
				values.ADDRESS_EVENT_CHOICES,
			).optional(),
			{
				in: 'body',
				name: 'metadata.subEvents.addressActivitySubEvents',
				label: 'Address Events',
				description: 'For addresses of the primary network: the events to send',
			},
		),
		validatorSubEvents: field(
			choices(
				values.valuesOf(values.VALIDATOR_EVENT_CHOICES),
				values.VALIDATOR_EVENT_CHOICES,
			).optional(),
			{
				in: 'body',
				name: 'metadata.subEvents.validatorActivitySubEvents',
				label: 'Validator Events',
				description: 'For validators: the events to send',
			},
		),
		...thresholds(),
		nodeIds: field(nodeIds().optional(), {
			in: 'body',
			name: 'metadata.nodeIds',
			label: 'Node IDs',
			description: 'For validators: only events of these nodes, separated by commas',
			placeholder: 'NodeID-5mb46qkSBj81k9g9e4VFjGGSbaaSLFRzD',
		}),
		subnetIds: field(ids('a subnet id').optional(), {
			in: 'body',
			name: 'metadata.subnetIds',
			label: 'Subnet IDs',
			description: 'For validators: only events of these subnets, separated by commas',
			placeholder: '11111111111111111111111111111111LpoYY',
		}),
		eventSignatures: field(
			listOf('must be 0x and 64 hexadecimal digits each', isEvmHash, MOST_ADDRESSES).optional(),
			{
				in: 'body',
				name: 'metadata.eventSignatures',
				label: 'Event Signatures',
				description: 'Only transactions with these events, by their first topic',
				placeholder: '0x61cbb2a3dee0b6064c2e681aadd61677fb4ef319f0b547508d495626f5a62f64',
			},
		),
	} as const;
}

function thresholds() {
	return {
		balanceType: field(
			choice(values.valuesOf(values.BALANCE_TYPE_CHOICES), values.BALANCE_TYPE_CHOICES).optional(),
			{
				in: 'body',
				name: 'metadata.balanceThresholdFilter.balanceType',
				label: 'Balance Type',
				description: 'For Balance Threshold: the balance to watch',
			},
		),
		balanceThreshold: field(avaxSentInNavax().optional(), {
			in: 'body',
			name: 'metadata.balanceThresholdFilter.balanceThreshold',
			label: 'Balance Threshold (AVAX)',
			description: 'For Balance Threshold: the amount in AVAX below which to send an event',
			placeholder: '1.5',
		}),
		l1ValidatorFeeBalanceThreshold: field(avaxSentInNavax().optional(), {
			in: 'body',
			name: 'metadata.l1ValidatorFeeBalanceThreshold',
			label: 'L1 Fee Threshold (AVAX)',
			description:
				'For L1 Validator Balance Threshold: the amount in AVAX below which to send an event',
			placeholder: '1.5',
		}),
	} as const;
}
