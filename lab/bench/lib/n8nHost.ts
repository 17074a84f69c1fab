import type { INode, INodeExecutionData, INodeType, IVersionedNodeType } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';
import type { AnyOperation } from '../../../core/operations/declare';
import {
	CREDENTIAL,
	createEngine,
	type Engine,
	PACKAGE,
	TRIGGER,
	type WorkflowJson,
} from '../../kit/engine';
import { shareHostModules } from './hostModules';
import { PEERS, requirePeer } from './peers';

/** n8n's engine with this package and with n8n's own nodes in it. */

const BASE = 'n8n-nodes-base';
const FILES: Record<string, string> = {
	httpRequest: 'HttpRequest/HttpRequest.node.js',
	splitOut: 'Transform/SplitOut/SplitOut.node.js',
};

type AnyNode = INodeType | IVersionedNodeType;

function ownNode(name: string): AnyNode {
	const exported = requirePeer(`${BASE}/dist/nodes/${FILES[name]}`) as Record<
		string,
		new () => AnyNode
	>;
	return new (Object.values(exported)[0])();
}

/** An engine whose credential points to this service, for the data service and the node; `more` are node types by their whole names. */
export async function startEngine(
	url: string,
	more: Record<string, INodeType> = {},
): Promise<Engine> {
	shareHostModules(PEERS);
	const engine = await createEngine({ dataUrl: url, nodeUrl: url });
	const loaded = new Map<string, AnyNode>(Object.entries(more));
	const { getByNameAndVersion } = engine.nodeTypes;
	const find = (type: string, version?: number): INodeType => {
		const name = type.startsWith(`${BASE}.`) ? type.slice(BASE.length + 1) : '';
		if (FILES[name] && !loaded.has(type)) loaded.set(type, ownNode(name));
		const node = loaded.get(type);
		if (!node) return getByNameAndVersion(type, version);
		return NodeHelpers.getVersionedNodeType(node, version);
	};
	Object.assign(engine.nodeTypes, { getByName: find, getByNameAndVersion: find });
	return engine;
}

/** A step of a workflow. */
export type Step = Pick<INode, 'name' | 'type' | 'parameters' | 'onError'> & {
	typeVersion?: number;
};

/** This package's node with an operation as its menus save it, and these parameters. */
export function ownStep(
	{ node, resource, entry }: AnyOperation,
	parameters: INode['parameters'],
): Step {
	return {
		name: 'Avalanche',
		type: `${PACKAGE}.${node}`,
		parameters: { resource: resource.value, operation: entry.value, ...parameters },
	};
}

/** n8n's HTTP Request. */
export function httpRequest(parameters: INode['parameters']): Step {
	return { name: 'HTTP Request', type: `${BASE}.httpRequest`, typeVersion: 4.3, parameters };
}

/** n8n's HTTP Request of all pages of a list. */
export function pagedRequest(url: string): Step {
	const token = { type: 'qs', name: 'pageToken', value: '={{ $response.body.nextPageToken }}' };
	const pagination = {
		paginationMode: 'updateAParameterInEachRequest',
		parameters: { parameters: [token] },
		paginationCompleteWhen: 'other',
		completeExpression: '={{ !$response.body.nextPageToken }}',
		limitPagesFetched: false,
	};
	return httpRequest({ url, options: { pagination: { pagination } } });
}

/** n8n's Split Out. */
export function splitOut(field: string): Step {
	return { name: 'Split Out', type: `${BASE}.splitOut`, parameters: { fieldToSplitOut: field } };
}

/** Steps one after the other, behind a manual trigger. */
export function workflowOf(steps: readonly Step[]): WorkflowJson {
	const trigger: Step = { name: TRIGGER, type: `${BASE}.manualTrigger`, parameters: {} };
	const nodes = [trigger, ...steps].map(
		(step): INode => ({
			id: step.name,
			typeVersion: 1,
			position: [0, 0],
			...step,
			...(!step.type.startsWith(BASE) && {
				credentials: { [CREDENTIAL]: { id: '1', name: 'Avalanche API' } },
			}),
		}),
	);
	const connections: WorkflowJson['connections'] = {};
	for (const [at, { name }] of nodes.slice(0, -1).entries()) {
		connections[name] = { main: [[{ node: nodes[at + 1].name, type: 'main', index: 0 }]] };
	}
	return { name: 'Bench', nodes, connections };
}

/** Runs the steps and gives the items of the last one. Throws where the workflow fails. */
export async function runSteps(
	engine: Engine,
	steps: readonly Step[],
	input?: INodeExecutionData[],
): Promise<INodeExecutionData[]> {
	const { error, items } = await engine.run(workflowOf(steps), input);
	if (error) throw error;
	return items[steps[steps.length - 1].name] ?? [];
}
