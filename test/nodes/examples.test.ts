import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type IConnections, type INode, type INodeType, NodeHelpers } from 'n8n-workflow';
import { LOCAL_KEY, startEmulator } from '../../emulator';
import { exampleWorkflow, LOCAL_VALUES } from '../../lab/kit/n8n/import';
import { PACKAGE, type WorkflowJson } from '../../lab/kit/engine';
import { engineForTests } from './harness';
import { forTests } from '../emulatorForTests';

/** The example workflows can be imported as they are, and run. */

const FOLDER = path.resolve(__dirname, '../../examples/workflows');
const files = readdirSync(FOLDER).filter((file) => file.endsWith('.json'));
const NOTE = 'n8n-nodes-base.stickyNote';
const CALLS_WORKFLOW = 'n8n-nodes-base.executeWorkflow';
/** Pixels of the canvas, with the name below. */
const NODE_SIZE = 120;
/** A canvas of 1280 to 1,920 pixels shows this much at a zoom of two thirds to one. */
const MOST_PIXELS = { width: 1800, height: 1000 };
/** n8n's own nodes, and its nodes for agents. */
const BUILT_IN = /^(n8n-nodes-base|@n8n\/n8n-nodes-langchain)\./;

function read(file: string): WorkflowJson {
	return JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8')) as WorkflowJson;
}

// As `npm start` runs them, with the clock of the services standing at the end of exports.
const emulator = forTests(() => startEmulator({ exports: { durationMs: 0 } }));
const engine = engineForTests(() => {
	const { dataUrl, metricsUrl, nodeUrl } = emulator;
	return { apiKey: LOCAL_KEY, dataUrl, metricsUrl, nodeUrl };
});

test('at least three of them run without a whole n8n', () => {
	const runnable = files.filter((file) => engine.canRun(read(file)));
	expect(runnable.length).toBeGreaterThanOrEqual(3);
});

