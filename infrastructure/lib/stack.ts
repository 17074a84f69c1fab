import { CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { type PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { type Function, FunctionUrlAuthType } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { addAlarms } from './alarms';
import { addExports } from './exports';
import { addFunction } from './functions';
import { addNotify } from './notify';
import { type AvalancheOptions, functionsOf } from './options';
import { readSecret, secretVariables } from './secrets';

export interface AvalancheStackProps extends StackProps {
	options: AvalancheOptions;
	/** Folder with one bundle a function (`npm run build:lambdas`). */
	codeFolder: string;
}

/** What every function that calls the services is given. */
export interface ServiceSettings {
	environment: Record<string, string>;
	statements: PolicyStatement[];
}

/** The functions that the options ask for, and what each of them needs. */
export class AvalancheStack extends Stack {
	constructor(
		scope: Construct,
		id: string,
		{ options, codeFolder, ...props }: AvalancheStackProps,
	) {
		super(scope, id, props);
		const wanted = new Set(functionsOf(options));
		const services = serviceSettings(this, options);
		const functions: Function[] = [];
		if (wanted.has('exportTransactions')) {
			functions.push(
				...addExports(this, { options, codeFolder, services, start: wanted.has('startExport') }),
			);
		}
		if (wanted.has('aggregateSignatures'))
			functions.push(addAggregate(this, options, codeFolder, services));
		if (wanted.has('notify')) functions.push(addNotify(this, { options, codeFolder, services }));
		addAlarms(this, options, functions);
	}
}

function serviceSettings(stack: Stack, options: AvalancheOptions): ServiceSettings {
	const { services = {}, apiKey, nodeHeader } = options;
	const { dataUrl, metricsUrl, nodeUrl, apiKeyHeader } = services;
	return {
		environment: {
			...(dataUrl && { AVALANCHE_DATA_URL: dataUrl }),
			...(metricsUrl && { AVALANCHE_METRICS_URL: metricsUrl }),
			...(nodeUrl && { AVALANCHE_NODE_URL: nodeUrl }),
			...(apiKeyHeader && { AVALANCHE_API_KEY_HEADER: apiKeyHeader }),
			...(apiKey
				? secretVariables('AVALANCHE_API_KEY', apiKey)
				: { AVALANCHE_WITHOUT_API_KEY: 'true' }),
			...(nodeHeader && {
				AVALANCHE_NODE_HEADER_NAME: nodeHeader.name,
				...secretVariables('AVALANCHE_NODE_HEADER_VALUE', nodeHeader.value),
			}),
		},
		statements: [
			...(apiKey ? readSecret(stack, apiKey) : []),
			...(nodeHeader ? readSecret(stack, nodeHeader.value) : []),
		],
	};
}

function addAggregate(
	stack: Stack,
	options: AvalancheOptions,
	codeFolder: string,
	{ environment, statements }: ServiceSettings,
): Function {
	const { url, verification, timeoutSeconds = 120 } = options.aggregate ?? {};
	const made = addFunction(stack, {
		name: 'aggregateSignatures',
		options,
		codeFolder,
		memorySize: 512,
		timeout: Duration.seconds(timeoutSeconds),
		environment: { ...environment, ...(verification && { VERIFICATION: verification }) },
		statements,
	});
	if (url) {
		const authType = url === 'public' ? FunctionUrlAuthType.NONE : FunctionUrlAuthType.AWS_IAM;
		const value = made.addFunctionUrl({ authType }).url;
		new CfnOutput(stack, 'AggregateSignaturesUrl', { value });
	}
	return made;
}
