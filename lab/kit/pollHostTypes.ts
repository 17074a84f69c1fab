import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { NodeFailure } from './engine';
import type { PollDatabase } from './pollState';

/**
 * `default`: cron in memory, one context from activation on. `scheduler`: `N8N_SCHEDULER_ENABLED`
 * and `N8N_SCHEDULER_POLL_TRIGGERS_ENABLED`, a new workflow for each poll. `durable`: with
 * `N8N_POLLER_DURABLE_CURSORS_ENABLED` on top, a cursor that is committed with the execution.
 */
export type EngineMode = 'default' | 'scheduler' | 'durable';
export const ENGINE_MODES: readonly EngineMode[] = ['default', 'scheduler', 'durable'];

export type Item = INodeExecutionData['json'];

/** Outcome of a poll. */
export interface PollOutcome {
	/** The items that the execution handed on, where the poll started one. */
	items: Item[];
	error?: NodeFailure;
}

/** A trigger in n8n, from its publication on. */
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
	/**
	 * Polls as n8n does at its time. `abandoned`: longer than the scheduler waits, which discards what the
	 * poll returns and stages; its code runs to its end.
	 */
	poll(how?: { abandoned?: boolean }): Promise<PollOutcome>;
	/**
	 * Kills n8n and starts it again. `lost` says what the latest execution costs: its state, which was
	 * not stored (with durable cursors the execution is then not there either), or the execution, which
	 * did not start although its state was stored: n8n was killed between the two, or had no Redis.
	 * Gives the items that are not handed on because of it.
	 */
	restart(how?: { lost?: 'state' | 'execution' }): Promise<{ interrupted: Item[] } & PollOutcome>;
	/** Another main takes over as the leader: n8n ends the trigger in this one, and activates the workflow there. */
	takeOver(): Promise<PollOutcome>;
	/** Kills the worker of the latest execution, which n8n does not start again. Gives its items. */
	loseWorker(): Item[];
	/** Runs the operation Event: Confirm, or another one, behind the trigger on items, in an execution. */
	confirm(items: readonly Item[], parameters?: INodeParameters): Promise<void>;
	/** A Code node of an execution saves static data of its own over all that there is. */
	wipeStaticData(remaining?: 'global' | 'node'): void;
	/** Unpublishes the workflow: n8n removes its webhooks and jobs. */
	unpublish(): Promise<void>;
	/**
	 * Runs the webhook method of the node on a request, and the execution that it starts. `answered` is
	 * called before the execution, as n8n answers.
	 */
	receive(http: WebhookHttp, answered: () => void): Promise<void>;
	/** Listens for a test event: registers, and gives the items of the next request. */
	listenForTest(): Promise<{ receive: PollHost['receive']; items: Item[]; end(): Promise<void> }>;
	/** Presses Fetch Test Event. */
	fetchTestEvent(): Promise<Item[]>;
}

/** A request with its body as n8n hands it to a node, and the response. */
export interface WebhookHttp {
	httpRequest: object;
	httpResponse: object;
}

export interface HostOptions {
	mode: EngineMode;
	parameters: INodeParameters;
	/** Name of the trigger's type. */
	type?: string;
	/** URL of n8n for webhooks. */
	baseUrl?: string;
	/** Id of the node's webhook, which an import of the workflow keeps. Default: one of its own. */
	webhookId?: string;
}
