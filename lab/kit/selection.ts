import type { AnyOperation } from '../../core/operations/declare';
import { columnsOf, isList } from '../../core/operations/derived';
import { infoOf } from '../../core/fields/fieldSet';
import type { Leaf } from '../../core/fields/outputs';

/**
 * The operations and events on which a test of a generic rule runs, by the variable TEST_CASES: `all`
 * (`npm run test:slow`), a folder of `core/subjects` or `core/subjects/events` (`npm test -- staking`), or a
 * covering set of the catalogue (default).
 */
const chosen = process.env.TEST_CASES ?? '';
const isRoom = chosen !== '' && chosen !== 'all';

/** The properties of an operation that generic code depends on. */
function traitsOf(operation: AnyOperation): string[] {
	const { service, call, input, paging } = operation;
	const paged = paging?.style ?? (isList(operation) ? 'list' : 'one');
	const fields = input.keys.map((key) => `field ${infoOf(input, key).control}`);
	const columns = (columnsOf(operation) ?? []).map(
		({ part }) => `column ${(part as Partial<Leaf> | undefined)?.kind ?? part?.type}`,
	);
	const { answers, format, bodiless, own, batches, notReady } = call as Partial<
		Record<'answers' | 'format' | 'bodiless' | 'own' | 'batches' | 'notReady', unknown>
	>;
	const special = Object.entries({ answers, format, bodiless, own, batches, notReady })
		.filter(([, value]) => value !== undefined)
		.map(([name]) => name);
	return [...new Set([service, call.type, paged, ...special, ...fields, ...columns])].sort();
}

/** All pairs of the traits of an operation. */
export function pairsOf(operation: AnyOperation): string[] {
	const traits = traitsOf(operation);
	return traits.flatMap((one, i) => traits.slice(i).map((other) => `${one} + ${other}`));
}

/**
 * Entries that have every pair of traits that any entry has, in their order: in each step the one
 * with the most pairs that the others lack.
 */
export function coveringSet<Entry extends { operation: AnyOperation }>(
	all: readonly Entry[],
): Entry[] {
	const pairs = new Map(all.map((entry) => [entry, pairsOf(entry.operation)]));
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

/** The entries of a generic test: all, or those of the folder that was chosen. */
export function ofRoom<Entry>(
	all: readonly Entry[],
	roomOf: (entry: Entry) => string,
): readonly Entry[] {
	return isRoom ? all.filter((entry) => roomOf(entry) === chosen) : all;
}

/** The entries of a test of each operation. `room`: the folder of their cases. */
export function selected<Entry extends { operation: AnyOperation; room: string }>(
	all: readonly Entry[],
): readonly Entry[] {
	return chosen === '' ? coveringSet(all) : ofRoom(all, ({ room }) => room);
}
