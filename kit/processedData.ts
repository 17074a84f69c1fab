import { DataDeduplicationService } from 'n8n-core';
import type { DeduplicationItemTypes, ICheckProcessedContextData } from 'n8n-workflow';

/**
 * n8n's table of processed data: what `checkProcessedAndRecord` of an execution reads and writes, by
 * workflow and node.
 */

/** Ids that a workflow processed, as JSON text. */
export interface ProcessedData {
	processed: string;
}

const tables = new Map<string, ProcessedData>();

/** Keeps what the executions of a workflow record. */
export function keepProcessed(workflowId: string, table: ProcessedData): void {
	tables.set(workflowId, table);
}

function tableOf({ workflow: { id } }: ICheckProcessedContextData): ProcessedData {
	const known = tables.get(String(id)) ?? { processed: '[]' };
	tables.set(String(id), known);
	return known;
}

const entriesOf = (table: ProcessedData) => JSON.parse(table.processed) as string[];

let ready = false;

/** Gives n8n-core the table; later calls do nothing. */
export async function prepareProcessedData(): Promise<void> {
	if (ready) return;
	ready = true;
	const unused = () => Promise.reject(new Error('The trigger does not use it'));
	await DataDeduplicationService.init({
		checkProcessedAndRecord(items, _scope, contextData, { maxEntries = Infinity }) {
			const table = tableOf(contextData);
			const entries = entriesOf(table);
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
			table.processed = JSON.stringify(entries.slice(-maxEntries));
			return Promise.resolve(result);
		},
		getProcessedDataCount: (_scope, contextData) =>
			Promise.resolve(entriesOf(tableOf(contextData)).length),
		removeProcessed: unused,
		clearAllProcessedItems: unused,
	});
}
