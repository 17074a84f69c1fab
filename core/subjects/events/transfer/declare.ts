import { field } from '../../../fields/field';
import { chain, tokenContracts } from '../../../fields/identifiers';
import { choice, choices, flag, listOf, whole } from '../../../fields/inputs';
import { oneAmount } from '../../../fields/lines';
import { broken } from '../../../fields/rules';
import * as out from '../../../fields/outputs';
import { baseUnits } from '../../../formats/amount';
import { isEvmAddress } from '../../../formats/evmAddress';
import { evmAddressMistake } from '../../../formats/mistakes';
import { declareArrivals } from '../../../events/arrivalEvent';
import { markOf } from '../../../events/event';
import { evmTransactionPage } from '../../../events/explorer';
import { aboutChain, chainOfNode } from '../../../events/fields';
import { exampleTransfer } from './example';
import { MOST_UNKNOWN, limited, limitedPages } from './floods';
import { MOST_MET, lookAlikeOf } from './likeness';
import { NODE_OVERLAP_NOTE, nodeBlocks, nodeOverlap, timed } from '../shared/nodeLogs';
import { loggedTransfers } from './transferLogs';
import {
	TOKEN_KINDS,
	TRANSFER_KINDS,
	type Transfer,
	dataBlocks,
	dataTransfers,
} from '../shared/transfers';
import { type Money, contractKey, nativeMoney, tokenMoney } from '../../shared/money';
import { amountOf, separated } from '../../../events/words';

const MOST_ADDRESSES = 20;

const DIRECTIONS = ['received', 'sent', 'own'] as const;

/** The settings by which a transfer is selected and named. */
interface Selection {
	addresses: readonly string[];
	contractAddresses?: readonly string[];
	knownTokens?: readonly string[];
	direction?: string;
	kinds?: readonly string[];
	minValue?: string;
	includeZero?: boolean;
	mostUnknown?: number;
}

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
		includeZero: field(flag().optional(), {
			in: 'form',
			label: 'Include Zero-Value Transfers',
			description:
				'Whether to include transfers of 0 tokens: anybody can make one from your address to any other, so that a look-alike address is in your history',
			default: false,
			show: 'filter',
		}),
		knownTokens: field(tokenContracts().optional(), {
			in: 'form',
			label: 'Known Tokens',
			description:
				'Contracts of tokens that you know, separated by commas. Their symbols are shown without quotes, like those of AVAX, of the given Contract Addresses and of well-known tokens: anybody can give a token any name.',
			placeholder: '0x60781C2586D68229fde47564546784ab3fACA982',
			show: 'option',
		}),
		mostUnknown: field(whole(1, 1_000).optional(), {
			in: 'form',
			label: 'Unknown Transfers at Most',
			description:
				'How many incoming transfers of tokens that are not known fire for one transaction of somebody else; one more event says how many are left out, and Event: Replay returns all',
			default: MOST_UNKNOWN,
			show: 'option',
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
		kind: out.choice(TRANSFER_KINDS, 'Null for transfers that are left out'),
		direction: out.choice(DIRECTIONS, 'own is a transfer between two of your addresses'),
		address: out.address('Yours'),
		counterparty: out.address(),
		lookAlikeOf: out.address(
			'An address of yours, or one that you sent to, whose first and last digits are those of the counterparty; null if there is none',
		),
		amount: out.amount({ decimals: 'decimals' }),
		decimals: out.count('Decimals of the amount; null where the token has no whole units'),
		symbol: out.text(
			'Of AVAX and known tokens; for any other, the name that its maker chose in quotes, and the contract',
		),
		known: out.flag(
			'True for AVAX, Contract Addresses, Known Tokens and well-known contracts: anyone can give a token any name',
		),
		tokenReputation: out.text(
			'What the service says: Malicious, Benign or null; a node says nothing',
		),
		contractAddress: out.address('Of the token'),
		tokenId: out.id('ID of an ERC-721 or ERC-1155 token'),
		from: out.address(),
		to: out.address(),
		txHash: out.hash(),
		blockNumber: out.count(),
		chain: out.id('EVM chain ID; with Read From: Node, blockchain ID or alias'),
		moreTransfers: out.count('Number of the transfers that are left out; null for a transfer'),
	},
	pages: (settings, context, reading) =>
		settings.readFrom === 'node'
			? loggedTransfers(settings, context, reading)
			: 'all' in reading
				? dataTransfers(settings, context, reading)
				: limitedPages(dataTransfers(settings, context, reading), limitOf(settings)),
	positions: {
		of: ({ block }) => block,
		newest: (settings, context) => blocksOf(settings).newest(settings, context),
		at: (settings, context, moment) => blocksOf(settings).at(settings, context, moment),
	},
	overlap: {
		blocks: 900,
		note: `; with Read From: Node, ${NODE_OVERLAP_NOTE}`,
	},
	overlapFor: (settings) => (settings.readFrom === 'node' ? nodeOverlap(settings) : undefined),
	timeOf: ({ time }) => time,
	markOf: ({ id }) => markOf(id),
	matcher: selector,
	memory: {
		most: MOST_MET,
		of({ from, to, value, moved, ...token }, settings, met) {
			if (!moved || value === '0' || !setOf(settings.addresses).has(contractKey(from)))
				return undefined;
			// Anybody can make a token that moves from your address to a look-alike.
			const isReal = moneyOf({ from, to, value, moved, ...token }, settings).known;
			return isReal && lookAlikeOf(to, [...settings.addresses, ...met]) === undefined
				? to
				: undefined;
		},
	},
	complete: async (item, settings, context) =>
		item.time > 0 ? item : await timed(item, settings, context),
	tell(item, settings, met) {
		const { id, kind, from, to, value, decimals, contract, tokenId, txHash, more } = item;
		const mine = setOf(settings.addresses);
		const [received, sent] = [mine.has(to.toLowerCase()), mine.has(from.toLowerCase())];
		const direction: (typeof DIRECTIONS)[number] =
			received && sent ? 'own' : sent ? 'sent' : 'received';
		const [address, counterparty] = direction === 'received' ? [to, from] : [from, to];
		const money = moneyOf(item, settings);
		const what =
			more === undefined
				? movedIn(item, money)
				: `${more} more ${more === 1 ? 'transfer' : 'transfers'} of unknown tokens`;
		const like = lookAlikeOf(counterparty, [...settings.addresses, ...met]);
		const warning =
			like === undefined
				? ''
				: ` ${counterparty} looks like ${like}, and is another address: do not copy it.`;
		const verb = direction === 'received' ? 'received' : 'sent';
		const side = direction === 'received' ? `from ${from}` : `to ${to}`;
		return {
			id,
			subject: address,
			title: `${address}: ${verb} ${what}`,
			text:
				more === undefined
					? `${address} ${verb} ${what} ${side}${direction === 'own' ? ', your own address' : ''}.${warning}`
					: `The transaction ${txHash} has ${what} to ${address}. Event: Replay returns them.`,
			url: evmTransactionPage(item.chain, txHash),
			columns: {
				...(more === undefined
					? {
							kind,
							counterparty,
							lookAlikeOf: like ?? null,
							amount: value,
							decimals: decimals ?? null,
							symbol: money.symbol,
							contractAddress: contract ?? null,
							tokenId: tokenId ?? null,
							from,
							tokenReputation: item.reputation ?? null,
						}
					: NO_TRANSFER),
				direction,
				address,
				known: money.known,
				to,
				txHash,
				blockNumber: item.block,
				chain: item.chain,
				moreTransfers: more ?? null,
			},
		};
	},
	example: exampleTransfer,
});

