import { type Duration, RemovalPolicy, type Stack } from 'aws-cdk-lib';
import { ManagedPolicy, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
	Architecture,
	Code,
	Function,
	type FunctionProps,
	Runtime,
	Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import path from 'node:path';
import { stageOf } from './options';
import type { AvalancheOptions, FunctionName } from './optionsSchema';
import { deadLetterQueue, sendTo } from './queues';
import type { SecretSource } from './secretSource';
import { readSecret, secretVariables } from './secrets';
import type { ServiceSettings } from './services';

/** The options of every part of the stack. */
export interface StackParts {
	options: AvalancheOptions;
	/** Folder with one bundle a function. */
	codeFolder: string;
	services: ServiceSettings;
}

export interface FunctionOptions {
	/** Default 512. */
	memorySize?: number;
	timeout: Duration;
	environment?: Record<string, string>;
	/** Secrets that it reads, by the beginning of the names of their variables. */
	secrets?: Record<string, SecretSource | undefined>;
	/** Permissions of the function, beside writing its log and reading its secrets. */
	statements?: PolicyStatement[];
	/** Id of the queue for its events that failed. */
	failures?: string;
	rest?: Partial<FunctionProps>;
}

const DEFAULT_RETENTION = 30;

/** One function with its log, and a role that may write that log and what it is given, nothing else. */
export function addFunction(
	stack: Stack,
	name: FunctionName,
	{ options, codeFolder }: Pick<StackParts, 'options' | 'codeFolder'>,
	given: FunctionOptions,
): Function {
	const { memorySize = 512, timeout, environment, statements = [], failures, rest = {} } = given;
	const id = name[0].toUpperCase() + name.slice(1);
	const secrets = Object.entries(given.secrets ?? {}).flatMap(([variable, source]) =>
		source ? [[variable, source] as const] : [],
	);
	const failed = failures === undefined ? undefined : deadLetterQueue(stack, failures);
	const logGroup = new LogGroup(stack, `${id}Log`, {
		// CDK's enumeration has the number of days as its values.
		retention: (options.logRetentionDays ?? DEFAULT_RETENTION) as RetentionDays,
		removalPolicy: RemovalPolicy.DESTROY,
	});
	const role = new Role(stack, `${id}Role`, {
		assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
		description: `Permissions of ${name}`,
		// Checkpoints are written under rights that AWS keeps in this policy.
		managedPolicies: rest.durableConfig
			? [
					ManagedPolicy.fromAwsManagedPolicyName(
						'service-role/AWSLambdaBasicDurableExecutionRolePolicy',
					),
				]
			: [],
	});
	logGroup.grantWrite(role);
	const trace = new PolicyStatement({
		actions: ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'],
		// X-Ray knows no narrower resource.
		resources: ['*'],
	});
	for (const statement of [
		...secrets.flatMap(([, source]) => readSecret(stack, source)),
		...statements,
		...(failed ? [sendTo(failed)] : []),
		...(options.tracing ? [trace] : []),
	])
		role.addToPolicy(statement);
	return new Function(stack, id, {
		runtime: Runtime.NODEJS_24_X,
		architecture: options.architecture === 'arm64' ? Architecture.ARM_64 : Architecture.X86_64,
		handler: 'handler.handler',
		code: Code.fromAsset(path.join(codeFolder, name)),
		memorySize,
		timeout,
		environment: Object.assign(
			{ AVALANCHE_STAGE: stageOf(options), ...environment },
			...secrets.map(([variable, source]) => secretVariables(variable, source)),
		) as Record<string, string>,
		role: role.withoutPolicyUpdates(),
		logGroup,
		deadLetterQueue: failed,
		tracing: options.tracing ? Tracing.ACTIVE : Tracing.DISABLED,
		...rest,
	});
}
