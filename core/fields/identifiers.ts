import {
	addressMistake,
	evmAddressMistake,
	hashMistake,
	idMistake,
	nodeIdMistake,
} from '../formats/mistakes';
import { isAddress, isEvmAddress, isEvmHash, isId, isNodeId } from '../formats/ids';
import { type Named, type Value, value } from './field';
import { listOf, textValue } from './inputs';
import { asText, loose, spelledAs, text } from './loose';

/** The kinds of value that name something of the network: ids, addresses, hashes, chains. */

/** The kinds of id of which services have lists. */
const NAMED: Readonly<Record<string, Named>> = {
	'a subnet id': 'subnet',
	'a blockchain id': 'blockchain',
	'an asset id': 'asset',
};

/** A text that names something of which a service has a list. */
export function naming<Out, In>(names: Named | undefined, text: Value<Out, In>): Value<Out, In> {
	return value(() => text.schema, { ...text.kind, ...(names && { names }) });
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
	return listOf(`must be node ids: ${NODE_ID} each`, isNodeId, undefined, nodeIdMistake);
}

const ADDRESS = 'avax1… or fuji1… (bech32), with or without P-, X- or C- before it';

/** Several X-, P- or C-Chain addresses. */
export function addresses() {
	const rule = `must be addresses of the P-, X- or C-Chain: ${ADDRESS}`;
	return listOf(rule, isAddress, undefined, (value) => addressMistake(value));
}

/** One X-, P- or C-Chain address. */
export function address() {
	const rule = `must be an address of the P-, X- or C-Chain: ${ADDRESS}`;
	return textValue(rule, isAddress, undefined, (value) => addressMistake(value));
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

/** A transaction hash of an EVM chain. */
export function evmHash() {
	return textValue('must be 0x and 64 hexadecimal digits', isEvmHash, undefined, hashMistake);
}

/** True for an EVM chain id or a blockchain id in cb58. */
export function isChain(value: string): boolean {
	return /^[1-9]\d{0,18}$/.test(value) || isId(value);
}

/** A supported chain: EVM chain id or blockchain id; chosen from a list where the host has one. */
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
