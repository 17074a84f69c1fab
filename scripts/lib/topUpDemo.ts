import { hexWithChecksum } from '../../core';
import { buildTx } from '../../emulator/world/transactions';
import { KMS_PUBLIC_KEY } from '../../kit/lambda/kmsServer';
import type { Stack } from '../../kit/lambda/stack';
import { addressOf, pointOf } from '../../lambdas/topUp/signing';
import type { TopUpReport } from '../../lambdas/topUp/run';

/** The part of `npm run lambdas` about topUp: what it would pay, and the payment, signed by KMS on this machine. */

/** The parameter with its settings. */
export const TOP_UP_PARAMETER = '/avalanche/top-up';

/** Lets a wallet have 5 AVAX, and runs topUp for one validation. Throws if a run does not do what it should. */
export async function topUpDemo(
	{ emulator, parameters }: Pick<Stack, 'emulator' | 'parameters'>,
	call: (name: string, event: unknown) => Promise<unknown>,
): Promise<void> {
	const { node: network } = emulator.world;
	const { networkId, assets } = network;
	const payer = addressOf(pointOf(KMS_PUBLIC_KEY), networkId);
	const [{ assetId }] = assets;
	const amount = 5_000_000_000n;
	const output = { assetId, amount, locktime: 0, threshold: 1, addresses: [payer.slice(2)] };
	const { bytes } = buildTx({
		...{ chain: 'P', networkId, blockchainId: network.chains.P, outputs: [output] },
		inputs: [{ txId: assetId, outputIndex: 0, assetId, amount, signatureIndices: [0] }],
		...{ memo: Buffer.alloc(0), signatures: [new Uint8Array(65)], blockHeight: 0, timestamp: 0 },
	});
	const request = { jsonrpc: '2.0', id: 1, method: 'platform.issueTx' };
	await fetch(`${emulator.nodeUrl}/ext/bc/P`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ ...request, params: { tx: hexWithChecksum(bytes), encoding: 'hex' } }),
	});
	const [{ validationId, remainingBalanceOwner: owner }] = network.l1.all();
	const addresses = owner.addresses.map((one) => `P-${one}`);
	const settings = {
		...{ networkId, payer, runwayDays: { minimum: 364, target: 365 }, maxFee: '1000000' },
		caps: { payment: '500000000', validationPerDay: '500000000', walletPerDay: '500000000' },
		validations: [
			{ validationId, remainingBalanceOwner: { addresses, threshold: owner.threshold } },
		],
	};
	const run = async (more: object, expected: string) => {
		parameters.values[TOP_UP_PARAMETER] = JSON.stringify({ ...settings, ...more });
		const report = (await call('topUp', { action: 'run' })) as TopUpReport;
		const [{ outcome }] = report.validations;
		if (outcome !== expected) throw new Error(`topUp: ${outcome} instead of ${expected}`);
	};
	await run({}, 'would pay');
	await run({ mode: 'pay', validUntil: '2100-01-01T00:00:00Z' }, 'paid');
}
