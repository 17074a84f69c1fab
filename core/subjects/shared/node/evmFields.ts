import type { z } from 'zod/v4';
import { evmAddress, evmHash } from '../../../fields/identifiers';
import { textValue } from '../../../fields/inputs';
import { field, takenAs, value, type Value, withLimited } from '../../../fields/field';
import type { Versions } from '../../../fields/versions';
import { nodeResources } from '../../resources';
import { evmBlock } from './fields';

/** The fields of an EVM chain's own methods. */

const SPEC = 'Ethereum JSON-RPC; node-rpc-more section 6';

/** Common fields of the operations that read an EVM chain. */
export const EVM = {
	node: 'avalancheRpc',
	resource: nodeResources.evm,
	service: 'node',
	spec: SPEC,
} as const;

/** Common fields of the operations with details of an EVM chain. */
export const EVM_DETAILS = { ...EVM, resource: nodeResources.evmSubnet } as const;

/** The call of a method of an EVM chain, with parameters by position; several may be one batch. */
export function evmCall(method: string) {
	return { ...evmCallAlone(method), batches: true } as const;
}

/**
 * The same for a method that changes something or takes a node long: it is never part of a batch, whose
 * calls a node answers one after the other.
 */
export function evmCallAlone(method: string) {
	return {
		type: 'rpc',
		endpoint: '/ext/bc/{blockchainId}/rpc',
		method,
		params: 'positional',
	} as const;
}

/** A value that is sent as `filled` if it is absent: the method requires it. */
export function filledWith<T, In = T>(taken: Value<T, In>, filled: T) {
	const schema = () => (taken.schema as unknown as z.ZodString).default(filled as never);
	return value(schema as unknown as () => z.ZodType<T, In | undefined>, taken.kind).optional();
}

/** The block at which the chain's state is read. */
export function atBlock() {
	return field(filledWith(evmBlock() as Value<string, unknown>, 'latest'), {
		in: 'params',
		label: 'Block',
		description:
			'Block number (decimal or 0x hex), a name or a block hash; latest by default; on the C-Chain latest is the last executed block, safe and finalized are the last settled one, at least 5 seconds behind it, and nothing is reorganised; chains of subnet-evm execute a block when they accept it',
		placeholder: 'latest',
		default: 'latest',
		show: 'main',
	});
}

/** An account or a contract. */
export function account(description: string) {
	return field(evmAddress(), {
		in: 'params',
		label: 'Address',
		description,
		placeholder: '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC',
	});
}

/** A transaction by its hash. */
export function txHash() {
	return field(evmHash(), {
		in: 'params',
		label: 'Transaction Hash',
		description: 'Hash of the transaction: 0x and 64 hexadecimal digits',
		placeholder: '0x0a0dd990675daeaa4439fc8f6789d07a65f41786044948d2ff48e15200dd2122',
	});
}

const LARGEST = 2n ** 256n - 1n;

/** Quantities are sent as 0x and hexadecimal digits without leading zeros. */
function asQuantity(given: unknown): unknown {
	const text = Number.isSafeInteger(given) ? String(given) : given;
	if (typeof text !== 'string') return given;
	const trimmed = text.trim();
	const isNumber = /^(\d{1,78}|0x[0-9a-fA-F]{1,64})$/.test(trimmed);
	return isNumber ? `0x${BigInt(trimmed).toString(16)}` : trimmed;
}

/** A whole number of up to 256 bits, sent as a hex quantity. */
export function hexQuantity() {
	const rule = 'must be a whole number, decimal or 0x hex, of at most 256 bits';
	const check = (text: string) => /^0x[0-9a-f]{1,64}$/.test(text) && BigInt(text) <= LARGEST;
	return takenAs(textValue(rule, check), asQuantity);
}

const WORDS = ['latest', 'pending', 'earliest', 'safe', 'finalized'];

/** A block by its number or its name, not by its hash; `more` are names that not every chain has. */
export function blockNumber(more?: Readonly<Record<string, Versions>>) {
	const names = [...WORDS, ...Object.keys(more ?? {})];
	const rule = `must be a block number (decimal or 0x hex), or one of ${names.join(', ')}`;
	const check = (text: string) => names.includes(text) || /^0x[0-9a-f]{1,16}$/.test(text);
	const taken = textValue(rule, check);
	return takenAs(more ? withLimited(taken, more) : taken, asQuantity);
}
