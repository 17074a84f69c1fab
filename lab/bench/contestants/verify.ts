import path from 'node:path';
import { PublicKey, Signature, fastAggregateVerify } from '@chainsafe/blst';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import type { Bls } from '../../../core/warp';
import { blstWithKeys } from '../../../lambdas/shared/blst';
import {
	aggregate,
	entriesOf,
	keysInOrder,
	signedBy,
	unsignedBytes,
	validatorOf,
} from '../../../core/testing/warpSigning';
import { SIGNATURE_DST, verifySignedMessage } from '../lib/core';

export type Way = 'noble' | 'nobleAlone' | 'nobleCached' | 'blst' | 'blstCached' | 'blstAlone';

const NOBLE = path.resolve(__dirname, '../../../dist/nodes/shared/nobleBls.js');
// eslint-disable-next-line @typescript-eslint/no-require-imports
const { nobleWithKeys } = require(NOBLE) as { nobleWithKeys(): Bls };
const { Point } = bls12_381.G1;
const { longSignatures } = bls12_381;

/** Points of the signers' keys, their sum, one pairing: noble with nothing around it. */
function nobleOver(keys: readonly Uint8Array[], signature: Uint8Array): boolean {
	const sum = keys.map((key) => Point.fromBytes(key)).reduce((all, point) => all.add(point));
	const hashed = longSignatures.hash(unsignedBytes, SIGNATURE_DST);
	return longSignatures.verify(longSignatures.Signature.fromBytes(signature), hashed, sum);
}

/**
 * Each run verifies a message that seven in ten of so many validators of equal weight have signed,
 * so many times, and gives the milliseconds of one.
 */
export async function prepare({ validators }: { validators: number }) {
	const all = Array.from({ length: validators }, (_, at) => validatorOf(`bench ${at}`, 100n));
	const entries = entriesOf(all);
	const order = keysInOrder(all);
	const signers = Math.ceil(validators * 0.7);
	const indices = Array.from({ length: signers }, (_, at) => at);
	const signedMessage = signedBy(order, indices);
	const signing = order.slice(0, signers);
	const signerKeys = signing.map((secret) => Uint8Array.from(secret.toPublicKey().toBytes()));
	const signature = aggregate(signing, unsignedBytes);
	const whole = (bls: Bls) =>
		verifySignedMessage({ signedMessage, validators: entries, bls }).verified;

	const blstCached = blstWithKeys();
	whole(blstCached);
	const nobleCached = nobleWithKeys();
	whole(nobleCached);

	const ways: Record<Way, () => boolean> = {
		noble: () => whole(nobleWithKeys()),
		nobleCached: () => whole(nobleCached),
		nobleAlone: () => nobleOver(signerKeys, signature),
		// As in a function's first invocation, and as in those after it.
		blst: () => whole(blstWithKeys()),
		blstCached: () => whole(blstCached),
		blstAlone: () =>
			fastAggregateVerify(
				unsignedBytes,
				signerKeys.map((key) => PublicKey.fromBytes(key, true)),
				Signature.fromBytes(signature, true),
				false,
			),
	};
	return async ({ way, times }: { way: Way; times: number }): Promise<number> => {
		const begun = performance.now();
		for (let done = 0; done < times; done++) {
			if (!ways[way]()) throw new Error(`${way} did not verify`);
		}
		return (performance.now() - begun) / times;
	};
}
