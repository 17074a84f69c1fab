import type { INode } from 'n8n-workflow';
import {
	exampleNames,
	exampleWorkflow,
	LOCAL_VALUES,
	type WorkflowFile,
} from '../../lab/kit/n8n/import';
import type { Session } from '../../lab/kit/n8n/instance';
import { checkExample, ELSEWHERE, STARTS } from './kit/exampleChecks';
import { type Execution, executedFrom, executionsOf, itemsOf } from './kit/executions';
import { until } from './kit/host';
import { type Asked, type Importer, importerOf } from './kit/importer';
import { CHANNEL, type FreshHost, startFreshHost } from './kit/freshHost';
import { covering } from '../../lab/kit/selection';

/**
 * Each example as a user takes it: imported by the menu into a new n8n whose credential has the name that n8n
 * gave it, filled in where n8n asks for something, executed where no other service is needed, and published by
 * the button.
 */

const { 'Watch My Validator': validator } = LOCAL_VALUES['validator-alerts'];
const { 'Watch My L1': l1 } = LOCAL_VALUES['l1-alerts'];
const { 'Watch My Addresses': treasury } = LOCAL_VALUES['treasury-alerts'];
const { 'Safe Changed': safe } = LOCAL_VALUES['safe-alerts'];
const { 'Feed Is Stale': feed } = LOCAL_VALUES['stale-feed'];
const { 'Latest Transactions': wallet } = LOCAL_VALUES['new-transactions'];
const { 'Gas Runs Low': relayer } = LOCAL_VALUES['relayer-alerts'];

const { Deposit: deposit } = LOCAL_VALUES['treasury-deposits'];
const {
	'New Delegation': activity,
	'Tell Me': { chatId: chat },
} = LOCAL_VALUES['validator-activity'];

const url: Asked = { node: 'Webhook', field: 'URL', value: CHANNEL };
const mail: Asked[] = [
	{ node: 'Email', field: 'From Email', value: 'n8n@example.org' },
	{ node: 'Email', field: 'To Email', value: 'ops@example.org' },
];
const slack = (node: string): Asked => ({ node, credential: 'Slack' });

/** All that n8n must ask for. */
const ASKED: Readonly<Record<string, readonly Asked[]>> = {
	'acknowledge-in-slack': [
		{ node: 'Watch My Validator', field: 'Node IDs', value: validator.nodeIds },
		slack('Tell the Team'),
		slack('Who Takes Care?'),
	],
	'chat-for-each-validator': [
		{ node: 'Watch My Validators', field: 'Node IDs', value: validator.nodeIds },
		{ node: 'First Chat', field: 'Chat ID', value: chat },
		{ node: 'Second Chat', field: 'Chat ID', value: chat },
		{ node: 'Others', field: 'Chat ID', value: chat },
	],
	'confirmed-delegations': [
		{ node: 'New Delegation', field: 'Node IDs', value: validator.nodeIds },
		slack('Tell the Team'),
	],
	'delegation-alert': [
		{ node: 'New Delegation', field: 'Node IDs', value: validator.nodeIds },
		slack('Tell the Team'),
	],
	'from-alertmanager': [url],
	'from-lambda': [{ node: 'Send the Alert', field: 'Workflow', chosen: 'Send an Alert' }],
	'l1-administration': [
		{ node: 'Watch the Administration', field: 'Subnet ID', value: l1.subnetId },
		url,
	],
	'l1-alerts': [{ node: 'Watch My L1', field: 'Subnet ID', value: l1.subnetId }, url],
	'l1-low-balance': [slack('Warn')],
	'new-transactions': [
		{ node: 'Latest Transactions', field: 'Wallet Address', value: wallet.address },
	],
	'node-health-to-slack': [slack('Tell the Team')],
	'relayer-alerts': [{ node: 'Gas Runs Low', field: 'Addresses', value: relayer.addresses }, url],
	'rewards-to-google-sheets': [
		{
			node: 'Append',
			field: 'Document',
			value: 'sheet-of-the-test',
			also: 'Not a valid Google Drive File ID',
		},
		{ node: 'Append', field: 'Sheet', value: 'Rewards' },
		{ node: 'Append', credential: 'Google Sheets' },
	],
	'safe-alerts': [
		{ node: 'Safe Changed', field: 'Contract Addresses', value: safe.addresses },
		url,
	],
	'stake-end-alert': mail,
	'stale-feed': [
		{ node: 'Feed Is Stale', field: 'Contract Addresses', value: feed.addresses },
		url,
	],
	'silence-by-form': [
		{ node: 'Watch My Validator', field: 'Node IDs', value: validator.nodeIds },
		slack('Tell the Team'),
	],
	'staking-digest': mail,
	'start-lambda-export': [{ node: 'Start the Export', credential: 'AWS Lambda' }],
	'top-up-approval': [
		{ node: 'L1 Balance Low', field: 'Subnet ID', value: l1.subnetId },
		{ node: 'Decide', credential: 'AWS Lambda' },
		slack('Agree?'),
		{ node: 'Release', credential: 'AWS Lambda' },
	],
	'treasury-alerts': [
		{ node: 'Watch My Addresses', field: 'Addresses', value: treasury.addresses },
		url,
	],
	'treasury-deposits': [
		{ node: 'Deposit', field: 'Addresses', value: deposit.addresses },
		slack('Tell the Team'),
	],
	'wait-for-lambda-export': [
		{ node: 'Start the Export', credential: 'AWS Lambda' },
		{ node: 'Status', credential: 'AWS Lambda' },
		{ node: 'Get the File', credential: 'AWS S3' },
	],
	'uptime-to-telegram': [
		{ node: 'Uptime Low', field: 'Node IDs', value: activity.nodeIds },
		{ node: 'Tell Me', field: 'Chat ID', value: chat },
	],
	'validator-activity': [
		{ node: 'New Delegation', field: 'Node IDs', value: activity.nodeIds },
		{ node: 'Tell Me', field: 'Chat ID', value: chat },
	],
	'validator-alerts': [
		{ node: 'Watch My Validator', field: 'Node IDs', value: validator.nodeIds },
		url,
	],
};

