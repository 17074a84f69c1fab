import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { startLocalServer } from '../../lab/kit/system/localServer';
import { catalogue } from '../../core/subjects/catalogue';
import { type Emulator, startEmulator } from '../../emulator';
import { httpTransport } from '../../core/transports/http';
import { forTests } from '../emulatorForTests';
import { notAsked } from '../../lab/opinions/live/questions';
import { type About, report } from '../../lab/opinions/live/report';
import { createPace, type Line, type LiveOptions, runLive } from '../../lab/opinions/live/run';

/** `npm run opinion -- live` against the local services, and against a service that differs. */

const ROOT = path.resolve(__dirname, '../..');
const KEY = 'key-of-the-live-test';

/** Time passes when it is waited for. */
function fakeClock() {
	let time = Date.UTC(2026, 10, 7, 12);
	return {
		now: () => time,
		random: () => 0.5,
		sleep: async (ms: number) => {
			time += ms;
		},
	};
}

function asked(options: Partial<LiveOptions> & Pick<LiveOptions, 'dataUrl' | 'metricsUrl'>) {
	return runLive({ transport: httpTransport, clock: fakeClock(), ...options });
}

function reportOf(lines: Line[], more: Partial<About> = {}): string {
	return report(lines, {
		version: '1.2.3',
		node: 'v24.0.0',
		platform: 'linux x64',
		date: '2026-11-07T12:00:00.000Z',
		services: {},
		publicHosts: [],
		secrets: [],
		notAsked: notAsked(),
		...more,
	});
}

const result = (lines: Line[], id: string) => lines.find((line) => line.id === id);

describe.each(['spec', 'live'] as const)('the local services in the dialect %s', (dialect) => {
	const emulator = forTests(() => startEmulator({ dialect, apiKeys: [KEY], realTime: false }));
	let lines: Line[];
	beforeAll(async () => {
		const { dataUrl, metricsUrl, nodeUrl } = emulator;
		lines = await asked({ dataUrl, metricsUrl, nodeUrl, apiKey: KEY });
	});

	test('every operation that changes nothing is asked, and no other', () => {
		const all = catalogue.map(({ id }) => id);
		expect(lines.map(({ id }) => id).sort()).toEqual(
			all.filter((id) => !notAsked().includes(id)).sort(),
		);
		expect(notAsked()).toContain('transactionExport.start');
		const paths = emulator.control.requests().map((request) => request.path);
		expect(paths.filter((one) => one.includes(':export'))).toEqual([]);
	});

	test('no answer differs from its declaration', () => {
		const differing = lines.filter(({ withoutKey, withKey }) =>
			[withoutKey.result, withKey?.result].includes('differs'),
		);
		expect(differing).toEqual([]);
		const working = lines.filter(({ withoutKey }) => withoutKey.result === 'works');
		expect(working.length).toBeGreaterThan(lines.length * 0.7);
	});

	test('the data service is asked with and without the key, the others without', () => {
		for (const { service, withKey } of lines) expect(!!withKey).toBe(service === 'data');
		const requests = emulator.control.requests();
		const keyed = requests.filter(({ secrets }) => secrets.apiKey);
		expect(new Set(keyed.map(({ service }) => service))).toEqual(new Set(['data']));
		expect(keyed.length).toBeLessThan(requests.length / 2);
	});

	test('a value of the user takes the place of the example', async () => {
		const { dataUrl, metricsUrl } = emulator;
		const response = await fetch(`${dataUrl}/v1/networks/mainnet/delegators`);
		const { delegators } = (await response.json()) as { delegators: Array<{ nodeId: string }> };
		const [{ nodeId }] = delegators;
		const given = new Map([['nodeId', nodeId]]);
		const some = await asked({ dataUrl, metricsUrl, given, only: 'staking.getValidator' });
		expect(result(some, 'staking.getValidator')?.withoutKey.result).toBe('works');
		expect(reportOf(some, { secrets: [nodeId] })).not.toContain(nodeId);
	});
});

