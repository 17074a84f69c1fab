import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';
import { type Host, sharedLog, useSharedHost } from './kit/host';

const ROOT = path.resolve(__dirname, '../..');
const PACKAGE = 'n8n-nodes-avalanche-network';
const KEY = 'end-to-end-key';

let host: Host;

// n8n is started a second time here, when it takes the descriptions from dist/known and dist/types.
beforeAll(async () => {
	host = await useSharedHost({ emulator: { apiKeys: [KEY], keyRequired: true } });
});

afterAll(async () => await host?.close());

async function get(url: string): Promise<Response> {
	// n8n may close a connection that waits in the moment of the next request.
	const headers = { cookie: host.session.cookie, connection: 'close' };
	return await fetch(`${host.url}${url}`, { headers });
}

async function nodeTypes(): Promise<INodeTypeDescription[]> {
	const all = (await (await get('/types/nodes.json')).json()) as INodeTypeDescription[];
	return all.filter(({ name }) => name.startsWith(`${PACKAGE}.`));
}

test('n8n reads the descriptions from files and loads no code of the package at its start', () => {
	const log = readFileSync(sharedLog(), 'utf8');
	expect(log).toContain(`Lazy-loading nodes and credentials from ${PACKAGE}`);
	expect(log).not.toContain(`Loaded all credentials and nodes from ${PACKAGE}`);
});

describe('n8n lists', () => {
	test('the three nodes and the tool variants of the action nodes, each once', async () => {
		const names = (await nodeTypes()).map(({ name }) => name.slice(PACKAGE.length + 1)).sort();
		const tools = ['avalancheRpcTool', 'avalancheTool'];
		expect(names).toEqual(
			['avalanche', 'avalancheRpc', ...tools, 'avalancheTrigger', 'avalancheWebhookTrigger'].sort(),
		);
	});

	// Not in this process: connections that n8n closes meanwhile are noticed.
	test('them for words of users, and among the first for few names of its own nodes', async () => {
		const args = ['--import', 'tsx', 'scripts/phrases.ts', '--seen'];
		const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT });
		const [, found] = /^seen: (\d+)/m.exec(stdout) ?? [];
		expect(Number(found)).toBeGreaterThanOrEqual(90);
	});

	test('an icon for light and dark of each, that it serves', async () => {
		for (const { name, iconUrl } of await nodeTypes()) {
			const { light, dark } = iconUrl as { light: string; dark: string };
			expect([name, light === dark]).toEqual([name, false]);
			for (const icon of [light, dark]) {
				const response = await get(`/${icon}`);
				expect([icon, response.status]).toEqual([icon, 200]);
				expect(response.headers.get('content-type')).toContain('image/svg+xml');
			}
		}
	});

	test('parameters that do not appear twice in one form', async () => {
		for (const { name, properties } of await nodeTypes()) {
			const forms = properties.map((one) => `${one.name} ${JSON.stringify(one.displayOptions)}`);
			expect([name, forms.filter((form, i) => forms.indexOf(form) !== i)]).toEqual([name, []]);
		}
	});

	test('the credential', async () => {
		const all = (await (await get('/types/credentials.json')).json()) as INodeTypeDescription[];
		const own = all.filter(({ name }) => name === 'avalancheApi');
		expect(own).toHaveLength(1);
		expect(own[0].displayName).toBe('Avalanche API');
	});
});

describe('the credential test', () => {
	async function tried(data: Record<string, string>): Promise<{ status: string; message: string }> {
		const { dataUrl, metricsUrl, nodeUrl } = host.emulator;
		const credentials = {
			...host.credential,
			type: 'avalancheApi',
			data: { dataUrl, metricsUrl, nodeUrl, ...data },
		};
		const answer = await host.session.rest('POST', '/credentials/test', { credentials });
		return answer as { status: string; message: string };
	}

	test('passes with the right key', async () => {
		const { status, message } = await tried({ apiKey: KEY });
		expect(status).toBe('OK');
		expect(message.match(/The (data service|metrics service|node) at \S+ answers/g)).toHaveLength(
			3,
		);
	});

	test('says that a key is refused, without the key', async () => {
		const { status, message } = await tried({ apiKey: 'some-other-key' });
		expect(status).toBe('Error');
		expect(message).toMatch(/^The data service at \S+ does not accept the key/);
		expect(message).not.toContain('some-other-key');
	});

	test('says that a key is missing', async () => {
		const { status, message } = await tried({});
		expect(status).toBe('Error');
		expect(message).toMatch(/^The data service at \S+ requires a key, but API Key is empty/);
	});

	test('says that nothing answers at a wrong URL', async () => {
		const { status, message } = await tried({ apiKey: KEY, dataUrl: 'http://127.0.0.1:9' });
		expect(status).toBe('Error');
		expect(message).toMatch(
			/^The data service at 127\.0\.0\.1:9 refused .*check the Data Service URL/,
		);
	});

	test('says that something else answers', async () => {
		const { status, message } = await tried({ apiKey: KEY, dataUrl: host.emulator.nodeUrl });
		expect(status).toBe('Error');
		expect(message).toMatch(
			/^The data service at \S+ answers with .*not a response of this service/,
		);
	});

	test('says which URL is none', async () => {
		const { status, message } = await tried({ apiKey: KEY, dataUrl: 'ftp://example.com' });
		expect(status).toBe('Error');
		expect(message).toMatch(/Data Service URL/);
	});
});

describe('the list of chains', () => {
	test('is that of the data service', async () => {
		const { dataUrl, metricsUrl, nodeUrl } = host.emulator;
		const data = { dataUrl, metricsUrl, nodeUrl, apiKey: KEY };
		const name = 'Avalanche API with a key';
		const credential = { name, type: 'avalancheApi', data };
		const { id } = (await host.session.rest('POST', '/credentials', credential)) as { id: string };
		const answer = (await host.session.rest(
			'POST',
			'/dynamic-node-parameters/resource-locator-results',
			{
				path: 'parameters.chainId',
				methodName: 'searchChains',
				nodeTypeAndVersion: { name: `${PACKAGE}.avalanche`, version: 1 },
				currentNodeParameters: {},
				credentials: { avalancheApi: { id, name } },
			},
		)) as { results: Array<{ value: string }> };
		const ids = host.emulator.world.evmChains.map(({ chainId }) => String(chainId));
		expect(answer.results.map(({ value }) => value).sort()).toEqual(ids.sort());
	});
});

describe('what an AI reads of the tool variants', () => {
	test('a description of the tool, of every operation and of every parameter', async () => {
		const tools = (await nodeTypes()).filter(({ name }) => name.endsWith('Tool'));
		for (const { description, properties } of tools) {
			expect(description.length).toBeGreaterThan(40);
			const menus = properties.filter(({ name }) => name === 'operation');
			for (const { options = [] } of menus) {
				for (const option of options) {
					const { name, description: text = '', action = '' } = option as INodePropertyOptions;
					// n8n's own entry that leads to its HTTP Request node.
					if (name === 'Custom API Call') continue;
					expect([name, text.length > 15, action.length > 5]).toEqual([name, true, true]);
				}
			}
			const everywhere = properties.flatMap((one) =>
				one.type === 'collection' ? (one.options as typeof properties) : [one],
			);
			const bare = everywhere
				.filter(({ type }) => !['notice', 'collection', 'hidden'].includes(type))
				.filter(({ name }) => !['resource', 'operation', 'descriptionType'].includes(name))
				.filter((one) => (one.description ?? '').length < 10)
				.map((one) => one.name);
			expect(bare).toEqual([]);
		}
	});
});
