import { fieldSet } from '../../fields/fieldSet';
import { as, type Paths } from '../../fields/columns';
import { field } from '../../fields/field';
import { chain, evmAddress, id } from '../../fields/identifiers';
import { textValue } from '../../fields/inputs';
import * as out from '../../fields/outputs';
import { declare, declareList } from '../../operations/declare';
import { onEvm } from '../../operations/explorer';
import { dataResources } from '../resources';
import { byToken, page, pages } from '../../operations/pages';
import { ofNetwork } from '../shared/data/evmFields';
import { wallet } from '../shared/data/fields';
import { erc20Token } from '../shared/data/shapes';

/** Messages between the chains of a network: interchain messaging (ICM, formerly Teleporter). */

const COMMON = {
	node: 'avalanche',
	resource: dataResources.icmMessage,
	service: 'data',
	cost: 20,
	spec: 'openapi: Interchain Messaging',
} as const;

/** A transaction that sent or delivered a message. */
function carrier() {
	return {
		txHash: out.hash(),
		timestamp: out.seconds(),
		gasSpent: out.uint64('As reported by the service'),
	};
}

function sent() {
	return { sourceTransaction: out.object(carrier()) };
}

function delivered() {
	return {
		destinationTransaction: out.object({
			...carrier(),
			rewardRedeemer: out.address(),
			delivererAddress: out.address('Relayer'),
		}),
	};
}

/** A message by its `status`; the transactions are present as soon as they are known. */
const MESSAGE = out.variants(
	{
		messageId: out.id('Hex'),
		status: out.choice(['pending', 'delivered', 'delivered_source_not_indexed']),
		icmContractAddress: out.address(),
		sourceBlockchainId: out.id('cb58'),
		destinationBlockchainId: out.id('cb58'),
		sourceEvmChainId: out.id('EVM chain id'),
		destinationEvmChainId: out.id('EVM chain id'),
		messageNonce: out.text('Number of the message'),
		from: out.address('Sender on the source chain'),
		to: out.address('Recipient on the destination chain'),
		data: out.optional(out.hex('Content of the message')),
		messageExecuted: out.flag('True if the recipient executed it without an error'),
		receipts: out.objects({
			receivedMessageNonce: out.text('Message that was received'),
			relayerRewardAddress: out.address(),
		}),
		receiptDelivered: out.flag('True if the source chain has received the delivery receipt'),
		rewardDetails: out.object({
			...erc20Token(),
			value: out.amount({ decimals: 'decimals', note: 'Reward of the relayer' }),
		}),
	},
	{
		pending: sent(),
		delivered: { ...sent(), ...delivered() },
		delivered_source_not_indexed: delivered(),
	},
	'status',
);

type Message = out.ValueOf<typeof MESSAGE>;

function columns(item: Paths<Message>) {
	return [
		item.messageId,
		item.status,
		item.sourceEvmChainId,
		item.destinationEvmChainId,
		item.from,
		item.to,
		item.messageExecuted,
		item.receiptDelivered,
		as('sourceTxHash', item.sourceTransaction.txHash),
		as('sourceTimestamp', item.sourceTransaction.timestamp),
		as('destinationTxHash', item.destinationTransaction.txHash),
		as('destinationTimestamp', item.destinationTransaction.timestamp),
		as('reward', item.rewardDetails.value),
		as('rewardSymbol', item.rewardDetails.symbol),
	];
}

/** Links to both transactions: on the chain that sent the message, and on the one that received it. */
const EXPLORER = onEvm((item: Paths<Message>) => [
	{
		page: 'tx',
		of: item.sourceTransaction.txHash,
		chain: item.sourceEvmChainId,
		prefix: 'source',
	},
	{
		page: 'tx',
		of: item.destinationTransaction.txHash,
		chain: item.destinationEvmChainId,
		prefix: 'destination',
	},
]);

/** The parts that both lists share. */
const LIST = {
	...COMMON,
	output: page({ messages: out.essential(out.list(MESSAGE)) }),
	items: 'messages',
	paging: byToken(),
	columns,
	explorer: EXPLORER,
} as const;

/** One message. */
export const get = declare({
	id: 'icmMessage.get',
	...COMMON,
	entry: { value: 'get', name: 'Get' },
	action: 'Get an ICM message',
	description:
		'Returns an interchain (ICM, Teleporter) message by its ID, with chains, sender, recipient, delivery status and transactions',
	call: { type: 'http', method: 'GET', path: '/v1/icm/messages/{messageId}' },
	input: fieldSet({
		messageId: field(
			textValue('must be a message id: 64 hexadecimal digits, with or without 0x', (text) =>
				/^(0x)?[0-9a-fA-F]{64}$/.test(text),
			),
			{
				in: 'path',
				label: 'Message ID',
				description: 'Teleporter message ID, 64 hexadecimal digits',
				placeholder: 'acf1c8b06f9aec48e9fcbefbbe576ae8a7ca3b327fcae111396e7cc99956674d',
			},
		),
	}),
	output: MESSAGE,
	columns,
	explorer: EXPLORER,
});

function end(of: 'source' | 'destination') {
	return field(chain().optional(), {
		in: 'query',
		label: of === 'source' ? 'Source Chain' : 'Destination Chain',
		description: `Only messages ${of === 'source' ? 'from' : 'to'} this chain: its EVM chain ID or its blockchain ID (cb58)`,
		placeholder: '43114',
	});
}

function party(label: string, description: string) {
	return field(evmAddress().optional(), {
		in: 'query',
		label,
		description,
		placeholder: '0x664A4Be5Af2cFc824F9C0914CbAc4703396Da2DC',
	});
}

/** Messages of a network. */
export const getMany = declareList({
	id: 'icmMessage.getMany',
	...LIST,
	entry: { value: 'getMany', name: 'Get Many' },
	action: 'Get many ICM messages',
	description:
		'Lists interchain (ICM, Teleporter) messages, newest first, optionally by chain, sender or recipient',
	call: { type: 'http', method: 'GET', path: '/v1/icm/messages' },
	input: fieldSet({
		sourceBlockchainId: end('source'),
		destinationBlockchainId: end('destination'),
		blockchainId: field(id('a blockchain id').optional(), {
			in: 'query',
			label: 'Blockchain ID',
			description: 'Only messages from or to this chain: its blockchain ID (cb58)',
			placeholder: '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5',
		}),
		from: party('Sender', 'Only messages that this address sent, 0x and 40 hexadecimal digits'),
		to: party('Recipient', 'Only messages to this address, 0x and 40 hexadecimal digits'),
		network: ofNetwork('messages'),
		...pages(),
	}),
});

/** Messages that an address sent or received. */
export const getManyOfAddress = declareList({
	id: 'icmMessage.getManyOfAddress',
	...LIST,
	entry: { value: 'getManyOfAddress', name: 'Get Many of Address' },
	action: 'Get many ICM messages of an address',
	description:
		'Lists the interchain (ICM, Teleporter) messages that an address sent or received, newest first',
	call: { type: 'http', method: 'GET', path: '/v1/icm/addresses/{address}/messages' },
	input: fieldSet({
		address: wallet(),
		network: ofNetwork('messages'),
		...pages(),
	}),
});