/** The columns of a single transfer, in an item for several that are left out. */
const NO_TRANSFER = {
	kind: null,
	counterparty: null,
	lookAlikeOf: null,
	amount: null,
	decimals: null,
	symbol: null,
	contractAddress: null,
	tokenId: null,
	from: null,
	tokenReputation: null,
};

const setOf = (addresses: readonly string[]) => new Set(addresses.map(contractKey));

/** The transfers that the settings select. */
function selector({
	addresses,
	contractAddresses,
	direction = 'both',
	kinds,
	minValue,
	includeZero = false,
}: Selection): (transfer: Transfer) => boolean {
	const mine = setOf(addresses);
	const contracts = contractAddresses && setOf(contractAddresses);
	const wanted = new Set<string>(kinds ?? (contracts ? TOKEN_KINDS : TRANSFER_KINDS));
	return ({ kind, moved, from, to, contract, value, decimals, more }) => {
		if (more !== undefined) return true;
		if (!moved || !wanted.has(kind) || (value === '0' && !includeZero)) return false;
		if (contracts && contract && !contracts.has(contractKey(contract))) return false;
		const received = mine.has(contractKey(to));
		const sent = mine.has(contractKey(from));
		if (!(direction === 'received' ? received : direction === 'sent' ? sent : received || sent))
			return false;
		if (minValue === undefined) return true;
		// An amount without whole units is not compared with one in whole units.
		return decimals !== undefined && BigInt(value) >= baseUnits(minValue, decimals);
	};
}

/** The money that a transfer moves; known are the contracts that the settings name. */
function moneyOf(
	{ chain: on, contract, symbol, kind }: Transfer,
	{ contractAddresses = [], knownTokens = [] }: Selection,
): Money {
	if (!TOKEN_KINDS.includes(kind)) return nativeMoney(on, undefined, true);
	return tokenMoney(on, contract, symbol, setOf([...contractAddresses, ...knownTokens]));
}

function limitOf(settings: Selection) {
	const mine = setOf(settings.addresses);
	return {
		isWanted: selector(settings),
		isForeign: (transfer: Transfer) =>
			mine.has(contractKey(transfer.to)) &&
			!mine.has(contractKey(transfer.sender ?? transfer.from)) &&
			!moneyOf(transfer, settings).known,
		most: settings.mostUnknown ?? MOST_UNKNOWN,
	};
}

/** Transfers of one transaction, as polls report them. */
export function limitedTransfers(
	transfers: readonly Transfer[],
	settings: Selection,
): readonly Transfer[] {
	const limit = limitOf(settings);
	return transfers.length > limit.most ? limited(transfers, limit) : transfers;
}

/** The transferred tokens in words: an amount, or a token of a collection. */
function movedIn({ kind, value, decimals, symbol, tokenId }: Transfer, money: Money): string {
	const named = symbol === undefined && money.symbol.startsWith('token ');
	const what = named ? `the ${money.symbol}` : money.symbol;
	if (tokenId !== undefined) {
		const many = kind === 'erc1155' && value !== '1' ? `${separated(value)} ` : '';
		return `${many}${named ? `of ${what}` : what} #${tokenId}`;
	}
	if (decimals === undefined) return `${separated(value)} base units of ${what}`;
	return named
		? `${amountOf(value, decimals, 'whole units')} of ${what}`
		: amountOf(value, decimals, what);
}

function blocksOf({ readFrom }: { readFrom: string }) {
	return readFrom === 'node' ? nodeBlocks : dataBlocks;
}
