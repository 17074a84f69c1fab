import * as z from 'zod/v4';
import { mapOf } from './culprit';
import { type Value, value } from './field';
import { repetitionIn } from './jsonText';

/**
 * A JSON value that the user writes, as text or as a value. A text with a repeated name in an
 * object is rejected.
 */
export function json(rule: string, check: (value: unknown) => boolean): Value<unknown, unknown> {
	const read = (given: unknown, context: z.RefinementCtx): unknown => {
		const repetition = repetitionIn(given);
		if (!repetition) return mapOf(given);
		const message = `${rule}; ${repetition.message}`;
		context.addIssue({ code: 'custom', message, fatal: true });
		return z.NEVER;
	};
	const schema = () =>
		z
			.unknown()
			.transform(read)
			.pipe(z.unknown().refine(check, { error: rule }));
	return value(schema, { control: 'json', rule });
}
