import { field } from '../../../fields/field';
import { chain, evmAddress } from '../../../fields/identifiers';
import * as out from '../../../fields/outputs';
import { network } from '../../shared/data/fields';
import * as icmMessage from '../../icmMessage/icmMessage';
import type { ItemOf } from '../../../operations/declare';
import type { ListPage } from '../../../events/arrivalSource';
import type { PollContext } from '../../../events/event';
import { pagesOfList } from '../../../events/lists';
import { shortened } from '../../../events/words';

/** Messages between chains, as the data service lists them. */

export type IcmMessage = ItemOf<typeof icmMessage.getMany, 'tolerant'>;

export interface MessageSettings {
	network: string;
	sourceChain?: string;
	destinationChain?: string;
	from?: string;
	to?: string;
}

function end(label: string, which: string) {
	return field(chain().optional(), {
		in: 'form',
		label,
		description: `Only messages ${which} this chain: its EVM chain ID or its blockchain ID (cb58)`,
		placeholder: '43114',
		show: 'main',
	});
}

function party(label: string, which: string) {
	return field(evmAddress().optional(), {
		in: 'form',
		label,
		description: `Only messages ${which} this address, 0x and 40 hexadecimal digits`,
		placeholder: '0x664A4Be5Af2cFc824F9C0914CbAc4703396Da2DC',
		show: 'filter',
	});
}

/** Filters for messages: network, chains, sender and recipient. */
export function messageFields() {
	return {
		network: network('form'),
		sourceChain: end('Source Chain', 'from'),
		destinationChain: end('Destination Chain', 'to'),
		from: party('Sender', 'that were sent by'),
		to: party('Recipient', 'to'),
	};
}

/** The messages, newest first: the service has no other order. */
export function messages(
	{ network, sourceChain, destinationChain, from, to }: MessageSettings,
	context: PollContext,
): AsyncGenerator<ListPage<IcmMessage>> {
	const input = {
		network: network as 'mainnet',
		sourceBlockchainId: sourceChain,
		destinationBlockchainId: destinationChain,
		from,
		to,
	};
	return pagesOfList(context, icmMessage.getMany, input, [
		['messageId'],
		['sourceTransaction.timestamp', 'destinationTransaction.timestamp'],
	]);
}

/**
 * Time when a message was sent (Unix seconds); the time of arrival if the source is not indexed.
 */
export function sentAt({ sourceTransaction, destinationTransaction }: IcmMessage): number {
	return Number(sourceTransaction?.timestamp ?? destinationTransaction?.timestamp ?? 0);
}

/** Time when a message arrived (Unix seconds); undefined before the delivery. */
export function deliveredAt({ status, destinationTransaction }: IcmMessage): number | undefined {
	if (status === 'pending') return undefined;
	return destinationTransaction?.timestamp ?? undefined;
}

/** The columns of a message. */
export const MESSAGE_COLUMNS = {
	messageId: out.id('Hex'),
	status: out.text('pending, delivered or delivered_source_not_indexed'),
	sourceChainId: out.id('EVM chain id'),
	destinationChainId: out.id('EVM chain id'),
	sourceBlockchainId: out.id('cb58'),
	destinationBlockchainId: out.id('cb58'),
	from: out.address('Sender on the source chain'),
	to: out.address('Recipient on the destination chain'),
	sourceTxHash: out.hash(),
	destinationTxHash: out.hash('Null before the delivery'),
	sentTime: out.seconds(),
	deliveredTime: out.seconds('Null before the delivery'),
	messageExecuted: out.flag('True if the recipient executed it without an error'),
} as const;

/** The values of these columns. */
export function messageColumns(message: IcmMessage) {
	const sent = message.sourceTransaction?.timestamp;
	const arrived = deliveredAt(message);
	return {
		messageId: message.messageId ?? null,
		status: message.status ?? null,
		sourceChainId: message.sourceEvmChainId ?? null,
		destinationChainId: message.destinationEvmChainId ?? null,
		sourceBlockchainId: message.sourceBlockchainId ?? null,
		destinationBlockchainId: message.destinationBlockchainId ?? null,
		from: message.from ?? null,
		to: message.to ?? null,
		sourceTxHash: message.sourceTransaction?.txHash ?? null,
		destinationTxHash: message.destinationTransaction?.txHash ?? null,
		sentTime: sent ?? null,
		deliveredTime: arrived ?? null,
		messageExecuted: message.messageExecuted ?? null,
	};
}

/** A message in a title: "ICM message acf1c8b0…6674d from chain 43114 to chain 4337". */
export function nameOf(message: IcmMessage): string {
	return `ICM message ${shortened(String(message.messageId))} ${route(message)}`;
}

/** A message in a sentence: "The message of 0x… to 0x… from chain 43114 to chain 4337". */
export function described(message: IcmMessage): string {
	const { from, to } = message;
	return `The message of ${from ?? 'an unknown sender'} to ${to ?? 'an unknown recipient'} ${route(message)}`;
}

/** The two ends of a message in words: "from chain 43114 to chain 4337". */
function route({
	sourceEvmChainId,
	sourceBlockchainId,
	destinationEvmChainId,
	destinationBlockchainId,
}: IcmMessage): string {
	const from = sourceEvmChainId ?? sourceBlockchainId ?? 'unknown';
	const to = destinationEvmChainId ?? destinationBlockchainId ?? 'unknown';
	return `from chain ${from} to chain ${to}`;
}

/** A message between the chains and parties of the settings, for test events. `sent`: Unix seconds. */
export function exampleMessage(settings: MessageSettings, sent: number): IcmMessage {
	const { sourceChain = '43114', destinationChain = '4337', from, to } = settings;
	return {
		messageId: 'acf1c8b06f9aec48e9fcbefbbe576ae8a7ca3b327fcae111396e7cc99956674d',
		status: 'pending',
		...chainAs('source', sourceChain),
		...chainAs('destination', destinationChain),
		from: from ?? '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7',
		to: to ?? '0x664A4Be5Af2cFc824F9C0914CbAc4703396Da2DC',
		messageExecuted: false,
		sourceTransaction: {
			txHash: '0x8bf584d7b14b92a32a339872a66b134a70ba3ba7c305823f348db6f860253f45',
			timestamp: sent,
		},
	} as IcmMessage;
}

/** A chain as a message names it: by its EVM chain ID or its blockchain ID. */
function chainAs(end: 'source' | 'destination', chain: string): Record<string, string> {
	return { [/^\d+$/.test(chain) ? `${end}EvmChainId` : `${end}BlockchainId`]: chain };
}

/** The message as it is between sending and delivery. `sent`: Unix seconds. */
export function sentOnly(
	{ destinationTransaction: _, ...message }: IcmMessage,
	sent: number,
): IcmMessage {
	const sourceTransaction = { ...message.sourceTransaction, timestamp: sent };
	return { ...message, status: 'pending', messageExecuted: false, sourceTransaction } as IcmMessage;
}

/** The message as it is after its delivery. `arrived`: Unix seconds. */
export function delivered(message: IcmMessage, arrived: number, executed = true): IcmMessage {
	const destinationTransaction = { timestamp: arrived };
	return {
		...message,
		status: 'delivered',
		messageExecuted: executed,
		destinationTransaction,
	} as IcmMessage;
}
