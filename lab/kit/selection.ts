import type { FieldInfo } from '../../core/fields/field';
import type { AnyOperation } from '../../core/operations/declare';
import { columnsOf, isList } from '../../core/operations/derived';
import { infoOf } from '../../core/fields/fieldSet';
import type { Leaf } from '../../core/fields/outputs';

/**
 * The operations, events and examples on which a test of a generic rule runs, by the variable TEST_CASES: `all`
 * (`-- --all` of `npm run test:slow` and `npm run test:e2e`), a folder of `core/subjects` or `core/subjects/events`
 * (`npm test -- staking`), or a covering set (default).
 */
const chosen = process.env.TEST_CASES ?? '';
const isRoom = chosen !== '' && chosen !== 'all';

/** True where everything is tested. */
export const isWhole = chosen === 'all';

/** All pairs of traits. */
function pairsOf(traits: readonly string[]): string[] {
	const each = [...new Set(traits)].sort();
	return each.flatMap((one, i) => each.slice(i).map((other) => `${one} + ${other}`));
}

/** The properties of an operation that its requests and failures depend on. */
function transportOf(operation: AnyOperation): string[] {
	const { service, call, paging, bounds, ranges } = operation;
	const paged = paging?.style ?? (isList(operation) ? 'list' : 'one');
	const { answers, format, bodiless, own, batches, notReady } = call as Partial<
		Record<'answers' | 'format' | 'bodiless' | 'own' | 'batches' | 'notReady', unknown>
	>;
	const special = Object.entries({
		...{ answers, format, bodiless, own, batches, notReady },
		bounds,
		ranges,
	})
		.filter(([, value]) => value !== undefined)
		.map(([name]) => name);
	return [service, call.type, paged, ...special];
}

/** Pairs of the properties that requests, input and items of an operation depend on. */
export function operationPairs({ operation }: { operation: AnyOperation }): string[] {
	const { input } = operation;
	const fields = input.keys.map((key) => `field ${infoOf(input, key).control}`);
	const columns = (columnsOf(operation) ?? []).map(
		({ part }) => `column ${(part as Partial<Leaf> | undefined)?.kind ?? part?.type}`,
	);
	return pairsOf([...transportOf(operation), ...fields, ...columns]);
}

/** Pairs of the properties that requests and failures of an operation depend on. */
export const transportPairs = ({ operation }: { operation: AnyOperation }): string[] =>
	pairsOf(transportOf(operation));

/** Pairs of the properties that the form of a field, and the reading of it, depend on. */
export function fieldPairs({ info }: { info: FieldInfo }): string[] {
	const { control, show, in: part, required, clears, free, shownFor } = info;
	const flags = Object.entries({ required, clears, free, shownFor }).map(
		([name, value]) => `${name} ${value !== undefined && value !== false}`,
	);
	return pairsOf([control, `show ${show}`, `in ${part}`, ...flags]);
}

/**
 * Entries that have every pair that any entry has, in their order: in each step the one with the most
 * pairs that the others lack.
 */
export function coveringSet<Entry>(
	all: readonly Entry[],
	pairsOfEntry: (entry: Entry) => string[],
): Entry[] {
	const pairs = new Map(all.map((entry) => [entry, pairsOfEntry(entry)]));
	const open = new Set([...pairs.values()].flat());
	const taken = new Set<Entry>();
	const gainOf = (entry: Entry) => pairs.get(entry)?.filter((pair) => open.has(pair)).length ?? 0;
	while (open.size > 0) {
		const gains = all.map(gainOf);
		const best = all[gains.indexOf(Math.max(...gains))];
		taken.add(best);
		for (const pair of pairs.get(best) ?? []) open.delete(pair);
	}
	return all.filter((entry) => taken.has(entry));
}

/** The entries of a test: all of them, or by default a set that has each trait that any of them has. */
export const covering = <Entry>(
	all: readonly Entry[],
	traitsOf: (entry: Entry) => string[],
): readonly Entry[] => (chosen === '' ? coveringSet(all, traitsOf) : all);

/** The entries of a generic test: all, or those of the folder that was chosen. */
export function ofRoom<Entry>(
	all: readonly Entry[],
	roomOf: (entry: Entry) => string,
): readonly Entry[] {
	return isRoom ? all.filter((entry) => roomOf(entry) === chosen) : all;
}

/**
 * The entries of a test of each operation, or of each field. `room`: the folder of their cases.
 * `pairsOfEntry`: what the rule under test depends on.
 */
export function selected<Entry extends { room: string }>(
	all: readonly Entry[],
	pairsOfEntry: (entry: Entry) => string[],
): readonly Entry[] {
	return covering(
		ofRoom(all, ({ room }) => room),
		pairsOfEntry,
	);
}
