import { field } from '../../../fields/field';
import { addresses } from '../../../fields/identifiers';
import { choice, choices } from '../../../fields/inputs';
import { broken } from '../../../fields/rules';
import * as out from '../../../fields/outputs';
import { bareAddress } from '../../../formats/ids';
import { network } from '../../shared/data/fields';
import * as primaryTransactionOperations from '../../primaryTransaction/primaryTransaction';
import { addressesOfNetwork } from '../../shared/data/rules';
import type { ItemOf } from '../../../operations/declare';
import { NETWORKS, NETWORK_CHOICES, TX_TYPES, TX_TYPE_CHOICES } from '../../../operations/shared';
import { declareArrivals } from '../../../events/arrivalEvent';
import type { ReadingOrder } from '../../../events/arrivalSource';
import { type PollContext, markOf } from '../../../events/event';
import { networkOf, transactionPage } from '../../../events/explorer';
import { pagesOfList } from '../../../events/lists';
import { merged } from '../../../events/merged';
import { EXAMPLE_TX } from '../../../events/sample';
import { needed } from '../../../events/unreadable';
import { AVAX_ID } from '../../shared/money';
import { avaxIn } from '../shared/amounts';
import { deedWords, movedIn } from '../shared/transactionWords';
import {
	type FromNode,
	type NodeTransaction,
	named,
	nodeTransactions,
	primaryHeights,
} from './nodeTransactions';

type Item = ItemOf<typeof primaryTransactionOperations.getMany, 'tolerant'>;

const CHAINS = ['p-chain', 'x-chain', 'c-chain'] as const;
type Chain = (typeof CHAINS)[number];
type Network = (typeof NETWORKS)[number];

const CHAIN_NAMES: Record<Chain, string> = {
	'p-chain': 'P-Chain',
	'x-chain': 'X-Chain',
	'c-chain': 'C-Chain',
};

/** A transaction with its chain; one from a node has what its bytes say. */
type Transaction = { chain: Chain; tx: Item; read?: undefined } | FromBlock;

interface FromBlock {
	chain: Chain;
	tx: Item;
	read: NodeTransaction;
}

const DIRECTIONS = ['received', 'sent'] as const;

