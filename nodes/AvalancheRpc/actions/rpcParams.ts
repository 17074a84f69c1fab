import * as z from 'zod/v4';
import { type Value, value } from '../../../core/fields/field';
import { RepeatedName, readJson } from '../../../core/fields/jsonText';
import { trimmed } from '../../../core/formats/trim';

/** The params of a call that users write themselves. */

const RULE = 'must be a JSON object or array';

/** Why params cannot be sent as they are. */
class Unsendable extends Error {}

/** A JSON text as it is written; no digit changes on its way. Throws where it is none. */
function checkedText(given: string): string {
	const text = trimmed(given);
	const parsed = readJson(text);
	if (typeof parsed !== 'object' || parsed === null) throw new SyntaxError();
	return text;
}

/** The digits of numbers that an expression made are known up to 2^53 only. */
function sendable(_: string, inner: unknown): unknown {
	if (typeof inner !== 'number') return inner;
	if (!Number.isFinite(inner)) throw new Unsendable(`JSON has no ${inner}`);
	if (!Number.isInteger(inner) || Number.isSafeInteger(inner)) return inner;
	throw new Unsendable(`${inner} may have lost digits: write the params as JSON text`);
}

/** The JSON text of an object or a list that an expression made. */
function written(given: object): string {
	return JSON.stringify(given, sendable);
}

/** A JSON object or array, as text or as it is; sent as the text that it is. */
export function rpcParams(): Value<string, unknown> {
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
