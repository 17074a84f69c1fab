import { type Duration, RemovalPolicy } from 'aws-cdk-lib';
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
import type { Construct } from 'constructs';
import path from 'node:path';
import type { AvalancheOptions, FunctionName } from './optionsSchema';
import { stageOf } from './options';

export interface FunctionOptions {
	name: FunctionName;
	options: AvalancheOptions;
	/** Folder with one bundle a function. */
	codeFolder: string;
	memorySize: number;
	timeout: Duration;
	environment: Record<string, string>;
	/** Beyond writing its own log. */
	statements: PolicyStatement[];
	rest?: Partial<FunctionProps>;
}

const DEFAULT_RETENTION = 30;

/** One function with its log, and a role that may write that log and what it is given, nothing else. */
export function addFunction(scope: Construct, given: FunctionOptions): Function {
	const { name, options, codeFolder, rest = {} } = given;
	const id = name[0].toUpperCase() + name.slice(1);
	const logGroup = new LogGroup(scope, `${id}Log`, {
		// CDK's enumeration has the number of days as its values.
		retention: (options.logRetentionDays ?? DEFAULT_RETENTION) as RetentionDays,
		removalPolicy: RemovalPolicy.DESTROY,
	});
	const role = new Role(scope, `${id}Role`, {
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
	for (const statement of [...given.statements, ...(options.tracing ? [trace] : [])])
		role.addToPolicy(statement);
	return new Function(scope, id, {
		runtime: Runtime.NODEJS_24_X,
		architecture: options.architecture === 'arm64' ? Architecture.ARM_64 : Architecture.X86_64,
		handler: 'handler.handler',
		code: Code.fromAsset(path.join(codeFolder, name)),
		memorySize: given.memorySize,
		timeout: given.timeout,
		environment: { AVALANCHE_STAGE: stageOf(options), ...given.environment },
		role: role.withoutPolicyUpdates(),
		logGroup,
		tracing: options.tracing ? Tracing.ACTIVE : Tracing.DISABLED,
		...rest,
	});
}
