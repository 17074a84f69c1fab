import { field } from '../../../core/fields/field';
import { chain, tokenContracts } from '../../../core/fields/identifiers';
import { choice, choices, flag, listOf } from '../../../core/fields/inputs';
import { oneAmount } from '../../../core/fields/lines';
import { broken } from '../../../core/fields/rules';
import * as out from '../../../core/fields/outputs';
import { baseUnits } from '../../../core/formats/amount';
import { isEvmAddress } from '../../../core/formats/ids';
import { evmAddressMistake } from '../../../core/formats/mistakes';
import { declareArrivals } from '../../../core/events/arrivalEvent';
import { markOf } from '../../../core/events/event';
import { evmTransactionPage } from '../../../core/events/explorer';
import { aboutChain, chainOfNode } from '../../../core/events/fields';
import { exampleTransfer } from './example';
import { loggedTransfers, nodeBlocks, timed } from './transferLogs';
import {
	TOKEN_KINDS,
	TRANSFER_KINDS,
	type Transfer,
	dataBlocks,
	dataTransfers,
} from '../shared/transfers';
import { amountOf } from '../../../core/events/words';

const MOST_ADDRESSES = 20;
/** Blocks of 30 seconds, the most that accepted blocks wait for their execution (ACP-194), at 4 a second. */
const NODE_OVERLAP = 120;

const KINDS = [
	{ value: 'native', name: 'Native Token' },
	{ value: 'erc20', name: 'ERC-20 Token' },
	{ value: 'erc721', name: 'ERC-721 Token (NFT)' },
	{ value: 'erc1155', name: 'ERC-1155 Token' },
	{ value: 'internal', name: 'Native Token, by a Contract (Internal)' },
];

