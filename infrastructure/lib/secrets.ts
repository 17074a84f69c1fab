import { type Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { SecretPlace } from './secretPlace';

/** The variables that tell a function where a secret is. */
export function secretVariables(name: string, place: SecretPlace): Record<string, string> {
	if ('parameter' in place) return { [`${name}_PARAMETER`]: place.parameter };
	return {
		[`${name}_SECRET`]: place.secret,
		...(place.field && { [`${name}_SECRET_FIELD`]: place.field }),
	};
}

/** The right to read that one secret. */
export function readSecret(stack: Stack, place: SecretPlace): PolicyStatement[] {
	const read =
		'parameter' in place
			? new PolicyStatement({
					actions: ['ssm:GetParameter'],
					resources: [parameterArn(stack, place.parameter)],
				})
			: new PolicyStatement({
					actions: ['secretsmanager:GetSecretValue'],
					resources: [secretArn(stack, place.secret)],
				});
	if (!place.kmsKeyArn) return [read];
	return [read, new PolicyStatement({ actions: ['kms:Decrypt'], resources: [place.kmsKeyArn] })];
}

function parameterArn(stack: Stack, name: string): string {
	return stack.formatArn({
		service: 'ssm',
		resource: 'parameter',
		resourceName: name.replace(/^\//, ''),
	});
}

/** Secrets Manager puts a dash and six characters behind the name. */
function secretArn(stack: Stack, name: string): string {
	if (name.startsWith('arn:')) return name;
	return stack.formatArn({
		service: 'secretsmanager',
		resource: `secret:${name}-??????`,
	});
}
