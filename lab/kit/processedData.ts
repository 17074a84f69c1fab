import { DataDeduplicationService } from 'n8n-core';
import type {
	DeduplicationItemTypes,
	DeduplicationScope,
	ICheckProcessedContextData,
} from 'n8n-workflow';

/**
 * n8n's table of processed data: what the helpers of an execution read and write, by workflow
 * and node, or for all nodes of a workflow.
 */

/** Ids that a workflow processed, as JSON text: n8n has a row for each node, and one for the workflow. */
export interface ProcessedData {
	/** Record of processed data of the trigger node. */
	processed: string;
	/** Record of processed data that all nodes of the workflow share. */
	confirmed: string;
}

const tables = new Map<string, ProcessedData>();

/** Keeps what the executions of a workflow record. */
export function keepProcessed(workflowId: string, table: ProcessedData): void {
	tables.set(workflowId, table);
}

function tableOf({ workflow: { id } }: ICheckProcessedContextData): ProcessedData {
	const known = tables.get(String(id)) ?? { processed: '[]', confirmed: '[]' };
	tables.set(String(id), known);
	return known;
}

const rowOf = (scope: DeduplicationScope) => (scope === 'node' ? 'processed' : 'confirmed');

let ready = false;

/** Gives n8n-core the table; later calls do nothing. */
export async function prepareProcessedData(): Promise<void> {
	if (ready) return;
	ready = true;
	const unused = () => Promise.reject(new Error('The trigger does not use it'));
	const read = (scope: DeduplicationScope, contextData: ICheckProcessedContextData) =>
		JSON.parse(tableOf(contextData)[rowOf(scope)]) as string[];
	const write = (
		scope: DeduplicationScope,
		contextData: ICheckProcessedContextData,
		entries: readonly string[],
	) => {
		tableOf(contextData)[rowOf(scope)] = JSON.stringify(entries);
	};
	await DataDeduplicationService.init({
		checkProcessedAndRecord(items, scope, contextData, { maxEntries = Infinity }) {
			const entries = read(scope, contextData);
			const known = new Set(entries);
			const result = {
				new: [] as DeduplicationItemTypes[],
				processed: [] as DeduplicationItemTypes[],
			};
			for (const item of items) {
				const isKnown = known.has(String(item));
				result[isKnown ? 'processed' : 'new'].push(item);
				if (!isKnown) entries.push(String(item));
			}
			write(scope, contextData, entries.slice(-maxEntries));
			return Promise.resolve(result);
		},
		removeProcessed(items, scope, contextData) {
			const entries = read(scope, contextData);
			for (const item of items) {
				const index = entries.indexOf(String(item));
				if (index !== -1) entries.splice(index, 1);
			}
			write(scope, contextData, entries);
			return Promise.resolve();
		},
		getProcessedDataCount: (scope, contextData) => Promise.resolve(read(scope, contextData).length),
		clearAllProcessedItems: unused,
	});
}
