import { type Column, derived, partAt, pathOf, valueAt } from '../../../fields/columns';
import * as out from '../../../fields/outputs';
import { knownFlag } from '../knownColumn';
import { isAvax } from '../money';

/**
 * The columns of a transaction that has amounts of several assets: a row has the amounts of one
 * asset, whose name is `symbol` and whose identity is `known`, and `otherAssets` lists the amounts of the
 * others.
 */

/** An entry of a list of amounts. */
interface Entry {
	assetId?: unknown;
	symbol?: unknown;
	denomination?: unknown;
	amount?: unknown;
}

type Input = Readonly<Record<string, unknown>>;

/** The amounts of an item: those of the selected asset by column, and a row for each other asset. */
interface Split {
	selected: Record<string, Entry>;
	others: Array<Record<string, unknown>>;
}

/**
 * Columns of lists of amounts, by the names of the columns. The selected asset is that of the input
 * field `asked`; without such a field, the first one of the first list that has entries.
 */
export function assetColumns(lists: Readonly<Record<string, Column>>, asked?: string): Column[] {
	const paths = Object.entries(lists).map(([name, list]) => [name, pathOf(list)] as const);
	const splits = new WeakMap<object, { asset: unknown; split: Split }>();

	function splitOf(item: unknown, input: Input): Split {
		const asset = asked === undefined ? undefined : input[asked];
		const known = splits.get(item as object);
		if (known && known.asset === asset) return known.split;
		const all = paths.flatMap(([name, path]) => {
			const list = valueAt(item, path);
			return Array.isArray(list) ? list.map((entry: Entry) => ({ name, entry })) : [];
		});
		const split = divided(all, asked === undefined ? all[0]?.entry.assetId : asset);
		splits.set(item as object, { asset, split });
		return split;
	}

	const selectedAmount = (name: string, path: readonly string[]) =>
		derived(name, ['amount'], {
			base: (item, input) => splitOf(item, input).selected[name],
			part: (item) => partAt(item, [...path, '0', 'amount']),
		});
	const [[, first]] = paths;
	return [
		...paths.map(([name, path]) => selectedAmount(name, path)),
		derived('symbol', ['symbol'], {
			base: (item, input) => Object.values(splitOf(item, input).selected)[0],
			part: (item) => partAt(item, [...first, '0', 'symbol']),
		}),
		derived('known', ['known'], {
			base(item, input) {
				const [entry] = Object.values(splitOf(item, input).selected);
				return entry && { known: isAvax(entry.assetId) };
			},
			part: knownFlag,
		}),
		derived('otherAssets', [], {
			base: (item, input) => someOf(splitOf(item, input).others),
			part: () => otherAssets(paths.map(([name]) => name)),
		}),
	];
}

function someOf<T>(list: readonly T[]): readonly T[] | undefined {
	return list.length > 0 ? list : undefined;
}

function otherAssets(names: readonly string[]) {
	const amounts = names.map((name) => [name, out.amount({ decimals: 'denomination' })]);
	return out.objects(
		{
			assetId: out.id('Asset id (cb58)'),
			symbol: out.name(),
			known: knownFlag(),
			denomination: out.count('Number of decimals between the smallest unit and a whole one'),
			...(Object.fromEntries(amounts) as Record<string, ReturnType<typeof out.amount>>),
		},
		'Amounts of the other assets',
	);
}

function divided(all: ReadonlyArray<{ name: string; entry: Entry }>, asset: unknown): Split {
	const selected: Split['selected'] = {};
	const others: Split['others'] = [];
	for (const { name, entry } of all) {
		const { assetId, symbol, denomination, amount } = entry;
		if (assetId === asset && !(name in selected)) {
			selected[name] = entry;
			continue;
		}
		const row = others.find((one) => one.assetId === assetId && !(name in one));
		if (row) row[name] = amount;
		else others.push({ assetId, symbol, known: isAvax(assetId), denomination, [name]: amount });
	}
	return { selected, others };
}
