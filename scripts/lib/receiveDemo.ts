import { setTimeout as wait } from 'node:timers/promises';
import { startFunctionUrl } from '../../kit/lambda/functionUrl';
import type { TestTarget } from '../../kit/lambda/notifyKit';
import type { Stack } from '../../kit/lambda/stack';

/** The part of `npm run lambdas` about receive: from the service's message to the target. */

const WALLET = '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7';
export const PAYMENTS = { name: 'payments', event: 'transfer', addresses: WALLET };

type Call = (name: string, event: unknown) => Promise<unknown>;
const LONGEST_MS = 30_000;

/**
 * Registers the webhook by a check, lets the emulated service send a message, and waits until notify has
 * sent its event. Throws if it does not.
 */
export async function receiveDemo(
	{ emulator, lambda }: Stack,
	target: TestTarget,
	call: Call,
): Promise<string[]> {
	const url = await startFunctionUrl(lambda, 'receive', 'NONE');
	try {
		await call('receive', { action: 'check', url: url.url });
		const before = target.received.length;
		const begun = performance.now();
		const [hash] = emulator.control.addTransfers({
			transfers: [{ to: WALLET, value: 250_000_000n }],
		});
		await emulator.webhooksSettled();
		while (target.received.length === before) {
			if (performance.now() - begun > LONGEST_MS) throw new Error('notify sent no event');
			await wait(20);
		}
		const ms = Math.round(performance.now() - begun);
		const { body } = target.received[before];
		if (!body.includes(hash)) throw new Error('notify sent another event');
		await call('receive', { action: 'check', url: url.url });
		if (target.received.length > before + 1) throw new Error('notify sent the event twice');
		return [
			`The service sent a message, receive answered ${url.statuses.join(', ')}, and notify sent its event after ${ms} ms`,
			body.slice(0, 400),
		];
	} finally {
		await url.close();
	}
}