/** Those that need a node of one's own: the default Node URL is a public endpoint. */
const OWN_NODE: Readonly<Record<string, string>> = {
	'node-health-to-slack': 'Node Health Changed',
};

/** Those that the data service must reach: the n8n of this test has no public URL. */
const INSTANT = new Set(['treasury-deposits', 'validator-activity']);

/** Errors of examples that need what is not here: a public address of a file, a node of one's own. */
const ERRORS: Readonly<Record<string, RegExp>> = {
	'export-and-download': /127\.0\.0\.1 is a private address/,
	'export-to-excel': /127\.0\.0\.1 is a private address/,
	'node-health-and-index': /Set Node URL in the credential/,
};

/** Waits for minutes: waiting.e2e.ts executes it. */
const WAITS = 'wait-for-export';

/** Executes an example where no node needs another service than a channel's URL, and checks how it ends. */
async function executed(id: string, name: string): Promise<void> {
	const nodes = exampleWorkflow(name).nodes.filter(({ disabled }) => !disabled);
	// A workflow that is called sends the alert elsewhere.
	const outside = [...ELSEWHERE, 'n8n-nodes-base.executeWorkflow'];
	const types = nodes.map(({ type }) => type).filter((type) => outside.includes(type));
	const toChannel = types.includes('n8n-nodes-base.httpRequest') && ASKED[name]?.includes(url);
	if (types.length > (toChannel ? 1 : 0) || name === WAITS) return;
	for (const { name: trigger } of nodes.filter(({ type }) => STARTS.includes(type))) {
		const before = host.channel.messages.length;
		const { status, error, runData } = await executedFrom(session, id, { name: trigger });
		if (ERRORS[name]) {
			expect(error).toMatch(ERRORS[name]);
			continue;
		}
		expect([name, trigger, status, error]).toEqual([name, trigger, 'success', undefined]);
		if (toChannel) expect(host.channel.messages.length).toBeGreaterThan(before);
		else checkExample(name, runData, host.emulator.world);
	}
}

/** Sends the form of a published workflow, and expects the silence and the page that says until when. */
async function silencedByForm(id: string): Promise<void> {
	const { nodes } = (await session.rest('GET', `/workflows/${id}`)) as WorkflowFile;
	const { webhookId } = nodes.find(({ type }) => type.endsWith('.formTrigger')) as INode;
	const form = new FormData();
	[validator.nodeIds, 'any', '5'].forEach((value, at) => form.set(`field-${at}`, value));
	const url = `${host.n8n.url}/form/${webhookId}`;
	expect((await fetch(url, { method: 'POST', body: form })).status).toBe(401);
	const headers = { authorization: `Basic ${btoa('ops:of-the-test')}` };
	const answer = await fetch(url, { method: 'POST', body: form, headers });
	const { formWaitingUrl } = (await answer.json()) as { formWaitingUrl: string };
	const silence = ({ runData }: Execution) => itemsOf(runData, 'Silence');
	const all = await until(
		'the silence',
		() => executionsOf(session, id),
		(executions) => executions.some((one) => silence(one).length > 0),
	);
	expect(all.flatMap(silence)).toMatchObject([{ json: { silenced: true } }]);
	const { pathname, search } = new URL(formWaitingUrl);
	const page = await (await fetch(host.n8n.url + pathname + search, { headers })).text();
	expect(page).toContain('Alerts are held');
	expect(page).toMatch(/Until 20\d\d-/);
}

