/**
 * Executions of one process that read and write the same record, one after the other. n8n reads the row
 * of processed ids and writes it in two statements: executions that run at the same time would overwrite
 * what the others recorded, and a later poll would return those events again.
 */

const latest = new Map<string, Promise<unknown>>();

/** Runs a task when all earlier tasks with the key have ended, also those that failed. */
export async function inTurn<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
	const before = latest.get(key);
	const own = before ? before.then(task, task) : task();
	latest.set(key, own);
	try {
		return await own;
	} finally {
		if (latest.get(key) === own) latest.delete(key);
	}
}
