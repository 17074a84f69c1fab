import { type Column, type Paths, resolveColumns, valueAt } from '../fields/columns';
import type { Output } from '../fields/outputs';
import { P_CHAINS, X_CHAINS } from './shared';

/**
 * What Simplify adds of the chain of an item: its name, the symbol of its native token, and a link
 * to the item in a block explorer.
 */

/** What a page of a block explorer shows: `<explorer>/tx/<hash>`. */
export type Page = 'tx' | 'block' | 'address';

/** An item as something on a chain. */
export interface Place {
	page: Page;
	/** What the page is called by: a hash, a number or an address. */
	of: Column;
	/** Where the item names its EVM chain; without it, the chain is that of the input. */
	chain?: Column;
	/** What the names of the columns begin with, where an item is on several chains. */
	prefix?: string;
	/** True where the item has an amount of the native token and the service does not name its symbol. */
	native?: boolean;
}

/** The places of an item, on EVM chains or on the chains of the primary network. */
export interface Explorer<Item> {
	on: 'evm' | 'primary';
	places(item: Paths<Item>): readonly Place[];
}

/** What is known of a chain. */
export interface Chain {
	name?: string;
	/** Of its native token. */
	symbol?: string;
	/** URL of its block explorer, where it has one. */
	explorer?: string;
}

/** A field that refers to a chain, with the names of the columns that Simplify adds. */
export interface ResolvedPlace {
	page: Page;
	path: readonly string[];
	chainPath?: readonly string[];
	/** Of the chain's name; EVM chains only. */
	nameColumn?: string;
	/** Of the symbol of the native token; items with an amount of it only. */
	symbolColumn?: string;
	linkColumn: string;
}

/** The public explorer of each network: the P- and the X-Chain are on it. */
export const PUBLIC_EXPLORERS: Readonly<Record<string, string>> = {
	mainnet: 'https://subnets.avax.network',
	fuji: 'https://subnets-test.avax.network',
	testnet: 'https://subnets-test.avax.network',
};

const named = (prefix: string | undefined, name: string) =>
	prefix ? `${prefix}${name[0].toUpperCase()}${name.slice(1)}` : name;

/** The places that a declaration names. */
export function resolvePlaces<Item>(
	item: Output<Item>,
	{ on, places }: Explorer<Item>,
): ResolvedPlace[] {
	let listed: readonly Place[] = [];
	const columns = resolveColumns(item, (paths) => {
		listed = places(paths);
		return listed.flatMap(({ of, chain }) => [of, chain ?? of]);
	});
	return listed.map(({ page, chain, prefix, native }, at) => ({
		page,
		path: columns[2 * at].path,
		...(chain && { chainPath: columns[2 * at + 1].path }),
		...(on === 'evm' && { nameColumn: named(prefix, 'chainName') }),
		...(native && { symbolColumn: named(prefix, 'symbol') }),
		linkColumn: named(prefix, 'explorerUrl'),
	}));
}

/** The chain of the primary network that an input names; the P-Chain where it names none. */
export function primaryChain(input: Readonly<Record<string, unknown>>): Chain | undefined {
	const base = PUBLIC_EXPLORERS[String(input.network)];
	const id = String(input.blockchainId ?? 'p-chain');
	const alias = P_CHAINS.includes(id) ? 'p-chain' : X_CHAINS.includes(id) ? 'x-chain' : undefined;
	return base && alias ? { explorer: `${base}/${alias}` } : undefined;
}

/** The page of an explorer, or undefined where it has none or the explorer's address is no URL. */
export function linkTo(explorer: string | undefined, page: Page, of: unknown): string | undefined {
	const isNamed = (typeof of === 'string' && of !== '') || typeof of === 'number';
	if (!isNamed || !explorer || !/^https?:\/\/[^\s"'<>]+$/.test(explorer)) return undefined;
	return `${explorer.replace(/\/+$/, '')}/${page}/${encodeURIComponent(of)}`;
}

/**
 * The columns that Simplify adds to an item: the name of each of its chains, the symbol of its native
 * token if the item has an amount of it, and a link to the item. Unknown values are null. `chainOf`
 * returns the details of an EVM chain.
 */
export function placeColumns(
	places: readonly ResolvedPlace[],
	item: unknown,
	chainOf: (id: unknown) => Chain | undefined,
): Record<string, string | null> {
	const columns: Record<string, string | null> = {};
	for (const { page, path, chainPath, nameColumn, symbolColumn, linkColumn } of places) {
		const chain = chainOf(chainPath && valueAt(item, chainPath));
		if (nameColumn) columns[nameColumn] ??= chain?.name ?? null;
		if (symbolColumn) columns[symbolColumn] ??= chain?.symbol ?? null;
		columns[linkColumn] ??= linkTo(chain?.explorer, page, valueAt(item, path)) ?? null;
	}
	return columns;
}

/** Items that are on EVM chains. */
export function onEvm<Item>(places: (item: Item) => readonly Place[]) {
	return { on: 'evm', places } as const;
}

/** Items that are on a chain of the primary network. */
export function onPrimary<Item>(places: (item: Item) => readonly Place[]) {
	return { on: 'primary', places } as const;
}

const byTx = ({ txHash }: { txHash: Column }): Place[] => [{ page: 'tx', of: txHash }];

const byNativeTx = ({ txHash }: { txHash: Column }): Place[] => [
	{ page: 'tx', of: txHash, native: true },
];

/** Items with the hash of their transaction. */
export const EVM_TX = onEvm(byTx);
/** The same with an amount of the native token. */
export const EVM_NATIVE_TX = onEvm(byNativeTx);
export const PRIMARY_TX = onPrimary(byTx);

/** Items that hold their transaction beside what it did. */
export const EVM_TX_INSIDE = onEvm((item: { nativeTransaction: { txHash: Column } }) =>
	byTx(item.nativeTransaction),
);
/** The same with the value of the transaction, whose token the service does not name. */
export const EVM_NATIVE_TX_INSIDE = onEvm((item: { nativeTransaction: { txHash: Column } }) =>
	byNativeTx(item.nativeTransaction),
);
