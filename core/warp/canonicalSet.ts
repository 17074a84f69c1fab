import { hexToBytes } from '../formats/hex';

/** A validator as `platform.getValidatorsAt` returns it. */
export interface ValidatorEntry {
	/** Empty or absent for an entry in which the node combines several inactive L1 validators. */
	nodeId?: string;
	/** 48 bytes in hex, 0x optional (a compressed G1 point); null if it has none. */
	publicKey: string | null;
	/** Decimal, up to 2^64 - 1. */
	weight: string;
}

/** One key of the canonical set, with all validators that use it. */
export interface CanonicalValidator {
	nodeIds: string[];
	/** 48 bytes, compressed. */
	publicKey: Uint8Array;
	weight: bigint;
}

/** The set that bit i of a signer set refers to. */
export interface CanonicalSet {
	validators: CanonicalValidator[];
	/** Includes the weight of validators without a key, who cannot sign. */
	totalWeight: bigint;
}

/** An invalid validator set. `message` names the entry and the reason. */
export class ValidatorSetError extends Error {
	override readonly name = 'ValidatorSetError';
}

/** 48 bytes. */
const KEY = /^(?:0x)?[0-9a-fA-F]{96}$/;
const KEY_DIGITS = 96;
/** Leading zeros are allowed. */
const DIGITS = /^0*\d{1,20}$/;
const COMPRESSED = 0x80;
const INFINITY = 0x40;
const SIGN = 0x20;
const COORDINATE = 0x1f;
const MAX_WEIGHT = 2n ** 64n - 1n;
const FIELD_MODULUS =
	'1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab';

/** True for a public key in hex: 48 bytes, 0x optional. */
export function isKey(given: unknown): given is string {
	return typeof given === 'string' && KEY.test(given);
}

/**
 * The weight of a validator: decimal digits with or without leading zeros, or a number below 2^53.
 * Undefined for other types, for larger numbers, which may have lost digits, and beyond 64 bits.
 */
export function weightIn(given: unknown): bigint | undefined {
	const isText = typeof given === 'string' && DIGITS.test(given);
	const isNumber = typeof given === 'number' && Number.isSafeInteger(given) && given >= 0;
	const weight = isText || isNumber ? BigInt(given) : undefined;
	return weight !== undefined && weight <= MAX_WEIGHT ? weight : undefined;
}

/**
 * The canonical set of a validator set (avalanchego snow/validators/warp.go): validators of one key
 * are merged, those without a key count in the total only, and the rest is ordered by the
 * uncompressed key. Throws a ValidatorSetError on an invalid key or weight, and on a node ID that occurs
 * twice.
 */
export function canonicalSet(entries: readonly ValidatorEntry[]): CanonicalSet {
	const byKey = new Map<string, CanonicalValidator>();
	const nodeIds = new Set<string>();
	let totalWeight = 0n;
	for (const entry of entries) {
		const { nodeId } = entry;
		if (nodeId && nodeIds.has(nodeId)) throw new ValidatorSetError(`${nodeId} occurs twice`);
		if (nodeId) nodeIds.add(nodeId);
		const weight = weightOf(entry);
		totalWeight += weight;
		if (entry.publicKey === null) continue;
		const { order, publicKey } = orderedKey(entry);
		let validator = byKey.get(order);
		if (!validator) byKey.set(order, (validator = { nodeIds: [], publicKey, weight: 0n }));
		validator.weight += weight;
		if (entry.nodeId) validator.nodeIds.push(entry.nodeId);
	}
	if (totalWeight > MAX_WEIGHT) {
		throw new ValidatorSetError(`the total weight ${totalWeight} exceeds 64 bits`);
	}
	const ordered = [...byKey].sort(([a], [b]) => (a < b ? -1 : 1));
	return { validators: ordered.map(([, validator]) => validator), totalWeight };
}

function nameOf(entry: ValidatorEntry): string {
	return entry.nodeId ? `validator ${entry.nodeId}` : 'a validator without node id';
}

function weightOf(entry: ValidatorEntry): bigint {
	const weight = weightIn(entry.weight);
	if (weight !== undefined) return weight;
	throw new ValidatorSetError(`the weight of ${nameOf(entry)} is not a 64-bit number`);
}

/**
 * The compressed key and the text whose order is that of the uncompressed keys. An uncompressed key
 * is x then y; a compressed one is x with three flags in its top bits, of which the sign flag says
 * whether y is the larger root. So x without flags, then the sign, sorts alike, and no key has to
 * be decompressed (a square root each).
 */
function orderedKey(entry: ValidatorEntry): { order: string; publicKey: Uint8Array } {
	if (!isKey(entry.publicKey)) {
		throw new ValidatorSetError(`the public key of ${nameOf(entry)} is not 48 bytes in hex`);
	}
	const digits = entry.publicKey.slice(-KEY_DIGITS).toLowerCase();
	const flags = parseInt(digits.slice(0, 2), 16);
	const x = (flags & COORDINATE).toString(16).padStart(2, '0') + digits.slice(2);
	if (!(flags & COMPRESSED) || flags & INFINITY || x >= FIELD_MODULUS) {
		throw new ValidatorSetError(`the public key of ${nameOf(entry)} is not a compressed G1 point`);
	}
	return { order: `${x}${flags & SIGN ? 1 : 0}`, publicKey: hexToBytes(digits) };
}
