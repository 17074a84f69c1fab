import type { DurableExecutionInvocationOutput } from '@aws/durable-execution-sdk-js';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { startLocalServer } from '../system/localServer';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { type DurableExecution, type DurableService, createDurableService } from './durableService';
import {
	type ExecutionEnvironment,
	type FunctionDefinition,
	type Invocation,
	arnOf,
	startExecutionEnvironment,
} from './executionEnvironment';
import { runtimeClient } from './runtimeClient';

/** Lambda on this machine: functions run under AWS's own runtime client. */
export interface Lambda {
	/** For AWS_ENDPOINT_URL_LAMBDA. */
	url: string;
	client(): LambdaClient;
	durable: DurableService;
	/** Every process that was started, the last one last. */
	environments(name: string): ExecutionEnvironment[];
	/** Resolves when no durable execution is running. */
	settled(): Promise<void>;
	close(): Promise<void>;
}

export interface LambdaOptions {
	functions: readonly FunctionDefinition[];
	/** Replaces the pauses of durable executions; by default they are waited for. */
	pass?: (ms: number) => Promise<void> | void;
	/** Called before a checkpoint is stored; if it throws, the process gets an error. */
	onCheckpoint?: (execution: DurableExecution, updates: string[]) => void;
}

/** Starts Lambda with these functions; their processes are started when they are first invoked. */
export async function startLambda({
	functions,
	pass,
	onCheckpoint,
}: LambdaOptions): Promise<Lambda> {
	const client = await runtimeClient();
	const known = new Map(functions.map((one) => [one.name, one]));
	const pools = new Map<string, ExecutionEnvironment[]>(functions.map(({ name }) => [name, []]));
	const durable = createDurableService();
	const running = new Set<Promise<unknown>>();
	let url = '';
	let closed = false;

	async function run(definition: FunctionDefinition, payload: string): Promise<Invocation> {
		if (closed) throw new Error('Lambda is closed');
		const pool = pools.get(definition.name) ?? [];
		let environment = pool.find((one) => one.alive && !one.busy);
		if (!environment) {
			const variables = { AWS_ENDPOINT_URL_LAMBDA: url, ...definition.environment };
			environment = await startExecutionEnvironment(client, {
				...definition,
				environment: variables,
			});
			pool.push(environment);
		}
		return environment.invoke(payload);
	}

	function drive(execution: DurableExecution, definition: FunctionDefinition) {
		const driven = durable.drive(execution, {
			pass: pass ?? ((ms) => wait(ms)),
			invoke: async (input) => {
				const { payload, failed } = await run(definition, JSON.stringify(input));
				if (failed) throw new Error(payload);
				return JSON.parse(payload) as DurableExecutionInvocationOutput;
			},
		});
		running.add(driven);
		void driven.finally(() => running.delete(driven));
		return driven;
	}

	async function invoke(request: IncomingMessage, name: string, payload: string): Promise<Answer> {
		const definition = known.get(functionOf(name));
		if (!definition) return failure(404, 'ResourceNotFoundException', `no function ${name}`);
		const asEvent = request.headers['x-amz-invocation-type'] === 'Event';
		if (!definition.durable) {
			const invoked = run(definition, payload);
			if (!asEvent) return answerOf(await invoked);
			running.add(invoked);
			void invoked.finally(() => running.delete(invoked));
			return { status: 202 };
		}
		if (!name.includes(':'))
			return failure(400, 'InvalidParameterValueException', 'unqualified ARN');
		const wanted = request.headers['x-amz-durable-execution-name'];
		const before = durable.list().length;
		const execution = durable.begin(arnOf(definition.name), payload, wanted as string | undefined);
		if (execution === 'conflict') {
			return failure(409, 'DurableExecutionAlreadyStartedException', 'another payload');
		}
		const driven = durable.list().length > before ? drive(execution, definition) : undefined;
		const headers = { 'x-amz-durable-execution-arn': execution.arn };
		if (asEvent) return { status: 202, headers };
		await driven;
		const { error, result } = execution;
		const thrown = { errorType: error?.ErrorType, errorMessage: error?.ErrorMessage };
		const invocation = { payload: result ?? JSON.stringify(thrown), failed: error !== undefined };
		return { ...answerOf(invocation), headers: { ...answerOf(invocation).headers, ...headers } };
	}

	function executionsApi(method: string, target: string, action: string, body: string): Answer {
		const execution = durable.find(target);
		if (!execution) return failure(404, 'ResourceNotFoundException', 'no such execution');
		if (method === 'POST' && action === 'checkpoint') {
			const request = JSON.parse(body) as Parameters<DurableService['checkpoint']>[0];
			onCheckpoint?.(
				execution,
				(request.Updates ?? []).map((one) => `${one.Action} ${one.Name}`),
			);
			return json(durable.checkpoint({ ...request, DurableExecutionArn: target }));
		}
		if (method === 'POST' && action === 'stop') {
			durable.stop(execution);
			return json({ StopTimestamp: execution.endedAt });
		}
		if (action === 'state') return json({ Operations: [...execution.operations.values()] });
		return json({
			...summaryOf(execution),
			InputPayload: execution.payload,
			Result: execution.result,
			Error: execution.error,
			Version: '1',
		});
	}

	async function answer(request: IncomingMessage, body: string): Promise<Answer> {
		const { pathname, searchParams } = new URL(request.url ?? '', 'http://lambda');
		const parts = pathname.split('/').slice(1).map(decodeURIComponent);
		if (parts[1] === 'functions' && parts[3] === 'invocations')
			return invoke(request, parts[2], body);
		if (parts[1] === 'functions' && parts[3] === 'durable-executions') {
			const name = searchParams.get('DurableExecutionName');
			const listed = durable
				.list()
				.filter((one) => one.functionArn === arnOf(functionOf(parts[2])))
				.filter((one) => name === null || one.name === name);
			return json({ DurableExecutions: listed.reverse().map(summaryOf) });
		}
		if (parts[1] === 'durable-executions') {
			// An ARN holds slashes, encoded or not.
			const last = parts.at(-1) ?? '';
			const action = ['checkpoint', 'state', 'stop', 'history'].includes(last) ? last : '';
			const arn = parts.slice(2, action ? -1 : undefined).join('/');
			return executionsApi(request.method ?? '', arn, action, body);
		}
		return failure(404, 'ResourceNotFoundException', pathname);
	}

	const server = await startLocalServer((request, response, read) => {
		answer(request, String(read))
			.catch((error: Error) => failure(400, error.name, error.message))
			.then((given) => send(response, given))
			.catch(() => response.destroy());
	});
	url = server.url;
	const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };

	return {
		url,
		durable,
		client: () => new LambdaClient({ endpoint: url, region: 'us-east-1', credentials }),
		environments: (name) => pools.get(name) ?? [],
		async settled() {
			while (running.size > 0) await Promise.all(running);
		},
		async close() {
			closed = true;
			for (const one of durable.list()) if (one.status === 'RUNNING') durable.stop(one);
			await Promise.all([...pools.values()].flat().map((one) => one.close()));
			await server.close();
		},
	};
}

