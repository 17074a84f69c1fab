import * as out from '../../fields/outputs';
import { EVENT_TYPE_CHOICES, EVM_ADDRESS, PRIMARY_ADDRESS, VALIDATOR } from './webhookEventTypes';
import * as values from './webhookValues';

/** Metadata of webhooks for events of EVM addresses. */
function ofAddresses() {
	return { addresses: out.list(out.address()), ...signatures() };
}

function signatures() {
	return { eventSignatures: out.optional(out.list(out.hash())) };
}

/** Metadata of webhooks for events of P-Chain and X-Chain addresses. */
function ofPrimaryAddresses() {
	return {
		...signatures(),
		keyType: out.choice(['addresses']),
		keys: out.texts(),
		subEvents: out.object({
			addressActivitySubEvents: out.list(out.choice(values.valuesOf(values.ADDRESS_EVENT_CHOICES))),
		}),
		balanceThresholdFilter: out.optional(
			out.object({
				balanceType: out.choice(values.valuesOf(values.BALANCE_TYPE_CHOICES)),
				balanceThreshold: out.nAvax(),
			}),
		),
	};
}

/** Metadata of webhooks for events of validators. */
function ofValidators() {
	return {
		...signatures(),
		keyType: out.choice(['nodeId', 'subnetId']),
		keys: out.texts(),
		subEvents: out.object({
			validatorActivitySubEvents: out.list(
				out.choice(values.valuesOf(values.VALIDATOR_EVENT_CHOICES)),
			),
		}),
		nodeIds: out.optional(out.list(out.nodeId())),
		subnetIds: out.optional(out.list(out.id('cb58'))),
		l1ValidatorFeeBalanceThreshold: out.optional(out.nAvax()),
	};
}

/** Metadata of a webhook of any event type. */
function metadata() {
	const subEvents = {
		...ofPrimaryAddresses().subEvents.fields,
		...ofValidators().subEvents.fields,
	};
	return out.object(
		out.optionalParts({
			...ofAddresses(),
			...ofPrimaryAddresses(),
			...ofValidators(),
			keyType: out.choice(values.valuesOf(values.KEY_TYPE_CHOICES)),
			subEvents: out.object(out.optionalParts(subEvents)),
		}),
	);
}

/** A webhook, but its metadata. */
function webhook() {
	return {
		id: out.essential(out.id('UUID')),
		eventType: out.choice(values.valuesOf(EVENT_TYPE_CHOICES)),
		url: out.url('URL that events are sent to'),
		chainId: out.id(),
		status: out.choice(values.valuesOf(values.STATUS_CHOICES)),
		createdAt: out.milliseconds(),
		name: out.name(),
		description: out.text(),
		includeInternalTxs: out.optional(out.flag()),
		includeLogs: out.optional(out.flag()),
	};
}

/** A webhook; its event type determines its metadata. */
export const WEBHOOK = out.variants(
	{ ...webhook(), metadata: metadata() },
	{
		[EVM_ADDRESS]: { metadata: out.object(ofAddresses()) },
		[PRIMARY_ADDRESS]: { metadata: out.object(ofPrimaryAddresses()) },
		[VALIDATOR]: { metadata: out.object(ofValidators()) },
	},
	'eventType',
);

/** A webhook of EVM address activity: only these have a list of addresses that can change. */
export const EVM_WEBHOOK = out.object({
	...webhook(),
	eventType: out.choice([EVM_ADDRESS]),
	metadata: out.object(ofAddresses()),
});
