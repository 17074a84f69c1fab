/**
 * Parts that several properties of a form repeat: JSON would be read into an object for each. The build
 * stores such a part once, and the properties have its index (scripts/build/values.ts).
 */

type Property = Record<string, unknown>;

/** The exports of a module as they are stored. Where a part repeats, a property has its index in `parts`. */
export type Stored = Readonly<Record<string, unknown>> & { readonly parts: readonly unknown[] };

function restore(properties: readonly Property[], parts: readonly unknown[]): void {
	for (const property of properties) {
		const { displayOptions, modes, type, options } = property;
		if (typeof displayOptions === 'number') property.displayOptions = parts[displayOptions];
		if (typeof modes === 'number') property.modes = parts[modes];
		if (type === 'collection') restore(options as Property[], parts);
		if (type === 'fixedCollection') {
			for (const { values } of options as Property[]) restore(values as Property[], parts);
		}
	}
}

/** The exports, with their parts in place; the lists of properties are changed. */
export function restored({ parts, ...values }: Stored): Record<string, unknown> {
	for (const value of Object.values(values)) {
		if (Array.isArray(value)) restore(value as Property[], parts);
	}
	return values;
}
