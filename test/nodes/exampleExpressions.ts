import {
	createRunExecutionData,
	type IConnections,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	Workflow,
} from 'n8n-workflow';
import type { Emulator } from '../../emulator';
import { PACKAGE, type Engine, type WorkflowJson } from '../../lab/kit/engine';
import { EXAMPLE_EVENTS } from '../../lab/kit/n8n/exampleEvents';
import { exampleWorkflow } from '../../lab/kit/n8n/import';
import { createPollHost } from '../../lab/kit/pollHost';
import { startWebhookServer } from '../../lab/kit/webhookServer';
import { NO_TYPES, runCode } from './exampleCode';

/**
 * The expressions of an example workflow, evaluated by n8n on the items that they read: nodes of this
 * package run against the local services, nodes of n8n that shape items are imitated, all others end a path.
 */

/** An expression with its value for one item. */
export interface Evaluated {
	node: string;
	/** Path of the parameter, such as `assignments.assignments[0].value`. */
	parameter: string;
	expression: string;
	value: unknown;
	/** The item that `$json` is. */
	json: IDataObject;
	/** Time of the evaluation, Unix milliseconds. */
	time: number;
}

export interface ExampleRun {
	items: Readonly<Record<string, INodeExecutionData[]>>;
	/** Time of its end, Unix milliseconds. */
	time: number;
	evaluated: readonly Evaluated[];
}

/** Answers of functions, which are not executed here. */
const STARTED = { started: [{ name: 'evm-43114' }], already: [] };
const FILES = { bucket: 'exports', files: [{ key: 'exports/evm-43114/part-001.csv' }] };
const DETAIL = { name: 'evm-43114', status: 'SUCCEEDED', result: FILES };
const APPROVAL = { id: 'abcdefghij0123456789', text: 'A payment, and why it is made' };
/** An alert of a published workflow, as a trigger that applies silences returns it. */
const FIRING = {
	id: 'validator.uptime:1',
	event: 'validator.uptime',
	severity: 'warning',
	subject: 'NodeID-CHLbAWJpSYBvk4NM1X63V2R2NbmxT8MTf',
	title: 'Uptime 94.2 %',
	text: 'The uptime is below 95 %.',
	occurredAt: '2026-11-01T00:00:00.000Z',
	url: null,
	alertKey: 'validator.uptime:NodeID-CHLbAWJpSYBvk4NM1X63V2R2NbmxT8MTf',
	firingSince: '2026-11-01T00:00:00.000Z',
};
const PINNED: Record<string, Record<string, IDataObject>> = {
	'acknowledge-in-slack': {
		'Watch My Validator': FIRING,
		'Who Takes Care?': { data: { approved: true } },
	},
	'silence-by-form': {
		'Hold Alerts': {
			'Node ID': 'NodeID-CHLbAWJpSYBvk4NM1X63V2R2NbmxT8MTf',
			Severity: 'any',
			Hours: '5',
		},
	},
	'top-up-approval': {
		Decide: { result: { questions: [APPROVAL] } },
		'Agree?': { data: { approved: true } },
	},
	'wait-for-lambda-export': {
		'Start the Export': { result: STARTED },
		'Until It Is Stored': { body: { type: 'export.stored', data: DETAIL } },
		Status: { result: { executions: [DETAIL] } },
	},
};

/** An example with the answers of its functions. */
export const workflowOf = (name: string) => {
	const workflow = exampleWorkflow(name) as unknown as WorkflowJson & { id: string };
	const pinned = Object.entries(PINNED[name] ?? {}).map(([node, json]) => [node, [{ json }]]);
	return PINNED[name] ? { ...workflow, pinData: Object.fromEntries(pinned) } : workflow;
};

export const MOST_ITEMS = 5;
const START = /\.(manualTrigger|scheduleTrigger)$/;
const SAME = /\.(noOp|filter|if|switch|sort|removeDuplicates|splitInBatches|wait)$/;

type Items = INodeExecutionData[];

interface Assignment {
	name: string;
	type: string;
	value: unknown;
}

/** Lists and objects of a Set node are JSON text, unless an expression made them. */
function assigned({ type, value }: Assignment): unknown {
	const isText = typeof value === 'string' && (type === 'array' || type === 'object');
	return isText ? (JSON.parse(value) as unknown) : value;
}

type Pinned = Readonly<Record<string, Items>>;

/** An output of a node that gives another node its items. */
interface Source {
	from: string;
	output: number;
}

/** The outputs that give a node its items, in the order of the workflow. */
export function sourcesOf(connections: IConnections, name: string): Source[] {
	return Object.entries(connections).flatMap(([from, { main = [] }]) =>
		main.flatMap((links, output) =>
			links?.some(({ node }) => node === name) ? [{ from, output }] : [],
		),
	);
}

