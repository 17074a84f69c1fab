import type { Question } from '../live/questions';
import type { Facts } from './drawing';

/** Values that are wrong for a field, whatever the node has. */

type Field = Question['fields'][number];

/** Fields that take every name: a node passes over those that it does not know. */
const ANY_NAME: ReadonlySet<string> = new Set(['tags', 'names', 'tracerConfig']);

const LONG = 70_000;

/** Wrong for every field that is not a free text. */
const ANYWHERE: readonly unknown[] = [
	'',
	' ',
	'..',
	'../admin',
	'no such thing',
	'a\u0000b',
	'\u{1f3d4}',
	'x'.repeat(LONG),
	{},
	{ a: 1 },
	[[1]],
	NaN,
	-1,
	'-1',
	'1.5',
	'1e3',
	'0x',
];

const OF_CONTROL: Readonly<Partial<Record<Field['control'], readonly unknown[]>>> = {
	number: [1.5, 2 ** 53, '9007199254740993', true, 'ten'],
	boolean: ['yes', 1, 0, 'TRUE'],
	options: ['nothing', 0, true],
	list: [[], [''], [null], [true], 'no such thing, nor this', Array(2000).fill('x')],
	dateTime: ['yesterday', '2026-13-45', '99999999999999'],
	json: ['{', [1], '[[]]'],
	text: [true, ['two', 'values']],
};

/** Texts of one form are of one kind, as far as the package can tell. */
function formOf(text: string): string {
	if (text.startsWith('NodeID-')) return 'node id';
	if (text.startsWith('0x')) return `hex ${text.length}`;
	return /^[PXC]-|1[a-z0-9]{38}$/.test(text) ? 'address' : 'id';
}

/** The right value with a mistake: a letter changed, cut, added, or the value of another kind. */
function near(value: unknown, others: readonly string[]): unknown[] {
	const [text] = [value].flat();
	if (typeof text !== 'string' || text.length < 20) return [];
	const middle = Math.floor(text.length / 2);
	const other = text[middle] === 'a' ? 'b' : 'a';
	// Of hex without a checksum every digit may be right: such a value only gets a wrong length.
	const hasChecksum = !text.startsWith('0x');
	return [
		...(hasChecksum ? [text.slice(0, middle) + other + text.slice(middle + 1)] : []),
		text.slice(0, -1),
		`${text}z`,
		`${text}${text}`,
		...others.filter((one) => formOf(one) !== formOf(text)),
	];
}

/** Right values of kinds of field, each wrong for the others. */
const KINDS = ['node.id', 'chain.C', 'C.from', 'C.tx'];

/** Fields that take an alias, which a node's operator chooses: no form of it is wrong. */
const ALIASES: ReadonlySet<string> = new Set([
	'alias',
	'assetID',
	'blockchainID',
	'blockchainId',
	'chain',
	'sourceChain',
]);
/** Fields whose bytes the package does not read. */
const BYTES: ReadonlySet<string> = new Set(['data', 'tx']);
const LONGEST_ALIAS = 20;

/** True for a wrong value that the package cannot know to be one: it has the form of a right value. */
export function onlyNodesCanTell(key: string, value: unknown): boolean {
	if (typeof value !== 'string') return false;
	if (BYTES.has(key)) return /^0x([0-9a-f]{2})*$/.test(value);
	return ALIASES.has(key) && value.length <= LONGEST_ALIAS;
}

/** The wrong values of a field, whose right value is `right`. */
export function wrongValuesOf(field: Field, right: unknown, facts: Facts): unknown[] {
	if (field.free || ANY_NAME.has(field.key)) return [];
	const others = KINDS.flatMap((part) => facts[part] ?? []);
	const bounds = [
		...(field.min === undefined ? [] : [field.min - 1]),
		...(field.max === undefined || field.max >= Number.MAX_SAFE_INTEGER ? [] : [field.max + 1]),
	];
	const all = [
		...ANYWHERE,
		...(OF_CONTROL[field.control] ?? []),
		...bounds,
		...near(right, others),
	];
	return field.control === 'list'
		? all.flatMap((one) => (Array.isArray(one) ? [one] : [one, [one]]))
		: all;
}
