import {
	addressMistake,
	anyAddressMistake,
	evmAddressMistake,
	hashMistake,
	idMistake,
	nodeIdMistake,
} from '../formats/mistakes';
import { isAddress, isEvmHash, isId, isNodeId } from '../formats/ids';
import { isEvmAddress } from '../formats/evmAddress';
import { type Named, type Value, value } from './field';
import { listOf, textValue } from './inputs';
import { asText, loose, spelledAs, text } from './loose';

/** The kinds of value that identify objects of the network: ids, addresses, hashes, chains. */

/** The kinds of id that services list. */
const NAMED: Readonly<Record<string, Named>> = {
	'a subnet id': 'subnet',
	'a blockchain id': 'blockchain',
	'an asset id': 'asset',
	'an L1 validation id': 'l1Validation',
	'a validation id': 'l1Validation',
};

/** A text that names an object of a type that a service lists. */
export function naming<Out, In>(names: Named | undefined, text: Value<Out, In>): Value<Out, In> {
	return value(() => text.schema, { ...text.kind, ...(names && { names }) });
}

const LONGEST_ALIAS = 32;

/**
 * True for a 32-byte id (cb58), or for an alias of letters, digits, dots, dashes and underscores.
 * Aliases are shorter than ids, so an id with a wrong letter is not taken for one.
 */
export function isIdOrAlias(value: string): boolean {
	return (value.length <= LONGEST_ALIAS && isName(value)) || isId(value);
}

/**
 * An id (cb58) or an alias. `what`: noun for the id, such as "an asset id". `alias`: an example.
 */
export function idOrAlias(what: string, alias: string) {
	const rule = `must be ${what} (cb58), or an alias such as ${alias}`;
	return naming(NAMED[what], textValue(rule, isIdOrAlias, undefined, idMistake));
}

/** A 32-byte id in cb58: transaction, block, blockchain, subnet, asset. */
export function id(what: string) {
	return naming(NAMED[what], textValue(`must be ${what} (cb58)`, isId, undefined, idMistake));
}

const NODE_ID = 'NodeID- and some 33 letters and digits (cb58)';

/** A node id. */
export function nodeId() {
	const text = textValue(`must be a node id: ${NODE_ID}`, isNodeId, undefined, nodeIdMistake);
	return naming('validator', text);
}

/** Several node ids. */
export function nodeIds() {
	const list = listOf(`must be node ids: ${NODE_ID} each`, isNodeId, undefined, nodeIdMistake);
	return naming('validator', list);
}

/** Several 32-byte ids in cb58, at most `max` of them: `what` is one of them, such as "a subnet id". */
export function ids(what: string, max?: number) {
	const several = `${what.replace(/^an? /, '')}s`;
	return naming(NAMED[what], listOf(`must be ${several} (cb58)`, isId, max));
}

const ADDRESS = 'avax1… or fuji1… (bech32), with or without P-, X- or C- before it';

/** Several X-, P- or C-Chain addresses. */
export function addresses() {
	const rule = `must be addresses of the P-, X- or C-Chain: ${ADDRESS}`;
	return listOf(rule, isAddress, undefined, (value) => addressMistake(value));
}

/**
 * Several addresses: of the X-, P- or C-Chain in bech32, or EVM addresses of atomic transactions of the
 * C-Chain.
 */
export function addressesOrEvm() {
	const rule = `must be addresses: ${ADDRESS}, or ${EVM_ADDRESS} on the C-Chain`;
	return listOf(
		rule,
		(text) => isAddress(text) || isEvmAddress(text),
		undefined,
		anyAddressMistake,
	);
}

const EVM_ADDRESS = '0x and 40 hexadecimal digits';

/** An address of an EVM chain. */
export function evmAddress() {
	return textValue(`must be ${EVM_ADDRESS}`, isEvmAddress, undefined, evmAddressMistake);
}

/** Several addresses of an EVM chain. */
export function evmAddresses() {
	const rule = `must be EVM addresses: ${EVM_ADDRESS} each`;
	return listOf(rule, isEvmAddress, undefined, evmAddressMistake);
}

/**
 * The contract of an ERC-20 token, for selection from those that the address in the same form
 * holds.
 */
export function tokenContract() {
	return naming('token', evmAddress());
}

/** Several contracts of ERC-20 tokens. */
export function tokenContracts() {
	return naming('token', evmAddresses());
}

/** The contract of NFTs, for selection from those that the address in the same form holds. */
export function collectionContract() {
	return naming('collection', evmAddress());
}

/** A transaction hash of an EVM chain. */
export function evmHash() {
	return textValue('must be 0x and 64 hexadecimal digits', isEvmHash, undefined, hashMistake);
}

/** True for an EVM chain id or a blockchain id in cb58. */
export function isChain(value: string): boolean {
	return /^[1-9]\d{0,18}$/.test(value) || isId(value);
}

/** A supported chain: EVM chain id or blockchain id; selected from a list if the host has one. */
export function chain() {
	const rule = 'must be an EVM chain id such as 43114, or a blockchain id (cb58)';
	return loose<string, string | number>(asText, () => text(rule, isChain), {
		control: 'text',
		rule,
		names: 'chain',
	});
}

/** A supported EVM chain, or one of the given names for several chains together. */
export function chainOr(names: readonly string[]) {
	const rule = `must be an EVM chain id such as 43114, or ${names.join(', ')}`;
	const check = (given: string) => isChain(given) || names.includes(given);
	return loose<string, string | number>(spelledAs(names), () => text(rule, check), {
		control: 'text',
		rule,
		names: 'chain',
	});
}

/** A name as the services use them: letters, digits, dot, dash and underscore. */
export function isName(value: string): boolean {
	return /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(value) && !value.includes('..');
}
