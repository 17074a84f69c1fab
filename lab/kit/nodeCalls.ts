import { ExecuteContext, HookContext, WebhookContext } from 'n8n-core';
import {
	type IConnections,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type IWebhookData,
	type WorkflowActivateMode,
	type WorkflowExecuteMode,
	createRunExecutionData,
	Workflow,
} from 'n8n-workflow';
import { CREDENTIAL, type Engine, PACKAGE, type WorkflowJson } from './engine';
import type { Item, PollHost, WebhookHttp } from './pollHostTypes';

/** Calls of a trigger's methods as n8n makes them, beside its polls, in contexts of n8n-core. */

/** Name of the trigger in its workflow. */
const NODE = 'Trigger';
/** Name of the node behind a trigger that delivers until events are confirmed. */
const CONFIRM = 'Confirm';
export const NODE_ID = 'e4c8a5f0-trigger';

/** The workflow as it is loaded from the database. */
export interface Opened {
	workflow: Workflow;
	json: WorkflowJson;
	node: INode;
}

/** The trigger and the n8n that runs it. */
interface Host {
	workflowId: string;
	webhookId?: string;
	/** Name of the trigger's type. */
	type: string;
	/** URL of n8n for webhooks. */
	baseUrl: string;
	/** The stored static data, as JSON. */
	staticData(): string;
	parameters(): INodeParameters;
	/** Called with the hints of an execution. */
	hinted(...hints: string[]): void;
}

const TO_CONFIRM: IConnections = {
	[NODE]: { main: [[{ node: CONFIRM, type: 'main', index: 0 }]] },
};

/** The node behind a trigger that delivers until events are confirmed. */
function confirming({ parameters }: INode): INode[] {
	const { untilConfirmed } = (parameters.options ?? {}) as { untilConfirmed?: boolean };
	if (untilConfirmed !== true) return [];
	return [
		{
			id: 'b1d1f2a0-confirm',
			name: CONFIRM,
			type: `${PACKAGE}.avalanche`,
			typeVersion: 1,
			position: [220, 0],
			parameters: { resource: 'event', operation: 'confirm' },
		},
	];
}

