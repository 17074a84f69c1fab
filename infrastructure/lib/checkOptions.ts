import { closest, distance } from 'fastest-levenshtein';
import type * as z from 'zod/v4';
import { optionsProblems } from './optionRules';
import type { AvalancheOptions } from './optionsSchema';
import { OPTIONS } from './optionsSchema';

/**
 * Checks options of which nothing is known, because a program that is run from TypeScript is not
 * checked against its types. Throws one Error that lists every option that is wrong, with its rule
 * and what was given; values of secrets and of URLs are not shown.
 */
export function checkOptions(options: unknown): AvalancheOptions {
	const result = OPTIONS.safeParse(options);
	const problems = result.success
		? optionsProblems(result.data)
		: result.error.issues.flatMap((issue) => linesOf(issue, options));
	if (problems.length > 0) {
		throw new Error(`The options are invalid:\n${problems.map((line) => `- ${line}`).join('\n')}`);
	}
	return options as AvalancheOptions;
}

type Issue = z.core.$ZodIssue;

function linesOf(issue: Issue, options: unknown): string[] {
	const at = pathOf(issue.path);
	if (issue.code === 'unrecognized_keys') {
		const known = keysAt(issue.path);
		return issue.keys.map(
			(key) => `${at ? `${at}.` : ''}${key} is not an option${suggestion(key, known)}`,
		);
	}
	const value = valueAt(options, issue.path);
	if (at === '') return ['the options must be an object'];
	if (value === undefined) return [`${at} is missing: it ${issue.message}`];
	// zod's own words, where the schema has none.
	const message = issue.message.replace(/^Invalid input: expected object.*$/, 'must be an object');
	return [`${at} ${message}${givenText(issue, value)}`];
}

/** `exports.schedules[0].name` */
function pathOf(path: readonly PropertyKey[]): string {
	return path.reduce<string>((text, key) => {
		if (typeof key === 'number') return `${text}[${key}]`;
		return text ? `${text}.${String(key)}` : String(key);
	}, '');
}

function valueAt(options: unknown, path: readonly PropertyKey[]): unknown {
	return path.reduce<unknown>(
		(value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key],
		options,
	);
}

/** Options whose values may be secrets by mistake, or contain one. */
const SECRETS = /^(apiKey|nodeHeader|services|notify\.settings|topUp\.settings|exports\.callback)/;
const LONGEST = 80;

function givenText(issue: Issue, value: unknown): string {
	if (SECRETS.test(pathOf(issue.path))) return '';
	const json = JSON.stringify(value) ?? String(value);
	return `; given: ${json.length > LONGEST ? `${json.slice(0, LONGEST)}…` : json}`;
}

/** The keys that an object at this path may have. */
function keysAt(path: readonly PropertyKey[]): string[] {
	let schema: unknown = OPTIONS;
	for (const key of path) {
		const { shape, element } = bare(schema);
		schema = typeof key === 'number' ? element : shape?.[String(key)];
	}
	return Object.keys(bare(schema).shape ?? {});
}

function bare(schema: unknown) {
	const inner = (schema as { def?: { innerType?: unknown } }).def?.innerType ?? schema;
	return inner as { shape?: Record<string, unknown>; element?: unknown };
}

/** The known key that was probably meant. */
function suggestion(key: string, known: readonly string[]): string {
	if (known.length === 0) return '';
	const best = closest(
		key.toLowerCase(),
		known.map((one) => one.toLowerCase()),
	);
	const found = known.find((one) => one.toLowerCase() === best) as string;
	const isNear = distance(key.toLowerCase(), best) <= Math.max(2, Math.floor(key.length / 2));
	return isNear ? `; did you mean ${found}?` : `; there are ${known.join(', ')}`;
}
