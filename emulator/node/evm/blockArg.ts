import { heightOfHash } from '../../world/evmBlocks';
import type { EvmChain } from '../../world';
import { MethodError } from '../failure';
import { invalidArgument } from '../gethRpc';
import { isObject } from '../rawJson';

const NAMES = ['latest', 'pending', 'safe', 'finalized'];

/** A number as the Ethereum API writes it: hex without leading zeros. */
export const quantity = (value: number | bigint) => `0x${value.toString(16)}`;

/** The height that a block number or name stands for; undefined where it is above the head. */
export function heightOfNumber(chain: EvmChain, value: unknown, place: number): number | undefined {
	if (typeof value !== 'string') {
		throw invalidArgument(place, 'json: cannot unmarshal non-string into Go value of type string');
	}
	if (NAMES.includes(value)) return chain.height;
	if (value === 'earliest') return 0;
	if (!value.startsWith('0x')) throw invalidArgument(place, 'hex string without 0x prefix');
	if (value === '0x') throw invalidArgument(place, 'empty hex string');
	if (/^0x0./.test(value)) throw invalidArgument(place, 'hex number with leading zero digits');
	if (!/^0x[0-9a-fA-F]{1,16}$/.test(value)) throw invalidArgument(place, 'invalid hex string');
	const height = Number.parseInt(value, 16);
	return height > chain.height ? undefined : height;
}

/**
 * The height of a block that is asked about state: a number, a name or a hash, by default the
 * latest. Throws where the chain has not accepted it.
 */
export function heightOf(chain: EvmChain, block: unknown, place = 0): number {
	const value = isObject(block) ? (block.blockHash ?? block.blockNumber) : (block ?? 'latest');
	if (typeof value === 'string' && /^0x[0-9a-fA-F]{64}$/.test(value)) {
		const height = heightOfHash(chain, value);
		if (height === undefined) throw new MethodError('header for hash not found');
		return height;
	}
	const height = heightOfNumber(chain, value, place);
	if (height === undefined) throw new MethodError('cannot query unfinalized data');
	return height;
}

/** An address argument in lower case. */
export function addressArg(value: unknown, place = 0): string {
	if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(value)) {
		const why = `json: cannot unmarshal ${typeof value} into Go value of type common.Address`;
		throw invalidArgument(place, why);
	}
	return value.toLowerCase();
}

/** A 32-byte hash argument in lower case. */
export function hashArg(value: unknown, place = 0): string {
	if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{64}$/.test(value)) {
		const why = `json: cannot unmarshal ${typeof value} into Go value of type common.Hash`;
		throw invalidArgument(place, why);
	}
	return value.toLowerCase();
}
