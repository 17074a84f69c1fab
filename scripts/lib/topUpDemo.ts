import { KMS_PUBLIC_KEY } from '../../lab/kit/lambda/kmsServer';
import type { Stack } from '../../lab/kit/lambda/stack';
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
	const owner = payer.slice(2);
	const output = { assetId, amount: 5_000_000_000n, locktime: 0, threshold: 1, addresses: [owner] };
	const origin = { txId: assetId, outputIndex: 0, timestamp: 0, blockHeight: 1 };
	const { utxos } = network;
	// The outputs of the emulator are those that it made at its start.
	network.utxos = (chain, address) =>
		address === owner ? [{ ...output, ...origin }] : utxos(chain, address);
	const [{ validationId, remainingBalanceOwner: heir }] = network.l1.all();
	const addresses = heir.addresses.map((one) => `P-${one}`);
	const settings = {
		...{ networkId, payer, runwayDays: { minimum: 364, target: 365 }, maxFee: '1000000' },
		caps: { payment: '500000000', validationPerDay: '500000000', walletPerDay: '500000000' },
		validations: [
			{ validationId, remainingBalanceOwner: { addresses, threshold: heir.threshold } },
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