describe.each(files)('%s', (file) => {
	const workflow = read(file);
	const own = workflow.nodes.filter(({ type }) => type.startsWith(`${PACKAGE}.`));

	test('holds what an export of n8n holds', () => {
		expect(workflow.name).toMatch(/\w+/);
		const names = workflow.nodes.map(({ name }) => name);
		expect(new Set(names).size).toBe(names.length);
		expect(new Set(workflow.nodes.map(({ id }) => id)).size).toBe(names.length);
		for (const { type, position, id } of workflow.nodes) {
			if (!type.startsWith(PACKAGE)) expect(type).toMatch(BUILT_IN);
			expect(position).toHaveLength(2);
			expect(id).toMatch(/^[0-9a-f-]{36}$/);
		}
		const types = workflow.nodes.map(({ type }) => type);
		expect(types).toContain(NOTE);
		expect(types.some((type) => /(trigger|webhook)$/i.test(type))).toBe(true);
		for (const [from, outputs] of Object.entries(workflow.connections as IConnections)) {
			expect(names).toContain(from);
			const to = Object.values(outputs).flat(2);
			for (const link of to) if (link) expect(names).toContain(link.node);
		}
		// With a credential of another n8n in it, n8n would not choose the user's own.
		for (const { credentials } of workflow.nodes) expect(credentials).toBeUndefined();
	});

	test('names what its nodes do, whatever the defaults of the menus are', () => {
		for (const { type, parameters } of own) {
			const menus = type.endsWith('Trigger') ? ['event'] : ['resource', 'operation'];
			expect(Object.keys(parameters)).toEqual(expect.arrayContaining(menus));
		}
	});

	test('its notes cover no node', () => {
		const [notes, others] = [true, false].map((isNote) =>
			workflow.nodes.filter(({ type }) => (type === NOTE) === isNote),
		);
		for (const { position: note, parameters } of notes) {
			const [right, bottom] = [Number(parameters.width), Number(parameters.height)].map(
				(size, at) => note[at] + size,
			);
			const covered = others.filter(
				({ position: [x, y] }) =>
					x < right && x + NODE_SIZE > note[0] && y < bottom && y + NODE_SIZE > note[1],
			);
			expect(covered.map(({ name }) => name)).toEqual([]);
		}
	});

	test('its tools continue on an error: the model gets the text of it', () => {
		const tools = workflow.nodes.filter(({ type }) => type.endsWith('Tool'));
		for (const { onError } of tools) expect(onError).toBe('continueRegularOutput');
	});

	test('it can be read at the zoom at which n8n opens it', () => {
		const boxes = workflow.nodes.map(({ name, type, position: [x, y], parameters }) => {
			const [width, height] = type === NOTE ? [parameters.width, parameters.height] : [100, 100];
			return { name, type, x, y, right: x + Number(width), bottom: y + Number(height) };
		});
		const sizeOf = (from: 'x' | 'y', to: 'right' | 'bottom') =>
			Math.max(...boxes.map((box) => box[to])) - Math.min(...boxes.map((box) => box[from]));
		expect(sizeOf('x', 'right')).toBeLessThanOrEqual(MOST_PIXELS.width);
		expect(sizeOf('y', 'bottom')).toBeLessThanOrEqual(MOST_PIXELS.height);
		const nodes = boxes.filter(({ type }) => type !== NOTE);
		const near = nodes.flatMap((one, at) =>
			nodes
				.slice(at + 1)
				.filter(({ x, y }) => Math.abs(x - one.x) < 180 && Math.abs(y - one.y) < 140)
				.map((other) => [one.name, other.name]),
		);
		expect(near).toEqual([]);
	});

	test('its triggers name their event', () => {
		const triggers = own.filter(({ type }) => type.endsWith('Trigger'));
		for (const { parameters } of triggers) expect(parameters.event).toMatch(/\w/);
	});

	test('it has nothing that n8n 3 does not have', () => {
		const gone = /\.(function|functionItem|itemLists|aiTransform)$/;
		for (const { type, typeVersion, parameters, alwaysOutputData } of workflow.nodes) {
			expect(type).not.toMatch(gone);
			if (type.endsWith('.agent')) expect(typeVersion).toBeGreaterThanOrEqual(2);
			// A call once for each item.
			if (type === CALLS_WORKFLOW) expect(parameters.mode ?? 'once').toBe('once');
			if (/\.(if|switch)$/.test(type)) expect(alwaysOutputData).toBeUndefined();
		}
		expect(JSON.stringify(workflow)).not.toMatch(/\$getPairedItem|\$evaluateExpression/);
	});

	test('it holds no id of an n8n that a user does not have', () => {
		const called = workflow.nodes.filter(({ type }) => type === CALLS_WORKFLOW);
		for (const { parameters } of called) {
			expect(parameters.workflowId).toMatchObject({ value: '' });
		}
		expect(exampleWorkflow(path.basename(file, '.json')).nodes).toHaveLength(workflow.nodes.length);
	});

	// n8n makes the tool variants of action nodes by itself.
	const inPackage = own.filter(({ type }) => !type.endsWith('Tool'));
	if (inPackage.length === 0) return;

	test.each(inPackage.map((node): [string, INode] => [node.name, node]))(
		'%s: the form knows every parameter',
		(_, node) => {
			const name = node.type.slice(PACKAGE.length + 1).replace(/Tool$/, '');
			const { description } = engine.loader.nodeTypes[name].type as INodeType;
			const { parameters } = node;
			const saved = NodeHelpers.getNodeParameters(
				description.properties,
				parameters,
				true,
				false,
				node,
				description,
			);
			// Parameters that the tool variant adds are n8n's own.
			const { descriptionType: _type, toolDescription: _text, ...own } = parameters;
			expect(saved).toMatchObject(own);
			expect(node.typeVersion).toBe(Math.max(...[description.version].flat()));
			const { nodes } = exampleWorkflow(path.basename(file, '.json'));
			const filled = nodes.find(({ name: one }) => one === node.name) as INode;
			expect(
				NodeHelpers.getNodeParametersIssues(description.properties, filled, description),
			).toBeNull();
		},
	);

	test('runs where it can, and every node gives items', async () => {
		if (!engine.canRun(workflow)) return;
		const { error, status, items } = await engine.run(
			exampleWorkflow(path.basename(file, '.json')) as unknown as WorkflowJson,
		);
		expect(error).toBeUndefined();
		expect(status).toBe('success');
		for (const { name } of own) expect([name, items[name]?.length ?? 0]).not.toEqual([name, 0]);
	});
});

