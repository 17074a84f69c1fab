import { createRequire } from 'node:module';
import path from 'node:path';
import { serialize } from 'node:v8';
import {
	CredentialTestContext,
	ExecutionLifecycleHooks,
	ExternalSecretsProxy,
	LoadOptionsContext,
	PackageDirectoryLoader,
	PollContext,
	WorkflowExecute,
} from 'n8n-core';
import {
	type ICredentialDataDecryptedObject,
	type INodeCredentialTestResult,
	type INodeExecutionData,
	type INodeListSearchResult,
	type INodeType,
	type INodeTypes,
	type IWorkflowExecuteAdditionalData,
	type WorkflowExecuteMode,
	createRunExecutionData,
	Workflow,
} from 'n8n-workflow';
import type { RateLimits } from '../../core/protocol/rateLimiter';
import { prepareHost } from './host';
import { prepareProcessedData } from './processedData';
import {
	CREDENTIAL,
	decrypted,
	isKnown,
	MemoryCredentials,
	nodeTypesOf,
	PACKAGE,
} from './hostTypes';
import {
	ACTION,
	nodeOf,
	type Outcome,
	outcomeOf,
	type PollRequest,
	type Single,
	singleNodeWorkflow,
	type WorkflowJson,
} from './workflow';

export { type LogLine, logLines } from './host';
export { CREDENTIAL, PACKAGE } from './hostTypes';
export {
	ACTION,
	type NodeFailure,
	type Outcome,
	type PollRequest,
	type Single,
	singleNodeWorkflow,
	TRIGGER,
	type WorkflowJson,
} from './workflow';

const ROOT = path.resolve(__dirname, '../..');
const CLIENT = path.join(ROOT, 'dist/nodes/shared/client.js');
const MEMORY = path.join(ROOT, 'dist/nodes/AvalancheTrigger/memory.js');
const SECRETS = path.join(ROOT, 'dist/nodes/AvalancheWebhookTrigger/secrets.js');
const OWN_MESSAGE = path.join(ROOT, 'dist/nodes/AvalancheWebhookTrigger/ownMessage.js');
const WORKFLOW_ID = 'workflow';
const NOWHERE = 'http://n8n.invalid';
const MANUAL_TRIGGER = 'n8n-nodes-base.manualTrigger';
/** n8n's engine with the built package in it. */
export interface Engine {
	loader: PackageDirectoryLoader;
	nodeTypes: INodeTypes;
	/** Additional data that n8n gives an execution or a poll of a workflow. */
	additionalData(mode: WorkflowExecuteMode, workflow: WorkflowJson): IWorkflowExecuteAdditionalData;
	/** Values of the one credential; assign to change them. */
	credential: ICredentialDataDecryptedObject;
	/** True for a workflow that begins by hand and needs no nodes that only a whole n8n has. */
	canRun(workflow: WorkflowJson): boolean;
	/** Forgets what a process of n8n learns while it runs: rate limits, and states of triggers, or one. */
	newProcess(trigger?: string): void;
	run(workflow: WorkflowJson, items?: INodeExecutionData[]): Promise<Outcome>;
	execute(single: Single): Promise<Outcome>;
	/** Polls with a context of its own; `pollContext` gives one to poll with several times. */
	pollOnce(request: PollRequest): Promise<INodeExecutionData[][] | null>;
	pollContext(request: PollRequest): { context: PollContext; type: INodeType; workflow: Workflow };
	/** Presses the test button of the credential. */
	testCredential(data: ICredentialDataDecryptedObject): Promise<INodeCredentialTestResult>;
	/** Opens a list of a node's form, by the name of its method. */
	search(method: string, filter?: string, form?: Single): Promise<INodeListSearchResult>;
}

/**
 * Loads the built package the way n8n does. Each run begins as in a new process, which has met no rate
 * limit yet. Throws where a node or credential does not load.
 */
