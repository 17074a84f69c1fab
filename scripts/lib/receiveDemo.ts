import { startFunctionUrl } from '../../lab/kit/lambda/functionUrl';
import type { TestTarget } from '../../lab/kit/lambda/notifyKit';
import type { Stack } from '../../lab/kit/lambda/stack';

/** The part of `npm run lambdas` about receive: from the service's message to the target. */

const WALLET = '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7';
export const PAYMENTS = { name: 'payments', event: 'transfer', addresses: WALLET };

type Call = (name: string, event: unknown) => Promise<unknown>;

/**
 * Registers the webhook by a check, lets the emulated service send a message, and the senders its event. Throws if
 * they do not.
 *
 * @param sendAll sends what is in the queue
 */
export async function receiveDemo(
	{ emulator, lambda }: Stack,
	target: TestTarget,
	call: Call,
	sendAll: () => Promise<void>,
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
		await sendAll();
		if (target.received.length === before) throw new Error('sender sent no event');
		const ms = Math.round(performance.now() - begun);
		const { body } = target.received[before];
		if (!body.includes(hash)) throw new Error('sender sent another event');
		await call('receive', { action: 'check', url: url.url });
		await sendAll();
		if (target.received.length > before + 1) throw new Error('sender sent the event twice');
		return [
			`The service sent a message, receive answered ${url.statuses.join(', ')}, and sender sent its event after ${ms} ms`,
			body.slice(0, 400),
		];
	} finally {
		await url.close();
	}
}
