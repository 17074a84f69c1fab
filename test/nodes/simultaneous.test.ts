import { setImmediate as turn } from 'node:timers/promises';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { newOnes } from '../../nodes/AvalancheTrigger/handOn';
import { inTurn } from '../../nodes/AvalancheTrigger/inTurn';

/** Executions that run at the same time in one process of n8n, which reads and writes its record in two statements. */

let rows: Map<string, string[]>;
beforeEach(() => {
	rows = new Map();
});

/** An execution of a workflow; its helper does what n8n's DeduplicationHelper does. */
function execution(workflow: string): IExecuteFunctions {
	return {
		getWorkflow: () => ({ id: workflow }),
		getNode: () => ({ id: 'node', name: 'Trigger' }),
		logger: { warn: (message: string) => Promise.reject(new Error(message)) },
		helpers: {
			async checkProcessedAndRecord(ids: string[]) {
				const row = rows.get(workflow);
				const entries = [...(row ?? [])];
				await turn();
				const processed = ids.filter((id) => entries.includes(id));
				const fresh = ids.filter((id) => !entries.includes(id));
				await turn();
				// The row has a primary key.
				if (!row && rows.has(workflow)) throw new Error('duplicate key');
				rows.set(workflow, [...entries, ...fresh]);
				return { new: fresh, processed };
			},
		},
	} as unknown as IExecuteFunctions;
}

const item = (id: string): INodeExecutionData =>
	({ json: { id }, event: { ids: [id] } }) as unknown as INodeExecutionData;
const COUNT = 20;
const ids = Array.from({ length: COUNT }, (_, index) => `id-${index}`);

test('each records its ids: a later poll returns none of them again', async () => {
	const runs = ids.map((id) => newOnes(execution('one'), [item(id)]));
	expect((await Promise.all(runs)).flat()).toHaveLength(COUNT);
	expect(rows.get('one')?.sort()).toEqual([...ids].sort());
	expect(await newOnes(execution('one'), ids.map(item))).toEqual([]);
});

test('of executions with the same event, one returns it', async () => {
	const runs = ids.map(() => newOnes(execution('one'), [item('same')]));
	expect((await Promise.all(runs)).flat()).toEqual([item('same')]);
});

test('a task runs after one that failed, and those of another key do not wait', async () => {
	const log: string[] = [];
	const failed = inTurn('a', async () => {
		await turn();
		log.push('a fails');
		throw new Error('failed');
	});
	const next = inTurn('a', async () => {
		await turn();
		log.push('a');
		return 1;
	});
	const other = inTurn('b', () => {
		log.push('b');
		return Promise.resolve(2);
	});
	await expect(failed).rejects.toThrow('failed');
	expect(await Promise.all([next, other])).toEqual([1, 2]);
	expect(log).toEqual(['b', 'a fails', 'a']);
});
