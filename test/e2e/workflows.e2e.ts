import type { INode, IRunData } from 'n8n-workflow';
import type { AnyOperation } from '../../core';
import { walletOf } from '../../emulator/world/tokens';
import { catalogue } from '../../core/subjects/catalogue';
import { exampleNames, exampleWorkflow, type WorkflowFile } from '../../lab/kit/n8n/import';
import { EXAMPLE_EVENTS } from '../../lab/kit/n8n/exampleEvents';
import { type ChatModel, startChatModel } from './kit/chatModel';
import { executedFrom, executionsOf, hasEnded, itemsOf } from './kit/executions';
import { CHECKS, checkExample, ELSEWHERE, STARTS } from './kit/exampleChecks';
import { type Host, until, useSharedHost } from './kit/host';
import { covering } from '../../lab/kit/selection';

/** Example workflows, executed by a real n8n; its items are those of the emulator's world. */

/** Executed with the functions that it calls: lambdaCallback.e2e.ts. */
const WITH_FUNCTIONS = 'wait-for-lambda-export';
/** The name of every manual trigger, as n8n gives it. */
const START = 'When clicking ‘Execute workflow’';
/** Channels for an alert, each with the node that sends to it. */
const CHANNELS = [
	['webhook', 'Webhook'],
	['slack', 'Slack'],
	['telegram', 'Telegram'],
	['discord', 'Discord'],
	['pagerduty', 'PagerDuty'],
	['email', 'Email'],
] as const;
const PACKAGE = 'n8n-nodes-avalanche-network';
const WEBHOOK_TRIGGER = `${PACKAGE}.avalancheWebhookTrigger`;
const MODEL_CREDENTIAL = { id: 'chatModel', name: 'Chat model of the test' };

const examples = exampleNames()
	.filter((name) => name !== WITH_FUNCTIONS)
	.map(exampleWorkflow);

let host: Host;
let model: ChatModel;
let nodeId: string;
/** The arguments with which the model calls the tool. */
let asked: { nodeIds: string };

/** The expressions of a node's parameters by their names. */
function expressionsIn(parameters: unknown, name = ''): Array<[string, string]> {
	if (typeof parameters === 'string') return parameters.startsWith('=') ? [[name, parameters]] : [];
	return Object.entries(parameters ?? {}).flatMap(([key, value]) =>
		expressionsIn(value, name ? `${name}_${key}` : key),
	);
}

/** A node that adds to its items what another one would send: its expressions, filled in by n8n. */
function showing({ credentials: _, ...node }: INode): INode {
	const assignments = expressionsIn(node.parameters).map(([name, value]) => ({
		id: name,
		name,
		type: 'string',
		value,
	}));
	return {
		...node,
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		parameters: {
			mode: 'manual',
			includeOtherFields: true,
			// The answer of a channel has nothing of the alert, of which this marks what was not sent.
			include: 'except',
			excludeFields: 'unsent',
			assignments: { assignments },
			options: {},
		},
	};
}

function prepared(workflow: WorkflowFile): WorkflowFile {
	const nodes = workflow.nodes.map((node): INode => {
		if (ELSEWHERE.includes(node.type)) return showing(node);
		// n8n does not store such a short pause: waiting.e2e.ts has the real ones.
		if (node.type === 'n8n-nodes-base.wait') {
			return { ...node, parameters: { ...node.parameters, amount: 1, unit: 'seconds' } };
		}
		// The credential has an own node here.
		if (node.disabled && STARTS.includes(node.type)) return { ...node, disabled: false };
		if (!node.type.endsWith('.lmChatOpenAi')) return node;
		return { ...node, credentials: { openAiApi: MODEL_CREDENTIAL } };
	});
	return { ...workflow, nodes: workflow.id === 'send-alert' ? withSettings(nodes, SENT) : nodes };
}

/** Value that a user sets to send alerts. */
const SENT = { webhookUrl: 'https://hooks.slack.com/services/T000/B000/XXXX' };

/** The nodes of send-alert with other values in its Settings, and with one more node enabled. */
function withSettings(nodes: INode[], values: Record<string, string>, enabled?: string): INode[] {
	return nodes.map((node) => {
		if (node.name === enabled) return { ...node, disabled: false };
		if (node.name !== 'Settings') return node;
		const { assignments } = node.parameters.assignments as unknown as {
			assignments: Array<{ name: string; value: string }>;
		};
		const set = assignments.map((one) => ({ ...one, value: values[one.name] ?? one.value }));
		return {
			...node,
			parameters: { ...node.parameters, assignments: { assignments: set } },
		} as unknown as INode;
	});
}

