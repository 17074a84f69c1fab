import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AWS_ENVIRONMENT } from './s3';

/** Result of an invocation: its payload, and whether the function failed. */
export interface Invocation {
	payload: string;
	failed: boolean;
}

/** A function as Lambda knows it. */
export interface FunctionDefinition {
	name: string;
	/** Folder of the bundle. */
	folder: string;
	environment?: Record<string, string>;
	/** Seconds of one invocation. Default 60. */
	timeoutSeconds?: number;
	/** True for durable functions. */
	durable?: boolean;
}

/** One process that runs a function, one invocation at a time. */
export interface ExecutionEnvironment {
	invoke(payload: string): Promise<Invocation>;
	readonly busy: boolean;
	readonly alive: boolean;
	pid?: number;
	/** Its output, line by line. */
	lines: string[];
	/** Milliseconds from its spawn to its first request for work. */
	coldStartMs(): Promise<number>;
	/** Resolves when the process has ended. */
	exited: Promise<void>;
	/** Kills it as a crash would. */
	kill(): void;
	close(): Promise<void>;
}

const API = '/2018-06-01/runtime';

export function arnOf(name: string): string {
	return `arn:aws:lambda:us-east-1:000000000000:function:${name}:1`;
}

interface Work {
	id: string;
	payload: string;
	settle: (invocation: Invocation) => void;
}

const failedWith = (errorType: string, errorMessage: string): Invocation => ({
	payload: JSON.stringify({ errorType, errorMessage }),
	failed: true,
});

/** Starts a function's process with its own Runtime API, as Lambda does. */
export async function startExecutionEnvironment(
	client: string,
	definition: FunctionDefinition,
): Promise<ExecutionEnvironment> {
	const { name, folder, timeoutSeconds = 60 } = definition;
	let work: Work | undefined;
	let waiting: ServerResponse | undefined;
	let initError: string | undefined;
	const lines: string[] = [];
	const begun = performance.now();
	let ready: (ms: number) => void;
	const coldStart = new Promise<number>((resolve) => (ready = resolve));

	function deliver() {
		if (!work || !waiting) return;
		waiting.writeHead(200, {
			'content-type': 'application/json',
			'lambda-runtime-aws-request-id': work.id,
			'lambda-runtime-deadline-ms': String(Date.now() + timeoutSeconds * 1000),
			'lambda-runtime-invoked-function-arn': arnOf(name),
		});
		waiting.end(work.payload);
		waiting = undefined;
	}
	function settle(invocation: Invocation) {
		const done = work;
		work = undefined;
		done?.settle(invocation);
	}

	const server = createServer((request, response) => {
		const url = request.url ?? '';
		if (url === `${API}/invocation/next`) {
			ready(performance.now() - begun);
			waiting = response;
			deliver();
			return;
		}
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const payload = Buffer.concat(chunks).toString('utf8');
			response.writeHead(202, { 'content-type': 'application/json' }).end('{}');
			if (url === `${API}/init/error`) initError = payload;
			else settle({ payload, failed: url.endsWith('/error') });
		});
	}).listen(0, '127.0.0.1');
	await new Promise((resolve) => server.once('listening', resolve));
	const child: ChildProcess = spawn(process.execPath, [client], {
		stdio: ['ignore', 'pipe', 'pipe'],
		env: {
			PATH: process.env.PATH,
			...AWS_ENVIRONMENT,
			AWS_LAMBDA_RUNTIME_API: `127.0.0.1:${(server.address() as AddressInfo).port}`,
			_HANDLER: 'handler.handler',
			LAMBDA_TASK_ROOT: folder,
			AWS_LAMBDA_FUNCTION_NAME: name,
			AWS_LAMBDA_FUNCTION_VERSION: '1',
			AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '512',
			AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${name}`,
			AWS_LAMBDA_LOG_STREAM_NAME: 'local',
			...definition.environment,
		},
	});
	for (const stream of [child.stdout, child.stderr]) {
		stream?.setEncoding('utf8').on('data', (text: string) => {
			lines.push(...text.split('\n').filter(Boolean));
		});
	}
	const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
	let alive = true;
	void exited.then(() => {
		alive = false;
		const crash = failedWith('Runtime.ExitError', 'The process ended before it answered');
		settle(initError === undefined ? crash : { payload: initError, failed: true });
	});

	return {
		lines,
		pid: child.pid,
		get busy() {
			return work !== undefined;
		},
		get alive() {
			return alive;
		},
		invoke(payload) {
			return new Promise((resolve) => {
				work = { id: randomUUID(), payload, settle: resolve };
				if (alive) deliver();
				else settle(failedWith('Runtime.ExitError', initError ?? 'The process has ended'));
			});
		},
		coldStartMs: () => coldStart,
		exited,
		kill: () => void child.kill('SIGKILL'),
		async close() {
			child.kill('SIGKILL');
			await exited;
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
