import { createRequire } from 'node:module';
import { ExecuteContext, PollContext, PollTriggerExecutor } from 'n8n-core';
import {
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type WorkflowActivateMode,
	type WorkflowExecuteMode,
	createRunExecutionData,
	Workflow,
} from 'n8n-workflow';
import { CREDENTIAL, type Engine, type NodeFailure, PACKAGE, type WorkflowJson } from './engine';
import { keepProcessed } from './processedData';
import { type PollDatabase, saveStaticData, stagedCursor, storedBytes } from './pollState';

/**
 * n8n around a polling trigger, for the time between publishing and unpublishing: when it polls with
 * which context, what it saves when, and what a hard kill leaves. n8n-core's own context and executor
 * run the node; the database is JSON text.
 */

const requireOfCore = createRequire(require.resolve('n8n-core'));
const { Container } = requireOfCore('@n8n/di') as {
	Container: { get<T>(type: abstract new (...given: never[]) => T): T };
};

/**
 * `default`: cron in memory, one context from activation on. `scheduler`: `N8N_SCHEDULER_ENABLED`
 * and `N8N_SCHEDULER_POLL_TRIGGERS_ENABLED`, a new workflow for each poll. `durable`: with
 * `N8N_POLLER_DURABLE_CURSORS_ENABLED` on top, a cursor that is committed with the execution.
 */
export type EngineMode = 'default' | 'scheduler' | 'durable';
export const ENGINE_MODES: readonly EngineMode[] = ['default', 'scheduler', 'durable'];

const ACTIVATION_ATTEMPTS = 5;
/** 45 s a poll, less what n8n keeps for itself. */
const SCHEDULED_BUDGET_MS = 36_000;
const NODE = 'Trigger';
const NODE_ID = 'e4c8a5f0-trigger';

export type Item = INodeExecutionData['json'];

/** How a poll ended. */
export interface PollOutcome {
	/** The items that the execution handed on, where the poll started one. */
	items: Item[];
	error?: NodeFailure;
}

export interface PollHost {
	readonly database: PollDatabase;
	/** Items that all executions handed on, in the order of their start. */
	readonly emitted: Item[];
	/** Errors of all polls, those at activation included. */
	readonly errors: NodeFailure[];
	/** Hints that all executions gave, in the order of their start. */
	readonly hints: string[];
	/** Executions that started. */
	readonly executions: number;
	/** Items that executions dropped, because n8n's database knew them as handed on. */
	readonly dropped: number;
	readonly polls: number;
	/** Bytes that n8n stores now. */
	readonly stateBytes: number;
	/** False where activation failed five times: n8n never polls again until it is published. */
	readonly alive: boolean;
	/** Publishes the workflow, with other parameters where some are given. */
	publish(parameters?: INodeParameters): Promise<PollOutcome>;
	poll(): Promise<PollOutcome>;
	/**
	 * Kills n8n and starts it again. `lost` says what the latest execution costs: its state, which was
	 * not stored (with durable cursors the execution is then not there either), or the execution, which
	 * did not start although its state was stored: n8n was killed between the two, or had no Redis.
	 * Gives the items that are not handed on because of it.
	 */
	restart(how?: { lost?: 'state' | 'execution' }): Promise<{ interrupted: Item[] } & PollOutcome>;
	/** Kills the worker of the latest execution, which n8n does not start again. Gives its items. */
	loseWorker(): Item[];
	/** A Code node of an execution saves static data of its own over all that there is. */
	wipeStaticData(kept?: 'global' | 'node'): void;
	/** Presses Fetch Test Event. */
	fetchTestEvent(): Promise<Item[]>;
}

let hosts = 0;

