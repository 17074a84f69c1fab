import { Annotations, CfnOutput, Duration, type Stack } from 'aws-cdk-lib';
import { type Function, FunctionUrlAuthType, HttpMethod } from 'aws-cdk-lib/aws-lambda';
import { aggregateQueues } from './aggregateQueues';
import { type StackParts, addFunction } from './functions';

/** Headers of a request: its own, and those of an AWS signature. */
const HEADERS = [
	'content-type',
	'authorization',
	'x-amz-date',
	'x-amz-security-token',
	'x-amz-content-sha256',
];

/** Lambda answers the browser's preflight request itself; the function never gets it. */
function corsOf(allowedOrigins?: readonly string[]) {
	return (
		allowedOrigins && {
			allowedOrigins: [...allowedOrigins],
			allowedMethods: [HttpMethod.GET, HttpMethod.POST],
			allowedHeaders: HEADERS,
			exposedHeaders: ['retry-after'],
			maxAge: Duration.hours(1),
		}
	);
}

/** The signature aggregation, with a function URL where the options ask for one. */
export function addAggregate(stack: Stack, parts: StackParts): Function {
	const { options, services } = parts;
	const { url, allowedOrigins, verification, concurrency } = options.aggregate ?? {};
	const { timeoutSeconds = 120, queue } = options.aggregate ?? {};
	const queues = queue && aggregateQueues(stack, timeoutSeconds);
	const made = addFunction(stack, 'aggregateSignatures', parts, {
		timeout: Duration.seconds(timeoutSeconds),
		environment: {
			...services.environment,
			...(verification && { VERIFICATION: verification }),
			...queues?.environment,
		},
		secrets: services.secrets,
		statements: queues?.statements,
		rest: { reservedConcurrentExecutions: concurrency },
	});
	if (queue) queues?.feed(made, queue);
	if (url) {
		const authType = url === 'public' ? FunctionUrlAuthType.NONE : FunctionUrlAuthType.AWS_IAM;
		const value = made.addFunctionUrl({ authType, cors: corsOf(allowedOrigins) }).url;
		new CfnOutput(stack, 'AggregateSignaturesUrl', { value });
	}
	if (url === 'public' && concurrency === undefined) {
		Annotations.of(made).addWarningV2(
			'avalanche:public-url-without-limit',
			'aggregate.url is "public" without aggregate.concurrency: anyone can use the whole concurrency of the account in this region, at its cost',
		);
	}
	return made;
}
