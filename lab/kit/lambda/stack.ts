import { type Emulator, type EmulatorOptions, startEmulator } from '../../../emulator';
import { type FunctionDefinition, arnOf } from './executionEnvironment';
import { type Lambda, type LambdaOptions, startLambda } from './lambda';
import { type ParameterStore, startParameterStore } from './parameterStore';
import { type S3, startS3 } from './s3';

export const STACK_KEY = 'ak_local_000011112222';
export const STACK_BUCKET = 'exports';
const PARAMETER = '/avalanche/api-key';

/** The exporting functions with all that they call, on this machine. */
export interface Stack {
	emulator: Emulator;
	s3: S3;
	parameters: ParameterStore;
	lambda: Lambda;
	close(): Promise<void>;
}

export interface StackOptions {
	/** Folder of a function's bundle. */
	folderOf: (name: string) => string;
	emulator?: EmulatorOptions;
	/** Changes of exportTransactions. */
	exportTransactions?: Partial<FunctionDefinition>;
	/** More functions; they get the services' variables. */
	others?: readonly FunctionDefinition[];
	pass?: (emulator: Emulator) => LambdaOptions['pass'];
	onCheckpoint?: LambdaOptions['onCheckpoint'];
}

/** Starts emulator, S3, Parameter Store and Lambda. */
export async function startStack(options: StackOptions): Promise<Stack> {
	const { folderOf, others = [] } = options;
	const [emulator, s3, parameters] = await Promise.all([
		startEmulator({ apiKeys: [STACK_KEY], keyRequired: true, ...options.emulator }),
		startS3([STACK_BUCKET]),
		startParameterStore({ [PARAMETER]: STACK_KEY }),
	]);
	const services = {
		AVALANCHE_DATA_URL: emulator.dataUrl,
		AVALANCHE_METRICS_URL: emulator.metricsUrl,
		AVALANCHE_NODE_URL: emulator.nodeUrl,
		AVALANCHE_API_KEY_PARAMETER: PARAMETER,
		AWS_ENDPOINT_URL_SSM: parameters.url,
	};
	const exporting = options.exportTransactions ?? {};
	const lambda = await startLambda({
		pass: options.pass?.(emulator),
		onCheckpoint: options.onCheckpoint,
		functions: [
			{
				name: 'exportTransactions',
				folder: folderOf('exportTransactions'),
				durable: true,
				timeoutSeconds: 900,
				...exporting,
				environment: {
					...services,
					AWS_ENDPOINT_URL_S3: s3.url,
					EXPORT_BUCKET: STACK_BUCKET,
					...exporting.environment,
				},
			},
			{
				name: 'startExport',
				folder: folderOf('startExport'),
				environment: { EXPORT_FUNCTION_ARN: arnOf('exportTransactions') },
			},
			...others.map((one) => ({ ...one, environment: { ...services, ...one.environment } })),
		],
	});
	return {
		emulator,
		s3,
		parameters,
		lambda,
		async close() {
			await lambda.close();
			await Promise.all([emulator.close(), s3.close(), parameters.close()]);
		},
	};
}
