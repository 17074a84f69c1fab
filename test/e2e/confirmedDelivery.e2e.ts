import { CREDENTIAL, type WorkflowFile } from '../../lab/kit/n8n/import';
import { type Editor, openEditor } from './kit/editor';
import { type Execution, executionsOf, hasEnded, itemsOf } from './kit/executions';
import { type Host, publish, unpublish, until, useSharedHost } from './kit/host';
import { afterBaseline, POLL_TIMES } from './kit/polling';

/** Deliver until Confirmed, switched on in the editor, and a published workflow that ends with Confirm. */

const TRIGGER = 'Avalanche Trigger';
const PACKAGE = 'n8n-nodes-avalanche-network';
const PREFIX = 'staking.transaction:';

const workflow: WorkflowFile = {
	id: 'confirmedWorkflow',
	name: 'Confirmed Events',
	active: false,
	nodes: [
		{
			id: '5c1a4b0e-6a1f-4f57-9f0d-3f1b3f0aa001',
			name: TRIGGER,
			type: `${PACKAGE}.avalancheTrigger`,
			typeVersion: 1.1,
			position: [0, 0],
			parameters: {
				pollTimes: POLL_TIMES,
				event: 'stakingTransaction',
				network: 'mainnet',
			},
			credentials: { avalancheApi: { ...CREDENTIAL } },
		},
		{
			id: '5c1a4b0e-6a1f-4f57-9f0d-3f1b3f0aa002',
			name: 'Handed On',
			type: 'n8n-nodes-base.set',
			typeVersion: 3.4,
			position: [220, 0],
			// As a node that replaces the items.
			parameters: { mode: 'raw', jsonOutput: '={{ { about: $json.txHash } }}', options: {} },
		},
		{
			id: '5c1a4b0e-6a1f-4f57-9f0d-3f1b3f0aa003',
			name: 'Confirm',
			type: `${PACKAGE}.avalanche`,
			typeVersion: 1,
			position: [440, 0],
			parameters: {
				resource: 'event',
				operation: 'confirm',
				eventId: `={{ $('${TRIGGER}').item.json.id }}`,
			},
		},
	],
	connections: {
		[TRIGGER]: { main: [[{ node: 'Handed On', type: 'main', index: 0 }]] },
		'Handed On': { main: [[{ node: 'Confirm', type: 'main', index: 0 }]] },
	},
	settings: { executionOrder: 'v1' },
};

let host: Host;
let editor: Editor;
beforeAll(async () => {
	host = await useSharedHost({ workflows: [workflow] });
	editor = await openEditor(host);
});
afterAll(async () => {
	await editor?.close();
	await host?.close();
});

/** The parameters of the trigger as n8n has saved them. */
async function saved(): Promise<{ untilConfirmed?: boolean; repeatAfterMinutes?: number }> {
	const { nodes } = (await host.session.rest('GET', `/workflows/${workflow.id}`)) as WorkflowFile;
	return (nodes[0].parameters.options ?? {}) as object;
}

/** Adds an option to the form that is open. */
async function add(option: string): Promise<void> {
	const form = editor.page.getByTestId('ndv');
	await form.getByTestId('collection-parameter-add').last().click();
	await editor.page.getByRole('option', { name: option, exact: true }).click();
}

test('the option is set in the editor, and each event is delivered again until it is confirmed', async () => {
	const { page } = editor;
	await editor.resize(1200);
	await page.goto(`${host.url}/workflow/${workflow.id}`);
	const canvasNode = page.locator(`[data-test-id="canvas-node"][data-node-name="${TRIGGER}"]`);
	await canvasNode.dblclick();
	await add('Deliver until Confirmed');
	await page.getByTestId('parameter-input-untilConfirmed').locator('.el-switch').click();
	await add('Repeat After (Minutes)');
	const minutes = page.getByTestId('parameter-input-repeatAfterMinutes').locator('input');
	await minutes.fill('1');
	await page.keyboard.press('Tab');
	await editor.shot('deliver-until-confirmed');
	await page.keyboard.press('Escape');
	await until(
		'the saved options',
		async () => {
			// n8n saves a moment after a change, but not one that is made while it saves.
			await page.keyboard.press('Control+s');
			return await saved();
		},
		(options) => options.untilConfirmed === true && options.repeatAfterMinutes === 1,
	);

	await publish(host, workflow.id);
	const { control } = host.emulator;
	const executions = () => executionsOf(host.session, workflow.id);
	const confirmed = (all: Execution[]) => all.flatMap(({ runData }) => itemsOf(runData, 'Confirm'));
	const happened = await afterBaseline(
		() => control.requests().filter(({ path }) => path.includes('listStaking')).length,
		() => control.addTransactions({ transactions: [{}] })[0],
		async () =>
			confirmed(await executions()).map(({ json }) => String(json.eventId).slice(PREFIX.length)),
	);

	// Those after the last one that confirmed: the next delivery, which ends at the trigger.
	const after = (all: Execution[]) =>
		all.slice(all.findLastIndex(({ runData }) => itemsOf(runData, 'Confirm').length > 0) + 1);
	const all = await until(
		'the confirmation of all, and a second delivery',
		executions,
		(some) => confirmed(some).length >= happened.length && hasEnded(after(some)[0]),
	);
	await unpublish(host, workflow.id);
	expect(all.filter(({ status }) => status !== 'success')).toEqual([]);
	expect(confirmed(all).map(({ json }) => json)).toEqual(
		happened.map((hash) => ({ eventId: PREFIX + hash, confirmed: true })),
	);
	const [{ runData }] = after(all);
	expect(itemsOf(runData, TRIGGER)).toEqual([]);
	expect(Object.keys(runData)).toEqual([TRIGGER]);
});