/** The calls of one trigger. */
export function nodeCalls(engine: Engine, host: Host) {
	function open(): Opened {
		const node: INode = {
			id: NODE_ID,
			name: NODE,
			type: `${PACKAGE}.${host.type}`,
			webhookId: host.webhookId ?? `hook-of-${host.workflowId}`,
			typeVersion: 1,
			position: [0, 0],
			parameters: structuredClone(host.parameters()),
			credentials: { [CREDENTIAL]: { id: '1', name: 'Avalanche API' } },
		};
		const staticData = JSON.parse(host.staticData()) as IDataObject;
		const behind = confirming(node);
		const nodes = [node, ...behind];
		const connections = behind.length > 0 ? TO_CONFIRM : {};
		const json: WorkflowJson = { nodes, connections, staticData };
		const workflow = new Workflow({
			id: host.workflowId,
			name: 'Polling',
			nodes,
			connections,
			active: true,
			nodeTypes: engine.nodeTypes,
			staticData,
		});
		return { workflow, json, node: workflow.nodes[NODE] };
	}

	/** Runs the node as an execution does. */
	async function runNode(
		{ workflow, json, node }: Opened,
		given: INodeExecutionData[],
		executionMode: WorkflowExecuteMode,
	): Promise<INodeExecutionData[]> {
		const { execute } = engine.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
		const context = new ExecuteContext(
			workflow,
			node,
			engine.additionalData(executionMode, json),
			executionMode,
			createRunExecutionData({}),
			0,
			given,
			{ main: [given] },
			{ node, data: { main: [given] }, source: null },
			[],
		);
		const [items] = (await execute?.call(context)) as INodeExecutionData[][];
		host.hinted(...context.hints.map(({ message }) => message));
		return items;
	}

	/** Runs Confirm, or another operation of Event, on items. Throws what the node throws. */
	async function confirm(items: readonly Item[], parameters?: INodeParameters): Promise<void> {
		const opened = open();
		const given = items.map((item): INodeExecutionData => ({ json: structuredClone(item) }));
		const node = opened.workflow.nodes[CONFIRM];
		if (parameters) Object.assign(node.parameters, parameters);
		await runNode({ ...opened, node }, given, 'trigger');
	}

	const additionalOf = (executionMode: WorkflowExecuteMode, json: WorkflowJson) => ({
		...engine.additionalData(executionMode, json),
		webhookBaseUrl: `${host.baseUrl}/webhook`,
		webhookTestBaseUrl: `${host.baseUrl}/webhook-test`,
	});

	const webhookDataOf = ({ node }: Opened, isTest: boolean) => {
		const { webhooks = [] } = engine.nodeTypes.getByNameAndVersion(node.type).description;
		return { isTest, webhookDescription: webhooks[0], node: node.name } as unknown as IWebhookData;
	};

	/** Calls a method of the node's webhook, as n8n does. */
	async function hook(
		opened: Opened,
		name: 'checkExists' | 'create' | 'delete',
		activation: WorkflowActivateMode,
		executionMode: WorkflowExecuteMode = 'trigger',
	): Promise<boolean> {
		const { workflow, json, node } = opened;
		const { webhookMethods } = engine.nodeTypes.getByNameAndVersion(node.type);
		const context = new HookContext(
			workflow,
			node,
			additionalOf(executionMode, json),
			executionMode,
			activation,
			webhookDataOf(opened, executionMode === 'manual'),
		);
		return (await webhookMethods?.default?.[name]?.call(context)) ?? true;
	}

	/** Registers the webhooks of the node, if it has some. */
	async function registerWebhooks(
		opened: Opened,
		activation: WorkflowActivateMode,
		executionMode?: WorkflowExecuteMode,
	): Promise<void> {
		if (await hook(opened, 'checkExists', activation, executionMode)) return;
		await hook(opened, 'create', activation, executionMode);
	}

	/** The items that the webhook method of the node gives for a request, if it takes it. */
	async function webhookItems(
		opened: Opened,
		http: WebhookHttp,
		executionMode: WorkflowExecuteMode,
	): Promise<INodeExecutionData[] | undefined> {
		const { workflow, json, node } = opened;
		const { webhook } = engine.nodeTypes.getByNameAndVersion(node.type);
		const context = new WebhookContext(
			workflow,
			node,
			{ ...additionalOf(executionMode, json), ...http } as never,
			executionMode,
			webhookDataOf(opened, executionMode === 'manual'),
			[],
			null,
		);
		const { workflowData, noWebhookResponse } = (await webhook?.call(context)) ?? {};
		return noWebhookResponse ? undefined : workflowData?.[0];
	}

	/** Listens for a test event: registers the test webhook, and returns the items of the next request. */
	async function listenForTest(): ReturnType<PollHost['listenForTest']> {
		const opened = open();
		await registerWebhooks(opened, 'manual', 'manual');
		const items: Item[] = [];
		return {
			items,
			async receive(http, answered) {
				const given = await webhookItems(opened, http, 'manual');
				answered();
				if (!given) return;
				const found = await runNode(open(), structuredClone(given), 'manual');
				items.push(...found.map(({ json }) => json));
			},
			async end() {
				await hook(opened, 'delete', 'manual', 'manual');
			},
		};
	}

	/** Presses Fetch Test Event. Throws if that changed the state. */
	async function fetchTestEvent(): Promise<Item[]> {
		const opened = open();
		const before = JSON.stringify(opened.workflow.staticData);
		const items = await runNode(opened, [{ json: {} }], 'manual');
		if (JSON.stringify(opened.workflow.staticData) !== before) {
			throw new Error('Fetch Test Event changed the state');
		}
		return items.map(({ json }) => json);
	}

	return {
		open,
		runNode,
		hook,
		registerWebhooks,
		webhookItems,
		listenForTest,
		fetchTestEvent,
		confirm,
	};
}
