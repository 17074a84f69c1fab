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

export type Way =
	| 'noble'
	| 'nobleAlone'
	| 'nobleAllKeys'
	| 'nobleCached'
	| 'noblePrepared'
	| 'blst'
	| 'blstCached'
	| 'blstAlone'
	| 'blstPrepared';

const NOBLE = path.resolve(__dirname, '../../../dist/nodes/shared/nobleBls.js');
// eslint-disable-next-line @typescript-eslint/no-require-imports
const { nobleWithKeys } = require(NOBLE) as { nobleWithKeys(): Bls };
const { Point } = bls12_381.G1;
const { longSignatures } = bls12_381;

/** Points of all keys, their sum over the signers, one pairing: noble with nothing around it. */
function nobleOver(keys: readonly Uint8Array[], signers: number, signature: Uint8Array): boolean {
	const points = keys.map((key) => Point.fromBytes(key));
	return nobleOverPoints(points, signers, signature);
}

type NoblePoint = ReturnType<typeof Point.fromBytes>;

function nobleOverPoints(points: NoblePoint[], signers: number, signature: Uint8Array): boolean {
	const sum = points.slice(0, signers).reduce((all, point) => all.add(point));
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
	const keys = order.map((secret) => Uint8Array.from(secret.toPublicKey().toBytes()));
	const signerKeys = keys.slice(0, signers);
	const signature = aggregate(order.slice(0, signers), unsignedBytes);
	const preparedKeys = signerKeys.map((key) => PublicKey.fromBytes(key, true));
	const preparedSignature = Signature.fromBytes(signature, true);
	const whole = (bls: Bls) =>
		verifySignedMessage({ signedMessage, validators: entries, bls }).verified;

	const blstCached = blstWithKeys();
	whole(blstCached);
	const nobleCached = nobleWithKeys();
	whole(nobleCached);
	const points = signerKeys.map((key) => Point.fromBytes(key));

	const ways: Record<Way, () => boolean> = {
		noble: () => whole(nobleWithKeys()),
		nobleCached: () => whole(nobleCached),
		noblePrepared: () => nobleOverPoints(points, signers, signature),
		nobleAlone: () => nobleOver(signerKeys, signers, signature),
		nobleAllKeys: () => nobleOver(keys, signers, signature),
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
		blstPrepared: () => fastAggregateVerify(unsignedBytes, preparedKeys, preparedSignature, false),
	};
	return async ({ way, times }: { way: Way; times: number }): Promise<number> => {
		const begun = performance.now();
		for (let done = 0; done < times; done++) {
			if (!ways[way]()) throw new Error(`${way} did not verify`);
		}
		return (performance.now() - begun) / times;
	};
}
