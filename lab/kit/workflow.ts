import type {
	IConnections,
	IDataObject,
	INode,
	INodeExecutionData,
	INodeParameters,
	IRun,
	WorkflowActivateMode,
	WorkflowExecuteMode,
	WorkflowTestData,
} from 'n8n-workflow';
import { CREDENTIAL, PACKAGE } from './hostTypes';

/** Workflows, what is asked of them, and what they end with. */

export const TRIGGER = 'Manual Trigger';
export const ACTION = 'Action';

/** A workflow as n8n exports it. */
export type WorkflowJson = Pick<WorkflowTestData['input']['workflowData'], 'nodes'> & {
	name?: string;
	connections: IConnections;
	settings?: IDataObject;
	staticData?: IDataObject;
};

/** Outcome of a workflow. */
export interface Outcome {
	/** Items of each node's first output, over all its runs. */
	items: Record<string, INodeExecutionData[]>;
	/** The error that stopped it. */
	error?: NodeFailure;
	status: IRun['status'];
	/** All that n8n would store of the execution. */
	run: IRun;
}

/** Fields that n8n's node errors have in common, as far as tests read them. */
export type NodeFailure = Error & {
	description?: string | null;
	context: IDataObject;
	node?: INode;
	httpCode?: string | null;
	failure?: { cause: string; retryAfterMs?: number };
};

/** One node to run behind a manual trigger. */
export interface Single {
	/** Name of the node type in this package. */
	node: 'avalanche' | 'avalancheRpc' | 'avalancheTrigger' | 'avalancheWebhookTrigger';
	parameters: INodeParameters;
	items?: INodeExecutionData[];
	continueOnFail?: boolean;
	/** Output for failed items; `continueOnFail` is the regular output. */
	onError?: INode['onError'];
}

/** One poll of the trigger node, as n8n would make it. */
export interface PollRequest {
	parameters: INodeParameters;
	/** The workflow's static data; changed by the poll as n8n's would be. */
	staticData?: IDataObject;
	mode?: WorkflowExecuteMode;
	activation?: WorkflowActivateMode;
	budgetMs?: number;
}

/** A workflow of a manual trigger and one node. */
export function singleNodeWorkflow(single: Single): WorkflowJson {
	const { node, parameters, continueOnFail } = single;
	const onError = single.onError ?? (continueOnFail ? 'continueRegularOutput' : undefined);
	return {
		name: 'Single',
		nodes: [
			nodeOf(TRIGGER, 'n8n-nodes-base.manualTrigger', {}),
			{
				...nodeOf(ACTION, `${PACKAGE}.${node}`, parameters),
				...(onError && { onError }),
			},
		],
		connections: { [TRIGGER]: { main: [[{ node: ACTION, type: 'main', index: 0 }]] } },
	};
}

/** A node of a workflow, with the credential where it is one of this package's. */
export function nodeOf(name: string, type: string, parameters: INodeParameters): INode {
	return {
		id: name,
		name,
		type,
		typeVersion: 1,
		position: [0, 0],
		parameters,
		...(type.startsWith(PACKAGE) && {
			credentials: { [CREDENTIAL]: { id: '1', name: 'Avalanche API' } },
		}),
	};
}

/** The outcome of a finished run. */
export function outcomeOf(run: IRun): Outcome {
	const { runData, error } = run.data.resultData;
	const items = Object.entries(runData).map(([name, runs]) => [
		name,
		runs.flatMap(({ data }) => data?.main?.[0] ?? []),
	]);
	return {
		items: Object.fromEntries(items) as Outcome['items'],
		...(error && { error: error as unknown as NodeFailure }),
		status: run.status,
		run,
	};
}
