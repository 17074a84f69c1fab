import type { FieldSet } from '../../core/fields/fieldSet';
import { type Parameters, inputFromParameters } from './parameters';

/** The optional fields whose expressions give an empty text, and the items for which they do. */
export function unappliedFields() {
	const items = new Map<string, Set<number>>();
	return {
		of:
			(itemIndex: number): Parameters['left'] =>
			(name, { label }) => {
				const field = `"${label}" (${name})`;
				items.set(field, (items.get(field) ?? new Set()).add(itemIndex));
			},
		/** A sentence that names them, with their share of so many items; undefined if there are none. */
		said(all?: number): string | undefined {
			const fields = [...items].map(([field, { size }]) =>
				all === undefined ? field : `${field} for ${size} of ${all}`,
			);
			if (fields.length === 0) return undefined;
			const counted = all === undefined ? '' : ' items';
			return `Not applied, since the expression gives an empty text: ${fields.join(', ')}${counted}`;
		},
	};
}

/** The sentence for the form of a trigger. */
export function unappliedIn(set: FieldSet, parameters: Parameters): string | undefined {
	const fields = unappliedFields();
	inputFromParameters(set, { ...parameters, left: fields.of(0) });
	return fields.said();
}
