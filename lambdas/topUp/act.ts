import type { TableCalls } from '../notify/tableItems';
import { HandlerError } from '../shared/errors';
import type { HttpEvent } from '../shared/http';
import { answerLink, release } from './approval';
import type { TopUpEvent } from './event';
import { type TopUpParts, type TopUpReport, abandon, topUpRun } from './run';
import { type Signer, addressOf, pointOf } from './signing';
import { type WalletState, walletItem } from './wallet';

interface Parts extends Omit<TopUpParts, 'wallet'> {
	calls: TableCalls;
	table: string;
	signer: () => Promise<Signer>;
	/** Unix milliseconds, when a run has to end. */
	until: number;
}

/** The answer to a link of a question, which never leads to a signature itself. */
export const answered = async (
	event: HttpEvent,
	{ calls, table, settings, clock }: Pick<Parts, 'calls' | 'table' | 'settings' | 'clock'>,
) => await answerLink(event, { settings, wallet: walletItem(calls, table, settings.payer), clock });

/**
 * Does what an event asks for: a release is followed by a run. A run throws `ConfigurationError` if the key is not that
 * of the payer.
 */
export async function topUpAction(
	event: TopUpEvent,
	{ calls, table, signer: open, until, ...parts }: Parts,
): Promise<TopUpReport | WalletState> {
	const { settings, clock } = parts;
	const wallet = walletItem(calls, table, settings.payer);
	if (event.action === 'state') return await wallet.read(clock.now());
	if (event.action === 'release') await release(event.approval, { settings, wallet, clock });
	if (event.action === 'abandon') return await abandon({ ...parts, wallet }, event.txId);
	const signer = await open();
	const point = pointOf(await signer.publicKey());
	const address = addressOf(point, settings.networkId);
	if (address !== settings.payer) {
		throw new HandlerError(
			'ConfigurationError',
			`The key of TOP_UP_KEY has the address ${address}, and the settings have the payer ${settings.payer}`,
		);
	}
	const sign = (bytes: Uint8Array) => signer.sign(bytes);
	return await topUpRun({ ...parts, wallet, until, point, sign });
}
