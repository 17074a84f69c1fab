import { buildTopUp } from '../../core/transactions/topUp';
import { readTransaction } from '../../core/transactions/read';
import { AVAX, ONE, VALIDATIONS } from '../../lab/opinions/topUpWorld/world';
import { kmsSigner } from '../../lambdas/topUp/kms';
import { addressOf, pointOf, recoverable, withSignature } from '../../lambdas/topUp/signing';

/**
 * The signatures of moto's KMS over transactions, as topUp uses them. moto hashes a message of type DIGEST again: only
 * RAW has signatures that a node takes (test/lambdas/topUpKms.test.ts has DIGEST).
 */

const variables = { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' };

async function newKey(): Promise<string> {
	Object.assign(process.env, variables, { AWS_ENDPOINT_URL_KMS: process.env.TEST_S3_URL });
	const response = await fetch(process.env.TEST_S3_URL ?? '', {
		method: 'POST',
		headers: {
			'content-type': 'application/x-amz-json-1.1',
			'x-amz-target': 'TrentService.CreateKey',
			// moto finds the service by it, and verifies nothing.
			authorization: 'AWS4-HMAC-SHA256 Credential=a/20260101/us-east-1/kms/aws4_request',
		},
		body: JSON.stringify({ KeySpec: 'ECC_SECG_P256K1', KeyUsage: 'SIGN_VERIFY' }),
	});
	const { KeyMetadata } = (await response.json()) as { KeyMetadata: { KeyId: string } };
	return KeyMetadata.KeyId;
}

it('RAW: each transaction has a low signature of the key, by which a node finds its address', async () => {
	const key = await newKey();
	const signer = kmsSigner(key, 'RAW');
	const point = pointOf(await signer.publicKey());
	const payer = addressOf(point, 5);
	const owners = { locktime: 0n, threshold: 1, addresses: [payer] };
	for (let balance = 1n; balance <= 40n; balance++) {
		const { bytes, inputs } = buildTopUp({
			...{ networkId: 5, avaxId: AVAX, validationId: VALIDATIONS[0], balance, payers: [payer] },
			...{ gasPrice: 1n, time: 1n },
			utxos: [
				{
					...{ txId: AVAX, outputIndex: 0, assetId: AVAX },
					output: { kind: 'transfer', amount: ONE, owners },
				},
			],
		});
		// Throws unless the key made it.
		const signature = recoverable(await signer.sign(bytes), bytes, point);
		const { values, credentials } = readTransaction(
			withSignature(bytes, signature, inputs.length),
			'P',
		);
		expect([values.type, credentials?.length]).toEqual(['IncreaseL1ValidatorBalanceTx', 1]);
		expect(signature[32] < 0x80).toBe(true);
	}
});

it('DIGEST: a signature of another hash is refused', async () => {
	const signer = kmsSigner(await newKey(), 'DIGEST');
	const point = pointOf(await signer.publicKey());
	const bytes = Buffer.from('a message');
	const signature = await signer.sign(bytes);
	expect(() => recoverable(signature, bytes, point)).toThrow(/does not verify/);
});