interface Answer {
	status: number;
	headers?: Record<string, string>;
	body?: string;
}

/** The function's name in a name, a partial or a full ARN, with or without a version. */
function functionOf(given: string): string {
	return /^(?:arn:.*?:function:)?([^:]+)/.exec(given)?.[1] ?? given;
}

function answerOf({ payload, failed }: Invocation): Answer {
	return {
		status: 200,
		headers: failed ? { 'x-amz-function-error': 'Unhandled' } : {},
		body: payload,
	};
}

function failure(status: number, type: string, message: string): Answer {
	return { status, headers: { 'x-amzn-errortype': type }, body: JSON.stringify({ message }) };
}

function summaryOf(execution: DurableExecution) {
	return {
		DurableExecutionArn: execution.arn,
		DurableExecutionName: execution.name,
		FunctionArn: execution.functionArn,
		Status: execution.status,
		StartTimestamp: execution.startedAt,
		EndTimestamp: execution.endedAt,
	};
}

/** Lambda's API writes times as seconds since 1970. */
function json(value: object): Answer {
	const body = JSON.stringify(value, function (this: Record<string, unknown>, key, plain: unknown) {
		const given = this[key];
		return given instanceof Date ? given.getTime() / 1000 : plain;
	});
	return { status: 200, body };
}

function send(response: ServerResponse, { status, headers, body }: Answer): void {
	response.writeHead(status, { 'content-type': 'application/json', ...headers });
	response.end(body);
}