/** A trigger that is not published yet, in an engine of the given mode. */
export function createPollHost(
	engine: Engine,
	{ mode, parameters }: { mode: EngineMode; parameters: INodeParameters },
): PollHost {
	const database: PollDatabase = { staticData: '{}', scheduled: false, processed: '[]' };
	const workflowId = `polling-${++hosts}`;
	keepProcessed(workflowId, database);
	const emitted: Item[] = [];
	const errors: NodeFailure[] = [];
	const hints: string[] = [];
	const executor = Container.get(PollTriggerExecutor);
	let current = parameters;
	let polls = 0;
	let executions = 0;
	let dropped = 0;
	let alive = false;
	/** Default mode: what was made at activation polls until n8n ends. */
	let resident: { context: PollContext; execute(activation?: boolean): Promise<void> } | undefined;
	/** The latest execution, and what was stored before it. */
	let latest: { items: Item[]; before: PollDatabase } | undefined;
	let outcome: PollOutcome = { items: [] };
	/** Executions that a poll started. */
	let running: Promise<void> = Promise.resolve();
	engine.newProcess();

	function open(): { workflow: Workflow; json: WorkflowJson; node: INode } {
		const node: INode = {
			id: NODE_ID,
			name: NODE,
			type: `${PACKAGE}.avalancheTrigger`,
			typeVersion: 1,
			position: [0, 0],
			parameters: structuredClone(current),
			credentials: { [CREDENTIAL]: { id: '1', name: 'Avalanche API' } },
		};
		const staticData = JSON.parse(database.staticData) as IDataObject;
		const json: WorkflowJson = { nodes: [node], connections: {}, staticData };
		const workflow = new Workflow({
			id: workflowId,
			name: 'Polling',
			nodes: json.nodes,
			connections: {},
			active: true,
			nodeTypes: engine.nodeTypes,
			staticData,
		});
		return { workflow, json, node: workflow.nodes[NODE] };
	}

	/** A context as n8n makes it: at activation, or for one scheduled poll. */
	function contextOf(
		{ workflow, json, node }: ReturnType<typeof open>,
		activation: WorkflowActivateMode,
		scheduled: boolean,
	) {
		const ownData = () => workflow.getStaticData('node', node);
		const staging =
			mode === 'durable'
				? stagedCursor(database, ownData, scheduled ? database.cursor : undefined)
				: undefined;
		const emit = (data: INodeExecutionData[][]) => {
			const before = { ...database };
			// A commit is one transaction: the cursor and the execution, or neither.
			const cursor = staging?.take();
			if (cursor !== undefined) database.cursor = cursor;
			saveStaticData(database, workflow);
			running = running.then(() => executed(data, before));
		};
		const emitError = (error: Error) => {
			errors.push(error as NodeFailure);
			outcome = { items: [], error: error as NodeFailure };
		};
		const commit = async () => {
			const cursor = staging?.take();
			if (cursor !== undefined) database.cursor = cursor;
		};
		const context = new PollContext(
			workflow,
			node,
			engine.additionalData('trigger', json),
			'trigger',
			activation,
			emit,
			emitError,
			commit,
			staging?.run,
			staging?.nodeStaticData,
			scheduled ? () => SCHEDULED_BUDGET_MS : undefined,
		);
		const execute = executor.create(workflow, node, context, () => true);
		return { context, execute };
	}

	/** Runs the node as an execution does. */
	async function runNode(
		{ workflow, json, node }: ReturnType<typeof open>,
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
		hints.push(...context.hints.map(({ message }) => message));
		return items;
	}

	/** The execution that a poll starts, as a worker runs it: from what is stored. */
	async function executed(data: INodeExecutionData[][], before: PollDatabase): Promise<void> {
		executions += 1;
		const [given] = structuredClone(data);
		const handedOn = await runNode(open(), given, 'trigger');
		const items = handedOn.map(({ json: item }) => item);
		dropped += given.length - items.length;
		emitted.push(...items);
		latest = { items, before };
		outcome = { ...outcome, items };
	}

	/** Takes back what the latest execution handed on. */
	function takeBack(): Item[] {
		const items = latest?.items ?? [];
		if (items.length > 0) emitted.splice(emitted.lastIndexOf(items[0]), items.length);
		return items;
	}

	/** The activation poll: tried five times, then given up; what it left is saved in any case. */
	async function activate(activation: WorkflowActivateMode): Promise<PollOutcome> {
		outcome = { items: [] };
		alive = false;
		const opened = open();
		// Jobs that are there already go on; n8n then does not poll at activation.
		if (mode !== 'default' && database.scheduled) {
			alive = true;
			return outcome;
		}
		for (let attempt = 0; attempt < ACTIVATION_ATTEMPTS && !alive; attempt++) {
			resident = contextOf(opened, activation, false);
			polls += 1;
			try {
				await resident.execute(true);
				alive = true;
			} catch (error) {
				errors.push(error as NodeFailure);
				outcome = { items: [], error: error as NodeFailure };
			}
		}
		if (alive) delete outcome.error;
		database.scheduled = alive;
		saveStaticData(database, opened.workflow);
		await running;
		return outcome;
	}

	return {
		database,
		emitted,
		errors,
		hints,
		get polls() {
			return polls;
		},
		get executions() {
			return executions;
		},
		get dropped() {
			return dropped;
		},
		get stateBytes() {
			return storedBytes(database);
		},
		get alive() {
			return alive;
		},
		async publish(given) {
			const again = resident !== undefined;
			current = given ?? current;
			database.scheduled = false;
			return await activate(again ? 'update' : 'activate');
		},
		async poll() {
			if (!alive) throw new Error('The trigger is dead: n8n does not poll it');
			polls += 1;
			outcome = { items: [] };
			const { execute } =
				mode === 'default' && resident ? resident : contextOf(open(), 'update', true);
			await execute();
			await running;
			return outcome;
		},
		async restart({ lost } = {}) {
			engine.newProcess(`${workflowId}:${NODE_ID}`);
			let interrupted: Item[] = [];
			if (lost === 'execution' && latest) {
				interrupted = takeBack();
				database.processed = latest.before.processed;
			} else if (lost === 'state' && latest) {
				const { processed } = mode === 'durable' ? latest.before : database;
				if (mode === 'durable') interrupted = takeBack();
				Object.assign(database, latest.before, { processed });
			}
			latest = undefined;
			return { interrupted, ...(await activate('init')) };
		},
		loseWorker() {
			const items = takeBack();
			latest = undefined;
			return items;
		},
		wipeStaticData(kept = 'global') {
			const name = kept === 'global' ? kept : 'node:Code';
			database.staticData = JSON.stringify({ [name]: { count: 1 } });
		},
		async fetchTestEvent() {
			const opened = open();
			const before = JSON.stringify(opened.workflow.staticData);
			const items = await runNode(opened, [{ json: {} }], 'manual');
			if (JSON.stringify(opened.workflow.staticData) !== before) {
				throw new Error('Fetch Test Event changed the state');
			}
			return items.map(({ json }) => json);
		},
	};
}
