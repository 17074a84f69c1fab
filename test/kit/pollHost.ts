import { createRequire } from 'node:module';
import { PollContext, PollTriggerExecutor } from 'n8n-core';
import {
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type WorkflowActivateMode,
	type WorkflowExecuteMode,
	Workflow,
} from 'n8n-workflow';
import { CREDENTIAL, type Engine, type NodeFailure, PACKAGE, type WorkflowJson } from './engine';
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

export type Item = INodeExecutionData['json'];

/** How a poll ended. */
export interface PollOutcome {
	/** The items of the execution that it started, if it did. */
	items: Item[];
	error?: NodeFailure;
}

export interface PollHost {
	readonly database: PollDatabase;
	/** Items of all executions, in the order of their start. */
	readonly emitted: Item[];
	/** Errors of all polls, those at activation included. */
	readonly errors: NodeFailure[];
	readonly polls: number;
	/** Bytes that n8n stores now. */
	readonly stateBytes: number;
	/** False where activation failed five times: n8n never polls again until it is published. */
	readonly alive: boolean;
	/** Publishes the workflow, with other parameters where some are given. */
	publish(parameters?: INodeParameters): Promise<PollOutcome>;
	poll(): Promise<PollOutcome>;
	/**
	 * Kills n8n and starts it again. With `midSave` it dies while it stores the latest execution: without
	 * durable cursors the execution is there and its state is not; with them neither is. Gives the
	 * items of that execution.
	 */
	restart(how?: { midSave?: boolean }): Promise<{ interrupted: Item[] } & PollOutcome>;
	/** Presses Fetch Test Event. */
	fetchTestEvent(): Promise<Item[]>;
}

/** A trigger that is not published yet, in an engine of the given mode. */
export function createPollHost(
	engine: Engine,
	{ mode, parameters }: { mode: EngineMode; parameters: INodeParameters },
): PollHost {
	const database: PollDatabase = { staticData: '{}', scheduled: false };
	const emitted: Item[] = [];
	const errors: NodeFailure[] = [];
	const executor = Container.get(PollTriggerExecutor);
	let current = parameters;
	let polls = 0;
	let alive = false;
	/** Default mode: what was made at activation polls until n8n ends. */
	let resident: { context: PollContext; execute(activation?: boolean): Promise<void> } | undefined;
	/** The latest execution, and what was stored before it. */
	let latest: { items: Item[]; before: PollDatabase } | undefined;
	let outcome: PollOutcome = { items: [] };
	engine.newProcess();

	function open(): { workflow: Workflow; json: WorkflowJson; node: INode } {
		const node: INode = {
			id: 'e4c8a5f0-trigger',
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
			id: 'polling',
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
		executionMode: WorkflowExecuteMode = 'trigger',
	) {
		const ownData = () => workflow.getStaticData('node', node);
		const staging =
			mode === 'durable' && executionMode === 'trigger'
				? stagedCursor(database, ownData, scheduled ? database.cursor : undefined)
				: undefined;
		const emit = (data: INodeExecutionData[][]) => {
			const before = { ...database };
			// A commit is one transaction: the cursor and the execution, or neither.
			const cursor = staging?.take();
			if (cursor !== undefined) database.cursor = cursor;
			saveStaticData(database, workflow);
			const items = data.flat().map(({ json: item }) => structuredClone(item));
			emitted.push(...items);
			latest = { items, before };
			outcome = { items };
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
			engine.additionalData(executionMode, json),
			executionMode,
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
		return outcome;
	}

	return {
		database,
		emitted,
		errors,
		get polls() {
			return polls;
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
			return outcome;
		},
		async restart({ midSave = false } = {}) {
			engine.newProcess();
			const interrupted = midSave && latest ? latest.items : [];
			if (midSave && latest) {
				Object.assign(database, latest.before);
				if (mode === 'durable')
					emitted.splice(emitted.lastIndexOf(latest.items[0]), interrupted.length);
			}
			latest = undefined;
			return { interrupted, ...(await activate('init')) };
		},
		async fetchTestEvent() {
			const opened = open();
			const { context } = contextOf(opened, 'manual', false, 'manual');
			const before = JSON.stringify(opened.workflow.staticData);
			const { type, typeVersion } = opened.node;
			const { poll } = engine.nodeTypes.getByNameAndVersion(type, typeVersion);
			const items = (await poll?.call(context))?.flat().map(({ json }) => json) ?? [];
			if (JSON.stringify(opened.workflow.staticData) !== before) {
				throw new Error('Fetch Test Event changed the state');
			}
			return items;
		},
	};
}
