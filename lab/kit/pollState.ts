import { AsyncLocalStorage } from 'node:async_hooks';
import type { IDataObject, IPollFunctions, Workflow } from 'n8n-workflow';

/** Data that n8n keeps of a polling workflow, as text: nothing but JSON outlives the process. */
export interface PollDatabase {
	/** The workflow's static data column. */
	staticData: string;
	/** The node's row of durable cursors; durable mode only. */
	cursor?: string;
	/** Ids that executions recorded, as JSON text. */
	processed: string;
	/** The record that all nodes of the workflow share, as JSON text. */
	confirmed: string;
	/** True once the scheduler has the node's jobs: it then polls without an activation poll. */
	scheduled: boolean;
}

/**
 * Staged cursor of a poll. `take` returns it if the poll changed it; undefined if nothing changed.
 */
export interface Staging {
	run: NonNullable<IPollFunctions['__runPoll']>;
	nodeStaticData(): IDataObject;
	take(): string | undefined;
}

/** One for all polls: each instance stays in Node 20's list for the life of the process. */
const scope = new AsyncLocalStorage<{ snapshot: IDataObject; seed: string }>();

/**
 * The cursor of durable mode. A poll works on a copy of the stored cursor (made, on a node's first
 * poll, from its static data), and what it changed is taken when it is committed. Otherwise the copy
 * is forgotten.
 */
export function stagedCursor(
	database: PollDatabase,
	nodeStaticData: () => IDataObject,
	loaded?: string,
): Staging {
	const staged = () => {
		const store = scope.getStore();
		if (!store) throw new Error('Static data of the node is read outside of a poll');
		return store;
	};
	return {
		async run(poll) {
			database.cursor ??= JSON.stringify(nodeStaticData());
			const stored = loaded ?? database.cursor;
			const snapshot = JSON.parse(stored) as IDataObject;
			return await scope.run({ snapshot, seed: stored }, poll);
		},
		nodeStaticData: () => staged().snapshot,
		take() {
			const store = staged();
			const cursor = JSON.stringify(store.snapshot);
			if (cursor === store.seed) return undefined;
			store.seed = cursor;
			return cursor;
		},
	};
}

/** Saves the static data where a node changed it, as n8n does. */
export function saveStaticData(database: PollDatabase, workflow: Workflow): void {
	if (workflow.staticData.__dataChanged !== true) return;
	database.staticData = JSON.stringify(workflow.staticData);
	workflow.staticData.__dataChanged = false;
}

/** Bytes that n8n stores for the workflow and its cursor. */
export function storedBytes({ staticData, cursor = '' }: PollDatabase): number {
	return Buffer.byteLength(staticData) + Buffer.byteLength(cursor);
}
