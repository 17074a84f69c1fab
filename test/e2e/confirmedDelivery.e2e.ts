import { CREDENTIAL, type WorkflowFile } from '../../lab/kit/n8n/import';
import type { Session } from '../../lab/kit/n8n/instance';
import { hasPolledAgain } from '../../lab/kit/n8n/polls';
import { type Editor, openEditor } from './kit/editor';
import { executionsOf, hasEnded, itemsOf } from './kit/executions';
import { type Host, prepareHost, until } from './kit/host';

/** Deliver until Confirmed, switched on in the editor, and a published workflow that ends with Confirm. */

const TRIGGER = 'Avalanche Trigger';
const PACKAGE = 'n8n-nodes-avalanche-network';

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
				pollTimes: { item: [{ mode: 'everyMinute' }] },
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
let session: Session;
let editor: Editor;
beforeAll(async () => {
	host = await prepareHost({ workflows: [workflow] });
	await host.n8n.start();
	session = await host.n8n.login();
	editor = await openEditor(host.n8n.url);
});
afterAll(async () => {
	await editor?.close();
	await host?.close();
});

/** The parameters of the trigger as n8n has saved them. */
async function saved(): Promise<{ untilConfirmed?: boolean; repeatAfterMinutes?: number }> {
	const { nodes } = (await session.rest('GET', `/workflows/${workflow.id}`)) as WorkflowFile;
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
	await page.goto(`${host.n8n.url}/workflow/${workflow.id}`);
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

	await host.n8n.stop();
	await host.n8n.command('publish:workflow', `--id=${workflow.id}`);
	await host.n8n.start();
	session = await host.n8n.login();
	const { control, world } = host.emulator;
	const queries = () => control.requests().filter(({ path }) => path.includes('listStaking'));
	await until('the poll after the one at activation', () => hasPolledAgain(queries()));
	const baseline = world.clock.seconds();
	await until('the next second', () => world.clock.seconds() > baseline + 1);
	const timestamp = world.clock.seconds();
	const happened = control.addTransactions({ transactions: [{ timestamp }, { timestamp }] });

	// An execution of the baseline comes before them.
	const deliveries = async () => {
		const executions = await executionsOf(session, workflow.id);
		const first = executions.findIndex(({ runData }) => itemsOf(runData, 'Confirm').length > 0);
		return first < 0 ? [] : executions.slice(first);
	};
	// The first delivery, and the second one, which ends at the trigger.
	const [first, second] = await until(
		'two deliveries',
		deliveries,
		([one, other]) => hasEnded(one) && hasEnded(other),
	);
	expect([first.status, second.status]).toEqual(['success', 'success']);
	const confirmed = itemsOf(first.runData, 'Confirm').map(({ json }) => json);
	expect(confirmed).toEqual(
		happened.map((hash) => ({ eventId: `staking.transaction:${hash}`, confirmed: true })),
	);
	expect(itemsOf(second.runData, TRIGGER)).toEqual([]);
	expect(Object.keys(second.runData)).toEqual([TRIGGER]);
});
