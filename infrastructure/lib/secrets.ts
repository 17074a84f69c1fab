import { type Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { SecretSource } from './secretSource';

/** The variables that tell a function where a secret is. */
export function secretVariables(name: string, source: SecretSource): Record<string, string> {
	if ('parameter' in source) return { [`${name}_PARAMETER`]: source.parameter };
	return {
		[`${name}_SECRET`]: source.secret,
		...(source.field && { [`${name}_SECRET_FIELD`]: source.field }),
	};
}

/** The right to read that one secret. */
export function readSecret(stack: Stack, source: SecretSource): PolicyStatement[] {
	const read =
		'parameter' in source
			? new PolicyStatement({
					actions: ['ssm:GetParameter'],
					resources: [parameterArn(stack, source.parameter)],
				})
			: new PolicyStatement({
					actions: ['secretsmanager:GetSecretValue'],
					resources: [secretArn(stack, source.secret)],
				});
	if (!source.kmsKeyArn) return [read];
	return [read, new PolicyStatement({ actions: ['kms:Decrypt'], resources: [source.kmsKeyArn] })];
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
