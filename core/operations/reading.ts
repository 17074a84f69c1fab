import type { AnyOperation } from './operation';
import { C_CHAIN_IDS } from './shared';
import { infoOf } from '../fields/fieldSet';
import { type EvmChains, isMissingOn, type Versions } from '../fields/versions';

/** The effect of a call on its service, derived from its declaration. */

/** True if a call changes nothing, so that its response may serve several callers. */
export function isRead({ call, creates }: AnyOperation): boolean {
	if (creates) return false;
	if (call.type === 'rpc') return typeof call.params !== 'object';
	return call.own === undefined && (call.method === 'GET' || call.reads === true);
}

/** True if the response to a call may serve equal calls of the same time. */
export function isShared(operation: AnyOperation): boolean {
	return isRead(operation) && operation.changing !== true;
}

/** True if several calls may be sent as one JSON-RPC batch. */
export function takesBatches(operation: AnyOperation): boolean {
	const { call } = operation;
	return call.type === 'rpc' && call.batches === true && isRead(operation);
}

/** The EVM chains that a call of a node asks; undefined if its path has no such chain. */
export function evmChainsOf(
	{ call }: AnyOperation,
	input: Readonly<Record<string, unknown>>,
): EvmChains | undefined {
	if (call.type !== 'rpc' || !call.endpoint.startsWith('/ext/bc/{blockchainId}')) return undefined;
	return C_CHAIN_IDS.has(input.blockchainId) ? 'C-Chain' : 'Subnet-EVM L1s';
}

/** A value of an input that nodes of no current version have on the chain that is asked. */
export function missingValueOf(
	operation: AnyOperation,
	input: Readonly<Record<string, unknown>>,
): { value: string; versions: Versions } | undefined {
	const chain = evmChainsOf(operation, input);
	for (const key of chain ? operation.input.keys : []) {
		const value = String(input[key]);
		const versions = infoOf(operation.input, key).limited?.[value];
		if (versions && chain && isMissingOn(versions, chain)) return { value, versions };
	}
	return undefined;
}
