import * as z from 'zod/v4';

/**
 * Reference to a secret: the name of a SecureString of Parameter Store, or the name or ARN of a
 * secret of Secrets Manager.
 */
export type SecretSource =
	| { parameter: string; kmsKeyArn?: string }
	| { secret: string; field?: string; kmsKeyArn?: string };

type Given = { parameter?: string; secret?: string; field?: string; kmsKeyArn?: string };

/** Parameter Store's own limit; a name with folders begins with a slash. */
const PARAMETER = /^(?:[\w.-]{1,1011}|(?:\/[\w.-]+){1,15})$/;
const SECRET = /^[\w/+=.@-]{1,512}$/;
/** With the six characters that Secrets Manager adds to the name. */
const SECRET_ARN =
	/^arn:aws[a-z-]*:secretsmanager:[a-z0-9-]+:\d{12}:secret:[\w/+=.@-]+-[A-Za-z0-9]{6}$/;
const KEY_ARN = /^arn:aws[a-z-]*:kms:[a-z0-9-]+:\d{12}:key\/[A-Za-z0-9-]+$/;

function parameterProblem(name: string): string | undefined {
	if (name.startsWith('arn:')) {
		return 'must be the parameter\'s name, such as "/avalanche/api-key", not its ARN';
	}
	if (/^\/?(aws|ssm)/i.test(name)) return 'must not begin with "aws" or "ssm", which AWS reserves';
	return PARAMETER.test(name)
		? undefined
		: 'must be the name of a parameter: letters, digits and _.-, and if it has folders, a slash before each, such as "/avalanche/api-key"';
}

function secretProblem(name: string): string | undefined {
	if (name.startsWith('arn:')) {
		return SECRET_ARN.test(name)
			? undefined
			: 'must be the name of a secret, or its whole ARN: arn:aws:secretsmanager:<region>:<account>:secret:<name>-<6 characters>';
	}
	return SECRET.test(name)
		? undefined
		: 'must be the name of a secret: 1 to 512 letters, digits and /_+=.@-';
}

/** The rule that the text breaks, if it is not the ARN of a key. */
export const keyArnProblem = (value: string): string | undefined =>
	KEY_ARN.test(value)
		? undefined
		: 'must be the ARN of a KMS key: arn:aws:kms:<region>:<account>:key/<id>; an alias is not enough, because permissions name keys';

/** Rules of the fields of a source. */
const RULES: Readonly<Record<keyof Given, (value: string) => string | undefined>> = {
	parameter: parameterProblem,
	secret: secretProblem,
	field: (value) => (value ? undefined : 'must not be empty'),
	kmsKeyArn: keyArnProblem,
};

const field = z.string('must be text').optional();

/**
 * Schema of a secret's reference. Errors show no value: it may be the secret itself, in the wrong
 * field.
 */
export const secretSource = z
	.strictObject(
		{ parameter: field, secret: field, field, kmsKeyArn: field },
		'must say where the secret is kept: { parameter: "<name>" } or { secret: "<name>" }',
	)
	.superRefine((given: Given, context) => {
		const wrong = (message: string, name?: keyof Given) =>
			context.addIssue({ code: 'custom', path: name ? [name] : [], message });
		const sources = [given.parameter, given.secret].filter((source) => source !== undefined);
		if (sources.length !== 1) wrong('must have either parameter or secret, with the name of one');
		if (given.field !== undefined && given.secret === undefined) {
			wrong('is of a secret in JSON; a parameter has none', 'field');
		}
		for (const [name, value] of Object.entries(given) as Array<[keyof Given, string]>) {
			const message = value === undefined ? undefined : RULES[name](value);
			if (message) wrong(message, name);
		}
	}) as unknown as z.ZodType<SecretSource, SecretSource>;
