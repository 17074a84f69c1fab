import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { INode } from 'n8n-workflow';
import { SECRET } from '../../lab/kit/lambda/notifyKit';
import { STACK_BUCKET, type Stack, startStack } from '../../lab/kit/lambda/stack';
import { exampleWorkflow } from '../../lab/kit/n8n/import';
import type { Session } from '../../lab/kit/n8n/instance';
import { buildLambdas } from '../../lambdas/build/lambdas';
import { executionsOf, hasEnded, itemsOf } from './kit/executions';
import { type OwnHost, startHost, until } from './kit/host';

/**
 * The example wait-for-lambda-export in the real n8n, with the real functions under AWS's runtime
 * client: n8n's AWS nodes call Lambda and S3 on this machine.
 */

const ID = 'wait-for-lambda-export';
const AWS = { id: 'awsLocal', name: 'AWS (IAM) account' };
/** n8n sends requests to an endpoint of one's own only for a bucket whose name has a dot. */
const DOTTED = 'exports.local';
const LOCATION =
	'<?xml version="1.0" encoding="UTF-8"?><LocationConstraint xmlns="http://s3.amazonaws.com/doc/2006-03-01/"></LocationConstraint>';
const NODES = ['awsLambda', 'awsS3'].map((name) => `n8n-nodes-base.${name}`);

/** One request that passed a proxy; without an answer, the server behind it was down. */
interface Passed {
	url: string;
	status?: number;
}

