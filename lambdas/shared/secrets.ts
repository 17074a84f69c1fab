import type * as z from 'zod/v4';
import { HandlerError } from './errors';
import { type EnvironmentRule, OPTIONAL_TEXT } from './environment';

/** The source of a secret. */
export type SecretSource =
	| { kind: 'parameter'; name: string }
	| { kind: 'secret'; id: string; field?: string }
	| { kind: 'clear'; value: string };

/** Reads a secret from its source. Throws `SecretUnavailable`, which names the source. */
export type SecretReader = (source: SecretSource) => Promise<string>;

export const CLEAR_SECRETS = 'AVALANCHE_SECRETS_IN_ENVIRONMENT';
const ALLOW = 'allow';

/**
 * The variables for the source of one secret: the SSM parameter or the Secrets Manager secret that has it,
 * the field of that secret if it is a JSON object, or the secret as plain text, which `CLEAR_SECRETS` allows.
 */
export function secretVariables<Name extends string>(name: Name) {
	const names = [
		`${name}_PARAMETER`,
		`${name}_SECRET`,
		`${name}_SECRET_FIELD`,
		name,
		CLEAR_SECRETS,
	];
	return Object.fromEntries(names.map((each) => [each, OPTIONAL_TEXT])) as Record<
		Name | `${Name}_PARAMETER` | `${Name}_SECRET` | `${Name}_SECRET_FIELD` | typeof CLEAR_SECRETS,
		z.ZodOptional<z.ZodString>
	>;
}

/**
 * The rule that at most one source is configured (exactly one for a `required` secret, with the sentence about it),
 * and that the environment contains the secret itself only with the user's explicit consent.
 */
export function secretRule(
	name: string,
	required?: { what: string; unless?: string },
): EnvironmentRule {
	return (given) => {
		const variables = [`${name}_PARAMETER`, `${name}_SECRET`, name];
		const named = variables.filter((variable) => given[variable] !== undefined);
		const problems: string[] = [];
		if (named.length > 1) problems.push(`${named.join(' and ')} exclude each other: set one`);
		if (named.length === 0 && required && given[required.unless ?? ''] !== 'true') {
			problems.push(`${variables[0]} or ${variables[1]} is missing: ${required.what}`);
		}
		if (given[name] !== undefined && given[CLEAR_SECRETS] !== ALLOW) {
			problems.push(
				`${name} contains a secret as plain text: store it in SSM Parameter Store or Secrets Manager and set ${name}_PARAMETER or ${name}_SECRET to its name (or allow it with ${CLEAR_SECRETS}=${ALLOW})`,
			);
		}
		return problems;
	};
}

/** The source of a secret by the environment variables; undefined if none is configured. */
export function secretSource(environment: object, name: string): SecretSource | undefined {
	const given = environment as Record<string, string | undefined>;
	const parameter = given[`${name}_PARAMETER`];
	if (parameter) return { kind: 'parameter', name: parameter };
	const id = given[`${name}_SECRET`];
	if (id) return { kind: 'secret', id, field: given[`${name}_SECRET_FIELD`] };
	const value = given[name];
	return value ? { kind: 'clear', value } : undefined;
}

/** Reads secrets with AWS's clients, each of which is loaded when the first secret of its kind is needed. */
export const awsSecrets: SecretReader = async (source) => {
	if (source.kind === 'clear') return source.value;
	const read = async () =>
		source.kind === 'parameter'
			? await (await import('./ssm.js')).parameter(source.name)
			: await (await import('./secretsManager.js')).secret(source.id);
	const value = await read().catch((error: unknown) => {
		throw unavailable(source, error instanceof Error ? error.name : 'unknown error', error);
	});
	const found = source.kind === 'secret' && source.field ? fieldOf(value, source) : value?.trim();
	if (!found) throw unavailable(source, 'it is empty');
	return found;
};

function fieldOf(value: string | undefined, source: SecretSource & { kind: 'secret' }) {
	let parsed: unknown;
	try {
		// It also removes a byte order mark.
		parsed = JSON.parse(value?.trim() ?? '');
	} catch {
		// The parser's own message may contain a part of the secret.
		throw unavailable(source, 'it is not a JSON object');
	}
	const found = (parsed as Record<string, unknown> | null)?.[String(source.field)];
	if (typeof found !== 'string' || !found.trim()) {
		throw unavailable(source, `it has no text field ${JSON.stringify(source.field)}`);
	}
	return found.trim();
}

/** The error for a secret that cannot be read. It contains the source, never the secret. */
export function unavailable(source: SecretSource, why: string, cause?: unknown): HandlerError {
	const origin =
		source.kind === 'parameter'
			? `SSM parameter ${JSON.stringify(source.name)}`
			: source.kind === 'secret'
				? `Secrets Manager secret ${JSON.stringify(source.id)}`
				: 'environment';
	return new HandlerError('SecretUnavailable', `The ${origin} cannot be used: ${why}`, { cause });
}
