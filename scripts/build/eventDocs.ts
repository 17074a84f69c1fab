import {
	type EventDeclaration,
	type FieldInfo,
	HEADLINE,
	LEVEL_COLUMNS,
	type Output,
	eventDeclarations,
	eventTypesOf,
} from '../../core';
import { infoOf } from '../../core/fields/fieldSet';
import { code, sentence, table } from './markdown';

/** The reference of the declared events: docs/events.md. */

/** Properties of a leaf that the reference shows. */
interface Column {
	/** `leaf`, `list`, `object` and so on. */
	type: string;
	kind?: string;
	note?: string;
	unit?: string;
	values?: readonly string[];
	/** Of a part whose kind follows a setting. */
	cases?: Readonly<Record<string, Column>>;
	otherwise?: Column;
}

type Shape = Readonly<Record<string, Output | undefined>>;

const INTRODUCTION = `# Events

The events that the trigger and the notify function share. In n8n, select one as _Event_ of the Avalanche
Trigger. In the notify function, set it as \`event\` of a source, with the settings on this page by their
names; lists are JSON arrays or text with commas.

The tables list the columns as the notify function sends them: amounts are exact text in base units, times
are numbers in Unix seconds. In n8n, an amount (or an integer of 64 bits) is a number in whole units, with
the exact text in a column that ends in \`Exact\`, and times are ISO 8601; the options _Amounts_ and _Times_
choose.

How events are delivered, what their ids
consist of and which state is stored is in [triggers.md](triggers.md); thresholds, repetition and the comparison with the official alerts are in
[alerts.md](alerts.md).

Events of lists that grow can be replayed: the resource _Event_ of the Avalanche node returns the items of
a period again, with the same filters and the same \`id\`. Use it, by hand or in an error workflow, to
recover items that n8n lost ([operations/event.md](operations/event.md)).

A watch takes one subject (a validator, an L1, addresses, your node) and a selection of these events: its items,
their ids and levels are those of the single events. In the notify function, \`"watch": "validator"\` is another
spelling of \`"event": "watchValidator"\`.`;

/** The page. */
export function eventsPage(): string {
	const byName = [...eventDeclarations].sort((a, b) => (a.name < b.name ? -1 : 1));
	return [
		INTRODUCTION,
		'',
		...table(
			['Event', 'Value', 'Fires'],
			byName.map(({ name, value, description }) => [
				`[${name}](#${anchorOf(name)})`,
				code(value),
				sentence(description),
			]),
		),
		'',
		'## Columns of every item',
		'',
		...columnTable(HEADLINE),
		'',
		'Items of events that fire when a subject crosses a threshold also have:',
		'',
		...columnTable(LEVEL_COLUMNS),
		'',
		...byName.flatMap(section),
	].join('\n');
}

function anchorOf(name: string): string {
	return name
		.toLowerCase()
		.replace(/[^ \w-]/g, '')
		.replaceAll(' ', '-');
}

function section(event: EventDeclaration): string[] {
	const { name, value, type, description, reads, remembers, fields, watched } = event;
	const columns = watched ? undefined : event.columns;
	const { fields: all } = event.output as unknown as { fields: Record<string, Output> };
	const own = Object.fromEntries(
		Object.entries(all).filter(
			([key, part]) => !(key in HEADLINE) && (LEVEL_COLUMNS as Shape)[key] !== part,
		),
	);
	const rows = fields.keys.map((key) => {
		const info = infoOf(fields, key);
		const { label, description: text, default: initial } = info;
		const standard = initial === undefined ? '' : code(initial);
		return [code(key), label, requiredOf(info), standard, sentence(text) + conditionText(info)];
	});
	return [
		`## ${name}`,
		'',
		sentence(description),
		'',
		`- Value: ${code(value)}; \`event\` of its items: ${eventTypesOf(event).map(code).join(', ')}`,
		`- Reads ${reads}`,
		`- Stores ${remembers}`,
		...(columns
			? [`- Simplify in n8n keeps: ${columns.map(({ name: column }) => code(column)).join(', ')}`]
			: []),
		'',
		...table(['Setting', 'Label', 'Required', 'Default', 'Description'], rows),
		'',
		...(event.watched
			? [
					`Its items are those of the selected events: ${event.watched.events.map((one) => `[${one.name}](#${anchorOf(one.name)})`).join(', ')}. ${code(type)} reports an event that cannot be read in several polls in a row, and that it can be read again.`,
				]
			: ['Columns of this event:', '', ...columnTable(own)]),
		'',
	];
}

/** The condition under which a setting is required. */
function requiredOf({ required, requiredFor, shownFor }: FieldInfo): string {
	if (required) return 'yes';
	return requiredFor ? `with ${shownFor?.field} ${requiredFor.map(code).join(', ')}` : '';
}

/** The settings that a setting belongs to, as a sentence. */
function conditionText({ shownFor }: FieldInfo): string {
	return shownFor ? ` Only with ${shownFor.field} ${shownFor.values.map(code).join(', ')}.` : '';
}

/** A kind, or the kinds of which the settings decide one; `list`, `object` and so on of other parts. */
function kindOf({ type, kind = type, cases, otherwise }: Column): string {
	if (!cases || !otherwise) return kind;
	return [...new Set([...Object.values(cases), otherwise].map(kindOf))].join(' or ');
}

function columnTable(columns: Readonly<Record<string, Output>>): string[] {
	const rows = Object.entries(columns).map(([name, part]) => {
		const { unit, note = '', values } = part as unknown as Column;
		const kind = kindOf(part as unknown as Column);
		return [
			code(name),
			kind + (unit ? `, ${unit}` : ''),
			[note, (values ?? []).join(', ')].filter(Boolean).join(': '),
		];
	});
	return table(['Column', 'Kind', 'Description'], rows);
}