/** Transactions of addresses on the P-Chain, the X-Chain and between the chains. */
export const primaryTransaction = declareArrivals({
	value: 'primaryTransaction',
	type: 'primary.transaction',
	name: 'Primary Network Transaction',
	description:
		'A transaction of your P- or X-Chain addresses, or an import or export of the C-Chain, by type; P and X also from the blocks of a node',
	what: 'transaction',
	reads:
		'the data service: transactions of the primary network, one request per chain for all addresses; or the node: `platform.getHeight` and `platform.getBlockByHeight`, or `avm.getHeight` and `avm.getBlockByHeight`, one request for every block, whatever the number of addresses, and `platform.getTx` for each stake that ends',
	remembers: '26 characters of each matching transaction in the overlap',
	fields: {
		readFrom: field(
			choice(
				['data', 'node'],
				[
					{ value: 'data', name: 'Data Service', description: 'All three chains' },
					{
						value: 'node',
						name: 'Node',
						description:
							'One chain, from its blocks: any node, without an index. The addresses of inputs are those that signed; an owner of several who did not sign is not seen',
					},
				],
			),
			{
				in: 'form',
				label: 'Read From',
				description: 'Where to read the transactions',
				default: 'data',
			},
		),
		network: field(choice(NETWORKS, NETWORK_CHOICES).optional(), {
			...network('form').info,
			shownFor: { field: 'readFrom', values: ['data'] },
			requiredFor: ['data'],
		}),
		chain: field(
			choice(
				['P', 'X'],
				[
					{ value: 'P', name: 'P-Chain' },
					{ value: 'X', name: 'X-Chain' },
				],
			).optional(),
			{
				in: 'form',
				label: 'Chain',
				description: 'The chain whose blocks to read',
				default: 'P',
				show: 'main',
				shownFor: { field: 'readFrom', values: ['node'] },
			},
		),
		addresses: field(addresses(), {
			in: 'form',
			label: 'Addresses',
			description: 'P-, X- or C-Chain addresses (bech32), separated by commas',
			placeholder: 'P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5',
		}),
		chains: field(
			choices(
				CHAINS,
				CHAINS.map((value) => ({ value, name: CHAIN_NAMES[value] })),
			).optional(),
			{
				in: 'form',
				label: 'Chains',
				description: 'Only these chains, one request each; all three by default',
				show: 'filter',
				shownFor: { field: 'readFrom', values: ['data'] },
			},
		),
		txTypes: field(choices(TX_TYPES, TX_TYPE_CHOICES).optional(), {
			in: 'form',
			label: 'Transaction Types',
			description: 'Only transactions of these types',
			placeholder: 'BaseTx',
			show: 'filter',
		}),
	},
	rules: [
		(settings, context) => {
			const { readFrom, addresses: mine, chain = 'P' } = settings;
			if (readFrom === 'data') return addressesOfNetwork('addresses')(settings, context);
			const at = mine.findIndex(
				(address) => bareAddress(address) !== address && !address.startsWith(`${chain}-`),
			);
			if (at >= 0)
				broken(
					context,
					'addresses',
					`must be addresses of the ${chain}-Chain, preceded by ${chain}- or by nothing`,
					at,
				);
		},
	],
	columns: {
		chain: out.choice(CHAINS),
		direction: out.choice(
			DIRECTIONS,
			'sent if one of your addresses spends (with Read From: Node, if it signed); null if it is only named, as owner of rewards, of a subnet or of a balance',
		),
		txHash: out.hash(),
		txType: out.text('Such as BaseTx, ImportTx or ExportTx'),
		amount: out.amount({
			decimals: 'decimals',
			note: 'What it stakes, adds to a balance or moves, without change: of AVAX if there is some, otherwise of its first asset; null where the service does not say it',
		}),
		decimals: out.count('Decimals of the amount'),
		symbol: out.text(
			'Of AVAX; for any other asset, the name that its maker chose in quotes, and its asset ID',
		),
		known: out.flag('True for AVAX: anyone can give an asset any name'),
		assetId: out.id('Of the amount (cb58)'),
		amountStaked: out.nAvax(),
		amountBurned: out.nAvax('The fee, on the P-Chain; with Read From: Node, also on the X-Chain'),
		nodeId: out.nodeId(),
		subnetId: out.id('cb58'),
		sourceChain: out.id('For a transfer between chains'),
		destinationChain: out.id('For a transfer between chains'),
		blockHeight: out.count(),
		memo: out.hex(),
	},
	pages(settings, context, reading) {
		const { readFrom, network, addresses: mine, chains } = settings;
		if (readFrom === 'node') return fromBlocks(settings, context, reading);
		const order =
			reading.order === 'newest'
				? ({ sortOrder: 'desc' } as const)
				: // "After" may not include the moment itself.
					({ sortOrder: 'asc', startTimestamp: Math.max(0, reading.from - 1) } as const);
		const wanted = chains as Chain[] | undefined;
		const lists = (wanted ?? CHAINS).map(async function* (chain) {
			const input = {
				network: network as Network,
				blockchainId: chain,
				addresses: mine.map(bareAddress),
				...order,
			};
			const pages = pagesOfList(context, primaryTransactionOperations.getMany, input, [
				['txHash'],
				['blockTimestamp', 'timestamp'],
			]);
			for await (const { items, more } of pages) {
				yield { items: items.map((tx): Transaction => ({ chain, tx })), more };
			}
		});
		return merged(lists, timeOf, reading.order);
	},
	timeOf,
	unkeyed: { readFrom: 'data' },
	positionsFor: ({ readFrom }) =>
		readFrom === 'node'
			? { ...primaryHeights, of: ({ read }) => needed(read, 'block').blockHeight }
			: undefined,
	// A block is final, and a node has all of it or nothing.
	overlapFor: ({ readFrom }) => (readFrom === 'node' ? 0 : undefined),
	markOf: ({ chain, tx }) => markOf(`${chain}:${tx.txHash}`),
	matcher({ txTypes }) {
		const types = txTypes && new Set(txTypes);
		return ({ tx }) => !types || types.has(String(tx.txType));
	},
	async complete(item, settings, context) {
		return item.read ? fromNode(settings, await named(item.read, settings, context)) : item;
	},
	tell({ chain, tx }: Transaction, { network, addresses: mine }) {
		const txHash = String(tx.txHash);
		const moved = movedIn(tx, mine);
		const subject = mineIn(tx, mine);
		const what = deedWords(tx, moved);
		return {
			id: `${chain}:${txHash}`,
			subject,
			title: `${subject}: ${what} on the ${CHAIN_NAMES[chain]}`,
			text: `${what} on the ${CHAIN_NAMES[chain]}, in which ${subject} takes part: transaction ${txHash}.`,
			url: transactionPage(network ?? networkOf(mine[0]) ?? '', chain, txHash),
			columns: {
				chain,
				direction: directionOf(mine, tx),
				txHash,
				txType: tx.txType ?? null,
				amount: moved === undefined ? null : String(moved.amount),
				decimals: moved?.decimals ?? null,
				symbol: moved?.symbol ?? null,
				known: moved?.known ?? null,
				assetId: moved?.assetId ?? null,
				amountStaked: nAvaxIn(tx.amountStaked),
				amountBurned: nAvaxIn(tx.amountBurned),
				nodeId: tx.nodeId ?? null,
				subnetId: tx.subnetId ?? null,
				sourceChain: tx.sourceChain ?? null,
				destinationChain: tx.destinationChain ?? null,
				blockHeight: tx.blockHeight ?? tx.blockNumber ?? null,
				memo: tx.memo ?? null,
			},
		};
	},
	example: ({ readFrom, network, chain, addresses: mine, chains, txTypes }, now): Transaction => ({
		chain: readFrom === 'node' ? ON_NODE[chain ?? 'P'] : ((chains?.[0] ?? 'p-chain') as Chain),
		tx: {
			txHash: EXAMPLE_TX,
			txType: txTypes?.[0] ?? 'ImportTx',
			blockTimestamp: now,
			blockNumber: 23_000_000,
			emittedUtxos: [
				{
					addresses: [mine[0]],
					asset: {
						amount: '12500000000',
						assetId: AVAX_ID[(network ?? networkOf(mine[0]) ?? 'mainnet') as 'mainnet'],
					},
				},
			],
		} as unknown as Item,
	}),
});

