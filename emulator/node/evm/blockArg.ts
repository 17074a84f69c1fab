import { heightOfHash } from '../../../core/testing/network/evmBlocks';
import type { EvmChain } from '../../world';
import { MethodError } from '../failure';
import { invalidArgument } from '../gethRpc';
import { isObject } from '../rawJson';
import type { EvmContext } from './context';

/** Arguments of the Ethereum API, read and refused as the types of the node's Go code do. */

const EXECUTED = ['latest', 'pending'];
const SETTLED = ['safe', 'finalized'];

/** The chain whose blocks are named. */
export type Blocks = Pick<EvmContext, 'chain' | 'streaming' | 'executed' | 'settled'>;
const LARGEST_BLOCK = 2n ** 63n - 1n;

/** A number as the Ethereum API writes it: hex without leading zeros. */
export const quantity = (value: number | bigint) => `0x${value.toString(16)}`;

/** Name that Go's decoder gives the type of a JSON value. */
export function goKind(value: unknown): string {
	if (Array.isArray(value)) return 'array';
	return typeof value === 'boolean' ? 'bool' : typeof value === 'bigint' ? 'number' : typeof value;
}

/** A height in the text of a block argument; undefined where it is above the head. */
function heightIn(blocks: Blocks, text: string, argument: number): number | undefined {
	const { chain, streaming, executed, settled } = blocks;
	// The name `accepted` is of coreth and subnet-evm, not of what the C-Chain runs since Helicon.
	if (EXECUTED.includes(text)) return executed;
	if (SETTLED.includes(text)) return settled;
	if (text === 'accepted' && !streaming) return chain.height;
	if (text === 'earliest') return 0;
	if (text === '') throw invalidArgument(argument, 'empty hex string');
	if (!/^0x/i.test(text)) throw invalidArgument(argument, 'hex string without 0x prefix');
	if (text.length === 2) throw invalidArgument(argument, 'hex string "0x"');
	if (/^0x0./i.test(text)) throw invalidArgument(argument, 'hex number with leading zero digits');
	if (!/^0x[0-9a-f]+$/i.test(text)) throw invalidArgument(argument, 'invalid hex string');
	if (text.length > 18) throw invalidArgument(argument, 'hex number > 64 bits');
	const number = BigInt(text);
	if (number > LARGEST_BLOCK) throw invalidArgument(argument, 'block number larger than int64');
	return number > BigInt(chain.height) ? undefined : Number(number);
}

/** The refusal of a height that the chain has not accepted; of a streaming chain: vms/saevm/blocks/access.go. */
function unaccepted({ streaming }: Blocks, value: unknown): MethodError {
	if (!streaming) return new MethodError('cannot query unfinalized data');
	return new MethodError(`block not found: not accepted yet: block ${Number(value)}`);
}

/** The height that a block number or name stands for; undefined where it is above the head. */
export function heightIfKnown(
	blocks: Blocks,
	value: unknown,
	argument: number,
): number | undefined {
	// Go hands over the JSON as it is written, whose quotes are left out.
	const text = typeof value === 'bigint' ? String(value) : JSON.stringify(value);
	return heightIn(blocks, text.replace(/^"(.*)"$/, '$1').trim(), argument);
}

/** The height that a block number or name stands for. Throws where it is above the head. */
export function heightOfNumber(blocks: Blocks, value: unknown, argument: number): number {
	const height = heightIfKnown(blocks, value, argument);
	if (height === undefined) throw unaccepted(blocks, value);
	return height;
}

function heightOfBlockHash(chain: EvmChain, hash: string): number {
	const height = heightOfHash(chain, hash);
	if (height === undefined) throw new MethodError('header for hash not found');
	return height;
}

/**
 * The height of a block that is asked about state: a number, a name, a hash, or an object with one of
 * them. Throws where the chain has not accepted it.
 */
export function heightOf(blocks: Blocks, block: unknown, argument = 0): number {
	if (block === null) throw neither();
	if (isObject(block)) {
		const { blockHash, blockNumber } = block;
		if (blockHash === undefined && blockNumber === undefined) throw neither();
		if (blockHash !== undefined && blockNumber !== undefined) {
			const why = 'cannot specify both BlockHash and BlockNumber, choose one or the other';
			throw invalidArgument(argument, why);
		}
		try {
			return blockHash === undefined
				? heightOfNumber(blocks, blockNumber, argument)
				: heightOfBlockHash(blocks.chain, hashArg(blockHash, argument));
		} catch (error) {
			if (!(error instanceof MethodError) || !error.message.startsWith('invalid arg')) throw error;
			throw notText(block, argument);
		}
	}
	if (typeof block !== 'string') throw notText(block, argument);
	if (block.length === 66) return heightOfBlockHash(blocks.chain, hashArg(block, argument));
	return heightOfNumber(blocks, block, argument);
}

/** The height of a block argument that may be left out: then the latest block. */
export function heightOrLatest(blocks: Blocks, block: unknown, argument = 0): number {
	if (block === undefined || block === null) return blocks.executed;
	return heightOf(blocks, block, argument);
}

function neither(): MethodError {
	return new MethodError('invalid arguments; neither block nor hash specified');
}

function notText(value: unknown, argument: number): MethodError {
	const why = `json: cannot unmarshal ${goKind(value)} into Go value of type string`;
	return invalidArgument(argument, why);
}

/** Bytes of a fixed length, in lower case. */
function fixedBytes(value: unknown, size: number, type: string, argument: number): string {
	const refused = (what: string) =>
		invalidArgument(argument, `json: cannot unmarshal ${what} into Go value of type ${type}`);
	if (typeof value !== 'string') throw refused('non-string');
	const digits = value.replace(/^0x/i, '');
	if (value !== '' && digits === value) throw refused('hex string without 0x prefix');
	if (digits.length % 2 !== 0) throw refused('hex string of odd length');
	if (digits.length !== 2 * size) {
		const why = `hex string has length ${digits.length}, want ${2 * size} for ${type}`;
		throw invalidArgument(argument, why);
	}
	if (!/^[0-9a-f]*$/i.test(digits)) throw refused('invalid hex string');
	return `0x${digits.toLowerCase()}`;
}

/** An address argument in lower case. */
export function addressArg(value: unknown, argument = 0): string {
	return fixedBytes(value, 20, 'common.Address', argument);
}

/** A 32-byte hash argument in lower case. */
export function hashArg(value: unknown, argument = 0): string {
	return fixedBytes(value, 32, 'common.Hash', argument);
}