export async function createEngine(
	credential: ICredentialDataDecryptedObject = {},
): Promise<Engine> {
	prepareHost();
	await prepareProcessedData();
	const loader = new PackageDirectoryLoader(ROOT);
	await loader.loadAll();
	const nodeTypes = nodeTypesOf(loader);
	const credentialType = loader.credentialTypes[CREDENTIAL].type;
	const engine = { credential } as Engine;
	const requireBuilt = createRequire(__filename);
	const { rateLimits } = requireBuilt(CLIENT) as { rateLimits: RateLimits };
	const { processMemory } = requireBuilt(MEMORY) as {
		processMemory: { forget(trigger?: string): void };
	};
	const { forgetSecrets } = requireBuilt(SECRETS) as { forgetSecrets(): void };
	const { forgetUrls } = requireBuilt(OWN_MESSAGE) as { forgetUrls(): void };
	const credentialsHelper = new MemoryCredentials(credentialType, () => engine.credential);

	const additionalDataOf = (mode: WorkflowExecuteMode, json: WorkflowJson) =>
		({
			credentialsHelper,
			executionId: '1',
			// n8n makes resume addresses of them; nothing is ever sent there.
			restApiUrl: `${NOWHERE}/rest`,
			instanceBaseUrl: NOWHERE,
			formWaitingBaseUrl: `${NOWHERE}/form-waiting`,
			webhookBaseUrl: `${NOWHERE}/webhook`,
			webhookWaitingBaseUrl: `${NOWHERE}/webhook-waiting`,
			webhookTestBaseUrl: `${NOWHERE}/webhook-test`,
			currentNodeExecutionIndex: 0,
			variables: {},
			externalSecretsProxy: new ExternalSecretsProxy(),
			hooks: new ExecutionLifecycleHooks(mode, '1', { ...json, id: WORKFLOW_ID } as never),
			setExecutionStatus: () => {},
		}) as unknown as IWorkflowExecuteAdditionalData;

	const workflowOf = (json: WorkflowJson) =>
		new Workflow({
			id: WORKFLOW_ID,
			name: json.name ?? 'Workflow',
			// The parameters are filled with defaults in place.
			nodes: structuredClone(json.nodes),
			connections: json.connections,
			active: false,
			nodeTypes,
			settings: { executionOrder: 'v1', ...json.settings },
			staticData: json.staticData,
		});

	// To fill in a node's defaults takes longer than most runs: the last workflow is kept for its next run.
	let last: { written: Buffer; workflow: Workflow } | undefined;
	const workflowToRun = (json: WorkflowJson) => {
		const written = serialize(json);
		if (!last?.written.equals(written)) last = { written, workflow: workflowOf(json) };
		return last.workflow;
	};

	const run: Engine['run'] = async (json, items = [{ json: {} }]) => {
		engine.newProcess();
		const workflow = json.staticData ? workflowOf(json) : workflowToRun(json);
		const start = json.nodes.find(({ type }) => type === MANUAL_TRIGGER);
		if (!start) throw new Error('The workflow has no manual trigger');
		const data = createRunExecutionData({
			executionData: {
				nodeExecutionStack: [
					{ node: workflow.nodes[start.name], data: { main: [items] }, source: null },
				],
			},
		});
		const additionalData = additionalDataOf('manual', json);
		const execution = new WorkflowExecute(additionalData, 'manual', data);
		return outcomeOf(await execution.processRunExecutionData(workflow));
	};

	const pollContext: Engine['pollContext'] = (request) => {
		const { parameters, staticData = {}, mode = 'trigger', activation = 'activate' } = request;
		const node = nodeOf('Trigger', `${PACKAGE}.avalancheTrigger`, parameters);
		const json: WorkflowJson = { nodes: [node], connections: {}, staticData };
		const workflow = workflowOf(json);
		const { budgetMs } = request;
		const context = new PollContext(
			workflow,
			workflow.nodes[node.name],
			additionalDataOf(mode, json),
			mode,
			activation,
			...([undefined, undefined, undefined, undefined, undefined] as const),
			...(budgetMs === undefined ? [] : [() => budgetMs]),
		);
		return { context, type: nodeTypes.getByNameAndVersion(node.type), workflow };
	};

	return Object.assign<Engine, Omit<Engine, 'credential'>>(engine, {
		loader,
		newProcess(trigger) {
			rateLimits.clear();
			processMemory.forget(trigger);
			forgetSecrets();
			forgetUrls();
		},
		nodeTypes,
		additionalData: additionalDataOf,
		canRun: ({ nodes }: WorkflowJson) =>
			nodes.some(({ type }) => type === MANUAL_TRIGGER) &&
			nodes.every(({ type }) => isKnown(nodeTypes, type)),
		run,
		execute: (single: Single) => run(singleNodeWorkflow(single), single.items),
		pollContext,
		async pollOnce(request: PollRequest) {
			engine.newProcess();
			const { context, type, workflow } = pollContext(request);
			const items = (await type.poll?.call(context)) ?? null;
			if (request.staticData) Object.assign(request.staticData, workflow.staticData);
			return items;
		},
		async testCredential(data: ICredentialDataDecryptedObject) {
			engine.newProcess();
			const { type } = loader.nodeTypes.avalanche;
			const test = (type as INodeType).methods?.credentialTest?.avalancheApiTest;
			if (!test) throw new Error('The node has no credential test');
			const context = new CredentialTestContext(additionalDataOf('internal', noWorkflow()));
			return await test.call(context as never, decrypted(data));
		},
		async search(
			method: string,
			filter?: string,
			form: Single = { node: 'avalanche', parameters: {} },
		) {
			const json = singleNodeWorkflow(form);
			const workflow = workflowOf(json);
			const additionalData = {
				...additionalDataOf('internal', json),
				currentNodeParameters: form.parameters,
			};
			const node = workflow.nodes[ACTION];
			const context = new LoadOptionsContext(workflow, node, additionalData, 'parameters');
			const { methods } = loader.nodeTypes[form.node].type as INodeType;
			return (await methods?.listSearch?.[method].call(context, filter)) ?? { results: [] };
		},
	});
}

function noWorkflow(): WorkflowJson {
	return { nodes: [], connections: {} };
}