const ON_NODE = { P: 'p-chain', X: 'x-chain' } as const;

const fromNode = ({ chain = 'P' }: FromNode, read: NodeTransaction): FromBlock => ({
	chain: ON_NODE[chain as 'P'],
	tx: read as unknown as Item,
	read,
});

async function* fromBlocks(settings: FromNode, context: PollContext, reading: ReadingOrder) {
	for await (const { items, ...page } of nodeTransactions(settings, context, reading)) {
		yield { items: items.map((read): Transaction => fromNode(settings, read)), ...page };
	}
}

/** sent for a spender, received for an owner of outputs or of a stake that ends; null for one that is only named. */
function directionOf(
	mine: readonly string[],
	{ txType, consumedUtxos, emittedUtxos }: Item,
): (typeof DIRECTIONS)[number] | null {
	const own = new Set(mine.map(bareAddress));
	const hasOwn = (utxos: typeof emittedUtxos) =>
		(utxos ?? []).some(({ addresses: of }) =>
			(of ?? []).some((each) => own.has(bareAddress(each))),
		);
	const isEnd = /^Reward/.test(String(txType));
	if (!isEnd && hasOwn(consumedUtxos)) return 'sent';
	return isEnd || hasOwn(emittedUtxos) ? 'received' : null;
}

/** AVAX among amounts of several assets; null if there is none. */
function nAvaxIn(amounts: Item['amountStaked']): string | null {
	const sum = avaxIn(amounts);
	return sum === 0n ? null : String(sum);
}

function timeOf({ tx }: Transaction): number {
	return Number(tx.blockTimestamp ?? tx.timestamp ?? 0);
}

/** The first of the addresses that a transaction contains, as written in the settings. */
function mineIn(tx: Item, mine: readonly string[]): string {
	const utxos = [...(tx.emittedUtxos ?? []), ...(tx.consumedUtxos ?? [])];
	const owners = utxos.flatMap((utxo) => utxo.addresses ?? []);
	const named = new Set([...owners, ...(tx.rewardAddresses ?? [])].map(bareAddress));
	return mine.find((address) => named.has(bareAddress(address))) ?? mine[0];
}
