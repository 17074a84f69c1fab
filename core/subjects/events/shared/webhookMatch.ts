import { inNAvax } from '../../../events/words';
import { P_CHAIN_ID } from '../../../operations/shared';
import type { ItemOf } from '../../../operations/declare';
import type { WantedWebhook } from '../../../webhooks/instantEvent';
import { EVM_ADDRESS, PRIMARY_ADDRESS } from '../../../webhooks/message';
import type * as webhook from '../../webhook/webhook';

/** Compares webhooks of the service with those that settings need. */

export type FoundWebhook = ItemOf<typeof webhook.getMany, 'tolerant'>;

const asSet = (values: unknown) =>
	((values ?? []) as unknown[]).map((value) => String(value).toLowerCase()).sort();

/**
 * The description of a webhook: the service does not return the network that it was made with, and
 * keeps this text.
 */
export function describedAs({ network }: WantedWebhook): object {
	return typeof network === 'string'
		? { description: `Network: ${network}. Avalanche Webhook Trigger and receive read this text.` }
		: {};
}

/** The network in the description of a webhook. */
export function describedNetwork({ description }: FoundWebhook): string | undefined {
	return /^Network: (mainnet|fuji)\b/.exec(description ?? '')?.[1];
}

/** The service gives a chain of the primary network by alias or blockchain ID. */
function chainOf(eventType: unknown, chainId: unknown): unknown {
	if (eventType !== PRIMARY_ADDRESS) return eventType === EVM_ADDRESS ? chainId : null;
	return chainId === 'p-chain' || chainId === P_CHAIN_ID ? 'p-chain' : 'x-chain';
}

/** Thresholds are given in AVAX, and returned in nAVAX. */
const inNavaxOrNull = (amount: unknown) => (typeof amount === 'string' ? inNAvax(amount) : null);

/** Parts that the service cannot change: another value needs another webhook. */
function wantedParts(wanted: WantedWebhook): unknown[] {
	const { eventType, addressSubEvents, validatorSubEvents } = wanted;
	return [
		eventType,
		wanted.network ?? null,
		chainOf(eventType, wanted.chainId),
		asSet(wanted.eventSignatures),
		wanted.keyType ?? null,
		asSet(wanted.keys),
		asSet(addressSubEvents ?? validatorSubEvents),
		wanted.balanceType ?? null,
		inNavaxOrNull(wanted.balanceThreshold),
		asSet(wanted.nodeIds),
		asSet(wanted.subnetIds),
		inNavaxOrNull(wanted.l1ValidatorFeeBalanceThreshold),
	];
}

function foundParts({ eventType, chainId, metadata }: FoundWebhook, network?: string): unknown[] {
	const { subEvents, balanceThresholdFilter: filter, ...rest } = metadata ?? {};
	return [
		eventType,
		eventType === EVM_ADDRESS ? null : (network ?? 'unknown'),
		chainOf(eventType, chainId),
		asSet(rest.eventSignatures),
		rest.keyType ?? null,
		asSet(rest.keys),
		asSet(subEvents?.addressActivitySubEvents ?? subEvents?.validatorActivitySubEvents),
		filter?.balanceType ?? null,
		filter?.balanceThreshold ?? null,
		asSet(rest.nodeIds),
		asSet(rest.subnetIds),
		rest.l1ValidatorFeeBalanceThreshold ?? null,
	];
}

/**
 * True if a webhook is what settings need, apart from what the service can change. `network`: the one
 * that it watches, if that is known; without it, a webhook of the primary network is not the wanted one.
 */
export function isWanted(found: FoundWebhook, wanted: WantedWebhook, network?: string): boolean {
	return JSON.stringify(foundParts(found, network)) === JSON.stringify(wantedParts(wanted));
}

/** The EVM addresses that a webhook lacks, and those that it has too many. */
export function addressChanges({ metadata }: FoundWebhook, { addresses }: WantedWebhook) {
	const [has, needs] = [asSet(metadata?.addresses), asSet(addresses)];
	return {
		missing: ((addresses ?? []) as string[]).filter((each) => !has.includes(each.toLowerCase())),
		spare: (metadata?.addresses ?? []).filter((each) => !needs.includes(each.toLowerCase())),
	};
}
