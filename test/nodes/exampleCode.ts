import { compileFunction } from 'node:vm';
import {
	createRunExecutionData,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeTypes,
	type IRunExecutionData,
	Workflow,
	WorkflowDataProxy,
} from 'n8n-workflow';
import { exampleWorkflow } from '../../lab/kit/n8n/import';

/** The code of n8n's Code nodes in the examples. */

/** No node types: n8n would fill in and drop parameters by their declarations. */
export const NO_TYPES = {
	getByName: () => undefined,
	getByNameAndVersion: () => undefined,
	getKnownTypes: () => ({}),
} as unknown as INodeTypes;

/** Runs the code of a node with the values that n8n gives it. */
export function runCode(
	workflow: Workflow,
	data: IRunExecutionData,
	node: INode,
	input: INodeExecutionData[],
): INodeExecutionData[] {
	const proxy = new WorkflowDataProxy(
		workflow,
		data,
		0,
		0,
		node.name,
		input,
		node.parameters,
		'manual',
		{},
	).getDataProxy() as unknown as Record<string, unknown>;
	const names = ['$', '$input', '$now', 'DateTime'];
	const code = compileFunction(String(node.parameters.jsCode), names);
	// As n8n's runner does, which hands items on as JSON: those of other nodes are proxies.
	const items = code(...names.map((name) => proxy[name])) as INodeExecutionData[];
	return JSON.parse(JSON.stringify(items)) as INodeExecutionData[];
}

/**
 * Runs one Code node of an example. `outputs`: the items of other nodes by their names; `input`: its own
 * input, by default nothing.
 */
export function runExampleCode(
	example: string,
	name: string,
	outputs: Record<string, IDataObject[]>,
	input: IDataObject[] = [],
): IDataObject[] {
	const { nodes, connections } = exampleWorkflow(example);
	const node = nodes.find((one) => one.name === name);
	if (!node) throw new Error(`${example} has no node ${name}`);
	const settings = { executionOrder: 'v1' } as const;
	const workflow = new Workflow({
		...{ id: example, nodes, connections, active: false, nodeTypes: NO_TYPES, settings },
	});
	const data = createRunExecutionData({});
	for (const [from, jsons] of Object.entries(outputs)) {
		const main = [jsons.map((json, item) => ({ json, pairedItem: { item } }))];
		const times = { startTime: 0, executionTime: 0, executionIndex: 0 };
		data.resultData.runData[from] = [{ ...times, source: [], data: { main } }];
	}
	const items = runCode(
		workflow,
		data,
		node,
		input.map((json) => ({ json })),
	);
	return items.map(({ json }) => json);
}
