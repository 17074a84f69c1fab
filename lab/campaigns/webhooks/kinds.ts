import type { INodeParameters } from 'n8n-workflow';
import type { Emulator } from '../../../emulator';
import { MINE } from '../../kit/lambda/receiveKit';

/** The events of the campaign: how they happen, and by what the judge knows them. */

type Json = Readonly<Record<string, unknown>>;

/** An event that webhooks report. A key names one occurrence, as the network has it. */
export interface Kind {
	/** Name of the event in settings and in the form. */
	event: string;
	/** True if a list of the service has it, too. */
	hasList: boolean;
	/** Its settings in this world, for receive; in the form they are the same. */
	settings(emulator: Emulator): Json;
	/** Lets it happen so often. Returns the keys. */
	happen(emulator: Emulator, count: number): string[];
	/** The key of what a message says. */
	messageKey(event: Json): string;
	/** The key of an item, or of the data of an event. */
	itemKey(item: Json): string;
}

const hashIn = (event: Json) => String((event.transaction as Json | undefined)?.txHash);
const AMOUNT = 1_000_000_000n;

const transfer: Kind = {
	event: 'transfer',
	hasList: true,
	settings: () => ({ addresses: MINE }),
	happen: ({ control }, count) =>
		control.addTransfers({
			transfers: Array.from({ length: count }, (_, at) => ({
				to: MINE,
				value: AMOUNT + BigInt(at),
			})),
		}),
	messageKey: hashIn,
	itemKey: ({ txHash }) => String(txHash),
};

const watched = ({ world }: Emulator) => world.node.primary.current()[3].nodeId;

const delegation: Kind = {
	event: 'delegation',
	hasList: true,
	settings: (emulator) => ({ network: 'mainnet', nodeIds: watched(emulator) }),
	happen(emulator, count) {
		const now = emulator.world.clock.seconds();
		const one = {
			txType: 'AddPermissionlessDelegatorTx',
			nodeId: watched(emulator),
			amount: 25n * AMOUNT,
			timestamp: now,
			startTimestamp: now,
			endTimestamp: now + 30 * 86_400,
		};
		return emulator.control.addTransactions({
			transactions: Array.from({ length: count }, () => one),
		});
	},
	messageKey: hashIn,
	itemKey: ({ txHash }) => String(txHash),
};

const l1 = ({ world }: Emulator) => world.node.l1.all()[0];

const l1Validator: Kind = {
	event: 'l1Validator',
	hasList: false,
	settings: (emulator) => ({ network: 'mainnet', subnetId: l1(emulator).subnetId }),
	happen(emulator, count) {
		const { validationId } = l1(emulator);
		return Array.from({ length: count }, () => {
			const balance = l1(emulator).balance + AMOUNT;
			emulator.control.setL1Balance({ validationId, balance });
			return String(balance);
		});
	},
	messageKey: ({ remainingBalance }) => String(remainingBalance),
	itemKey: ({ balance, balanceExact = balance }) => String(balanceExact),
};

/** Two events with a list behind them, and one that only messages report. */
export const KINDS: readonly Kind[] = [transfer, delegation, l1Validator];

/** The parameters of the node for an event. */
export function parametersOf(kind: Kind, emulator: Emulator): INodeParameters {
	return {
		event: kind.event,
		...kind.settings(emulator),
		options: { retries: 0 },
	} as INodeParameters;
}
