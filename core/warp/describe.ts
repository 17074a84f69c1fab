import { cb58Encode } from '../formats/cb58';
import { bytesToHex } from '../formats/hex';
import { nodeIdOf } from '../formats/ids';
import { WarpFormatError } from './bytes';
import { type L1Message, type PChainOwner, decodeL1Message } from './l1Messages';
import { type Payload, decodePayload } from './payload';

/** A payload as JSON: ids in cb58, bytes in 0x hex, 64-bit numbers as decimal strings. */
export type PayloadSummary = { type: string } & Record<string, unknown>;

const hex = (bytes: Uint8Array) => `0x${bytesToHex(bytes)}`;

/**
 * Describes the content of a message. A chain may send any bytes: an unknown payload is returned as
 * `{ type: 'unknown', bytes }`. Never throws.
 */
export function describePayload(bytes: Uint8Array): PayloadSummary {
	const payload = attempt(() => decodePayload(bytes));
	if (!payload) return { type: 'unknown', bytes: hex(bytes) };
	return payload.type === 'hash' ? { type: 'hash', hash: hex(payload.hash) } : call(payload);
}

function call(payload: Extract<Payload, { type: 'addressedCall' }>): PayloadSummary {
	const summary = {
		type: payload.type,
		sourceAddress: hex(payload.sourceAddress),
		payload: hex(payload.payload),
	};
	const message = attempt(() => decodeL1Message(payload.payload));
	return message ? { ...summary, l1Message: describeL1Message(message) } : summary;
}

function attempt<T>(decode: () => T): T | undefined {
	try {
		return decode();
	} catch (error) {
		if (error instanceof WarpFormatError) return undefined;
		throw error;
	}
}

/** An L1 message as JSON, in the formats of PayloadSummary. */
export function describeL1Message(message: L1Message): PayloadSummary {
	switch (message.type) {
		case 'subnetToL1Conversion':
			return { type: message.type, conversionId: cb58Encode(message.conversionId) };
		case 'registerL1Validator':
			return {
				type: message.type,
				subnetId: cb58Encode(message.subnetId),
				nodeId: nodeIdOf(message.nodeId),
				blsPublicKey: hex(message.blsPublicKey),
				expiry: String(message.expiry),
				remainingBalanceOwner: owner(message.remainingBalanceOwner),
				disableOwner: owner(message.disableOwner),
				weight: String(message.weight),
			};
		case 'l1ValidatorRegistration':
			return {
				type: message.type,
				validationId: cb58Encode(message.validationId),
				registered: message.registered,
			};
		case 'l1ValidatorWeight':
			return {
				type: message.type,
				validationId: cb58Encode(message.validationId),
				nonce: String(message.nonce),
				weight: String(message.weight),
			};
	}
}

/**
 * Addresses remain bytes in hex: their prefix depends on the network, which is not in the message.
 */
function owner({ threshold, addresses }: PChainOwner) {
	return { threshold, addresses: addresses.map(hex) };
}
