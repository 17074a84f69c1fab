import type { IDataObject, INodeExecutionData, IRunData } from 'n8n-workflow';
import type { Session } from '../../../lab/kit/n8n/instance';
import { until } from './host';

/** Reading what n8n executed. */

type Json = Record<string, unknown>;

/** Undoes the form in which n8n stores run data: a list of values that refer to each other by index. */
export function unflatten(text: string): unknown {
	const values = JSON.parse(text) as unknown[];
	const made = new Map<number, unknown>();
	const at = (index: number): unknown => {
		const value = values[index];
		if (typeof value !== 'object' || value === null) return value;
		if (made.has(index)) return made.get(index);
		const target = (Array.isArray(value) ? [] : {}) as Json;
		made.set(index, target);
		// Texts are references; everything else stands for itself.
		for (const [key, inner] of Object.entries(value)) {
			target[key] = typeof inner === 'string' ? at(Number(inner)) : inner;
		}
		return target;
	};
	return at(0);
}

/** The items of a node's first output, over all its runs. */
export function itemsOf(runData: IRunData, node: string): INodeExecutionData[] {
	return (runData[node] ?? []).flatMap(({ data }) => data?.main?.[0] ?? []);
}

export interface Execution {
	id: string;
	status: string;
	runData: IRunData;
	/** The error of a failed execution. */
	error?: string;
}

/** True for an execution that has ended, in whatever way. */
export function hasEnded(execution?: Execution): boolean {
	return ['success', 'error', 'crashed', 'canceled'].includes(execution?.status ?? '');
}

/** All executions of a workflow, oldest first. */
export async function executionsOf({ rest }: Session, workflowId: string): Promise<Execution[]> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId }));
	const list = (await rest('GET', `/executions?filter=${filter}&limit=100`)) as {
		results: Array<{ id: string }>;
	};
	const executions: Execution[] = [];
	for (const { id } of list.results) {
		const { status, data } = (await rest('GET', `/executions/${id}`)) as {
			status: string;
			data: string;
		};
		// One that still runs has no data.
		const run = unflatten(data) as
			| { resultData?: { runData?: IRunData; error?: { message?: string } } }
			| undefined;
		const { runData = {}, error } = run?.resultData ?? {};
		executions.push({ id, status, runData, ...(error && { error: String(error.message) }) });
	}
	return executions.sort((a, b) => Number(a.id) - Number(b.id));
}

/** Executes a workflow from a trigger, as the button does, and waits for its end. */
export async function executedFrom(
	session: Session,
	id: string,
	trigger: object,
): Promise<Execution> {
	const workflowData = await session.rest('GET', `/workflows/${id}`);
	const { executionId } = (await session.rest('POST', `/workflows/${id}/run`, {
		workflowData,
		triggerToStartFrom: trigger,
	})) as { executionId: string };
	const execution = await until(
		`the execution of ${id}`,
		async () => (await executionsOf(session, id)).find((one) => one.id === executionId),
		hasEnded,
		120_000,
	);
	return execution as Execution;
}

/** The run data that `n8n execute --rawOutput` printed. */
export function rawOutput(printed: string): { runData: IRunData; error?: IDataObject } {
	// Log lines may stand before and after it; the brace that closes it is the first one not indented.
	const json = printed.slice(printed.indexOf('{\n'));
	const run = JSON.parse(json.slice(0, json.indexOf('\n}') + 2)) as {
		data: { resultData: { runData: IRunData; error?: IDataObject } };
	};
	return run.data.resultData;
}
