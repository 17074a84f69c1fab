import { field } from '../../core/fields/field';
import { fieldSet } from '../../core/fields/fieldSet';
import { choice, flag, whole } from '../../core/fields/inputs';
import { type Parameters, valuesOf } from './parameters';

/** Fields for the results of an operation: their number and form. */

const about = (label: string) => ({ in: 'form', label, description: '', show: 'main' }) as const;

const fields = fieldSet({
	returnAll: field(flag().optional(), about('Return All')),
	output: field(choice(['items', 'response']).optional(), about('Output')),
	simplify: field(flag().optional(), about('Simplify')),
});

const limited = fieldSet({ limit: field(whole(1).optional(), about('Limit')) });

/** Initial value of the number of results in the form. */
export const DEFAULT_LIMIT = 50;

/**
 * The selected output: the number of results (undefined for all), and their form. Values of fields
 * that the form does not show are undefined.
 */
export function outputFrom(parameters: Parameters) {
	const { returnAll = false, output = 'items', simplify } = valuesOf(fields, parameters);
	return {
		limit: () => (returnAll ? undefined : (valuesOf(limited, parameters).limit ?? DEFAULT_LIMIT)),
		whole: output === 'response',
		simplify,
	};
}
