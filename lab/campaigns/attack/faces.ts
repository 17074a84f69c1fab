import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { isFailure } from '../../../core/failure';
import type { AnyClient } from '../../../core/client';
import type { Clock } from '../../../core/protocol/ports';
import { CLEAR_SECRETS } from '../../../lambdas/shared/secrets';
import { HandlerError } from '../../../lambdas/shared/errors';
import { readEnvironment } from '../../../lambdas/shared/environment';
import { httpTransport } from '../../../core/transports/http';
import { SERVICE_RULES, SERVICE_VARIABLES, servicesClient } from '../../../lambdas/shared/services';
import { ACTION, type Engine, type NodeFailure, type Outcome, logLines } from '../../kit/engine';
import { servicesAt, type Target } from './samples';
import { KEY, NODE_SECRET } from './secrets';
import { everythingIn } from '../../kit/everything';
import { type End, errorText } from './watch';

/**
 * The two ways in which the package sends requests, and the results of calls as ends of attacks.
 */

/** Bounds of every call of the campaign, unless an attack sets its own. */
export const TIMEOUT_SECONDS = 5;
export const MEGABYTES = 4;

/** A part of the package that sends requests: the nodes, or the client of the functions. */
export interface Face {
	name: string;
	call(target: Target): Promise<End>;
}

const OPTIONS = { retries: 0, timeoutSeconds: TIMEOUT_SECONDS, maxResponseMegabytes: MEGABYTES };

/** The nodes in n8n's engine. */
export function n8nFace(engine: Engine): Face {
	return {
		name: 'n8n',
		async call({ operation, parameters }) {
			const options = {
				...OPTIONS,
				...(parameters.options as INodeParameters),
			};
			logLines.length = 0;
			const outcome = await engine.execute({
				node: operation.node,
				parameters: { simplify: false, ...parameters, options },
			});
			return endOf(outcome);
		},
	};
}

type Described = NodeFailure & { errorResponse?: { kind?: string } };

/** End of an attack, from the outcome of an execution. */
export function endOf({ items, error }: Outcome): End {
	const given = items[ACTION] ?? [];
	const { text, keys } = everythingIn([given.map(withoutBytes), logLines]);
	return {
		kind: error ? kindOf(error) : 'answered',
		text: text + (error ? textOf(error) : ''),
		// A later node that copies the item key by key would change a prototype.
		...(keys.has('__proto__') && { wrong: 'an item has a key __proto__' }),
	};
}

function withoutBytes({ json, binary }: INodeExecutionData) {
	const files = Object.entries(binary ?? {}).map(([field, { data: _, ...about }]) => [
		field,
		about,
	]);
	return { json, files };
}

/** The kind behind an error of a node. */
export function kindOf(error: Error): string {
	const { name, description, errorResponse } = error as Described;
	if (name === 'NodeApiError' && errorResponse?.kind) return errorResponse.kind;
	const hinted = /^Correct the parameter and run/.test(description ?? '');
	if (name === 'NodeOperationError' && hinted) return 'invalid-input';
	return errorText(error);
}

function textOf(error: Error): string {
	const { message, stack, description, context, errorResponse } = error as Described;
	const cause = (error as { cause?: unknown }).cause;
	return everythingIn([message, stack, description, context, errorResponse, errorText(cause)]).text;
}

/** Real time, but no pause is waited for. */
export const impatient: Clock = {
	now: () => Date.now(),
	sleep: async () => {},
	random: () => 0.5,
};

/** The environment of a function that has both secrets. */
export function environmentAt(url: string): Record<string, string> {
	const { dataUrl, metricsUrl, nodeUrl } = servicesAt(url);
	return {
		AVALANCHE_DATA_URL: dataUrl,
		AVALANCHE_METRICS_URL: metricsUrl,
		AVALANCHE_NODE_URL: nodeUrl,
		AVALANCHE_API_KEY: KEY,
		AVALANCHE_NODE_HEADER_NAME: 'x-gate',
		AVALANCHE_NODE_HEADER_VALUE: NODE_SECRET,
		[CLEAR_SECRETS]: 'allow',
	};
}

/** A client as the functions make it, over their own transport. */
export async function functionClient(url: string): Promise<AnyClient> {
	const given = environmentAt(url);
	const environment = readEnvironment(given, SERVICE_VARIABLES, SERVICE_RULES);
	return await servicesClient({
		environment,
		clock: impatient,
		retry: { retries: 0 },
		timeoutMs: TIMEOUT_SECONDS * 1000,
		transport: (request) => httpTransport({ ...request, maxBytes: MEGABYTES * 1024 * 1024 }),
	})();
}

/** The client of the Lambda functions. */
export function lambdaFace(url: string): Face {
	return {
		name: 'lambda',
		async call({ operation, input }) {
			const client = await functionClient(url);
			try {
				if (!operation.paging) {
					return answered(await client.call(operation, input));
				}
				const pages: unknown[] = [];
				for await (const page of client.pages(operation, input, { limit: 5 })) pages.push(page);
				return answered(pages);
			} catch (error) {
				return endOfError(error);
			}
		},
	};
}

/** The end of what gave a value. */
export function answered(value: unknown): End {
	return { kind: 'answered', text: everythingIn(value).text };
}

/** Names of the errors that functions throw, beside those of the kinds. */
const NAMED: Readonly<Record<string, string>> = {
	InvalidInput: 'invalid-input',
	InvalidEvent: 'invalid-input',
	UnknownTarget: 'not-found',
	Unauthorized: 'unauthorized',
	Forbidden: 'forbidden',
	NotFound: 'not-found',
	RateLimited: 'rate-limited',
	ServiceError: 'server',
	BadGateway: 'bad-gateway',
	ServiceUnavailable: 'unavailable',
	NetworkError: 'network',
	InvalidResponse: 'invalid-response',
	RpcError: 'rpc',
	VerificationFailed: 'verification',
	SourceFailed: 'invalid-response',
	ExportFailed: 'server',
	ExportTruncated: 'invalid-response',
	ExportTimeout: 'unavailable',
	ConfigurationError: 'invalid-input',
	MethodNotAllowed: 'invalid-input',
};

/** End of an attack, from the error of a call. */
export function endOfError(error: unknown): End {
	const { message, stack, data } = error as Error & { data?: unknown };
	const { text } = everythingIn([message, stack, data]);
	if (isFailure(error)) return { kind: error.kind, text };
	const named = error instanceof HandlerError ? NAMED[error.name] : undefined;
	return { kind: named ?? errorText(error), text };
}