beforeAll(async () => {
	// The validator that the examples name.
	nodeId = 'NodeID-FwJdk72TVgizzJoSQkKQ6BxutvLybp3Zs';
	asked = { nodeIds: nodeId };
	model = await startChatModel({ name: 'Delegators', args: asked });
	const data = { apiKey: 'none', url: model.url, header: false };
	host = await useSharedHost({
		emulator: { exports: { durationMs: 1000 } },
		workflows: examples.map(prepared),
		credentials: [{ ...MODEL_CREDENTIAL, type: 'openAiApi', data }],
	});
});

afterAll(async () => {
	model?.close();
	await host?.close();
});

const check = (name: string, runData: IRunData): void =>
	checkExample(name, runData, host.emulator.world);

describe('in the running n8n', () => {
	async function run(id: string, trigger: object): Promise<IRunData> {
		const execution = await executedFrom(host.session, id, trigger);
		expect([execution.status, execution.error]).toEqual(['success', undefined]);
		return execution.runData;
	}

	/** Sets values in send-alert, as a user does. */
	async function setAlerts(values: Record<string, string>, enabled?: string) {
		const { versionId } = (await host.session.rest(
			'GET',
			'/workflows/send-alert',
		)) as WorkflowFile & {
			versionId: string;
		};
		const { nodes } = prepared(exampleWorkflow('send-alert'));
		const change = { nodes: withSettings(nodes, values, enabled), versionId };
		await host.session.rest('PATCH', '/workflows/send-alert', change);
	}

	/** Each type of node once. */
	const executed = covering(examples, ({ nodes }) => nodes.map(({ type }) => type));

	const starts = executed.flatMap(({ id, nodes }) =>
		nodes.filter(({ type }) => STARTS.includes(type)).map(({ name }) => [id, name]),
	);

	test.each(starts)('%s runs from %s', async (id, trigger) => {
		check(id, await run(id, { name: trigger }));
	});

	const instant = executed.flatMap(({ id, nodes }) =>
		nodes
			.filter(({ type }) => type === WEBHOOK_TRIGGER)
			.map(({ name, webhookId }) => [id, name, webhookId] as const),
	);

	/** True while n8n waits for a test message. */
	async function listens(webhookId?: string): Promise<boolean> {
		const { headers } = await fetch(`${host.url}/webhook-test/${webhookId}/webhook`, {
			method: 'OPTIONS',
			headers: { origin: host.url },
		});
		return headers.get('access-control-allow-methods')?.includes('POST') ?? false;
	}

	test.each(instant)('%s runs when the message arrives at %s', async (id, name, webhookId) => {
		const { control, world } = host.emulator;
		const workflowData = await host.session.rest('GET', `/workflows/${id}`);
		const started = { workflowData, triggerToStartFrom: { name } };
		expect(await host.session.rest('POST', `/workflows/${id}/run`, started)).toEqual({
			waitingForWebhook: true,
		});
		expect(await listens(webhookId)).toBe(true);
		EXAMPLE_EVENTS[id](control, world.clock.seconds());
		const [execution] = await until(
			`the execution of ${id}`,
			() => executionsOf(host.session, id),
			(all) => all.some(hasEnded),
			120_000,
		);
		expect([execution.status, execution.error]).toEqual(['success', undefined]);
		check(id, execution.runData);
		// n8n cannot register a test webhook while it still deletes another one.
		await until('the end of listening', async () => !(await listens(webhookId)));
	});

	test.each(CHANNELS)('an alert goes to the channel that is chosen: %s', async (channel, name) => {
		await setAlerts({ channel }, name);
		const runData = await run('send-alert', { name: START });
		const sent = Object.keys(runData).filter((node) => CHANNELS.some(([, one]) => one === node));
		expect(sent).toEqual([name]);
		expect(JSON.stringify(itemsOf(runData, name))).toContain('🟠 Sample: the uptime');
	});

	test.each([
		['no webhook URL', { webhookUrl: '' }, /"webhookUrl" in the node Settings .* is empty/],
		['a channel whose node is disabled', { channel: 'slack' }, /is slack, and .* is disabled/],
		['a channel that does not exist', { channel: 'pigeon' }, /must be webhook, .*; it is "pigeon"/],
	])('an alert that cannot be sent is an error: %s', async (_, values, message) => {
		await setAlerts(values);
		const execution = await executedFrom(host.session, 'send-alert', { name: START });
		expect(execution.status).toBe('error');
		const [{ error }] = execution.runData['Say Why'] ?? [];
		expect(error?.message).toMatch(message);
	});

	/** Asks the agent in its chat. */
	async function chat(): Promise<IRunData> {
		const trigger = 'When chat message received';
		const json = { action: 'sendMessage', chatInput: 'Who delegates?', sessionId: 'test' };
		const data = {
			startTime: 0,
			executionTime: 0,
			executionIndex: 0,
			source: [],
			data: { main: [[{ json }]] },
		};
		return await run('validator-agent', { name: trigger, data });
	}

	test('validator-agent calls a tool and answers with what it returned', async () => {
		const runData = await chat();
		check('validator-agent', runData);
		const tools = model.requests[0].tools ?? [];
		expect(tools.map(({ function: { name } }) => name).sort()).toEqual([
			'Delegators',
			'Pending_Rewards',
			'Validator',
		]);
		for (const { function: tool } of tools) {
			expect(tool.description.length).toBeGreaterThan(40);
			for (const property of Object.values(tool.parameters.properties ?? {})) {
				expect((property as { description?: string }).description).toMatch(/\w{4}/);
			}
		}
	});

	test('validator-agent: the model gets the error of a tool, and what to do', async () => {
		asked.nodeIds = nodeId.replace('Fw', 'wF');
		model.requests.length = 0;
		await chat();
		const answer = model.requests.at(-1)?.messages.findLast(({ role }) => role === 'tool');
		expect(JSON.stringify(answer?.content)).toMatch(
			/Node IDs.*typing error.*Correct the parameter/,
		);
	});

	/** The sum that n8n's Summarize makes of a field of an operation, called once for each parameters. */
	async function summed(
		calls: ({ call }: AnyOperation) => boolean,
		parameters: object[],
		field: string,
	): Promise<unknown> {
		const operation = catalogue.find(calls);
		if (!operation) throw new Error('There is no such operation');
		const { node, resource, entry } = operation;
		const nodeOf = (name: string, type: string, typeVersion: number, values: object) => ({
			...{ id: name, name, type, typeVersion, position: [0, 0], parameters: values },
			...(type.startsWith(PACKAGE) && { credentials: { avalancheApi: host.credential } }),
		});
		const names = Object.keys(parameters[0] ?? {});
		const nodes = [
			nodeOf(START, 'n8n-nodes-base.manualTrigger', 1, {}),
			nodeOf('Given', 'n8n-nodes-base.code', 2, {
				jsCode: `return ${JSON.stringify(parameters.map((json) => ({ json })))}`,
			}),
			nodeOf('Read', `${PACKAGE}.${node}`, 1, {
				resource: resource.value,
				operation: entry.value,
				...Object.fromEntries(names.map((name) => [name, `={{ $json.${name} }}`])),
			}),
			nodeOf('Sum', 'n8n-nodes-base.summarize', 1.1, {
				fieldsToSummarize: { values: [{ aggregation: 'sum', field }] },
				options: {},
			}),
		];
		const links = nodes.slice(0, -1).map(({ name }, at) => {
			return [name, { main: [[{ node: nodes[at + 1].name, type: 'main', index: 0 }]] }];
		});
		const { id } = (await host.session.rest('POST', '/workflows', {
			...{ name: `Sum of ${field}`, nodes, connections: Object.fromEntries(links) },
			settings: {},
		})) as { id: string };
		const [{ json }] = itemsOf(await run(id, { name: START }), 'Sum');
		return json[`sum_${field}`];
	}

	test('Summarize adds single amounts in whole units: balances of wallets, and the supply', async () => {
		const { world, nodeUrl, dataUrl } = host.emulator;
		const addresses = [0, 1, 2].map((index) => walletOf(world.random, index));
		let wei = 0n;
		for (const address of addresses) {
			const asked = {
				jsonrpc: '2.0',
				id: 1,
				method: 'eth_getBalance',
				params: [address, 'latest'],
			};
			const response = await fetch(`${nodeUrl}/ext/bc/C/rpc`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify(asked),
			});
			wei += BigInt(((await response.json()) as { result: string }).result);
		}
		expect(wei).toBeGreaterThan(0n);
		const balances = await summed(
			({ call }) => call.type === 'rpc' && call.method === 'eth_getBalance',
			addresses.map((address) => ({ address, blockchainId: 'C' })),
			'balance',
		);
		expect(balances).toBeCloseTo(Number(wei) / 1e18, 6);
		const supply = (await (await fetch(`${dataUrl}/v1/avax/supply`)).json()) as {
			totalSupply: string;
		};
		const doubled = await summed(
			({ call }) => call.type === 'http' && call.path === '/v1/avax/supply',
			[{}, {}],
			'totalSupply',
		);
		expect(doubled).toBeCloseTo(2 * Number(supply.totalSupply), 3);
	});

	test('every example is checked', () => {
		expect(Object.keys(CHECKS).sort()).toEqual(examples.map(({ id }) => id));
	});
});
