import type { INodeExecutionData } from 'n8n-workflow';
import { exampleWorkflow } from '../../lab/kit/n8n/import';
import type { Session } from '../../lab/kit/n8n/instance';
import { WAITING_HOOK, WAITING_ID, waitingExample } from '../../lab/kit/n8n/waitingExample';
import { checkExample } from './kit/exampleChecks';
import { itemsOf, rawOutput, unflatten } from './kit/executions';
import { type OwnHost, publish, startHost, until } from './kit/host';
import { isWhole } from '../../lab/kit/selection';

/** Executions that no editor sees: of wait-for-export, which wait in the database, over a kill, and of a command. */

const EXECUTED = 'stake-totals';
const EXECUTIONS = isWhole ? 200 : 30;

let host: OwnHost;
beforeAll(async () => {
	host = await startHost({
		emulator: { exports: { durationMs: 60_000 } },
		workflows: [waitingExample(), exampleWorkflow(EXECUTED)],
	});
	await publish(host, WAITING_ID);
});
afterAll(async () => await host?.close());

/** Ids of the executions of each status. */
async function byStatus({ rest }: Session, status: string): Promise<string[]> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId: WAITING_ID, status: [status] }));
	const ids: string[] = [];
	for (let next: string | undefined = ''; next !== undefined; ) {
		const page = (await rest('GET', `/executions?filter=${filter}&limit=100${next}`)) as {
			results: Array<{ id: string }>;
			nextCursor?: string | null;
		};
		ids.push(...page.results.map(({ id }) => id));
		const { nextCursor } = page;
		// Older versions page by the last ID.
		const older = nextCursor === undefined && page.results.length === 100;
		if (nextCursor) next = `&cursor=${nextCursor}`;
		else next = older ? `&lastId=${ids.at(-1)}` : undefined;
	}
	return ids;
}

const counted = async (session: Session) => {
	const statuses = ['running', 'new', 'waiting', 'success', 'error', 'crashed'];
	const all = await Promise.all(statuses.map((status) => byStatus(session, status)));
	return Object.fromEntries(statuses.map((status, at) => [status, all[at].length]));
};

const started = () =>
	host.emulator.control
		.requests()
		.filter(({ method, path }) => method === 'POST' && path.endsWith('transactions:export')).length;

test(`${EXECUTIONS} executions wait without a worker, n8n is killed, and each has its file`, async () => {
	const { n8n, session } = host;
	const start = async () =>
		(await fetch(`${n8n.url}/webhook/${WAITING_HOOK}`, { method: 'POST' })).status;
	// n8n responds a moment before it has the webhooks of published workflows.
	await until('the webhook', start, (status) => status !== 404);
	for (let at = 1; at < EXECUTIONS; at++) expect(await start()).toBe(200);
	const none = { running: 0, new: 0, success: 0, error: 0, crashed: 0 };
	await until(
		'all executions to wait',
		() => counted(session),
		({ waiting }) => waiting === EXECUTIONS,
	);
	expect(await counted(session)).toEqual({ ...none, waiting: EXECUTIONS });
	expect(started()).toBe(EXECUTIONS);

	await n8n.kill();
	await n8n.start();
	const end = await until(
		'all executions to end',
		() => counted(session),
		({ waiting, running, new: enqueued }) => waiting + running + enqueued === 0,
		600_000,
	);
	expect(end).toEqual({ ...none, waiting: 0, success: EXECUTIONS });
	// The exports were not started again.
	expect(started()).toBe(EXECUTIONS);
	const files = new Set<string>();
	for (const id of await byStatus(session, 'success')) {
		const { data } = (await session.rest('GET', `/executions/${id}`)) as { data: string };
		const { resultData } = unflatten(data) as {
			resultData: { runData: Parameters<typeof itemsOf>[0] };
		};
		const items = (name: string): INodeExecutionData[] => itemsOf(resultData.runData, name);
		const [{ json, binary }] = items('The File');
		expect(json.operationId).toBe(items('Start the Export')[0].json.operationId);
		expect(binary?.export).toMatchObject({ mimeType: 'text/csv' });
		files.add(String(json.operationId));
	}
	expect(files.size).toBe(EXECUTIONS);
});

test('n8n execute runs an example', async () => {
	await host.n8n.stop();
	const printed = await host.n8n.command('execute', `--id=${EXECUTED}`, '--rawOutput');
	const { runData, error } = rawOutput(printed);
	expect(error).toBeUndefined();
	checkExample(EXECUTED, runData, host.emulator.world);
});
