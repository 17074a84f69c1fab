import { type Column, type Paths, resolveColumns, valueAt } from '../fields/columns';
import type { Output } from '../fields/outputs';
import { P_CHAINS, X_CHAINS } from './shared';

/**
 * The columns that Simplify adds for the chain of an item: its name, the symbol of its native
 * token, and a link to the item in a block explorer.
 */

/** The type of page in a block explorer, as in its URL: `<explorer>/tx/<hash>`. */
export type ExplorerPage = 'tx' | 'block' | 'address';

/** An item as an object on a chain: a transaction, block or address. */
export interface ExplorerItem {
	page: ExplorerPage;
	/** The field with the page's hash, number or address; absent if an item has no page. */
	of?: Column;
	/** The field with the EVM chain of the item; without it, the chain is that of the input. */
	chain?: Column;
	/** Prefix of the names of the columns, if an item is on several chains. */
	prefix?: string;
	/**
	 * True if the item has an amount of the native token and the service does not return its
	 * symbol.
	 */
	native?: boolean;
}

/** The pages of an item, on EVM chains or on the chains of the primary network. */
export interface Explorer<Item> {
	on: 'evm' | 'primary';
	pages(item: Paths<Item>): readonly ExplorerItem[];
}

/** The name, native token and block explorer of a chain. */
export interface Chain {
	name?: string;
	/** Of its native token. */
	symbol?: string;
	/** URL of its block explorer, if it has one. */
	explorer?: string;
}

/** A field that refers to a chain, with the names of the columns that Simplify adds. */
export interface ResolvedExplorerItem {
	page: ExplorerPage;
	path?: readonly string[];
	chainPath?: readonly string[];
	/** Of the chain's name; EVM chains only. */
	nameColumn?: string;
	/** Of the symbol of the native token; items with an amount of it only. */
	symbolColumn?: string;
	linkColumn?: string;
}

/** The public explorer of each network: the P- and the X-Chain are on it. */
export const PUBLIC_EXPLORERS: Readonly<Record<string, string>> = {
	mainnet: 'https://subnets.avax.network',
	fuji: 'https://subnets-test.avax.network',
	testnet: 'https://subnets-test.avax.network',
};

const named = (prefix: string | undefined, name: string) =>
	prefix ? `${prefix}${name[0].toUpperCase()}${name.slice(1)}` : name;

/** The pages of a declaration, with paths and names of columns. */
export function resolveExplorerItems<Item>(
	item: Output<Item>,
	{ on, pages }: Explorer<Item>,
): ResolvedExplorerItem[] {
	let listed: readonly ExplorerItem[] = [];
	const columns = resolveColumns(item, (paths) => {
		listed = pages(paths);
		return listed.flatMap(({ of, chain }) => [of, chain].filter((column) => column !== undefined));
	});
	const next = (column: Column | undefined) => column && columns.shift()?.path;
	return listed.map(({ page, of, chain, prefix, native }) => ({
		page,
		...(of && { path: next(of), linkColumn: named(prefix, 'explorerUrl') }),
		...(chain && { chainPath: next(chain) }),
		...(on === 'evm' && { nameColumn: named(prefix, 'chainName') }),
		...(native && { symbolColumn: named(prefix, 'symbol') }),
	}));
}

/** The chain of the primary network in an input; by default the P-Chain. */
export function primaryChain(input: Readonly<Record<string, unknown>>): Chain | undefined {
	const base = PUBLIC_EXPLORERS[String(input.network)];
	const id = String(input.blockchainId ?? 'p-chain');
	const alias = P_CHAINS.includes(id) ? 'p-chain' : X_CHAINS.includes(id) ? 'x-chain' : undefined;
	return base && alias ? { explorer: `${base}/${alias}` } : undefined;
}

/**
 * The URL of an explorer's page; undefined if the item has no page or the explorer's address is no
 * URL.
 */
export function linkTo(
	explorer: string | undefined,
	page: ExplorerPage,
	of: unknown,
): string | undefined {
	const isNamed = (typeof of === 'string' && of !== '') || typeof of === 'number';
	if (!isNamed || !explorer || !/^https?:\/\/[^\s"'<>]+$/.test(explorer)) return undefined;
	return `${explorer.replace(/\/+$/, '')}/${page}/${encodeURIComponent(of)}`;
}

/**
 * The columns that Simplify adds to an item: the name of each of its chains, the symbol of its native
 * token if the item has an amount of it, and a link to the item. Unknown values are null. `chainOf`
 * returns the details of an EVM chain.
 */
export function explorerColumns(
	pages: readonly ResolvedExplorerItem[],
	item: unknown,
	chainOf: (id: unknown) => Chain | undefined,
): Record<string, string | null> {
	const columns: Record<string, string | null> = {};
	for (const { page, path, chainPath, nameColumn, symbolColumn, linkColumn } of pages) {
		const chain = chainOf(chainPath && valueAt(item, chainPath));
		if (nameColumn) columns[nameColumn] ??= chain?.name ?? null;
		if (symbolColumn) columns[symbolColumn] ??= chain?.symbol ?? null;
		if (linkColumn && path)
			columns[linkColumn] ??= linkTo(chain?.explorer, page, valueAt(item, path)) ?? null;
	}
	return columns;
}

/** Items that are on EVM chains. */
export function onEvm<Item>(pages: (item: Item) => readonly ExplorerItem[]) {
	return { on: 'evm', pages } as const;
}

/** Items that are on a chain of the primary network. */
export function onPrimary<Item>(pages: (item: Item) => readonly ExplorerItem[]) {
	return { on: 'primary', pages } as const;
}

const byTx = ({ txHash }: { txHash: Column }): ExplorerItem[] => [{ page: 'tx', of: txHash }];

const byNativeTx = ({ txHash }: { txHash: Column }): ExplorerItem[] => [
	{ page: 'tx', of: txHash, native: true },
];

/** Items with the hash of their transaction. */
export const EVM_TX = onEvm(byTx);
/** The same with an amount of the native token. */
export const EVM_NATIVE_TX = onEvm(byNativeTx);
export const PRIMARY_TX = onPrimary(byTx);

/** Items of the chain that the input names, without a page of their own. */
export const EVM_CHAIN = onEvm((): ExplorerItem[] => [{ page: 'block' }]);

/** Items that contain their transaction and its parts. */
export const EVM_TX_INSIDE = onEvm((item: { nativeTransaction: { txHash: Column } }) =>
	byTx(item.nativeTransaction),
);
/** The same with the value of the transaction, whose token symbol the service does not return. */
export const EVM_NATIVE_TX_INSIDE = onEvm((item: { nativeTransaction: { txHash: Column } }) =>
	byNativeTx(item.nativeTransaction),
);
