import type { INode, INodeExecutionData, IRunData } from 'n8n-workflow';
import { exampleNames, exampleWorkflow, type WorkflowFile } from '../../scripts/n8n/import';
import type { Session } from '../../scripts/n8n/instance';
import { type ChatModel, startChatModel } from './kit/chatModel';
import { executionsOf, itemsOf, rawOutput } from './kit/executions';
import { CHECKS } from './kit/exampleChecks';
import { type Host, prepareHost, until } from './kit/host';

/** Every example workflow, executed by a real n8n; its items are those of the emulator's world. */

/** What leaves this machine is switched off: n8n hands the items of such a node on. */
const ELSEWHERE = ['slack', 's3', 'awsLambda', 'httpRequest'].map((one) => `n8n-nodes-base.${one}`);
const MANUAL = 'n8n-nodes-base.manualTrigger';
const MODEL_CREDENTIAL = { id: 'chatModel', name: 'Chat model of the test' };

const examples = exampleNames().map(exampleWorkflow);
const startsByHand = ({ nodes }: WorkflowFile) => nodes.some(({ type }) => type === MANUAL);

let host: Host;
let model: ChatModel;
let nodeId: string;

function prepared(workflow: WorkflowFile): WorkflowFile {
	const nodes = workflow.nodes.map((node): INode => {
		if (ELSEWHERE.includes(node.type)) return { ...node, disabled: true };
		if (!node.type.endsWith('.lmChatOpenAi')) return node;
		return { ...node, credentials: { openAiApi: MODEL_CREDENTIAL } };
	});
	return { ...workflow, nodes };
}

beforeAll(async () => {
	// The validator that the examples name.
	nodeId = 'NodeID-FwJdk72TVgizzJoSQkKQ6BxutvLybp3Zs';
	model = await startChatModel({ name: 'Delegators', args: { nodeIds: nodeId } });
	const data = { apiKey: 'none', url: model.url, header: false };
	host = await prepareHost({
		emulator: { exports: { durationMs: 1000 } },
		workflows: examples.map(prepared),
		credentials: [{ ...MODEL_CREDENTIAL, type: 'openAiApi', data }],
	});
});

afterAll(async () => {
	model?.close();
	await host?.close();
});

function check(name: string, runData: IRunData): void {
	const items = (node: string): INodeExecutionData[] => itemsOf(runData, node);
	const found = CHECKS[name];
	if (!found) throw new Error(`There is no check of the items of ${name}`);
	found(items, host.emulator.world);
}

describe('n8n execute', () => {
	test.each(examples.filter(startsByHand).map(({ id }) => id))('%s', async (id) => {
		const printed = await host.n8n.command('execute', `--id=${id}`, '--rawOutput');
		const { runData, error } = rawOutput(printed);
		expect(error).toBeUndefined();
		check(id, runData);
	});
});

describe('in the running n8n', () => {
	let session: Session;
	beforeAll(async () => {
		await host.n8n.start();
		session = await host.n8n.login();
	});

	async function run(id: string, trigger: object): Promise<IRunData> {
		const workflowData = await session.rest('GET', `/workflows/${id}`);
		const started = await session.rest('POST', `/workflows/${id}/run`, {
			workflowData,
			triggerToStartFrom: trigger,
		});
		expect(started).toHaveProperty('executionId');
		const [execution] = await until(
			`the execution of ${id}`,
			async () => await executionsOf(session, id),
			(all) => all.some(({ status }) => ['success', 'error', 'crashed'].includes(status)),
			120_000,
		);
		expect(execution.status).toBe('success');
		return execution.runData;
	}

	test.each([
		['node-health-to-slack', 'Node Health Changed'],
		['delegation-alert', 'New Delegation'],
	])('%s runs on a test event', async (id, trigger) => {
		check(id, await run(id, { name: trigger }));
	});

	test('validator-agent calls a tool and answers with what it returned', async () => {
		const trigger = 'When chat message received';
		const json = { action: 'sendMessage', chatInput: 'Who delegates?', sessionId: 'test' };
		const data = {
			startTime: 0,
			executionTime: 0,
			executionIndex: 0,
			source: [],
			data: { main: [[{ json }]] },
		};
		const runData = await run('validator-agent', { name: trigger, data });
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

	test('every example is checked', () => {
		expect(Object.keys(CHECKS).sort()).toEqual(examples.map(({ id }) => id));
	});
});
