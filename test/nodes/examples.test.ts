import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type IConnections, type INode, type INodeType, NodeHelpers } from 'n8n-workflow';
import { LOCAL_KEY, startEmulator, type Emulator } from '../../emulator';
import { fireTriggers } from '../../scripts/lib/triggerDemo';
import { exampleWorkflow } from '../../scripts/n8n/import';
import { createEngine, type Engine, PACKAGE, type WorkflowJson } from '../kit/engine';

/** The example workflows can be imported as they are, and run. */

const FOLDER = path.resolve(__dirname, '../../examples/workflows');
const files = readdirSync(FOLDER).filter((file) => file.endsWith('.json'));
const NOTE = 'n8n-nodes-base.stickyNote';
const CALLS_WORKFLOW = 'n8n-nodes-base.executeWorkflow';
/** Pixels of the canvas, with the name below. */
const NODE_SIZE = 120;
/** n8n's own nodes, and its nodes for agents. */
const BUILT_IN = /^(n8n-nodes-base|@n8n\/n8n-nodes-langchain)\./;

function read(file: string): WorkflowJson {
	return JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8')) as WorkflowJson;
}

let emulator: Emulator;
let engine: Engine;
beforeAll(async () => {
	// As `npm start` runs them, with the clock of the services standing at the end of exports.
	emulator = await startEmulator({ exports: { durationMs: 0 } });
	const { dataUrl, metricsUrl, nodeUrl } = emulator;
	engine = await createEngine({ apiKey: LOCAL_KEY, dataUrl, metricsUrl, nodeUrl });
});
afterAll(() => emulator.close());

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
			const kept = NodeHelpers.getNodeParameters(
				description.properties,
				parameters,
				true,
				false,
				node,
				description,
			);
			// What the tool variant adds is n8n's own.
			const { descriptionType: _type, toolDescription: _text, ...own } = parameters;
			expect(kept).toMatchObject(own);
			expect(
				NodeHelpers.getNodeParametersIssues(description.properties, node, description),
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

test.each(files.filter((file) => file.endsWith('-alerts.json')))(
	'%s: events of the triggers are sent as they are',
	(file) => {
		const { nodes } = read(file);
		const others = nodes.filter(({ type }) => ![NOTE, CALLS_WORKFLOW].includes(type));
		expect(others.length).toBeGreaterThan(0);
		expect(new Set(others.map(({ type }) => type))).toEqual(
			new Set([`${PACKAGE}.avalancheTrigger`]),
		);
	},
);

test('send-alert can be published as it is: what needs a credential is disabled', () => {
	const { nodes } = read('send-alert.json');
	const disabled = nodes.filter((node) => node.disabled).map(({ name }) => name);
	expect(disabled.sort()).toEqual(['Discord', 'Email', 'PagerDuty', 'Slack', 'Telegram']);
	const webhook = nodes.find(({ name }) => name === 'Webhook');
	expect(webhook?.disabled).toBeUndefined();
	expect(webhook?.parameters).not.toHaveProperty('authentication');
});

test('validator-alerts runs with the default credential: what needs an own node is disabled', () => {
	const enabled = read('validator-alerts.json').nodes.filter((node) => !node.disabled);
	const events = enabled.flatMap(({ parameters: { event, observer } }) =>
		event === undefined ? [] : [[event, observer]],
	);
	expect(events).toEqual([
		['validatorUptime', 'data'],
		['validatorDisconnected', 'data'],
		['stakeEnding', undefined],
		['delegation', undefined],
	]);
});

test('the trigger fires for the events that are shown', async () => {
	const fired: Array<[string, number]> = [];
	for await (const { title, items } of fireTriggers(engine, emulator)) {
		fired.push([title, items.length]);
	}
	expect(fired).toEqual([
		['New Staking Transaction', 2],
		['New Validator', 1],
		['Node Health Changed', 1],
		['Validator Uptime Low', 1],
		['Stake Ending', 1],
		['L1 Balance Low', 1],
		['Node Version Behind', 1],
		['Balance Crossed', 1],
	]);
});