test('the part of the node alone calls no other service, and EVM operations on the C-Chain', async () => {
	const emulator = await startEmulator({ dialect: 'live', realTime: false });
	try {
		const { dataUrl, metricsUrl, nodeUrl } = emulator;
		const lines = await asked({ dataUrl, metricsUrl, nodeUrl, services: ['node'] });
		const node = catalogue.filter(({ service }) => service === 'node').map(({ id }) => id);
		expect(lines.map(({ id }) => id).filter((id) => !node.includes(id))).toEqual([]);
		expect(lines.length).toBeGreaterThan(90);
		const requests = emulator.control.requests();
		expect(new Set(requests.map(({ service }) => service))).toEqual(new Set(['node']));
		const evm = requests
			.map(({ path: one }) => one)
			.filter((one) => /\/(rpc|validators)$/.test(one));
		expect(new Set(evm)).toEqual(new Set(['/ext/bc/C/rpc', '/ext/bc/C/validators']));
		expect(result(lines, 'evm.getBlockNumber')?.withoutKey.result).toBe('works');
		expect(result(lines, 'evm.getBalance')?.withoutKey.result).toBe('works');
	} finally {
		await emulator.close();
	}
});

type Answer = { status: number; headers: Record<string, string>; body: string };
type Json = Record<string, unknown>;

/** Hands requests on to the emulator and changes the answers. */
async function changing(emulator: Emulator, change: (answer: Answer) => Answer | 'cut') {
	const server = await startLocalServer((request, response, read) => {
		const [, service, rest] = /^\/(data|node)(.*)$/s.exec(request.url ?? '') ?? [];
		const url = (service === 'node' ? emulator.nodeUrl : emulator.dataUrl) + rest;
		const { method } = request;
		const headers = { 'content-type': 'application/json' };
		const body = method === 'POST' ? read : undefined;
		void fetch(url, { method, headers, body }).then(async (answered) => {
			const changed = change({ status: answered.status, headers, body: await answered.text() });
			if (changed === 'cut') response.destroy();
			else response.writeHead(changed.status, changed.headers).end(changed.body);
		});
	});
	return { url: server.url, close: () => void server.close() };
}

/** Changes the JSON of an answer. */
function json(edit: (body: Json) => unknown) {
	return (answer: Answer): Answer => ({
		...answer,
		body: JSON.stringify(edit(JSON.parse(answer.body) as Json)),
	});
}

/** Changes the first delegator of a list. */
function delegator(edit: (item: Json) => Json) {
	return json((body) => {
		const [first, ...others] = body.delegators as Json[];
		return { ...body, delegators: [edit(first), ...others] };
	});
}

const status = (code: number, message: string) => (): Answer => ({
	status: code,
	headers: { 'content-type': 'application/json' },
	body: JSON.stringify({ message, error: 'Error', statusCode: code }),
});

const LIST = 'staking.getManyDelegators';
const RPC = 'pChainStaking.getCurrentSupply';
type Difference = [
	name: string,
	id: string,
	change: (answer: Answer) => Answer | 'cut',
	verdict: 'works' | 'differs' | 'refused' | 'input' | 'unknown',
	/** Text of the report's line. */
	said: RegExp,
];

