import type { INodeTypeDescription } from 'n8n-workflow';
import { eventDeclarations } from '../../core/subjects/events/all';
import { catalogue } from '../../core/subjects/catalogue';
import {
	avalancheCredential,
	exampleNames,
	exampleWorkflow,
	type WorkflowFile,
} from '../../lab/kit/n8n/import';
import { addAction, output } from './kit/actions';
import { type Editor, openEditor } from './kit/editor';
import { formsOf, formsWorkflows } from './kit/forms';
import { type Host, until, useSharedHost } from './kit/host';
import { covering, isWhole } from '../../lab/kit/selection';

/** Actions of a user in n8n's editor, in a browser. */

const PACKAGE = 'n8n-nodes-avalanche-network.';
const examples = exampleNames().map(exampleWorkflow);
const idOf = ({ id }: { id: string }) => `canvas-${id}`;

let host: Host;
let editor: Editor;

beforeAll(async () => {
	host = await useSharedHost({ workflows: examples.map((one) => ({ ...one, id: idOf(one) })) });
	editor = await openEditor(host);
});

afterEach(async () => {
	const { currentTestName = 'test' } = expect.getState();
	await editor?.shot(`last-of-${currentTestName.replace(/\W+/g, '-')}`);
});

afterAll(async () => {
	await editor?.close();
	await host?.close();
});

async function nodesFound(): Promise<string[]> {
	const names = editor.page.getByTestId('node-creator-item-name');
	await names.filter({ hasText: 'Avalanche' }).first().waitFor();
	return (await names.allInnerTexts()).map((name) => name.trim());
}

test('the list of nodes finds them by name and by what they are about', async () => {
	await editor.search('avalanche');
	expect(await nodesFound()).toEqual(['Avalanche', 'Avalanche RPC', 'Avalanche Webhook']);
	await editor.shot('search');
	for (const word of ['avax', 'validator', 'staking', 'evm', 'uptime']) {
		await editor.searchFor(word);
		expect([word, await nodesFound()]).toEqual([
			word,
			expect.arrayContaining(['Avalanche', 'Avalanche RPC']),
		]);
	}
	for (const word of ['glacier', 'teleporter', 'erc20', 'delegation', 'export csv']) {
		await editor.searchFor(word);
		// The first hit is what a user sees and Enter adds.
		expect([word, (await nodesFound())[0]]).toEqual([word, 'Avalanche']);
	}
});

test('Avalanche: resource, operation and chain are chosen, it runs and shows its items', async () => {
	const { page } = editor;
	await editor.search('avalanche');
	await addAction(editor, 'Reads balances, transactions', 'Get many supported chains');
	await editor.choose('resource', 'Metric');
	await editor.choose('operation', 'Get Average TPS');
	const chain = page.getByTestId('rlc-input');
	await until(
		'the chain that is preset',
		async () => await chain.inputValue(),
		(text) => text.includes('C-Chain'),
	);
	await chain.click();
	const entries = page.getByTestId('rlc-item');
	await entries.filter({ hasText: 'Foundry (8102)' }).waitFor();
	await editor.shot('chains');
	const names = (await entries.allInnerTexts()).map((name) => name.trim());
	const { evmChains } = host.emulator.world;
	for (const { chainId } of evmChains.slice(0, 3)) {
		expect(names.filter((name) => name.includes(`(${chainId}`))).toHaveLength(1);
	}
	await entries.filter({ hasText: 'Foundry (8102)' }).click();
	const execute = page.getByTestId('node-execute-button');
	await execute.click();
	const text = await output(editor);
	await execute.getByText('Execute step').waitFor();
	await editor.shot('average-tps');
	const response = await fetch(`${host.emulator.metricsUrl}/v1/avg_tps/8102?pageSize=50`);
	const { results } = (await response.json()) as { results: Array<{ value: number }> };
	expect(text).toContain('50 items');
	expect(text).toContain(String(results[0].value));
});

test('Avalanche RPC: the health of the node', async () => {
	await editor.search('avalanche rpc');
	await addAction(editor, 'Avalanche RPC', 'Get the health of the node');
	await editor.page.getByTestId('node-execute-button').click();
	const text = await output(editor);
	expect(text).toContain('1 item');
	expect(text).toMatch(/healthy/);
});

test('Avalanche Trigger: Fetch Test Event shows what there is', async () => {
	const { page } = editor;
	await editor.search('avalanche');
	await addAction(editor, 'Reads balances, transactions', 'On a new staking transaction');
	const pollTimes = page.getByTestId('fixed-collection-pollTimes');
	await pollTimes.first().waitFor();
	expect(await pollTimes.count()).toBe(1);
	const fetchEvent = page.getByTestId('trigger-execute-button').first();
	await fetchEvent.click();
	const text = await output(editor);
	await fetchEvent.getByText('Fetch Test Event').waitFor();
	await editor.shot('trigger');
	const newest = host.emulator.world.node.staking.find({}).slice(-10);
	expect(text).toContain('10 items');
	for (const { txHash } of newest) expect(text.replace(/\s/g, '')).toContain(txHash);
	await page.keyboard.press('Escape');
	await page.getByTestId('canvas-trigger-node').waitFor();
	await editor.shot('canvas');
});

