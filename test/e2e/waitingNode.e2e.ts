import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { importWorkflows } from '../../kit/n8n/import';
import { createInstance, type Instance, type Session } from '../../kit/n8n/instance';
import { executionsOf, hasEnded, itemsOf } from './kit/executions';
import { until } from './kit/host';

/**
 * Waiting in a node of a community package, as n8n allows it: the reason why the export on AWS is an
 * example and no operation (docs/examples/wait-for-lambda-export.md).
 */

/** A node that posts a resume URL to a receiver, and waits for a call. */
const NODE = `
class Waiter {
	description = {
		displayName: 'Waiter', name: 'waiter', group: ['transform'], version: 1, description: 'Waits',
		defaults: { name: 'Waiter' }, inputs: ['main'], outputs: ['main'],
		webhooks: [{
			name: 'default', httpMethod: 'POST', responseMode: 'onReceived', isFullPath: true,
			path: '={{ $parameter.signed ? $nodeId : "" }}', restartWebhook: true,
		}],
		properties: [
			{ displayName: 'Operation', name: 'operation', type: 'string', default: 'start' },
			{ displayName: 'Signed', name: 'signed', type: 'boolean', default: false },
			{ displayName: 'Receiver', name: 'receiver', type: 'string', default: '' },
			{ displayName: 'Seconds', name: 'seconds', type: 'number', default: 3600 },
		],
	};
	async execute() {
		const url = this.getNodeParameter('signed', 0)
			? this.getSignedResumeUrl()
			: this.evaluateExpression('{{ $execution.resumeUrl }}', 0);
		const request = { method: 'POST', url: this.getNodeParameter('receiver', 0), body: { url }, json: true };
		await this.helpers.httpRequest(request);
		await this.putExecutionToWait(new Date(Date.now() + this.getNodeParameter('seconds', 0) * 1000));
		return [[{ json: { by: 'execute' } }]];
	}
	async webhook() {
		return { workflowData: [[{ json: { by: 'webhook', said: this.getBodyData() } }]] };
	}
}
module.exports = { Waiter };
`;

let n8n: Instance;
let session: Session;
const urls: string[] = [];
const receiver = createServer((request, response) => {
	let body = '';
	request.on('data', (chunk: Buffer) => (body += chunk.toString()));
	request.on('end', () => {
		urls.push((JSON.parse(body) as { url: string }).url);
		response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
	});
}).listen(0, '127.0.0.1');

const TRIGGER = 'When clicking ‘Execute workflow’';
const workflow = (id: string, parameters: object) => ({
	...{ id, name: id, active: false, settings: { executionOrder: 'v1' } },
	nodes: [
		{
			...{ id: `${id}-start`, name: TRIGGER, type: 'n8n-nodes-base.manualTrigger' },
			...{ typeVersion: 1, position: [0, 0] as [number, number], parameters: {} },
		},
		{
			...{ id: `${id}-wait`, name: 'Waiter', type: 'CUSTOM.waiter', webhookId: `${id}-hook` },
			...{ typeVersion: 1, position: [200, 0] as [number, number] },
			parameters: {
				...parameters,
				receiver: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`,
			},
		},
	],
	connections: { [TRIGGER]: { main: [[{ node: 'Waiter', type: 'main' as const, index: 0 }]] } },
});

beforeAll(async () => {
	const command = process.env.E2E_N8N;
	if (!command) throw new Error('Run these tests by npm run test:e2e');
	n8n = await createInstance(command);
	const folder = path.join(n8n.folder, 'nodes');
	mkdirSync(folder, { recursive: true });
	writeFileSync(path.join(folder, 'Waiter.node.js'), NODE);
	await importWorkflows(n8n, [
		workflow('plain', {}),
		workflow('signed', { signed: true }),
		workflow('signed-send-and-wait', { signed: true, operation: 'sendAndWait' }),
		workflow('limit', { seconds: 70 }),
	]);
	await n8n.start({ N8N_CUSTOM_EXTENSIONS: folder });
	session = await n8n.login();
});
afterAll(async () => {
	await n8n?.remove();
	await new Promise((resolve) => receiver.close(resolve));
});

const executionOf = async (id: string) => (await executionsOf(session, id)).at(-1);

/** Starts a workflow; returns the URL that its node posted, when the execution is stored. */
async function waiting(id: string): Promise<string> {
	const before = urls.length;
	const workflowData = await session.rest('GET', `/workflows/${id}`);
	await session.rest('POST', `/workflows/${id}/run`, {
		workflowData,
		triggerToStartFrom: { name: TRIGGER },
	});
	await until(
		'the execution to wait',
		() => executionOf(id),
		(one) => one?.status === 'waiting',
	);
	expect(urls.length).toBe(before + 1);
	return urls[before];
}

const call = async (url: string) => {
	const headers = { 'content-type': 'application/json' };
	return (await fetch(url, { method: 'POST', headers, body: '{"stored":true}' })).status;
};

/** The items that the node returned at the end. */
async function returned(id: string) {
	const ended = await until('the execution to end', () => executionOf(id), hasEnded);
	expect(ended?.status).toBe('success');
	return itemsOf(ended?.runData ?? {}, 'Waiter').map(({ json }) => json);
}

test('the URL of $execution resumes a node by its webhook(), once', async () => {
	const url = await waiting('plain');
	expect(await call(url)).toBe(200);
	expect(await returned('plain')).toEqual([{ by: 'webhook', said: { stored: true } }]);
	expect(await call(url)).toBe(409);
});

test('n8n rejects getSignedResumeUrl() of a node unless its operation is sendAndWait', async () => {
	expect(await call(await waiting('signed'))).toBe(401);
	expect((await executionOf('signed'))?.status).toBe('waiting');
	expect(await call(await waiting('signed-send-and-wait'))).toBe(200);
	expect(await returned('signed-send-and-wait')).toMatchObject([{ by: 'webhook' }]);
});

test('after the time limit n8n does not execute the node: its input passes through', async () => {
	await waiting('limit');
	const calls = urls.length;
	expect(await returned('limit')).toEqual([{}]);
	expect(urls.length).toBe(calls);
});
