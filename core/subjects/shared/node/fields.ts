import { addressMistake } from '../../../formats/mistakes';
import { bareAddress, isAddress } from '../../../formats/ids';
import { type Details, field, sentAs, takenAs, withLimited } from '../../../fields/field';
import { id, idOrAlias, isIdOrAlias } from '../../../fields/identifiers';
import { choice, listOf, textValue } from '../../../fields/inputs';
import type { Versions } from '../../../fields/versions';
import { nodeResources } from '../../resources';

/** The fields that several methods of a node share. */

/** Common fields of all operations of the X-Chain's API. */
export const X_CHAIN = {
	node: 'avalancheRpc',
	resource: nodeResources.xChain,
	service: 'node',
	spec: 'Node JSON-RPC: X-Chain API',
} as const;

/** A method of the X-Chain, or of another chain that runs its virtual machine. */
export function xChainCall(method: string) {
	return { type: 'rpc', endpoint: '/ext/bc/{chain}', method, params: 'named' } as const;
}

/** `{chain}` of a path: the X-Chain, or another chain that runs its virtual machine. */
export function xChain() {
	return field(idOrAlias('a blockchain id', 'X').optional(), {
		in: 'path',
		label: 'Chain',
		description:
			'The X-Chain, or another chain that runs the same virtual machine: an alias, or a blockchain ID (cb58)',
		placeholder: 'X',
		names: 'avmBlockchain',
		default: 'X',
		show: 'option',
	});
}

/** `{blockchainId}` of a path: an EVM chain of the node. */
export function evmChain() {
	return field(idOrAlias('a blockchain id', 'C'), {
		in: 'path',
		names: 'evmBlockchain',
		label: 'Blockchain ID',
		description:
			'The EVM chain on the node: its blockchain ID (cb58), or an alias; C is the C-Chain',
		default: 'C',
		placeholder: 'q2aTwKuyzgs8pynF7UXBZCU7DejbZbZ6EUyHr3JQzYgwNPUPi',
	});
}

/** `{blockchainId}` of a path that only chains of subnet-evm have. */
export function subnetEvmChain() {
	return field(idOrAlias('a blockchain id', 'mychain'), {
		in: 'path',
		names: 'evmBlockchain',
		label: 'Blockchain ID',
		description:
			'The subnet-evm chain on the node: its blockchain ID (cb58), or an alias of the node; not the C-Chain',
		placeholder: 'q2aTwKuyzgs8pynF7UXBZCU7DejbZbZ6EUyHr3JQzYgwNPUPi',
	});
}

/** An asset of the X-Chain. */
export function asset() {
	return field(idOrAlias('an asset id', 'AVAX'), {
		in: 'params',
		label: 'Asset ID',
		description: 'Asset ID (cb58), or an alias of the node such as AVAX',
		placeholder: 'FvwEAhmxKfeiG8SnEvq42hc6whRyY3EFYAvebMqDNDGCgxN5Z',
		default: 'AVAX',
	});
}

/** Field for the encoding of a block or transaction in the response. */
export function encoding(what: string) {
	const choices = [
		{
			value: 'hex',
			name: 'Hex',
			description: `The bytes of the ${what} in hex with 0x prefix and a checksum of four bytes`,
		},
		{ value: 'json', name: 'JSON', description: `The ${what} as an object of named fields` },
	];
	return field(choice(['hex', 'json'], choices).optional(), {
		in: 'params',
		label: 'Encoding',
		description: `Whether to return the ${what} as bytes in hex, or as an object of named fields`,
		placeholder: 'json',
		default: 'hex',
		show: 'main',
	});
}

/** The encoding of methods that support only one. */
export function hexEncoding(what: string) {
	return field(choice(['hex'], [{ value: 'hex', name: 'Hex' }]).optional(), {
		in: 'params',
		label: 'Encoding',
		description: `Encoding of the ${what}: hex is the only one`,
		placeholder: 'hex',
		default: 'hex',
		show: 'option',
	});
}

/** True for an address of 20 bytes, with or without the id or alias of a chain in front. */
function isAddressOfSomeChain(value: string): boolean {
	const dash = value.lastIndexOf('-');
	const prefixed = dash === -1 || isIdOrAlias(value.slice(0, dash));
	return prefixed && isAddress(bareAddress(value));
}

/** The node rejects an address without a chain, so the method's own chain is put before it. */
function withChain(chain: string) {
	return (address: string): string => (address.includes('-') ? address : `${chain}-${address}`);
}

