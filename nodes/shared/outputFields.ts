import { field } from '../../core/fields/field';
import { fieldSet } from '../../core/fields/fieldSet';
import { choice, flag, whole } from '../../core/fields/inputs';
import { type Presentation, SIMPLIFIED, type TimeForm } from '../../core/fields/present';
import { type Parameters, valuesOf } from './parameters';
import { presentationFields } from './presentation';

/** Fields for the results of an operation: their number and forms. */

const about = (label: string) => ({ in: 'form', label, description: '', show: 'main' }) as const;

const fields = fieldSet({
	returnAll: field(flag().optional(), about('Return All')),
	// `raw` is a value of the webhook trigger.
	output: field(choice(['items', 'response', 'raw']).optional(), about('Output')),
	simplify: field(flag().optional(), about('Simplify')),
	...presentationFields.fields,
});

const limited = fieldSet({ limit: field(whole(1).optional(), about('Limit')) });

/** Initial value of the number of results in the form. */
export const DEFAULT_LIMIT = 50;

const TIMES: Readonly<Record<string, TimeForm | undefined>> = {
	iso: 'iso',
	unixSeconds: 'unixSeconds',
};

/**
 * The selected output: the number of results (undefined for all), and their forms, which by default are those of
 * an item that is simplified or not. Values of fields that the form does not show are undefined.
 */
export function outputFrom(parameters: Parameters) {
	const values = valuesOf(fields, parameters);
	const { returnAll = false, output = 'items', simplify, amounts, times } = values;
	return {
		limit: () => (returnAll ? undefined : (valuesOf(limited, parameters).limit ?? DEFAULT_LIMIT)),
		whole: output === 'response',
		simplify,
		how(isSimple = simplify === true): Presentation & { simplify: boolean } {
			const byDefault = isSimple ? SIMPLIFIED : {};
			return {
				simplify: isSimple,
				wholeUnits: amounts === undefined ? byDefault.wholeUnits : amounts === 'wholeUnits',
				times: times === undefined ? byDefault.times : TIMES[times],
				checksums: byDefault.checksums,
			};
		},
	};
}
