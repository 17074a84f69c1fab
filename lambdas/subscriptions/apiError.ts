import type { z } from 'zod/v4';
import { preview } from '../../core/fields/preview';
import { fieldOf } from '../shared/errors';

/** A mistake in a request: the field, the rule that it breaks, and what was given. */
export interface Problem {
	field: string;
	rule: string;
	value?: string;
}

/** An error that the API answers as JSON. */
export class ApiError extends Error {
	override readonly name: string;

	constructor(
		readonly status: number,
		name: string,
		message: string,
		readonly problems?: readonly Problem[],
		readonly headers: Readonly<Record<string, string>> = {},
	) {
		super(message);
		this.name = name;
	}

	/** The body of the response. */
	toJSON() {
		return { error: this.name, message: this.message, problems: this.problems };
	}
}

/** Fields whose values are secrets. */
const SECRET_FIELDS = new Set(['secret', 'challenge']);

/** The value of a field for an error. Of a URL only the host is shown: the rest may be a secret. */
function givenValue(field: string, value: unknown): string | undefined {
	if (value === undefined || SECRET_FIELDS.has(field)) return undefined;
	if (field !== 'url') return preview(value);
	if (typeof value !== 'string' || !URL.canParse(value)) return preview(value).slice(0, 20);
	const { protocol, host } = new URL(value);
	return `${protocol}//${host}/…`;
}

/** The error for a request with mistakes. */
export function invalid(
	mistakes: ReadonlyArray<readonly [field: string, rule: string]>,
	given: unknown,
): ApiError {
	const problems = mistakes.map(([field, rule]): Problem => {
		const at = field.split('.').reduce<unknown>((value, key) => {
			return (value as Record<string, unknown> | null | undefined)?.[key];
		}, given);
		const value = field === '' ? undefined : givenValue(field.split('.')[0], at);
		return { field, rule, ...(value !== undefined && { value }) };
	});
	const said = problems
		.map(({ field, rule, value }) => {
			return `${field || 'the body'} ${rule}${value === undefined ? '' : `; given: ${value}`}`;
		})
		.join('. ');
	return new ApiError(400, 'InvalidRequest', `The request is invalid: ${said}`, problems);
}

/** Checks a value of a request. Throws `ApiError` with the mistakes. */
export function checked<Schema extends z.ZodType>(
	schema: Schema,
	given: unknown,
): z.output<Schema> {
	const result = schema.safeParse(given);
	if (result.success) return result.data;
	const mistakes = result.error.issues.flatMap((issue): Array<[string, string]> => {
		const { field, strays } = fieldOf(issue);
		return strays?.map((one) => [one, 'is not a field']) ?? [[field, issue.message]];
	});
	throw invalid(mistakes, given);
}

export const notFound = () => new ApiError(404, 'NotFound', 'There is no such subscription');

export const conflict = () =>
	new ApiError(409, 'Conflict', 'Another call changed the subscription meanwhile: repeat the call');