/** The items that the message of an example's event gives. */
async function received(
	engine: Engine,
	emulator: Emulator,
	example: string,
	parameters: INodeParameters,
): Promise<Items> {
	const server = await startWebhookServer();
	try {
		const type = 'avalancheWebhookTrigger';
		const host = createPollHost(engine, { mode: 'default', parameters, type, baseUrl: server.url });
		server.route.webhook = host;
		await host.publish();
		EXAMPLE_EVENTS[example](emulator.control, emulator.world.clock.seconds());
		await emulator.webhooksSettled();
		await server.idle();
		await host.unpublish();
		return host.emitted.map((json) => ({ json }));
	} finally {
		await server.close();
	}
}

/** Runs the nodes of a workflow in the order of its connections, and evaluates every expression. */
export async function runExample(
	engine: Engine,
	json: WorkflowJson & { id: string; pinData?: Pinned },
	emulator: Emulator,
): Promise<ExampleRun> {
	const nodes = json.nodes.filter(({ type }) => !type.endsWith('.stickyNote'));
	const workflow = new Workflow({
		id: 'example',
		nodes: structuredClone(nodes),
		connections: json.connections,
		active: false,
		nodeTypes: NO_TYPES,
		settings: { executionOrder: 'v1' },
	});
	const data = createRunExecutionData({});
	const items: Record<string, Items> = {};
	const evaluated: Evaluated[] = [];

	/** Nodes that are imitated give the same items to all outputs, so that each branch is evaluated. */
	const outputsOf: Record<string, Items[]> = {};
	const given = (name: string) => {
		const all = sourcesOf(json.connections, name).map(({ from, output }) => {
			const outputs = outputsOf[from] ?? [];
			const previousNodeOutput = outputs.length > 1 ? output : 0;
			const source = [{ previousNode: from, previousNodeOutput }];
			return { source, input: outputs[previousNodeOutput] ?? [] };
		});
		return all.find(({ input }) => input.length > 0) ?? { source: [], input: [] };
	};
	const evaluate = (node: INode, value: string, at: number) => {
		const { source, input: from } = given(node.name);
		// As n8n does before it runs a node: each item refers to itself in the output that it came from.
		const input = from.map((one, item) => ({ ...one, pairedItem: { item } }));
		const executeData = { node, data: { main: [input] }, source: { main: source } };
		return workflow.expression.getParameterValue(
			value,
			data,
			0,
			at,
			node.name,
			input,
			'manual',
			{},
			executeData,
		) as unknown;
	};
	/** Parameters with their values for one item; `note` gets each expression. */
	const valuesFor = (node: INode, at: number, note?: (one: Evaluated) => void) => {
		const json = given(node.name).input[at]?.json ?? {};
		const walk = (value: unknown, path: string): unknown => {
			if (typeof value === 'string') {
				if (!value.startsWith('=')) return value;
				const result = evaluate(node, value, at);
				const found = { expression: value, value: result, json, time: Date.now() };
				note?.({ node: node.name, parameter: path, ...found });
				return result;
			}
			if (Array.isArray(value)) return value.map((each, index) => walk(each, `${path}[${index}]`));
			if (typeof value !== 'object' || value === null) return value;
			const entries = Object.entries(value);
			return Object.fromEntries(
				entries.map(([key, each]) => [key, walk(each, path ? `${path}.${key}` : key)]),
			);
		};
		return walk(node.parameters, '') as INodeParameters;
	};
	const paired = (json: unknown, item: number) => ({
		json: json as IDataObject,
		pairedItem: { item },
	});

	const runPackage = async (node: INode, input: Items): Promise<Items[]> => {
		const type = node.type.slice(PACKAGE.length + 1) as
			| 'avalanche'
			| 'avalancheTrigger'
			| 'avalancheWebhookTrigger';
		if (type.endsWith('Tool')) return [[]];
		if (type === 'avalancheWebhookTrigger') {
			return [await received(engine, emulator, json.id, valuesFor(node, 0))];
		}
		if (type === 'avalancheTrigger') {
			const polled = await engine.pollOnce({ parameters: valuesFor(node, 0), mode: 'manual' });
			return polled ?? [[]];
		}
		const runs = input.slice(0, node.executeOnce ? 1 : MOST_ITEMS).map(async (item, at) => {
			const parameters = valuesFor(node, at);
			const onError = node.onError;
			const outcome = await engine.execute({ node: type, parameters, items: [item], onError });
			if (outcome.error) throw outcome.error;
			const [first] = Object.values(outcome.run.data.resultData.runData).slice(-1);
			const outputs = first.flatMap((run) => run.data?.main ?? []);
			return outputs.map((out) => (out ?? []).map((one) => ({ ...one, pairedItem: { item: at } })));
		});
		const all = await Promise.all(runs);
		const most = Math.max(1, ...all.map(({ length }) => length));
		const outputs = Array.from({ length: most }, (_, output) =>
			all.flatMap((one) => one[output] ?? []),
		);
		const isEmpty = outputs.every(({ length }) => length === 0);
		return node.alwaysOutputData && isEmpty ? [[paired({}, 0)]] : outputs;
	};

	const outputOf = (node: INode): Items => {
		const { name, type, parameters } = node;
		const pinned = json.pinData?.[name];
		if (pinned) return pinned;
		if (START.test(type)) return [{ json: {} }];
		const { input } = given(name);
		if (SAME.test(type)) return input.map(({ json: one }, at) => paired(one, at));
		// Its items are the responses of Slack.
		if (type.endsWith('.slack')) return input.map((_, at) => paired({ ok: true }, at));
		if (type.endsWith('.code')) return runCode(workflow, data, node, input);
		if (type.endsWith('.merge')) {
			const all = sourcesOf(json.connections, name).flatMap(({ from }) => items[from]);
			return all.map(({ json: one }, at) => paired(one, at));
		}
		if (type.endsWith('.set')) {
			return input.map((item, at) => {
				const { mode, jsonOutput, assignments, includeOtherFields } = valuesFor(node, at) as {
					mode?: string;
					jsonOutput?: unknown;
					includeOtherFields?: boolean;
					assignments?: { assignments: Assignment[] };
				};
				if (mode === 'raw') {
					const raw =
						typeof jsonOutput === 'string' ? (JSON.parse(jsonOutput) as unknown) : jsonOutput;
					return paired(raw, at);
				}
				const own = (assignments?.assignments ?? []).map((each) => [each.name, assigned(each)]);
				return paired(
					{ ...(includeOtherFields && item.json), ...(Object.fromEntries(own) as IDataObject) },
					at,
				);
			});
		}
		if (type.endsWith('.splitOut')) {
			const field = String(parameters.fieldToSplitOut);
			return input.flatMap(({ json: one }, at) =>
				(valueAt(one, field) as unknown[]).map((each) =>
					// An object becomes the item.
					paired(typeof each === 'object' ? each : { [field]: each }, at),
				),
			);
		}
		if (type.endsWith('.aggregate')) return [paired(aggregated(parameters, input), 0)];
		return [];
	};

	const order = workflow.nodes;
	const waiting = new Set(Object.keys(order));
	while (waiting.size > 0) {
		const ready = [...waiting].filter((name) => {
			const sources = sourcesOf(json.connections, name);
			return (
				sources.every(({ from }) => !waiting.has(from)) || isLoop(order[name], sources, waiting)
			);
		});
		if (ready.length === 0) throw new Error(`Nodes in a circle: ${[...waiting].join(', ')}`);
		for (const name of ready) {
			waiting.delete(name);
			const node = order[name];
			const { source, input } = given(name);
			const isOwn = node.type.startsWith(PACKAGE) && !json.pinData?.[name];
			outputsOf[name] = isOwn ? await runPackage(node, input) : [outputOf(node)];
			items[name] = outputsOf[name].flat();
			data.resultData.runData[name] = [
				{
					startTime: 0,
					executionTime: 0,
					executionIndex: 0,
					source,
					data: { main: outputsOf[name] },
				},
			];
			// Arguments of tools come from a model; a path without items evaluates nothing.
			const hasSources = sourcesOf(json.connections, name).length > 0;
			if (node.type.endsWith('Tool') || (hasSources && input.length === 0)) continue;
			const count = Math.min(MOST_ITEMS, Math.max(1, input.length));
			for (let at = 0; at < count; at++) valuesFor(node, at, (one) => evaluated.push(one));
		}
	}
	return { items, evaluated, time: Date.now() };
}

/** The value at a path such as `result.files`. */
function valueAt(json: IDataObject, path: string): unknown {
	return path.split('.').reduce<unknown>((value, key) => (value as IDataObject)[key], json);
}

/** A loop begins with the items from outside of it. */
function isLoop({ type }: INode, sources: readonly Source[], waiting: ReadonlySet<string>) {
	return /\.(splitInBatches|wait)$/.test(type) && sources.some(({ from }) => !waiting.has(from));
}

function aggregated(parameters: INodeParameters, input: Items): IDataObject {
	const { aggregate, destinationFieldName, fieldsToAggregate } = parameters as unknown as {
		aggregate?: string;
		destinationFieldName?: string;
		fieldsToAggregate?: {
			fieldToAggregate: Array<{ fieldToAggregate: string; outputFieldName?: string }>;
		};
	};
	if (aggregate === 'aggregateAllItemData') {
		return { [destinationFieldName ?? 'data']: input.map(({ json }) => json) };
	}
	const fields = fieldsToAggregate?.fieldToAggregate ?? [];
	const entries = fields.map(({ fieldToAggregate: field, outputFieldName }) => [
		outputFieldName || field,
		input.map(({ json }) => json[field]),
	]);
	return Object.fromEntries(entries) as IDataObject;
}
