import { type Reader, WarpFormatError, exactly, reader, sized, u8, u32, u64 } from './bytes';
import { concat } from '../formats/bytes';
import { readVersion, versionBytes } from './codec';

/**
 * Messages between the P-Chain and L1 validator managers (avalanchego vms/platformvm/warp/message,
 * ACP-77), as the payload of an addressed call.
 */
export type L1Message =
	| { type: 'subnetToL1Conversion'; conversionId: Uint8Array }
	| RegisterL1Validator
	| { type: 'l1ValidatorRegistration'; validationId: Uint8Array; registered: boolean }
	| { type: 'l1ValidatorWeight'; validationId: Uint8Array; nonce: bigint; weight: bigint };

/** Asks the P-Chain to register a validator before `expiry` (Unix seconds). */
export interface RegisterL1Validator {
	type: 'registerL1Validator';
	subnetId: Uint8Array;
	/** 20 bytes. */
	nodeId: Uint8Array;
	/** 48 bytes: a compressed G1 point. */
	blsPublicKey: Uint8Array;
	expiry: bigint;
	remainingBalanceOwner: PChainOwner;
	disableOwner: PChainOwner;
	weight: bigint;
}

/** `threshold` of these 20-byte addresses have to sign. */
export interface PChainOwner {
	threshold: number;
	addresses: Uint8Array[];
}

const TYPES = [
	'subnetToL1Conversion',
	'registerL1Validator',
	'l1ValidatorRegistration',
	'l1ValidatorWeight',
] as const;
const ID_BYTES = 32;
const ADDRESS_BYTES = 20;
const KEY_BYTES = 48;

/** An L1 message from its bytes. Throws a WarpFormatError on any other layout. */
export function decodeL1Message(bytes: Uint8Array): L1Message {
	const read = reader(bytes);
	readVersion(read, 'the L1 message');
	const type = read.u32('L1 message type');
	const message = readMessage(read, type);
	read.end('the L1 message');
	return message;
}

function readMessage(read: Reader, number: number): L1Message {
	const type = TYPES[number];
	switch (type) {
		case 'subnetToL1Conversion':
			return { type, conversionId: read.take(ID_BYTES, 'conversion id') };
		case 'registerL1Validator':
			return {
				type,
				subnetId: read.take(ID_BYTES, 'subnet id'),
				nodeId: read.bytes('node id'),
				blsPublicKey: read.take(KEY_BYTES, 'BLS public key'),
				expiry: read.u64('expiry'),
				remainingBalanceOwner: readOwner(read, 'remaining balance owner'),
				disableOwner: readOwner(read, 'disable owner'),
				weight: read.u64('weight'),
			};
		case 'l1ValidatorRegistration':
			return {
				type,
				validationId: read.take(ID_BYTES, 'validation id'),
				registered: readBoolean(read, 'registered'),
			};
		case 'l1ValidatorWeight':
			return {
				type,
				validationId: read.take(ID_BYTES, 'validation id'),
				nonce: read.u64('nonce'),
				weight: read.u64('weight'),
			};
		default:
			throw new WarpFormatError(`L1 message type ${number} is not known`);
	}
}

function readBoolean(read: Reader, what: string): boolean {
	const value = read.u8(what);
	if (value > 1) throw new WarpFormatError(`${what} is ${value}, not 0 or 1`);
	return value === 1;
}

function readOwner(read: Reader, what: string): PChainOwner {
	const threshold = read.u32(`threshold of the ${what}`);
	const addresses: Uint8Array[] = [];
	// Reading stops at the end of the bytes, so a large count has no effect.
	for (let count = read.u32(`addresses of the ${what}`); count > 0; count--) {
		addresses.push(read.take(ADDRESS_BYTES, `address of the ${what}`));
	}
	return { threshold, addresses };
}

/** The bytes of an L1 message. Throws a RangeError where a value does not fit its field. */
export function encodeL1Message(message: L1Message): Uint8Array {
	return concat(versionBytes, u32(TYPES.indexOf(message.type)), ...fieldsOf(message));
}

function fieldsOf(message: L1Message): Uint8Array[] {
	switch (message.type) {
		case 'subnetToL1Conversion':
			return [exactly(ID_BYTES, message.conversionId, 'conversion id')];
		case 'registerL1Validator':
			return [
				exactly(ID_BYTES, message.subnetId, 'subnet id'),
				sized(message.nodeId),
				exactly(KEY_BYTES, message.blsPublicKey, 'BLS public key'),
				u64(message.expiry),
				...ownerFields(message.remainingBalanceOwner),
				...ownerFields(message.disableOwner),
				u64(message.weight),
			];
		case 'l1ValidatorRegistration':
			return [
				exactly(ID_BYTES, message.validationId, 'validation id'),
				u8(message.registered ? 1 : 0),
			];
		case 'l1ValidatorWeight':
			return [
				exactly(ID_BYTES, message.validationId, 'validation id'),
				u64(message.nonce),
				u64(message.weight),
			];
	}
}

function ownerFields({ threshold, addresses }: PChainOwner): Uint8Array[] {
	const checked = addresses.map((address) => exactly(ADDRESS_BYTES, address, 'address'));
	return [u32(threshold), u32(addresses.length), ...checked];
}
