import type { NodeParameterValueType } from 'n8n-workflow';
import type { WorkflowFile } from '../../lab/kit/n8n/import';
import { CREDENTIAL } from '../../lab/kit/n8n/import';
import { openEditor } from './kit/editor';
import { executionsOf, itemsOf } from './kit/executions';
import { type Host, publish, startHost, unpublish, until } from './kit/host';
import { afterBaseline, EACH_POLL_TIMES } from './kit/polling';

/** docs/webhooks.md in the real n8n: register, message, hard kill, heal, delete. */

const TRIGGER = 'Avalanche Webhook Trigger';
const MINE = '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7';
const AMOUNT = 250_000_000n;

const ID = 'webhookWorkflow';

const workflow = (pollTimes: NodeParameterValueType): WorkflowFile => ({
	id: ID,
	name: 'Deposits',
	active: false,
	nodes: [
		{
			id: '1f0d2c60-5f0e-4f6e-9a52-0b6f35c6d101',
			name: TRIGGER,
			type: 'n8n-nodes-avalanche-network.avalancheWebhookTrigger',
			typeVersion: 1,
			position: [0, 0],
			webhookId: '1f0d2c60-5f0e-4f6e-9a52-0b6f35c6d201',
			parameters: {
				event: 'transfer',
				addresses: MINE,
				pollTimes,
				options: { reportRepairs: true },
			},
			credentials: { avalancheApi: { ...CREDENTIAL } },
		},
		{
			id: '1f0d2c60-5f0e-4f6e-9a52-0b6f35c6d102',
			name: 'Handed On',
			type: 'n8n-nodes-base.noOp',
			typeVersion: 1,
			position: [220, 0],
			parameters: {},
		},
	],
	connections: { [TRIGGER]: { main: [[{ node: 'Handed On', type: 'main', index: 0 }]] } },
	settings: { executionOrder: 'v1' },
});

/** The active webhooks that lead to n8n, which calls itself localhost. */
const active = ({ emulator, url: n8nUrl }: Host) =>
	emulator.control
		.webhooks()
		.filter(
			({ status, url }) =>
				status === 'active' && new URL(String(url)).port === new URL(n8nUrl).port,
		);

/** Adds one transfer to the watched address. Returns its hash. */
const pay = ({ emulator }: Host) =>
	emulator.control.addTransfers({ transfers: [{ to: MINE, value: AMOUNT }] })[0];

/** The items that executions have handed on so far, in their order. */
async function handedOn({ session }: Host) {
	const executions = await executionsOf(session, ID);
	for (const { id, status, error } of executions) {
		if (status === 'error') throw new Error(`Execution ${id}: ${error}`);
	}
	return executions
		.filter(({ status }) => status === 'success')
		.flatMap(({ runData }) => itemsOf(runData, 'Handed On'))
		.map(({ json }) => json);
}

const ENGINES: Array<[string, Record<string, string>]> = [
	['default', {}],
	[
		'durable cursors',
		{
			N8N_SCHEDULER_ENABLED: 'true',
			N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
			N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
			N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
		},
	],
];

const CASES = ENGINES.flatMap(([engine, env]) =>
	EACH_POLL_TIMES.map(([name, times]) => [engine, name, env, times] as const),
);

test.each(CASES)(
	'%s, %s: messages start executions, and what is lost in a hard kill is found',
	async (_, __, env, times) => {
		const host = await startHost({ workflows: [workflow(times)] }, env);
		const { n8n, emulator } = host;
		try {
			// The item of a check, not of a message.
			emulator.control.setWebhooks({ hold: true });
			await publish(host, ID);
			const hashes = async () => (await handedOn(host)).map(({ txHash }) => String(txHash));
			const [registered] = await until(
				'the webhook to be registered',
				() => active(host),
				(webhooks) => webhooks.length > 0,
			);
			expect(new URL(String(registered.url)).pathname).toMatch(/^\/webhook\/1f0d2c60-/);

			const asked = (pattern: RegExp) => () =>
				emulator.control
					.requests()
					.filter(({ method, path }) => method === 'GET' && pattern.test(path)).length;
			const checks = asked(/^\/v1\/webhooks(\/|$)/);
			// n8n saves the state of a check before it executes what the check found: a hard kill loses no state then.
			const happened = await afterBaseline(
				asked(new RegExp(`/addresses/${MINE}/transactions`)),
				() => pay(host),
				hashes,
			);
			const all = () => hashes().then((found) => happened.every((hash) => found.includes(hash)));
			emulator.control.setWebhooks({ hold: false });

			happened.push(pay(host));
			await until('the item of the message', all);
			// n8n may save the execution before its answer reaches the service.
			const answered = await until(
				'the answer of the message',
				() => emulator.control.deliveries(),
				(deliveries) => deliveries.length > 0,
			);
			expect(answered).toMatchObject([{ status: 200, attempt: 1 }]);

			// Without a receiver, all attempts fail, and the service gives the webhook up.
			await n8n.kill();
			happened.push(pay(host));
			emulator.control.deactivateWebhook({ id: registered.id });
			happened.push(pay(host));
			await n8n.start();
			await until('what happened meanwhile', all);
			expect(active(host)).toMatchObject([{ id: registered.id }]);

			happened.push(pay(host));
			await until('the item of a later message', all);
			// The next check would return again what came by a message.
			const before = checks();
			await until('one more check', () => checks() > before);
			happened.push(pay(host));
			await until('the last item', all);
			const items = await handedOn(host);
			const transfers = items.filter(({ event }) => event === 'token.transfer');
			expect(transfers.map(({ txHash }) => txHash).sort()).toEqual([...happened].sort());
			expect(items.filter(({ event }) => event === 'webhook.repaired')).toMatchObject([
				{ repair: 'reactivated', webhookId: registered.id },
			]);

			expect(n8n.log()).not.toMatch(/webhooks are missing/);

			await unpublish(host, ID);
			await until('the webhook to be removed', () => active(host).length === 0);
		} finally {
			await host.close();
		}
	},
);

test('in the editor: the form, Listen for Test Event, an item, and no webhook left', async () => {
	// Of its own: n8n cannot register a test webhook while it deletes another one.
	const host = await startHost();
	try {
		const editor = await openEditor(host);
		try {
			const { page } = editor;
			await editor.search('avalanche webhook');
			await page
				.getByTestId('item-iterator-item')
				.filter({ hasText: 'Avalanche Webhook' })
				.first()
				.click();
			await page
				.getByTestId('node-creator-item-name')
				.filter({ hasText: 'On an incoming or outgoing transfer' })
				.first()
				.click();
			await page.getByTestId('ndv').waitFor();
			await editor.shot('webhook-trigger-form');
			await page
				.getByTestId('parameter-input-addresses')
				.locator('input, textarea')
				.first()
				.fill(MINE);
			const listen = page.getByTestId('trigger-execute-button').first();
			await listen.click();
			await until('the test webhook', () => active(host).length > 0);
			const txHash = pay(host);
			const panel = page.getByTestId('output-panel');
			await panel.getByTestId('ndv-data-container').locator('table').first().waitFor();
			await editor.shot('webhook-trigger-item');
			expect((await panel.innerText()).replace(/\s/g, '')).toContain(txHash);
			await until('the test webhook to be removed', () => active(host).length === 0);
		} finally {
			await editor.close();
		}
	} finally {
		await host.close();
	}
});
