import * as z from 'zod/v4';
import { mapOf } from './culprit';
import { isMap } from '../formats/json';
import { type Value, value } from './field';
import { repetitionIn } from './jsonText';
import { Unsendable, sendable } from './sentJson';

/** The query parameters of a call that users write themselves. */

export type QueryValues = Record<string, string | string[]>;

const RULE =
	'must be a JSON object of texts, numbers, flags or lists of these, such as { "pageSize": 100 }';
const MOST_VALUES = 1024;

const isName = (name: string) => /^[A-Za-z][A-Za-z0-9_.[\]-]{0,127}$/.test(name);

/** The text of one value. Throws `Unsendable` with the reason if it has none that is exact. */
function textOf(given: unknown): string {
	if (typeof given === 'boolean') return String(given);
	if (typeof given === 'number') return String(sendable('', given));
	if (typeof given !== 'string') throw new Unsendable('a value of another kind has no text');
	if (!given.isWellFormed()) throw new Unsendable('a text must not have half of a character');
	return given;
}

function textsOf(name: string, given: unknown): string | string[] {
	if (!isName(name)) {
		throw new Unsendable(
			'a name begins with a letter and has letters, digits, _, -, . and brackets',
		);
	}
	if (!Array.isArray(given)) return textOf(given);
	if (given.length === 0 || given.length > MOST_VALUES) {
		throw new Unsendable(`a list has 1 to ${MOST_VALUES} values`);
	}
	return given.map(textOf);
}

/** The texts of a parameter, or the reason why it has none. */
function textsOrReason(name: string, given: unknown): string | string[] | Unsendable {
	try {
		return textsOf(name, given);
	} catch (error) {
		return error instanceof Unsendable ? error : new Unsendable('the value cannot be read');
	}
}

/** Names with a value or several ones, each as the text that is sent: numbers keep all digits. */
export function queryValues(): Value<QueryValues, unknown> {
	const read = (given: unknown, context: z.RefinementCtx): QueryValues => {
		const refuse = (why?: string, path: string[] = []) => {
			const message = why === undefined ? RULE : `${RULE}; ${why}`;
			context.addIssue({ code: 'custom', path, message, fatal: true });
			return z.NEVER;
		};
		const repetition = repetitionIn(given);
		if (repetition) return refuse(repetition.message);
		const map = mapOf(given);
		if (!isMap(map)) return refuse();
		const values: Array<[string, string | string[]]> = [];
		for (const [name, each] of Object.entries(map)) {
			const texts = textsOrReason(name, each);
			if (texts instanceof Unsendable) return refuse(texts.message, [name]);
			values.push([name, texts]);
		}
		return Object.fromEntries(values);
	};
	return value(() => z.unknown().transform(read), { control: 'json', rule: RULE });
}