describe.each(files.filter((file) => file.endsWith('-alerts.json')))('%s', (file) => {
	const { nodes, connections } = read(file);
	const triggers = nodes.filter(({ type }) => type === `${PACKAGE}.avalancheTrigger`);
	const named = (name: string) => nodes.find((node) => node.name === name) as INode;

	test('events are sent as they are, to a webhook URL that n8n asks for', () => {
		const others = nodes.filter((node) => !triggers.includes(node) && node.type !== NOTE);
		expect(others.map(({ name }) => name)).toEqual(['Alert', 'Format', 'Webhook', 'Send an Alert']);
		expect(named('Alert').type).toBe('n8n-nodes-base.noOp');
		for (const { name } of triggers)
			expect(connections[name].main).toEqual([[{ node: 'Alert', type: 'main', index: 0 }]]);
		// n8n marks a node whose URL is empty, and publishes no workflow with a marked node.
		expect(named('Webhook').parameters.url).toBe('');
		expect(named('Send an Alert').disabled).toBe(true);
	});

	test('the message is what Format makes for the URL', () => {
		expect(named('Webhook').parameters.jsonBody).toBe('={{ JSON.stringify($json.body) }}');
		expect(named('Format').parameters).toMatchObject({
			...{ resource: 'event', operation: 'format', channel: 'auto', item: '={{ $json }}' },
			url: "={{ $('Webhook').params.url ?? '' }}",
		});
	});

	test('each ID is filled in once, in a field that n8n asks for', () => {
		const filled = Object.entries(LOCAL_VALUES[path.basename(file, '.json')]);
		const text = JSON.stringify(triggers.map(({ parameters }) => parameters));
		expect(text).not.toMatch(/NodeID-|0x[0-9a-f]{40}|-avax1|[1-9A-HJ-NP-Za-km-z]{45}/i);
		const { description } = engine.loader.nodeTypes.avalancheTrigger.type as INodeType;
		const asked = triggers.flatMap((node) => {
			const issues = NodeHelpers.getNodeParametersIssues(description.properties, node, description);
			return Object.keys(issues?.parameters ?? {}).map((field) => [node.name, field]);
		});
		expect(asked).toEqual(
			filled.flatMap(([name, fields]) => Object.keys(fields).map((field) => [name, field])),
		);
		// The other triggers refer to those fields.
		const referred = [...text.matchAll(/\$\('([^']+)'\)\.params\.(\w+)(?:\.value)?/g)];
		for (const [, name, field] of referred) expect(asked).toContainEqual([name, field]);
		const ids = /^(nodeIds|rewardAddresses|addresses|subnetId)$/;
		const given = (value: unknown) =>
			typeof value === 'object' ? (value as { value: unknown }).value : value;
		const own = triggers.filter(({ parameters }) =>
			Object.entries(parameters).some(([field, value]) => ids.test(field) && given(value) !== ''),
		);
		expect(referred).toHaveLength(own.length);
	});
});

test('send-alert can be published as it is: what needs a credential is disabled', () => {
	const { nodes } = read('send-alert.json');
	const disabled = nodes.filter((node) => node.disabled).map(({ name }) => name);
	expect(disabled.sort()).toEqual(['Discord', 'Email', 'PagerDuty', 'Slack', 'Telegram']);
	const webhook = nodes.find(({ name }) => name === 'Webhook');
	expect(webhook?.disabled).toBeUndefined();
	expect(webhook?.parameters).not.toHaveProperty('authentication');
});

test('validator-alerts, l1-alerts and treasury-alerts are one trigger, with a subject and its events', () => {
	const watches = ['validator-alerts', 'l1-alerts', 'treasury-alerts'].map((name) => {
		const triggers = read(`${name}.json`).nodes.filter(({ type }) =>
			/avalancheTrigger$/.test(type),
		);
		expect(triggers).toHaveLength(1);
		const { event, events } = triggers[0].parameters as { event: string; events: string[] };
		expect(events.length).toBeGreaterThan(2);
		return event;
	});
	expect(watches).toEqual(['watchValidator', 'watchL1', 'watchAddress']);
});
