import type { Session } from '../../lab/kit/n8n/instance';
import { DEFAULT_URLS } from '../../core/access';
import { CHANNEL, type FreshHost, startFreshHost } from './kit/freshHost';
import { until } from './kit/host';
import { keepPicture } from './kit/picture';
import { canvasNode, labelsOf, readerOf, sectionOf, stepsOf } from './kit/words';

/**
 * A user's first hour: a new n8n, the tarball installed as README says, and each of README's things to
 * try done by clicks, in README's words, with nothing set up before. The credential has the default
 * URLs: the hosts are served by the local services.
 */

const NODE_ID = 'NodeID-FwJdk72TVgizzJoSQkKQ6BxutvLybp3Zs';
const MOST_CLICKS = 20;
/** After the import; a double click is one. */
const MOST_CLICKS_TO_ALERT = 10;

const things = sectionOf('README.md', 'Three things to try');
const [howToImport] = things.trim().split('\n\n');
const [chains, , chat] = stepsOf(things);

let host: FreshHost;
let session: Session;

beforeAll(async () => {
	host = await startFreshHost({ name: 'Delegators', args: { nodeIds: NODE_ID } });
	session = await host.n8n.login();
});

/** No credential: the next thing begins as the first one. */
beforeEach(async () => {
	const { page } = host.window;
	await page.goto('about:blank');
	const credentials = (await session.rest('GET', '/credentials')) as Array<{ id: string }>;
	for (const { id } of credentials) await session.rest('DELETE', `/credentials/${id}`);
	await page.goto(`${host.n8n.url}/home/workflows`);
	await page.waitForLoadState('networkidle');
});

afterEach(async () => {
	const { currentTestName = 'test' } = expect.getState();
	await host?.window.shot(`first-hour-last-of-${currentTestName.replace(/\W+/g, '-')}`);
});

afterAll(async () => await host?.close());

async function credentialNames(): Promise<string[]> {
	const all = (await session.rest('GET', '/credentials')) as Array<{ name: string }>;
	return all.map(({ name }) => name);
}

test('README has three things to try', () => {
	expect(stepsOf(things)).toHaveLength(3);
	expect(labelsOf(howToImport)).toEqual(['+', 'New workflow', '⋯', 'Import', 'From file']);
});

test('1: the busiest chains, without a key', async () => {
	const { page, shot } = host.window;
	const reader = readerOf(page, 'tps-table');
	await reader.follow(howToImport);
	const [before, after] = chains.split('Choose **Execute workflow**');
	await reader.follow(before);
	expect(await credentialNames()).toEqual(['Avalanche account']);
	await reader.follow('**Execute workflow**');
	await page.getByText('Workflow executed successfully').first().waitFor();
	await shot('first-hour-chains');
	await reader.follow(after);
	const table = page.getByTestId('output-panel').locator('table').first();
	await table.waitFor();
	await shot('first-hour-chains-table');
	const text = await table.innerText();
	const mainnet = host.emulator.world.evmChains.filter(({ network }) => network === 'mainnet');
	for (const { name } of mainnet) expect(text).toContain(name);
	for (const url of [DEFAULT_URLS.dataUrl, DEFAULT_URLS.metricsUrl])
		expect(host.hosts.reached).toContain(new URL(url).hostname);
	expect(reader.clicks()).toBeLessThanOrEqual(MOST_CLICKS);
});

test('2: alerts about a validator, with at most ten clicks after the import', async () => {
	const { page, shot } = host.window;
	const { emulator, channel } = host;
	const reader = readerOf(page, 'validator-alerts');
	const day = 86_400;
	emulator.control.setValidator({
		nodeId: NODE_ID,
		endTime: emulator.world.clock.seconds() + day - 60,
	});
	const [first, ...steps] = stepsOf(sectionOf('docs/alerts.md', 'Set up an alert'));
	await reader.follow(first);
	const clicksOfImport = reader.clicks();
	// n8n says at once, and before anything is published, what is missing and where.
	const imported = await shot('first-hour-alerts-imported');
	await page.getByRole('button', { name: 'Publish' }).hover({ force: true });
	await page
		.getByText(/nodes have issues, fix them before publishing/)
		.first()
		.waitFor();
	const entries = { 'Node IDs': NODE_ID, URL: CHANNEL };
	await reader.follow(steps[0], entries);
	const filled = await shot('first-hour-alerts-filled');
	await reader.follow(steps.slice(1).join('\n'), entries);
	await page.getByRole('button', { name: 'Published' }).waitFor();
	const published = await shot('first-hour-alerts-published');
	expect(reader.clicks()).toBeLessThanOrEqual(MOST_CLICKS);
	const toAlert = reader.clicks() - clicksOfImport - reader.doubleClicks();
	expect(toAlert).toBeLessThanOrEqual(MOST_CLICKS_TO_ALERT);
	expect(await credentialNames()).toEqual(['Avalanche account']);

	// Present problems are reported at once, later events within a minute.
	const arrived = (pattern: RegExp) => () => channel.messages.find((text) => pattern.test(text));
	await until('the end of the stake', arrived(/^🔴 .* ends in /));
	const amount = 1_250_000_000_000n;
	const delegation = { txType: 'AddPermissionlessDelegatorTx', nodeId: NODE_ID, amount };
	emulator.control.addTransactions({ transactions: [delegation as never] });
	await until('the delegation', arrived(/new delegation of 1,250 AVAX/));
	await page.getByRole('button', { name: 'Got it' }).click();
	await keepPicture(host, session, [imported, filled, published]);
});

test('3: a chat with an agent', async () => {
	const { page, shot } = host.window;
	const reader = readerOf(page, 'validator-agent');
	await reader.follow(howToImport);
	await reader.follow(chat, { 'API Key': 'sk-of-the-test' });
	const input = page.locator('textarea[placeholder^="Type message"]');
	await input.fill(`Who delegates to ${NODE_ID}?`);
	await page.keyboard.press('Enter');
	await page
		.getByText(/amountDelegated/)
		.first()
		.waitFor();
	await shot('first-hour-chat');
	expect(host.model.requests.length).toBeGreaterThan(1);
	expect(await credentialNames()).toEqual(
		expect.arrayContaining(['Avalanche account', 'OpenAI account']),
	);
	await canvasNode(page, 'AI Agent').waitFor();
	expect(reader.clicks()).toBeLessThanOrEqual(MOST_CLICKS);
});
