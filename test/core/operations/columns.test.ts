import { eventDeclarations } from '../../../core/subjects/events/all';
import type { EventDeclaration } from '../../../core/events/declare';
import { eventColumns } from '../../../core/events/eventColumns';
import type { ResolvedColumn } from '../../../core/fields/columns';
import { itemInTableOrder, rankOf } from '../../../core/fields/tableOrder';
import type { Leaf, ObjectOutput } from '../../../core/fields/outputs';
import { addedColumns, columnsOf, itemOutput } from '../../../core/operations/derived';
import { catalogue } from '../../../core/subjects/catalogue';
import { knownOperation } from './knownOperation';

/** The columns of every table: what a person reads comes first, and names say it once. */

type Table = [name: string, columns: readonly ResolvedColumn[]];

const tables = catalogue.flatMap((one): Table[] => {
	const columns = columnsOf(one);
	return columns ? [[one.id, columns]] : [];
});

const events = eventDeclarations.map(
	({ value, output, columns = eventColumns(output) }: EventDeclaration): Table => [value, columns],
);

/** Number of columns that n8n's table shows without scrolling. */
const FIRST_SCREEN = 8;

const isKind =
	(...kinds: string[]) =>
	({ part }: ResolvedColumn) =>
		part?.type === 'leaf' && kinds.includes((part as Leaf).kind);

test.each(tables)('%s: ids, hashes and links come last', (_, columns) => {
	const ranks = columns.map(({ part }) => rankOf(part));
	expect(ranks).toEqual([...ranks].sort());
	const last = columns.filter(isKind('id', 'hash', 'hex', 'url'));
	expect(columns.slice(columns.length - last.length)).toEqual(last);
});

test.each(tables)('%s: the first screen says who, how much and when', (_, columns) => {
	const first = columns.slice(0, FIRST_SCREEN);
	for (const wanted of [
		isKind('amount'),
		isKind('time', 'timeText'),
		isKind('nodeId', 'address'),
	]) {
		if (columns.some(wanted)) expect(first.filter(wanted)).not.toEqual([]);
	}
});

test.each(events)('event %s: the message comes first, references last', (_, columns) => {
	const names = columns.map(({ name }) => name);
	expect(names.slice(0, 5)).toEqual(['title', 'severity', 'subject', 'occurredAt', 'text']);
	expect(names.slice(-4).sort()).toEqual(['alertKey', 'event', 'id', 'url']);
	const ranks = columns.slice(5, -4).map(({ part }) => rankOf(part));
	expect(ranks).toEqual([...ranks].sort());
});

/** Operations whose items have no columns: they are shown as they are. */
const whole = catalogue
	.filter((one) => !columnsOf(one))
	.map((one): [string, ObjectOutput] => [one.id, itemOutput(one) as ObjectOutput])
	.filter(([, { type }]) => type === 'object');

test.each(whole)('%s: items without columns begin with what a person reads', (_, output) => {
	const names = Object.keys(output.fields);
	const sent = Object.fromEntries(['new', ...names.toReversed()].map((name) => [name, {}]));
	const ordered = Object.keys(itemInTableOrder(output, sent) as object);
	expect(ordered.at(-1)).toBe('new');
	const ranks = ordered.slice(0, -1).map((name) => rankOf(output.fields[name]));
	expect(ranks).toEqual([...ranks].sort());
	expect([...ordered].sort()).toEqual(['new', ...names].sort());
});

test('the health of a node begins with the state, not with the checks', () => {
	const health = tables.filter(([id]) => id.startsWith('health.'));
	expect(health).toHaveLength(7);
	for (const [, [first]] of health) expect(first.name).toBe('healthy');
});

test('ids have one spelling in columns', () => {
	const names = [...tables, ...events].flatMap(([, columns]) => columns.map(({ name }) => name));
	expect(names).toContain('validationId');
	expect(names.filter((name) => /ID/.test(name))).toEqual([]);
});

/** The words of a name in camelCase, in small letters. */
const wordsOf = (name: string) =>
	name.split(/(?<=[a-z\d])(?=[A-Z])/).map((word) => word.toLowerCase());

test('no name of a column says a word twice', () => {
	const names = [
		...[...tables, ...events].flatMap(([, columns]) => columns.map(({ name }) => name)),
		...catalogue.flatMap(addedColumns),
	];
	expect(names.length).toBeGreaterThan(500);
	const doubled = names.filter((name) => new Set(wordsOf(name)).size < wordsOf(name).length);
	expect([...new Set(doubled)]).toEqual([]);
	expect(new Set(wordsOf('balanceValueValue')).size).toBe(2);
});

test('points of chains carry their chain', () => {
	for (const id of [
		'metric.getAverageTps',
		'metric.getChainMetric',
		'metric.getRollingWindowMetric',
	]) {
		const operation = knownOperation(id);
		expect(columnsOf(operation)?.map(({ name }) => name)).toContain('chainId');
		expect(addedColumns(operation)).toEqual(['chainName']);
	}
});
