import {
	type EventDeclaration,
	HEADLINE,
	LEVEL_COLUMNS,
	type Output,
	eventDeclarations,
	infoOf,
} from '../../core';
import { code, sentence, table } from './markdown';

/** The reference of the declared events: docs/events.md. */

/** What the reference shows of a leaf. */
interface Column {
	kind: string;
	unit?: string;
	values?: readonly string[];
}

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
recover items that n8n lost ([operations/event.md](operations/event.md)).`;

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
	return name.toLowerCase().replaceAll(' ', '-');
}

function section(event: EventDeclaration): string[] {
	const { name, value, type, description, reads, remembers, fields } = event;
	const { fields: all } = event.output as unknown as { fields: Record<string, Output> };
	const own = Object.fromEntries(
		Object.entries(all).filter(([key]) => !(key in HEADLINE) && !(key in LEVEL_COLUMNS)),
	);
	const rows = fields.keys.map((key) => {
		const { label, description: text, required, default: initial } = infoOf(fields, key);
		const standard = initial === undefined ? '' : code(initial);
		return [code(key), label, required ? 'yes' : '', standard, sentence(text)];
	});
	return [
		`## ${name}`,
		'',
		sentence(description),
		'',
		`- Value: ${code(value)}; \`event\` of its items: ${code(type)}`,
		`- Reads ${reads}`,
		`- Stores ${remembers}`,
		'',
		...table(['Setting', 'Label', 'Required', 'Default', 'Description'], rows),
		'',
		'Columns of this event:',
		'',
		...columnTable(own),
		'',
	];
}

function columnTable(columns: Readonly<Record<string, Output>>): string[] {
	const rows = Object.entries(columns).map(([name, part]) => {
		const { kind = 'list', unit, note = '', values } = part as Partial<Column> & Output;
		return [
			code(name),
			kind + (unit ? `, ${unit}` : ''),
			[note, (values ?? []).join(', ')].filter(Boolean).join(': '),
		];
	});
	return table(['Column', 'Kind', 'Description'], rows);
}
