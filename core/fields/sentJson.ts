import * as z from 'zod/v4';
import { type Value, value } from './field';
import { preview } from './preview';
import { RepeatedName, readJson } from './jsonText';
import { trimmed } from './loose';

/** The JSON that users write for a call: it is sent without a change of any digit. */

const RULE = 'must be a JSON object or array';

/** The reason why a value cannot be sent unchanged, as an error message. */
export class Unsendable extends Error {}

/** A JSON text, unchanged so that all digits are kept. Throws if it is not an object or array. */
function checkedText(given: string): string {
	const text = trimmed(given);
	const parsed = readJson(text);
	if (typeof parsed !== 'object' || parsed === null) throw new SyntaxError();
	return text;
}

/**
 * A replacer of JSON.stringify. Numbers from an expression are exact up to 2^53 only. Of undefined,
 * JSON.stringify makes null in a list, and nothing in an object.
 */
export function sendable(key: string, inner: unknown): unknown {
	if (inner === undefined) throw new Unsendable(`the value at ${preview(key)} is undefined`);
	if (typeof inner !== 'number') return inner;
	if (!Number.isFinite(inner)) throw new Unsendable(`JSON has no ${inner}`);
	if (!Number.isInteger(inner) || Number.isSafeInteger(inner)) return inner;
	throw new Unsendable(`${inner} may have lost digits: write it as JSON text`);
}

/** The JSON text of an object or a list from an expression. */
function written(given: object): string {
	return JSON.stringify(given, sendable);
}

/** A JSON object or array, as text or as a value; a text is sent unchanged. */
export function sentJson(): Value<string, unknown> {
	const schema = () =>
		z.unknown().transform((given, context): string => {
			const refuse = (why?: string) => {
				const message = why === undefined ? RULE : `${RULE}; ${why}`;
				context.addIssue({ code: 'custom', message, fatal: true });
				return z.NEVER;
			};
			try {
				if (typeof given === 'string') return checkedText(given);
				if (typeof given === 'object' && given !== null) return written(given);
				return refuse();
			} catch (error) {
				const isExplained = error instanceof Unsendable || error instanceof RepeatedName;
				return refuse(isExplained ? error.message : undefined);
			}
		});
	return value(schema, { control: 'json', rule: RULE });
}