/** A server in front of n8n or Lambda, which records what passes, and can hold or lose answers. */
async function startProxy(to: (url: string) => string, own?: (url: string) => string | undefined) {
	const proxy = {
		url: '',
		passed: [] as Passed[],
		/** Before an answer is passed back; `lost` ends the connection instead. */
		answered: async (_: Passed): Promise<'lost' | undefined> => undefined,
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
	async function pass(request: IncomingMessage, response: ServerResponse) {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		const { method = 'GET', url = '/' } = request;
		const headers = Object.entries(request.headers).filter(([name]) => !OWN.test(name));
		const one: Passed = { url };
		proxy.passed.push(one);
		const itself = own?.(url);
		if (itself !== undefined) return void response.writeHead(200).end(itself);
		const answer = await fetch(to(url), {
			method,
			headers: Object.fromEntries(headers) as Record<string, string>,
			...(method !== 'GET' && { body: Buffer.concat(chunks) }),
		});
		const body = Buffer.from(await answer.arrayBuffer());
		one.status = answer.status;
		if ((await proxy.answered(one)) === 'lost') throw new Error('lost');
		const back = [...answer.headers].filter(([name]) => !OWN.test(name));
		response.writeHead(answer.status, Object.fromEntries(back)).end(body);
	}
	const server = createServer((request, response) => {
		pass(request, response).catch(() => request.socket.destroy());
	}).listen(0, '127.0.0.1');
	await new Promise((resolve) => server.once('listening', resolve));
	proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return proxy;
}
/** Headers of one connection. */
const OWN = /^(host|connection|content-length|content-encoding|transfer-encoding|keep-alive)$/;
type Proxy = Awaited<ReturnType<typeof startProxy>>;

let stack: Stack;
let host: OwnHost;
let toN8n: Proxy;
let toLambda: Proxy;
let toS3: Proxy;
let session: Session;

beforeAll(async () => {
	const outDir = path.resolve(__dirname, '../../.cache/e2e-lambdas');
	await buildLambdas({ outDir, zip: false });
	stack = await startStack({
		folderOf: (name) => path.join(outDir, name),
		emulator: { exports: { durationMs: 1_000 } },
		// A callback that is repeated for hours does not keep the test running.
		pass: () => (ms) => wait(ms, undefined, { ref: false }),
		exportTransactions: {
			environment: {
				EXPORT_CALLBACK_KEY: SECRET,
				AVALANCHE_SECRETS_IN_ENVIRONMENT: 'allow',
				EXPORT_ALLOW_PRIVATE_CALLBACKS: 'true',
			},
		},
	});
	toN8n = await startProxy((url) => host.url + url);
	toLambda = await startProxy((url) => stack.lambda.url + url);
	toS3 = await startProxy(
		(url) => stack.s3.url + url.replace(DOTTED, STACK_BUCKET),
		// S3 says it so of a bucket in us-east-1; the local S3 does not know the request.
		(url) => (/[?&]location/.test(url) ? LOCATION : undefined),
	);
	const example = exampleWorkflow(ID);
	const nodes = example.nodes.map((node): INode => {
		if (!NODES.includes(node.type)) return node;
		const { bucketName, ...parameters } = node.parameters;
		const bucket = bucketName === undefined ? {} : { bucketName: DOTTED };
		return { ...node, parameters: { ...parameters, ...bucket }, credentials: { aws: AWS } };
	});
	const keys = { accessKeyId: 'local', secretAccessKey: 'local', region: 'us-east-1' };
	const ends = { lambdaEndpoint: toLambda.url, s3Endpoint: toS3.url };
	const data = { ...keys, customEndpoints: true, ...ends };
	host = await startHost(
		{ credentials: [{ ...AWS, type: 'aws', data }], workflows: [{ ...example, nodes }] },
		// Its resume URLs lead through the proxy.
		{ WEBHOOK_URL: toN8n.url, N8N_WEBHOOK_URL: toN8n.url },
	);
	({ session } = host);
});
afterAll(async () => {
	await host?.close();
	await stack?.close();
	await Promise.all([toN8n?.close(), toLambda?.close(), toS3?.close()]);
});
beforeEach(() => {
	toN8n.passed.length = 0;
	for (const proxy of [toN8n, toLambda]) proxy.answered = async () => undefined;
});

const ofId = async (id: string) => (await executionsOf(session, ID)).find((one) => one.id === id);
const isCallback = (url: string) => url.startsWith('/webhook-waiting/');
const callbacks = () => toN8n.passed.filter(({ url }) => isCallback(url));

/** The statuses of at least so many callbacks, once the last one is answered. */
async function statuses(least: number) {
	const isAnswered = (all: Passed[]) => all.length >= least && all.at(-1)?.status !== undefined;
	return (await until('the answer of the last callback', callbacks, isAnswered)).map(
		({ status }) => status,
	);
}

/** Starts the workflow, for an address of its own: the order of a name is started once. */
async function start(address: string): Promise<string> {
	const { versionId, nodes } = (await session.rest('GET', `/workflows/${ID}`)) as {
		versionId: string;
		nodes: INode[];
	};
	const changed = nodes.map((node) => {
		if (node.name !== 'Order') return node;
		const text = JSON.stringify(node).replace(/0x[0-9a-fA-F]{40}/, address);
		return JSON.parse(text) as INode;
	});
	await session.rest('PATCH', `/workflows/${ID}`, { nodes: changed, versionId });
	const workflowData = await session.rest('GET', `/workflows/${ID}`);
	const { executionId } = (await session.rest('POST', `/workflows/${ID}/run`, {
		workflowData,
		triggerToStartFrom: { name: 'When clicking ‘Execute workflow’' },
	})) as { executionId: string };
	return executionId;
}

const addressOf = (digit: string) => `0x${digit.repeat(40)}`;
const waits = (id: string) =>
	until(
		'the execution to wait',
		() => ofId(id),
		(one) => one?.status === 'waiting',
	);
const ends = (id: string) => until('the execution to end', () => ofId(id), hasEnded);

async function hasItsFile(id: string): Promise<void> {
	const execution = await ends(id);
	expect([execution?.status, execution?.error]).toEqual(['success', undefined]);
	const runData = execution?.runData ?? {};
	const [{ json }] = itemsOf(runData, 'State').slice(-1);
	const { bucket, files } = json.result as { bucket: string; files: Array<{ key: string }> };
	expect(bucket).toBe(STACK_BUCKET);
	const [{ key }] = files;
	const [file] = itemsOf(runData, 'Get the File');
	expect(file.binary?.export.fileName).toBe('part-001.csv');
	expect(await stack.s3.keys(STACK_BUCKET)).toContain(key);
}

test('the callback resumes the execution, which gets the file from S3', async () => {
	const id = await start(addressOf('1'));
	await hasItsFile(id);
	expect(await statuses(1)).toEqual([200]);
	const { runData = {} } = (await ofId(id)) ?? {};
	// The callback says it: nobody asked for the status.
	expect(itemsOf(runData, 'Status')).toEqual([]);
	expect(itemsOf(runData, 'Until It Is Stored')[0].json).toMatchObject({
		body: { type: 'export.stored', data: { status: 'SUCCEEDED' } },
		headers: { 'webhook-signature': expect.stringMatching(/^v1,/) },
	});
});

test('a callback before the execution is stored is refused by n8n, and repeated', async () => {
	let isCalled: () => void;
	const called = new Promise<void>((resolve) => (isCalled = resolve));
	toN8n.answered = async ({ url }) => void (isCallback(url) && isCalled());
	// The answer of startExport comes after the first callback: n8n still executes the node.
	toLambda.answered = async () => void (await called);
	await hasItsFile(await start(addressOf('2')));
	const [early, ...later] = await statuses(2);
	// By its version, and by what it has stored of an execution that runs.
	expect([404, 409, 500]).toContain(early);
	expect(later).toEqual([200]);
});

test('a callback that comes twice resumes the execution once', async () => {
	toN8n.answered = async ({ url, status }) =>
		isCallback(url) && status === 200 ? 'lost' : undefined;
	const id = await start(addressOf('3'));
	await hasItsFile(id);
	expect(await statuses(2)).toEqual([200, 409]);
	const { runData = {}, status } = (await ofId(id)) ?? {};
	expect([status, itemsOf(runData, 'State').length]).toEqual(['success', 1]);
});

test('n8n is killed while it waits: the execution goes on when the callback is repeated', async () => {
	stack.emulator.control.setExports({ durationMs: 15_000 });
	const id = await start(addressOf('4'));
	await waits(id);
	await host.n8n.kill();
	await until('a callback that nobody answers', () => callbacks().length > 0);
	await host.n8n.start();
	await hasItsFile(id);
	const all = await statuses(2);
	expect([all[0], all.at(-1)]).toEqual([undefined, 200]);
});

test('an export that fails resumes the execution, which says why', async () => {
	stack.emulator.control.setExports({ durationMs: 1_000, outcome: 'failed' });
	const execution = await ends(await start(addressOf('5')));
	expect(execution?.status).toBe('error');
	expect(execution?.error).toMatch(/ended as FAILED. ExportFailed Export [0-9a-f-]{36} failed/);
});

test('an order that exists already waits for no callback', async () => {
	const id = await start(addressOf('1'));
	await hasItsFile(id);
	// Callbacks of the executions before are repeated while n8n refuses them.
	const own = callbacks().filter(({ url }) => url.startsWith(`/webhook-waiting/${id}?`));
	expect(own).toEqual([]);
	expect(itemsOf((await ofId(id))?.runData ?? {}, 'Status')).toHaveLength(1);
});