const DIFFERENCES: Difference[] = [
	[
		'a new field beside the list',
		LIST,
		json((body) => ({ ...body, total: 7 })),
		'works',
		/total \| not declared \| number/,
	],
	[
		'a new field of an item',
		LIST,
		delegator((one) => ({ ...one, memo: 'x' })),
		'works',
		/delegators\[\]\.memo \| not declared \| string/,
	],
	[
		'an object for an amount',
		LIST,
		delegator((one) => ({ ...one, amountDelegated: { value: '1' } })),
		'differs',
		/delegators\[\]\.amountDelegated \| string \| object/,
	],
	[
		'a text for an item',
		LIST,
		json((body) => ({ ...body, delegators: ['x'] })),
		'differs',
		/delegators\[\] \| object \| string/,
	],
	[
		'the list under another name',
		LIST,
		json(({ delegators }) => ({ items: delegators })),
		'differs',
		/delegators \| array \| missing/,
	],
	[
		'a list for the whole answer',
		LIST,
		json(({ delegators }) => delegators),
		'differs',
		/\(the whole answer\) \| object \| array/,
	],
	[
		'a page of HTML',
		LIST,
		(answer) => ({ ...answer, body: '<html>' }),
		'differs',
		/\(the whole answer\) \| JSON \| other text/,
	],
	[
		'no such route',
		LIST,
		status(404, 'Cannot GET /v1/networks'),
		'refused',
		/refused \(404\) \| Cannot GET/,
	],
	[
		'a parameter that is not known',
		LIST,
		status(400, 'property pageSize should not exist'),
		'input',
		/the input was refused \(400\) \| property pageSize/,
	],
	[
		'the rate limit',
		LIST,
		status(429, 'Too many requests'),
		'unknown',
		/unknown \(429\) \| Too many requests/,
	],
	[
		'an error of the service',
		LIST,
		status(500, 'Internal server error'),
		'unknown',
		/unknown \(500\) \| Internal server error/,
	],
	[
		'a redirect',
		LIST,
		(answer) => ({ ...answer, status: 301, headers: { location: 'https://example.com/' } }),
		'unknown',
		/unknown \(301\) \| .*redirect/,
	],
	[
		'a connection that is cut',
		LIST,
		() => 'cut',
		'unknown',
		/unknown \| [^|]*closed the connection/,
	],
	[
		'a method that is gone',
		RPC,
		json(() => ({ jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'method not found' } })),
		'refused',
		/refused \(200\) \| The node at \S+ does not have platform.getCurrentSupply/,
	],
	[
		'an address of another network',
		RPC,
		json(() => ({
			jsonrpc: '2.0',
			id: 1,
			error: { code: -32000, message: 'expected hrp "local"' },
		})),
		'input',
		/the input was refused \(200\) \| expected hrp/,
	],
	[
		'a node that answers too late',
		RPC,
		json(() => ({ jsonrpc: '2.0', id: 1, error: { code: -32002, message: 'request timed out' } })),
		'unknown',
		/unknown \(200\) \| request timed out/,
	],
	[
		'an answer without a result',
		RPC,
		json(() => ({ jsonrpc: '2.0', id: 1 })),
		'differs',
		/differs from the declaration \(200\)/,
	],
];

describe('a service that differs', () => {
	const emulator = forTests(() => startEmulator({ realTime: false }));

	test.each(DIFFERENCES)('%s is in the report', async (_, id, change, verdict, said) => {
		const service = await changing(emulator, change);
		try {
			const { metricsUrl } = emulator;
			const urls = { dataUrl: `${service.url}/data`, nodeUrl: `${service.url}/node`, metricsUrl };
			const lines = await asked({ ...urls, only: id });
			const { withoutKey } = result(lines, id) as Line;
			expect(withoutKey.result).toBe(verdict);
			const row = reportOf(lines)
				.split('\n')
				.filter((line) => line.startsWith(`| ${id} `));
			expect(row.join('\n')).toMatch(said);
		} finally {
			service.close();
		}
	});

	test('what a service repeats of the key, the node and the values is not in the report', async () => {
		const secret = 'NodeID-secretOfTheUser';
		const service = await changing(emulator, status(400, `${KEY} at ${secret}`));
		try {
			const { metricsUrl } = emulator;
			const dataUrl = `${service.url}/data`;
			const { host } = new URL(dataUrl);
			const lines = await asked({ dataUrl, metricsUrl, apiKey: KEY, only: LIST });
			const services = { 'Data service': dataUrl, Node: `http://${host}/` };
			const text = reportOf(lines, { secrets: [KEY, secret, host], services });
			expect(text).toContain('refused (400)');
			for (const hidden of [KEY, secret, host]) expect(text).not.toContain(hidden);
			expect(text).toContain('- Data service: a URL of the user');
		} finally {
			service.close();
		}
	});
});

test('the calls of a minute cost at most half of what may be used', async () => {
	const clock = fakeClock();
	const start = clock.now();
	const pace = createPace(clock, 1000);
	const spent = new Map<number, number>();
	for (let call = 0; call < 50; call++) {
		await pace(100);
		const minute = Math.floor((clock.now() - start) / 60_000);
		spent.set(minute, (spent.get(minute) ?? 0) + 100);
	}
	expect(Math.max(...spent.values())).toBe(500);
	expect(clock.now() - start).toBe(9 * 60_000);
});

test('the command does not run in CI', () => {
	const args = ['--import', 'tsx', 'lab/opinions/live.ts', '--only', 'none'];
	const env = { ...process.env, CI: 'true' };
	const { status: code, stderr } = spawnSync(process.execPath, args, {
		cwd: ROOT,
		env,
		encoding: 'utf8',
	});
	expect([code, stderr]).toEqual([2, expect.stringContaining('does not run in CI')]);
});
