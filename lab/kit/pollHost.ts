import { PollContext, PollTriggerExecutor, TriggerContext } from 'n8n-core';
import type { INodeExecutionData, WorkflowActivateMode, WorkflowExecuteMode } from 'n8n-workflow';
import type { Engine, NodeFailure } from './engine';
import { Container } from './host';
import { NODE_ID, nodeCalls, type Opened } from './nodeCalls';
import type { HostOptions, Item, PollHost, PollOutcome } from './pollHostTypes';
import { keepProcessed } from './processedData';
import { type PollDatabase, saveStaticData, stagedCursor, storedBytes } from './pollState';

/**
 * n8n around a polling trigger, for the time between publishing and unpublishing: when it polls with
 * which context, what it saves when, and what a hard kill leaves. n8n-core's own context and executor
 * run the node; the database is JSON text.
 */

export {
	ENGINE_MODES,
	type EngineMode,
	type Item,
	type PollHost,
	type PollOutcome,
} from './pollHostTypes';

const ACTIVATION_ATTEMPTS = 5;
/** Time of a scheduled poll: 45 s, less what n8n keeps for itself (ms). */
const SCHEDULED_BUDGET_MS = 36_000;

let hosts = 0;

/** A trigger that is not published yet, in an engine of the given mode. */
export function createPollHost(
	engine: Engine,
	{ mode, parameters, type = 'avalancheTrigger', baseUrl = '', webhookId }: HostOptions,
): PollHost {
	const database: PollDatabase = {
		staticData: '{}',
		scheduled: false,
		processed: '[]',
		confirmed: '[]',
	};
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
	/** In the default mode, the context that was made at activation: it polls until n8n ends. */
	let resident: { context: PollContext; execute(activation?: boolean): Promise<void> } | undefined;
	/** Ends what the trigger function of the node began. */
	let closeTrigger: (() => Promise<void>) | undefined;
	/** The latest execution, and what was stored before it. */
	let latest: { items: Item[]; before: PollDatabase } | undefined;
	let outcome: PollOutcome = { items: [] };
	/** Executions that a poll started. */
	let running: Promise<void> = Promise.resolve();
	const calls = nodeCalls(engine, {
		workflowId,
		webhookId,
		type,
		baseUrl,
		staticData: () => database.staticData,
		parameters: () => current,
		hinted: (...given) => void hints.push(...given),
	});
	const { open, runNode, hook, registerWebhooks, webhookItems } = calls;
	engine.newProcess();

	/** A context as n8n makes it: at activation, or for one scheduled poll. */
	function contextOf(
		{ workflow, json, node }: Opened,
		activation: WorkflowActivateMode,
		scheduled: boolean,
		abandoned = false,
	) {
		const ownData = () => workflow.getStaticData('node', node);
		const staging =
			mode === 'durable'
				? stagedCursor(database, ownData, scheduled ? database.cursor : undefined)
				: undefined;
		const emit = (data: INodeExecutionData[][]) => {
			if (abandoned) return;
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
			if (abandoned) return;
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

	/** The execution that a poll starts, as a worker runs it: from what is stored. */
	async function executed(
		data: INodeExecutionData[][],
		before: PollDatabase,
		executionMode: WorkflowExecuteMode = 'trigger',
	): Promise<void> {
		executions += 1;
		// An execution waits for those before it; what they recorded is kept if it is killed.
		const { processed, confirmed } = database;
		const [given] = structuredClone(data);
		const handedOn = await runNode(open(), given, executionMode);
		const items = handedOn.map(({ json: item }) => item);
		dropped += Math.max(0, given.length - items.length);
		emitted.push(...items);
		latest = { items, before: { ...before, processed, confirmed } };
		outcome = { ...outcome, items };
	}

	/** Removes the items of the latest execution from those that were handed on. */
	function takeBack(): Item[] {
		const items = latest?.items ?? [];
		if (items.length > 0) emitted.splice(emitted.lastIndexOf(items[0]), items.length);
		return items;
	}

	/**
	 * Registers the webhooks, and makes the activation poll: tried five times, then given up; what it
	 * left is saved in any case. With durable cursors, n8n does both at the same time, and saves static
	 * data after both; jobs run from the end of the poll on.
	 */
	async function activate(activation: WorkflowActivateMode): Promise<PollOutcome> {
		outcome = { items: [] };
		alive = false;
		const opened = open();
		const registering = registerWebhooks(opened, activation).then(
			() => undefined,
			(error: unknown) => error as NodeFailure,
		);
		const failed = (error: NodeFailure) => {
			alive = false;
			errors.push(error);
			outcome = { items: [], error };
			return outcome;
		};
		if (mode !== 'durable') {
			const error = await registering;
			if (error) return failed(error);
			saveStaticData(database, opened.workflow);
		}
		await startTrigger(opened, activation);
		// Jobs that are there already go on; n8n then does not poll at activation.
		if (mode !== 'default' && database.scheduled) alive = true;
		else await pollAtActivation(opened, activation);
		if (mode === 'durable') {
			const error = await registering;
			if (error) return failed(error);
		}
		saveStaticData(database, opened.workflow);
		await running;
		return outcome;
	}

	/** Calls the trigger function of the node, if it has one, as n8n does before it polls. */
	async function startTrigger(
		{ workflow, json, node }: Opened,
		activation: WorkflowActivateMode,
	): Promise<void> {
		await closeTrigger?.();
		const { trigger } = engine.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
		const additional = engine.additionalData('trigger', json);
		const context = new TriggerContext(workflow, node, additional, 'trigger', activation);
		closeTrigger = (await trigger?.call(context))?.closeFunction;
	}

	async function pollAtActivation(
		opened: ReturnType<typeof open>,
		activation: WorkflowActivateMode,
	): Promise<void> {
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
		async poll({ abandoned = false } = {}) {
			if (!alive) throw new Error('The trigger is dead: n8n does not poll it');
			polls += 1;
			outcome = { items: [] };
			const { execute } =
				mode === 'default' && resident ? resident : contextOf(open(), 'update', true, abandoned);
			await execute();
			await running;
			return outcome;
		},
		async unpublish() {
			const opened = open();
			await hook(opened, 'delete', 'update');
			await closeTrigger?.();
			saveStaticData(database, opened.workflow);
			alive = false;
			resident = undefined;
			database.scheduled = false;
		},
		async receive(http, answered) {
			// Static data that the method writes is lost: n8n has saved it before.
			const items = await webhookItems(open(), http, 'webhook');
			answered();
			if (!items) return;
			const before = { ...database };
			running = running.then(() => executed([items], before, 'webhook'));
			await running;
		},
		listenForTest: calls.listenForTest,
		async restart({ lost } = {}) {
			engine.newProcess(`${workflowId}:${NODE_ID}`);
			let interrupted: Item[] = [];
			if (lost === 'execution' && latest) {
				interrupted = takeBack();
				database.processed = latest.before.processed;
				database.confirmed = latest.before.confirmed;
			} else if (lost === 'state' && latest) {
				const { processed, confirmed } = mode === 'durable' ? latest.before : database;
				if (mode === 'durable') interrupted = takeBack();
				Object.assign(database, latest.before, { processed, confirmed });
			}
			latest = undefined;
			return { interrupted, ...(await activate('init')) };
		},
		async takeOver() {
			await closeTrigger?.();
			closeTrigger = undefined;
			engine.newProcess(`${workflowId}:${NODE_ID}`);
			latest = undefined;
			return await activate('leadershipChange');
		},
		loseWorker() {
			const items = takeBack();
			latest = undefined;
			return items;
		},
		wipeStaticData(remaining = 'global') {
			const name = remaining === 'global' ? remaining : 'node:Code';
			database.staticData = JSON.stringify({ [name]: { count: 1 } });
		},
		confirm: calls.confirm,
		fetchTestEvent: calls.fetchTestEvent,
	};
}