/** Credentials of other services, with the names that n8n gives. */
const OTHERS = [
	['Slack account', 'slackApi', { accessToken: 'xoxb-of-the-test' }],
	['Telegram account', 'telegramApi', { accessToken: '1:of-the-test' }],
	['SMTP account', 'smtp', { user: 'n8n', password: 'of-the-test', host: '127.0.0.1', port: 1 }],
	[
		'Google Sheets account',
		'googleSheetsOAuth2Api',
		{ clientId: 'of-the-test', clientSecret: 'of-the-test' },
	],
	['S3 account', 's3', { endpoint: 'http://127.0.0.1:1', region: 'us-east-1' }],
	['AWS (IAM) account', 'aws', { region: 'us-east-1' }],
	['Basic Auth account', 'httpBasicAuth', { user: 'ops', password: 'of-the-test' }],
	['Header Auth account', 'httpHeaderAuth', { name: 'Authorization', value: 'Bearer of-the-test' }],
	['OpenAI account', 'openAiApi', { apiKey: 'sk-of-the-test' }],
] as const;

// The others call it: n8n publishes no workflow that calls one which is not published.
const called = 'send-alert';

/** The ways in which a user takes an example: entries that n8n asks for, publishing, and the end of its execution. */
function traitsOf(name: string): string[] {
	const asked = (ASKED[name] ?? []).map((one) => Object.keys(one).sort().join(' '));
	const types = exampleWorkflow(name).nodes.map(({ type }) => type);
	const kinds = types.filter((type) => /(avalanche|trigger)/i.test(type));
	const special = {
		[called]: name === called,
		OWN_NODE: name in OWN_NODE,
		INSTANT: INSTANT.has(name),
		ERRORS: name in ERRORS,
	};
	return [
		...asked,
		...kinds,
		...Object.entries(special).flatMap(([trait, has]) => (has ? [trait] : [])),
	];
}

const names = [...covering(exampleNames(), traitsOf)].sort(
	(a, b) => Number(b === called) - Number(a === called),
);

let host: FreshHost;
let session: Session;
let importer: Importer;

beforeAll(async () => {
	host = await startFreshHost({ name: 'Delegators', args: {} });
	session = await host.n8n.login();
	for (const [name, type, data] of OTHERS)
		await session.rest('POST', '/credentials', { name, type, data });
	importer = importerOf(host, session);
	// So high that no mark of a node is below the buttons of the canvas.
	await host.window.page.setViewportSize({ width: 1280, height: 1100 });
});

/** True while a test is not done: what it leaves open is not there for the next one. */
let isOpen = false;

beforeEach(async () => {
	if (isOpen) await host.window.page.goto(`${host.n8n.url}/home/workflows`);
	isOpen = true;
});

afterEach(async () => {
	const { currentTestName = 'test' } = expect.getState();
	await host?.window.shot(`first-hour-last-of-${currentTestName.replace(/\W+/g, '-')}`);
});

afterAll(async () => await host?.close());

test('the first example makes the credential, which n8n names', async () => {
	expect(names[0]).toBe(called);
	await importer.imported('tps-table');
	await importer.makeCredential('Supported Chains');
	const credentials = (await session.rest('GET', '/credentials')) as Array<{ name: string }>;
	expect(credentials.map(({ name }) => name)).toContain('Avalanche account');
	expect(await importer.marked()).toEqual([]);
	isOpen = false;
});

test.each(names)('%s is imported by the menu and published by the button', async (name) => {
	const { shot } = host.window;
	const { id, published } = await importer.imported(name);
	const asked = ASKED[name] ?? [];
	await shot(`first-hour-example-${name}`);
	const marked = new Map<string, string[]>();
	for (const { node, also, ...what } of asked) {
		const missing =
			'credential' in what
				? `Credentials for ${what.credential} are not set.`
				: `Parameter "${what.field}" is required.`;
		marked.set(node, [...(marked.get(node) ?? []), missing, ...(also ? [also] : [])]);
	}
	const expected = [...marked].map(([node, missing]) => [node, missing.join(' ')]);
	expect((await importer.marked()).sort()).toEqual(expected.sort());
	for (const each of asked) await importer.fill(each);
	expect(await importer.marked()).toEqual([]);
	await executed(id, name);
	if (!published) {
		// A workflow that only a click starts has nothing to publish.
		expect(await importer.refused()).toMatch(/no trigger nodes that require publishing/);
		isOpen = false;
		return;
	}
	if (OWN_NODE[name]) {
		expect(await importer.refusedWithError()).toMatch(/Node URL/);
		await shot(`first-hour-example-${name}-refused`);
		await importer.changeCredential(OWN_NODE[name], 'Node URL', host.emulator.nodeUrl);
	}
	if (INSTANT.has(name)) {
		await shot(name);
		expect(await importer.refusedWithError()).toMatch(/N8N_WEBHOOK_URL/);
		await shot(`first-hour-example-${name}-refused`);
		isOpen = false;
		return;
	}
	await importer.publish();
	await shot(`first-hour-example-${name}-published`);
	expect(await session.rest('GET', `/workflows/${id}`)).toMatchObject({ active: true });
	if (name === 'silence-by-form') await silencedByForm(id);
	// The other workflows call this one; the others would poll while the next examples are imported.
	if (name !== called) await importer.unpublish(id);
	isOpen = false;
});
