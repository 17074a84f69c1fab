import { SecretKey, aggregateSignatures } from '@chainsafe/blst';
import { createHash } from 'node:crypto';
import { type ValidatorEntry, encodeSigned, encodeSigners, encodeUnsigned } from '../warp';
import { bytesToHex } from '../formats/hex';
import { nodeIdOf } from '../formats/ids';

/** Validators that can sign, made from a seed by blst: not by the code under test. */
export interface TestValidator {
	nodeId: string;
	/** Absent: a validator without a key. */
	secret?: SecretKey;
	weight: bigint;
}

export function sha(text: string): Uint8Array {
	return Uint8Array.from(createHash('sha256').update(text).digest());
}

export function secretOf(seed: string): SecretKey {
	return SecretKey.fromKeygen(sha(seed));
}

export function validatorOf(
	seed: string,
	weight: bigint,
	key: string | null = seed,
): TestValidator {
	const nodeId = nodeIdOf(sha(`node ${seed}`).subarray(0, 20));
	return { nodeId, weight, secret: key === null ? undefined : secretOf(`key ${key}`) };
}

export function entryOf({ nodeId, secret, weight }: TestValidator): ValidatorEntry {
	const publicKey = secret ? `0x${secret.toPublicKey().toHex().replace('0x', '')}` : null;
	return { nodeId, publicKey, weight: String(weight) };
}

export const entriesOf = (validators: readonly TestValidator[]) => validators.map(entryOf);

/** The order of the protocol by its own rule: uncompressed keys, bytewise. */
export function keysInOrder(validators: readonly TestValidator[]): SecretKey[] {
	const byKey = new Map<string, SecretKey>();
	for (const { secret } of validators) {
		if (secret) byKey.set(bytesToHex(secret.toPublicKey().toBytes(false)), secret);
	}
	return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, secret]) => secret);
}

export const unsignedBytes = encodeUnsigned({
	networkId: 1,
	sourceChainId: sha('source chain'),
	payload: sha('payload'),
});

export function aggregate(secrets: readonly SecretKey[], message: Uint8Array): Uint8Array {
	const signatures = secrets.map((secret) => secret.sign(message));
	return Uint8Array.from(aggregateSignatures(signatures).toBytes());
}

/** A message in hex that the keys of `order` at these indices have signed. */
export function signedBy(
	order: readonly SecretKey[],
	indices: readonly number[],
	message: Uint8Array = unsignedBytes,
): string {
	const signature = aggregate(
		indices.map((index) => order[index]),
		message,
	);
	const signers = encodeSigners(indices);
	return bytesToHex(encodeSigned({ unsignedBytes: message, signers, signature }));
}
