import { walletOf } from '../../emulator/world/tokens';
import { exampleWorkflow } from '../../lab/kit/n8n/import';
import { tokensIn } from '../../core/testing/cases/evmWorld';
import { addAction, output } from './kit/actions';
import { type Editor, openEditor } from './kit/editor';
import { type Host, useSharedHost } from './kit/host';
import { canvasNode, type Reader, readerOf } from './kit/words';

/** Contracts, names, paths and portfolios in n8n's editor: filled in, executed, and their results shown. */

const PORTFOLIO = 'lookups-portfolio';

let host: Host;
let editor: Editor;
let reader: Reader;

beforeAll(async () => {
	host = await useSharedHost({ workflows: [{ ...exampleWorkflow('portfolio'), id: PORTFOLIO }] });
	editor = await openEditor(host);
	reader = readerOf(editor.page, '');
});

afterEach(async () => {
	const { currentTestName = 'test' } = expect.getState();
	await editor?.shot(`last-of-${currentTestName.replace(/\W+/g, '-')}`);
});

afterAll(async () => {
	await editor?.close();
	await host?.close();
});

/** Enters texts into fields of the form that is open, executes the node, and gives its output. */
async function run(fields: Record<string, string>): Promise<string> {
	for (const [label, text] of Object.entries(fields))
		await reader.follow(`**${label}**`, { [label]: text });
	const execute = editor.page.getByTestId('node-execute-button');
	await execute.click();
	const text = await output(editor);
	await execute.getByText('Execute step').waitFor();
	return text;
}

test('EVM Contract: a function of the C-Chain, the default, is read by its signature, exactly', async () => {
	const [token] = tokensIn(host.emulator.world).erc20;
	const [{ to }] = tokensIn(host.emulator.world)
		.transfers()
		.filter((one) => one.token === token);
	await editor.search('avalanche rpc');
	await addAction(editor, 'Avalanche RPC', 'Read a contract');
	const address = { 'Contract Address': token.address };
	const text = await run({
		...address,
		Function: 'balanceOf(address)(uint256)',
		Arguments: to,
	});
	expect(text).toContain('1 item');
	expect(text).toContain('balanceOf(address)(uint256)');
	const answer = await fetch(`${host.emulator.nodeUrl}/ext/bc/C/rpc`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({
			jsonrpc: '2.0',
			id: 1,
			method: 'eth_call',
			params: [{ to: token.address, data: `0x70a08231${to.slice(2).padStart(64, '0')}` }, 'latest'],
		}),
	});
	const { result } = (await answer.json()) as { result: string };
	expect(text).toContain(String(BigInt(result)));
	await editor.shot('contract-read');
});

test('EVM Contract: a wrong argument is named before anything is sent', async () => {
	const { page } = editor;
	host.emulator.control.clearRequests();
	await reader.follow('**Arguments**', { Arguments: '0x12' });
	await page.getByTestId('node-execute-button').click();
	const said = page
		.getByTestId('output-panel')
		.getByText(/Arguments/)
		.first();
	await said.waitFor();
	expect(await page.getByTestId('output-panel').innerText()).toMatch(
		/0x and 40 hexadecimal digits/,
	);
	expect(host.emulator.control.requests()).toEqual([]);
});

test('EVM Contract: a name leads to its address', async () => {
	await editor.search('avalanche rpc');
	await addAction(editor, 'Avalanche RPC', 'Resolve a name');
	const text = await run({ 'Name or Address': 'treasury.avax' });
	const owner = walletOf(host.emulator.world.random, 0);
	expect(text.replace(/\s/g, '').toLowerCase()).toContain(owner);
	await editor.shot('resolve-name');
});

test('Custom Call: a path of the service, each entry of its list an item', async () => {
	await editor.search('avalanche');
	await addAction(editor, 'Reads balances, transactions', 'Call any path');
	const text = await run({
		Path: '/v1/networks/mainnet/validators',
		'Items Field': 'validators',
	});
	expect(text).toContain('50 items');
	const answer = await fetch(`${host.emulator.dataUrl}/v1/networks/mainnet/validators`);
	const { validators } = (await answer.json()) as { validators: Array<{ nodeId: string }> };
	expect(text.replace(/\s/g, '')).toContain(validators[0].nodeId);
	await editor.shot('custom-call');
});

test('Portfolio: one table of all chains', async () => {
	const { page } = editor;
	await page.goto(`${host.url}/workflow/${PORTFOLIO}`);
	await page.getByTestId('execute-workflow-button').first().click();
	await page.getByText('Workflow executed successfully').first().waitFor();
	await canvasNode(page, 'Holdings').dblclick();
	await page.getByTestId('ndv').waitFor();
	const text = await output(editor);
	for (const column of ['symbol', 'state', 'balance', 'value']) expect(text).toContain(column);
	expect(text).toMatch(/AVAX/);
	expect(text).toMatch(/staked/);
	await reader.follow('**✕**');
	// So wide that the output shows all columns.
	await page.setViewportSize({ width: 1600, height: 800 });
	await canvasNode(page, 'Largest First').dblclick();
	await page.getByTestId('ndv').waitFor();
	const totals = await output(editor);
	for (const column of ['sum_balance', 'sum_value', 'state']) expect(totals).toContain(column);
	await page.getByText('Field Name', { exact: true }).first().waitFor();
	await editor.shot('portfolio');
});
