import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { eventDeclarations } from '../../core';
import { NODES, operationsOf } from './menus';

/**
 * The menu values that workflows save. The list only grows: its values stay valid forever, even if
 * a menu entry gets another name.
 */
export const SAVED_VALUES = path.join(__dirname, 'savedValues.json');

const TRIGGER = 'avalancheTrigger';

/**
 * Node, resource, operation, and the values of the option Transport where the entry has it; of the trigger
 * the events.
 */
function currentValues(): string[] {
	const events = eventDeclarations.map(({ value }) => `${TRIGGER} ${value}`);
	const operations = NODES.flatMap(({ id, forms }) =>
		forms.map((form) => {
			const transports = operationsOf(id, form).flatMap(({ transport }) => transport?.value ?? []);
			const parts = [id, form.resource.value, form.entry.value];
			return [...parts, ...(transports.length > 0 ? [transports.join('|')] : [])].join(' ');
		}),
	);
	return [...operations, ...events];
}

/** The values that were saved up to now. */
export function pinnedValues(): string[] {
	if (!existsSync(SAVED_VALUES)) return [];
	return JSON.parse(readFileSync(SAVED_VALUES, 'utf8')) as string[];
}

/** The text of the list with new values. */
export function savedValuesText(): string {
	const all = [...new Set([...pinnedValues(), ...currentValues()])].sort();
	return `${JSON.stringify(all, null, '\t')}\n`;
}
