import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '../../../core/testing/network/bytes';
import { bytesToHex } from '../../../core';
import { decodeRlp, encodeRlp, type Item } from '../../../core/testing/network/rlp';

/** A transaction as its sender signed it. */
export interface RawTransaction {
	hash: string;
	from: string;
	/** Absent where it creates a contract. */
	to?: string;
	type: number;
	nonce: bigint;
	gas: bigint;
	/** Wei; of dynamic fees the most that is paid. */
	maxFeePerGas: bigint;
	maxPriorityFeePerGas: bigint;
	value: bigint;
	input: string;
	chainId?: bigint;
	r: bigint;
	s: bigint;
	yParity: number;
}

/** Number of fields in the signed part of each kind, and the indexes of those that are read. */
const KINDS = {
	0: { fields: 6, nonce: 0, fee: 1, tip: 1, gas: 2, to: 3 },
	1: { fields: 8, nonce: 1, fee: 2, tip: 2, gas: 3, to: 4 },
	2: { fields: 9, nonce: 1, fee: 3, tip: 2, gas: 4, to: 5 },
} as const;

const hexOf = (bytes: Uint8Array) => `0x${bytesToHex(bytes)}`;
const numberOf = (bytes: Uint8Array) => (bytes.length === 0 ? 0n : BigInt(hexOf(bytes)));
const bytesOf = (value: bigint) => {
	const hex = value === 0n ? '' : value.toString(16);
	return Uint8Array.from(Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex'));
};

function addressOf(publicKey: Uint8Array): string {
	return hexOf(keccak_256(publicKey.subarray(1)).subarray(12));
}

function recover(digest: Uint8Array, r: bigint, s: bigint, yParity: number): string {
	try {
		const signature = new secp256k1.Signature(r, s).addRecoveryBit(yParity);
		return addressOf(signature.recoverPublicKey(digest).toBytes(false));
	} catch {
		throw new Error('invalid sender');
	}
}

/**
 * A signed transaction of the old kind, with an access list or with dynamic fees. Throws an Error
 * in the node's words where the bytes are no such transaction.
 */
export function parseRawTransaction(bytes: Uint8Array): RawTransaction {
	const typed = bytes.length > 0 && bytes[0] < 0x80;
	if (bytes.length === 0 || (typed && bytes.length <= 1)) {
		throw new Error('typed transaction too short');
	}
	const type = typed ? bytes[0] : 0;
	if (type > 2 || (typed && type === 0)) throw new Error('transaction type not supported');
	const kind = KINDS[type as 0 | 1 | 2];
	const items = decodeRlp(typed ? bytes.subarray(1) : bytes);
	if (!Array.isArray(items)) throw new Error('rlp: expected List');
	if (items.length < kind.fields + 3) throw new Error('rlp: too few elements');
	if (items.length > kind.fields + 3) {
		throw new Error('rlp: input list has too many elements');
	}
	const field = (at: number): Uint8Array => {
		const item = items[at];
		if (Array.isArray(item)) throw new Error('rlp: expected input string or byte');
		return item;
	};
	const [v, r, s] = [0, 1, 2].map((at) => numberOf(field(kind.fields + at)));
	let chainId = typed ? numberOf(field(0)) : undefined;
	const signed: Item[] = items.slice(0, kind.fields);
	let yParity = Number(v);
	if (!typed) {
		// Since EIP-155, `v` contains the chain id too.
		if (v >= 35n) {
			chainId = (v - 35n) / 2n;
			signed.push(bytesOf(chainId), new Uint8Array(), new Uint8Array());
		}
		yParity = Number(v >= 35n ? (v - 35n) % 2n : v - 27n);
	}
	const body = encodeRlp(signed);
	const digest = keccak_256(typed ? Buffer.concat([Buffer.from([type]), body]) : body);
	const to = field(kind.to);
	if (to.length !== 0 && to.length !== 20) {
		throw new Error('rlp: input string too short for common.Address');
	}
	return {
		hash: hexOf(keccak_256(bytes)),
		from: recover(digest, r, s, yParity),
		...(to.length === 0 ? {} : { to: hexOf(to) }),
		type,
		nonce: numberOf(field(kind.nonce)),
		gas: numberOf(field(kind.gas)),
		maxFeePerGas: numberOf(field(kind.fee)),
		maxPriorityFeePerGas: numberOf(field(kind.tip)),
		value: numberOf(field(kind.to + 1)),
		input: hexOf(field(kind.to + 2)),
		...(chainId === undefined ? {} : { chainId }),
		r,
		s,
		yParity,
	};
}