/** The chains that have addresses of this kind. */
type PrimaryChain = 'X' | 'P' | 'C';

function addressRule(chain: PrimaryChain): string {
	const others = chain === 'X' ? ' (or the alias of another chain of the same kind)' : '';
	return `must hold addresses of the ${chain}-Chain (bech32), preceded by ${chain}-${others} or by nothing`;
}

function isAddressOf(chain: PrimaryChain) {
	return (value: string): boolean =>
		isAddressOfSomeChain(value) &&
		(chain === 'X' || !value.includes('-') || value.startsWith(`${chain}-`));
}

const mistakeOf = (chain: PrimaryChain) => (value: string) => addressMistake(value, chain);

/** Several addresses of a chain, sent with the chain's prefix. */
export function chainAddresses(
	chain: PrimaryChain,
	about: Pick<Details, 'description'>,
	max?: number,
) {
	const given = listOf(addressRule(chain), isAddressOf(chain), max, mistakeOf(chain));
	return field(
		sentAs(given, (all) => all.map(withChain(chain))),
		{
			in: 'params',
			label: 'Addresses',
			placeholder: `${chain}-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5`,
			...about,
		},
	);
}

/** One address of a chain, sent with the chain's prefix. */
export function chainAddress(chain: PrimaryChain) {
	const others = chain === 'X' ? ' (or the alias of another chain of the same kind)' : '';
	const rule = `must be an address of the ${chain}-Chain (bech32), preceded by ${chain}-${others} or by nothing`;
	return sentAs(textValue(rule, isAddressOf(chain), undefined, mistakeOf(chain)), withChain(chain));
}

/** Names of blocks that not every chain has: the C-Chain executes a block after it has accepted it. */
export const ACCEPTED: Readonly<Record<string, Versions>> = {
	accepted: {
		chains: { 'C-Chain': { removed: '1.15.0' }, 'Subnet-EVM L1s': {} },
		instead: 'latest',
		source: 'ACP-194; avalanchego, vms/saevm/blocks/access.go',
	},
};
const BLOCK_NAMES = [
	'latest',
	'pending',
	'earliest',
	'safe',
	'finalized',
	...Object.keys(ACCEPTED),
];
const LARGEST_BLOCK = 2n ** 63n - 1n;

/** Block numbers are sent as hex quantities: 0x and digits without leading zeros. */
function asQuantity(value: unknown): unknown {
	// A number beyond 2^53 has already lost digits: it is left unchanged, so that the check rejects
	// it.
	const text = Number.isSafeInteger(value) ? String(value) : value;
	if (typeof text !== 'string') return value;
	const trimmed = text.trim();
	// 64 hex digits are always a hash.
	const isNumber = /^(\d{1,19}|0x[0-9a-fA-F]{1,16})$/.test(trimmed);
	return isNumber ? `0x${BigInt(trimmed).toString(16)}` : trimmed;
}

function isBlock(value: string): boolean {
	if (BLOCK_NAMES.includes(value) || /^0x[0-9a-fA-F]{64}$/.test(value)) return true;
	return /^0x[0-9a-f]{1,16}$/.test(value) && BigInt(value) <= LARGEST_BLOCK;
}

/** A block of an EVM chain: its number (sent as a hex quantity), a name or a hash. */
export function evmBlock() {
	const rule = `must be a block number (decimal or 0x hex), one of ${BLOCK_NAMES.join(', ')}, or a block hash of 0x and 64 hexadecimal digits`;
	return takenAs(withLimited(textValue(rule, isBlock), ACCEPTED), asQuantity);
}

/** A named method of the P-Chain. */
export function pChainCall(method: string) {
	return { type: 'rpc', endpoint: '/ext/bc/P', method, params: 'named' } as const;
}

/** The subnet or L1 to query. */
export function subnet(description: string) {
	return field(id('a subnet id').optional(), {
		in: 'params',
		label: 'Subnet ID',
		description,
		placeholder: '11111111111111111111111111111111LpoYY',
		show: 'main',
	});
}

// The node reserves the largest uint64 and rejects it.
const LARGEST_HEIGHT = 2n ** 64n - 2n;

function isHeight(value: string): boolean {
	return value === 'proposed' || (/^\d{1,20}$/.test(value) && BigInt(value) <= LARGEST_HEIGHT);
}

/** A P-Chain height at which a validator set is read, or `proposed`. */
export function validatorHeight() {
	return textValue(`must be a whole number from 0 to ${LARGEST_HEIGHT}, or proposed`, isHeight);
}
