import { PublicKey } from '@chainsafe/blst';
import { bytesToHex, encodeSigned, encodeSigners } from '../../core';
import { aggregate } from './bls';
import type { SetMember } from '../../core/testing/network';

/** Validators of one key are one signer; the order is that of the uncompressed keys. */
function canonical(members: readonly SetMember[]): SetMember[] {
	const byKey = new Map<string, SetMember>();
	for (const member of members) {
		if (!member.publicKey) continue;
		const key = bytesToHex(PublicKey.fromBytes(member.publicKey).toBytes(false));
		const same = byKey.get(key);
		byKey.set(key, same ? { ...same, weight: same.weight + member.weight } : member);
	}
	return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, member]) => member);
}

/**
 * A message signed by the least members, in canonical order, whose weight reaches a percentage of
 * the total. Undefined where too few of them answer.
 */
export function signedBy(
	members: readonly SetMember[],
	unsignedBytes: Uint8Array,
	percentage: number,
): Uint8Array | undefined {
	const set = canonical(members);
	const total = members.reduce((sum, { weight }) => sum + weight, 0n);
	const required = (total * BigInt(percentage) + 99n) / 100n;
	const signers: number[] = [];
	let weight = 0n;
	for (const [index, member] of set.entries()) {
		if (weight >= required && signers.length > 0) break;
		if (!member.sign) continue;
		signers.push(index);
		weight += member.weight;
	}
	if (weight < required || signers.length === 0) return undefined;
	const signatures = signers.flatMap((index) => set[index].sign?.(unsignedBytes) ?? []);
	const signature = aggregate(signatures);
	return encodeSigned({ unsignedBytes, signers: encodeSigners(signers), signature });
}