test('an example runs on the canvas, and shows its output', async () => {
	const { page } = editor;
	// So high that the buttons of the canvas are below the nodes.
	await editor.resize(900);
	await page.goto(`${host.url}/workflow/${idOf({ id: 'stake-totals' })}`);
	const execute = page.getByTestId('execute-workflow-button').first();
	await execute.click();
	await page.getByText('Workflow executed successfully').first().waitFor();
	await page.getByTestId('logs-overview-header').click();
	await page.getByText('Success in').first().waitFor();
	// A click on a selected row deselects it, and n8n may have selected the last one.
	for (const name of ['Delegations', 'Totals']) {
		await page.getByTestId('logs-overview-body').getByText(name).first().click();
	}
	await page.getByText('sum_amountDelegated').first().waitFor();
	await execute.getByText('Execute workflow').waitFor();
	await editor.shot('workflow');
	await editor.resize();
});

/** Of those that do the same on the canvas, one. */
const opened = covering(examples, ({ nodes }) =>
	nodes.map(({ type }) => type).filter((type) => type.startsWith(PACKAGE)),
);

test.each(opened.map(({ id }) => id))('%s opens on the canvas', async (id) => {
	const { page } = editor;
	const [{ nodes }] = examples.filter((example) => example.id === id);
	const isNote = ({ type }: { type: string }) => type.endsWith('.stickyNote');
	await page.goto(`${host.url}/workflow/${idOf({ id })}`);
	for (const { name } of nodes.filter((node) => !isNote(node))) {
		await page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`).waitFor();
	}
	await editor.shot(`example-${id}`);
});

describe('forms: each operation and event with all its options, or each kind of field of each node', () => {
	const PARTS = isWhole ? 12 : 1;
	let workflows: WorkflowFile[];
	beforeAll(async () => {
		const headers = { cookie: host.session.cookie };
		const response = await fetch(`${host.url}/types/nodes.json`, { headers });
		const types = ((await response.json()) as INodeTypeDescription[]).filter(
			({ name }) => name.startsWith(PACKAGE) && !name.endsWith('Tool'),
		);
		const forms = formsOf(types, host.credential);
		expect(forms.length).toBeGreaterThan(catalogue.length + eventDeclarations.length);
		workflows = formsWorkflows(
			covering(forms, ({ traits }) => traits),
			PARTS,
		);
		await editor.resize(1500);
	});
	afterAll(() => editor.resize());

	const parts = Array.from({ length: PARTS }, (_, part) => part + 1);
	test.each(parts)(`no text of it is cut off, part %i of ${PARTS}`, async (part) => {
		const workflow = workflows[part - 1];
		const { id } = (await host.session.rest('POST', '/workflows', workflow)) as { id: string };
		await editor.page.goto(`${host.url}/workflow/${id}`);
		const cut: string[] = [];
		for (const { name } of workflow.nodes) {
			const found = await editor.form(name, `form-${name.replace(/\W+/g, '-')}`);
			cut.push(...found.map((text) => `${name}: ${text}`));
		}
		expect(cut).toEqual([]);
	});
});

test('the credential is tested when it is opened, and again when it was changed', async () => {
	const { page } = editor;
	const { data, type } = avalancheCredential(host.emulator);
	const name = 'Avalanche API to change';
	await host.session.rest('POST', '/credentials', { name, type, data });
	await page.goto(`${host.url}/home/credentials`);
	await page.locator('input[placeholder^="Search"]').first().fill(name);
	await page.getByText(name).first().click();
	const dialog = page.getByTestId('credential-edit-dialog');
	await dialog.getByText('Connection tested successfully').waitFor();
	await editor.shot('credential');
	await dialog.getByTestId('parameter-input-dataUrl').locator('input').fill('http://127.0.0.1:9');
	await page.getByTestId('credential-save-button').click();
	await dialog.getByText('More details').click();
	await page
		.getByText(/data service at 127\.0\.0\.1:9 refused the connection/)
		.first()
		.waitFor();
	await editor.shot('credential-unreachable');
});

test('the nodes have icons for a dark editor, too', async () => {
	await editor.page.emulateMedia({ colorScheme: 'dark' });
	await editor.search('avalanche');
	await nodesFound();
	const icons = editor.page.getByTestId('node-creator').locator('img[src*="avalanche"]');
	await icons.first().waitFor();
	expect(await editor.page.locator('img[src*=".dark.svg"]').count()).toBeGreaterThan(0);
	await editor.shot('search-dark');
});
