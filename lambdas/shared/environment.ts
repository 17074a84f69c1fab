import * as z from 'zod/v4';
import { HandlerError } from './errors';

// Checks that are compiled at run time pay for many values only, and each cold start would wait for them.
z.config({ jitless: true });

/** Environment variables as a process has them. */
export type Environment = Record<string, string | undefined>;

/** A variable with any text that can be absent. One schema for all: each takes time at a cold start. */
export const OPTIONAL_TEXT = z.string().optional();

/** A variable that can be absent, and is `true` or `false`. */
export const OPTIONAL_FLAG = z.literal(['true', 'false'], 'must be "true" or "false"').optional();

/** A rule between variables. Returns one line for each broken rule, which names its variable. */
export type EnvironmentRule = (given: Environment) => string[];

/** Variables whose values are not shown in errors. */
const SECRET = /KEY$|SECRET$|TOKEN$|VALUE$/;

/**
 * Checks a function's environment at its start, by the schemas of its variables and the rules between them. Empty
 * variables count as absent. The description of a variable is shown if it is missing; only required ones have one.
 * Throws one `ConfigurationError` that lists every variable that is missing or wrong, without secrets.
 */
export function readEnvironment<Shape extends z.ZodRawShape>(
	environment: Environment,
	shape: Shape,
	rules: readonly EnvironmentRule[] = [],
): z.output<z.ZodObject<Shape>> {
	const named = Object.keys(shape).map((name) => [name, environment[name]?.trim()] as const);
	const given: Environment = Object.fromEntries(named.filter(([, value]) => value));
	const schema = z.object(shape);
	const result = schema.safeParse(given);
	const problems = [
		...(result.error?.issues ?? []).map((issue) => describe(schema, given, issue)),
		...rules.flatMap((rule) => rule(given)),
	];
	if (result.success && problems.length === 0) return result.data;
	throw new HandlerError(
		'ConfigurationError',
		`The function's environment variables are invalid:\n${problems.map((line) => `- ${line}`).join('\n')}`,
	);
}

function describe(schema: z.ZodObject, given: Environment, issue: z.core.$ZodIssue): string {
	const name = String(issue.path[0]);
	const about = (schema.shape[name] as z.ZodType).description;
	if (given[name] === undefined) return `${name} is missing${about ? `: ${about}` : ''}`;
	const givenText = SECRET.test(name) ? '' : `; given: ${JSON.stringify(given[name])}`;
	return `${name} ${issue.message}${givenText}`;
}