/** Tokens that addresses of an EVM chain receive or send. */
export const transfer = declareArrivals({
	value: 'transfer',
	type: 'token.transfer',
	name: 'Transfer',
	description: 'Your addresses receive or send a native, ERC-20, ERC-721 or ERC-1155 token',
	what: 'transfer',
	reads:
		'the data service: transactions of an address (`listTransactionsV2`), one request per address; or the node: `eth_blockNumber` and four `eth_getLogs` in one batch for 2,048 blocks, or as many as the node takes, whatever the number of addresses',
	remembers: '24 characters of each matching transfer in the overlap',
	fields: {
		readFrom: field(
			choice(
				['data', 'node'],
				[
					{
						value: 'data',
						name: 'Data Service',
						description: 'All kinds of transfers, without known spam tokens',
					},
					{
						value: 'node',
						name: 'Node',
						description:
							'Only transfers of the given tokens: logs contain no transfers of the native token',
					},
				],
			),
			{
				in: 'form',
				label: 'Read From',
				description: 'Where to read the transfers',
				default: 'data',
			},
		),
		addresses: field(
			listOf(
				'must be EVM addresses: 0x and 40 hexadecimal digits each',
				isEvmAddress,
				MOST_ADDRESSES,
				evmAddressMistake,
			),
			{
				in: 'form',
				label: 'Addresses',
				description: `Addresses whose transfers to watch, separated by commas, up to ${MOST_ADDRESSES}; each poll of the data service makes one request per address`,
				placeholder: '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7',
			},
		),
		chainId: field(
			chain().optional(),
			aboutChain({ shownFor: { field: 'readFrom', values: ['data'] } }),
		),
		blockchainId: chainOfNode({ shownFor: { field: 'readFrom', values: ['node'] } }),
		contractAddresses: field(tokenContracts().optional(), {
			in: 'form',
			label: 'Contract Addresses',
			description:
				'Only tokens of these contracts, separated by commas; required with Read From: Node. Transfers of the native token then fire only if Kinds includes them.',
			placeholder: '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E',
			show: 'main',
		}),
		direction: field(
			choice(
				['both', 'received', 'sent'],
				[
					{ value: 'both', name: 'Both' },
					{ value: 'received', name: 'Received' },
					{ value: 'sent', name: 'Sent' },
				],
			).optional(),
			{
				in: 'form',
				label: 'Direction',
				description: 'Which transfers to watch',
				default: 'both',
				show: 'filter',
			},
		),
		kinds: field(choices(TRANSFER_KINDS, KINDS).optional(), {
			in: 'form',
			label: 'Kinds',
			description:
				'Only these kinds of transfers; by default all, or only tokens if contract addresses are given',
			show: 'filter',
		}),
		minValue: field(oneAmount().optional(), {
			in: 'form',
			label: 'Minimum Amount',
			description:
				'Only transfers of at least this amount in whole units of their token, such as 0.5; an NFT counts as 1, and a token without decimals has no whole units',
			placeholder: '100',
			show: 'filter',
		}),
		includeSpam: field(flag().optional(), {
			in: 'form',
			label: 'Include Spam Tokens',
			description: 'Whether to include tokens that the data service marks as spam',
			default: false,
			show: 'filter',
			shownFor: { field: 'readFrom', values: ['data'] },
		}),
	},
	rules: [
		({ readFrom, contractAddresses, kinds }, context) => {
			if (readFrom !== 'node') return;
			if (!contractAddresses)
				broken(context, 'contractAddresses', 'is required if "Read From" (readFrom) is Node');
			if (kinds?.some((kind) => !TOKEN_KINDS.includes(kind)))
				broken(
					context,
					'kinds',
					'must be kinds of tokens if "Read From" (readFrom) is Node: its logs contain nothing else',
				);
		},
	],
	columns: {
		kind: out.choice(TRANSFER_KINDS),
		direction: out.choice(
			['received', 'sent', 'own'],
			'own is a transfer between two of your addresses',
		),
		address: out.address('Yours'),
		counterparty: out.address(),
		amount: out.amount({ decimals: 'decimals' }),
		decimals: out.count('Decimals of the amount; null where the token has no whole units'),
		symbol: out.text('Of the token; null where it has none'),
		contractAddress: out.address('Of the token'),
		tokenId: out.id('ID of an ERC-721 or ERC-1155 token'),
		from: out.address(),
		to: out.address(),
		txHash: out.hash(),
		blockNumber: out.count(),
		chain: out.id('EVM chain ID; with Read From: Node, blockchain ID or alias'),
	},
	pages: (settings, context, reading) =>
		settings.readFrom === 'node'
			? loggedTransfers(settings, context, reading)
			: dataTransfers(settings, context, reading),
	places: {
		of: ({ block }) => block,
		newest: (settings, context) => blocksOf(settings).newest(settings, context),
		at: (settings, context, moment) => blocksOf(settings).at(settings, context, moment),
	},
	overlap: {
		blocks: 900,
		note: `; with Read From: Node, at least and by default ${NODE_OVERLAP}, which is 30 seconds at four blocks a second: nodes behind one URL may be so far apart`,
	},
	overlapFor: ({ readFrom, overlapBlocks = 0 }) =>
		readFrom === 'node' ? Math.max(overlapBlocks, NODE_OVERLAP) : undefined,
	timeOf: ({ time }) => time,
	markOf: ({ id }) => markOf(id),
	matcher({ addresses, contractAddresses, direction = 'both', kinds, minValue }) {
		const mine = new Set(addresses.map((each) => each.toLowerCase()));
		const contracts = contractAddresses && new Set(contractAddresses.map((c) => c.toLowerCase()));
		const wanted = new Set<string>(kinds ?? (contracts ? TOKEN_KINDS : TRANSFER_KINDS));
		return ({ kind, moved, from, to, contract, value, decimals }) => {
			if (!moved || !wanted.has(kind)) return false;
			if (contracts && contract && !contracts.has(contract.toLowerCase())) return false;
			const received = mine.has(to.toLowerCase());
			const sent = mine.has(from.toLowerCase());
			if (!(direction === 'received' ? received : direction === 'sent' ? sent : received || sent))
				return false;
			if (minValue === undefined) return true;
			// An amount without whole units is not compared with one in whole units.
			return decimals !== undefined && BigInt(value) >= baseUnits(minValue, decimals);
		};
	},
	complete: async (item, settings, context) =>
		item.time > 0 ? item : await timed(item, settings, context),
	tell(item, { addresses }) {
		const { id, kind, from, to, value, decimals, symbol, contract, tokenId, txHash } = item;
		const mine = new Set(addresses.map((each) => each.toLowerCase()));
		const [received, sent] = [mine.has(to.toLowerCase()), mine.has(from.toLowerCase())];
		const direction = received && sent ? 'own' : sent ? 'sent' : 'received';
		const [address, counterparty] = direction === 'received' ? [to, from] : [from, to];
		const what = movedIn(item);
		const verb = direction === 'received' ? 'received' : 'sent';
		const side = direction === 'received' ? `from ${from}` : `to ${to}`;
		return {
			id,
			subject: address,
			title: `${address}: ${verb} ${what}`,
			text: `${address} ${verb} ${what} ${side}${direction === 'own' ? ', your own address' : ''}.`,
			url: evmTransactionPage(item.chain, txHash),
			columns: {
				kind,
				direction,
				address,
				counterparty,
				amount: value,
				decimals: decimals ?? null,
				symbol: symbol ?? null,
				contractAddress: contract ?? null,
				tokenId: tokenId ?? null,
				from,
				to,
				txHash,
				blockNumber: item.block,
				chain: item.chain,
			},
		};
	},
	example: exampleTransfer,
});

/** The transferred tokens in words: an amount, or a token of a collection. */
function movedIn({ kind, value, decimals, symbol, contract, tokenId }: Transfer): string {
	if (tokenId !== undefined) {
		const many = kind === 'erc1155' && value !== '1' ? `${value} ` : '';
		return `${many}${symbol ?? `tokens of ${contract}`} #${tokenId}`;
	}
	const token = symbol ?? `the token ${contract}`;
	if (decimals === undefined) return `${value} base units of ${token}`;
	return symbol === undefined
		? `${amountOf(value, decimals, 'whole units')} of ${token}`
		: amountOf(value, decimals, symbol);
}

function blocksOf({ readFrom }: { readFrom: string }) {
	return readFrom === 'node' ? nodeBlocks : dataBlocks;
}
