import { readFileSync } from 'node:fs';
import type { INode, INodeParameters, IRunData } from 'n8n-workflow';
import { avalancheCredential, type WorkflowFile } from '../../lab/kit/n8n/import';
import { type Recorder, startRecorder } from '../nodes/recorder';
import { executedFrom } from './kit/executions';
import { type Host, sharedLog, useSharedHost } from './kit/host';

/** n8n's own HTTP Request node with the credential of this package: every version that takes it. */

const KEY = 'end-to-end-key/7b+';
const GATE = 'end-to-end-gate/4d+';
const VERSIONS = [2, 3, 4, 4.1, 4.2, 4.3, 4.4, 4.5];
const CREDENTIAL = { id: 'httpRequest', name: 'For the HTTP Request node' };
const TRIGGER = 'Trigger';

/** Request of the node, and its setting for redirects. */
interface Asked {
	title: string;
	url: string;
	follow?: boolean;
}

function parametersOf(version: number, { url, follow }: Asked): INodeParameters {
	const shared = {
		authentication: 'predefinedCredentialType',
		nodeCredentialType: 'avalancheApi',
		url,
	};
	if (version < 3) {
		const options = follow ? { followRedirect: true, followAllRedirects: true } : {};
		return { ...shared, requestMethod: 'GET', responseFormat: 'json', options };
	}
	const redirect = { redirect: { followRedirects: true, maxRedirects: 21 } };
	return { ...shared, method: 'GET', options: follow ? { redirect } : {} };
}

function nodesFor(asked: Asked): INode[] {
	return VERSIONS.map((version) => ({
		id: `${asked.title} ${version}`,
		name: `${asked.title} ${version}`,
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: version,
		position: [0, 0],
		parameters: parametersOf(version, asked),
		credentials: { avalancheApi: CREDENTIAL },
		onError: 'continueRegularOutput',
	}));
}

let servers: Record<'data' | 'moved' | 'node' | 'stranger', Recorder>;
let host: Host;
let runData: IRunData;
beforeAll(async () => {
	const [data, moved, node, stranger] = await Promise.all([
		startRecorder(),
		startRecorder(),
		startRecorder(),
		startRecorder(),
	]);
	servers = { data, moved, node, stranger };
	for (const one of [data, node, stranger]) one.answer = { status: 200, body: '{"ok":true}' };
	moved.answer = { status: 302, body: '{}', headers: { location: `${stranger.url}/taken` } };

	const nodes = [
		{ title: 'data', url: `${data.url}/data/v1/chains` },
		{ title: 'node', url: `${node.url}/ext/info` },
		{ title: 'elsewhere', url: `${stranger.url}/data/v1/chains` },
		{ title: 'beside', url: `${data.url}/database` },
		{ title: 'moved', url: `${moved.url}/ext/info` },
		{ title: 'moved and following', url: `${moved.url}/ext/info`, follow: true },
	].flatMap(nodesFor);
	const start: INode = {
		id: TRIGGER,
		name: TRIGGER,
		type: 'n8n-nodes-base.manualTrigger',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	};
	const targets = nodes.map(({ name }) => ({ node: name, type: 'main' as const, index: 0 }));
	const workflowOf = (id: string, given: INode[]): WorkflowFile => ({
		id,
		name: id,
		active: false,
		nodes: [start, ...given],
		connections: {
			[TRIGGER]: { main: [targets.filter((one) => given.some(({ name }) => name === one.node))] },
		},
	});
	const credential = (id: string, nodeUrl: string) => ({
		...avalancheCredential(
			{ dataUrl: `${data.url}/data`, metricsUrl: `${data.url}/metrics`, nodeUrl },
			{ apiKey: KEY, nodeHeaderName: 'x-gate', nodeHeaderSecret: GATE },
		),
		...CREDENTIAL,
		id,
	});
	// The node that redirects is the node of a credential of its own.
	const moving = nodes
		.filter(({ name }) => name.startsWith('moved'))
		.map((one) => ({ ...one, credentials: { avalancheApi: { ...CREDENTIAL, id: 'moved' } } }));
	host = await useSharedHost({
		credentials: [credential(CREDENTIAL.id, node.url), credential('moved', moved.url)],
		workflows: [
			workflowOf(
				'httpRequest',
				nodes.filter(({ name }) => !name.startsWith('moved')),
			),
			workflowOf('httpRequestMoved', moving),
		],
	});
	const ran = async (id: string) =>
		(await executedFrom(host.session, id, { name: TRIGGER })).runData;
	runData = { ...(await ran('httpRequest')), ...(await ran('httpRequestMoved')) };
});
afterAll(async () => {
	await host?.close();
	await Promise.all(Object.values(servers ?? {}).map((one) => one.close()));
});

const headersAt = ({ requests }: Recorder, path: string) =>
	requests.filter(({ url }) => url === path).map(({ headers }) => headers);

test('every version sends the key to the data service, and the node header to the node', () => {
	const data = headersAt(servers.data, '/data/v1/chains');
	expect(data.map((headers) => headers['x-data-api-key'])).toEqual(VERSIONS.map(() => KEY));
	expect(data.filter((headers) => 'x-gate' in headers)).toEqual([]);
	const node = headersAt(servers.node, '/ext/info');
	expect(node.map((headers) => headers['x-gate'])).toEqual(VERSIONS.map(() => GATE));
	expect(node.filter((headers) => 'x-data-api-key' in headers)).toEqual([]);
	for (const version of VERSIONS) {
		const [item] = runData[`data ${version}`][0].data?.main[0] ?? [];
		expect([version, item.json]).toEqual([version, { ok: true }]);
	}
});

test('none sends a secret elsewhere', () => {
	const elsewhere = headersAt(servers.stranger, '/data/v1/chains');
	const beside = headersAt(servers.data, '/database');
	expect([elsewhere.length, beside.length]).toEqual([VERSIONS.length, VERSIONS.length]);
	for (const headers of [...elsewhere, ...beside]) {
		expect(headers).not.toHaveProperty('x-data-api-key');
		expect(headers).not.toHaveProperty('x-gate');
	}
});

test('none follows a redirect with a secret, and none shows the secret in its error', () => {
	const asked = headersAt(servers.moved, '/ext/info');
	expect(asked.map((headers) => headers['x-gate'])).toEqual(
		[...VERSIONS, ...VERSIONS].map(() => GATE),
	);
	expect(headersAt(servers.stranger, '/taken')).toEqual([]);
	for (const text of [JSON.stringify(runData), readFileSync(sharedLog(), 'utf8')]) {
		expect(text).not.toContain(GATE);
		expect(text).not.toContain(KEY);
	}
});
