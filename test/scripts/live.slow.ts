import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { catalogue } from '../../core/subjects/catalogue';
import type { HttpResponse, Transport } from '../../core/protocol/ports';
import { startEmulator } from '../../emulator';
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

type Json = Record<string, unknown>;
/** Changes an answer; what it throws is the end of the connection. */
type Change = (answer: HttpResponse) => HttpResponse;

const changing =
	(change: Change): Transport =>
	async (request) =>
		change(await httpTransport(request));

/** Changes the JSON of an answer. */
const json =
	(edit: (body: Json) => unknown): Change =>
	(answer) => ({ ...answer, text: JSON.stringify(edit(JSON.parse(answer.text) as Json)) });
/** Changes the first delegator of a list. */
const delegator = (edit: (item: Json) => Json) =>
	json((body) => {
		const [first, ...others] = body.delegators as Json[];
		return { ...body, delegators: [edit(first), ...others] };
	});
const refusing =
	(status: number, message: string): Change =>
	() => ({ status, headers: {}, text: JSON.stringify({ message, statusCode: status }) });
const rpcError = (code: number, message: string) =>
	json(() => ({ jsonrpc: '2.0', id: 1, error: { code, message } }));

const [LISTED, CALLED] = ['staking.getManyDelegators', 'pChainStaking.getCurrentSupply'];
const NO_METHOD = /refused \(200\) \| The node at \S+ does not have platform.getCurrentSupply/;
/** Answers of a list that differ, and the rows of the report: the verdict, and the difference. */
const LISTS: ReadonlyArray<[name: string, change: Change, said: RegExp]> = [
	[
		'a new field',
		json((body) => ({ ...body, total: 7 })),
		/works.*^.* total \| not .* \| number/ms,
	],
	[
		'a new field of an item',
		delegator((one) => ({ ...one, memo: 'x' })),
		/works.*delegators\[\]\.memo \| not declared \| string/s,
	],
	[
		'an object for an amount',
		delegator((one) => ({ ...one, amountDelegated: { value: '1' } })),
		/differs.*delegators\[\]\.amountDelegated \| string \| object/s,
	],
	[
		'a text for an item',
		json((body) => ({ ...body, delegators: ['x'] })),
		/differs.*delegators\[\] \| object \| string/s,
	],
	[
		'the list under another name',
		json(({ delegators }) => ({ items: delegators })),
		/differs.*delegators \| array \| missing/s,
	],
	[
		'a list for the whole answer',
		json(({ delegators }) => delegators),
		/differs.*\(the whole answer\) \| object \| array/s,
	],
	[
		'a page of HTML',
		(answer) => ({ ...answer, text: '<html>' }),
		/differs.*\(the whole answer\) \| JSON \| other text/s,
	],
	['no route', refusing(404, 'Cannot GET /v1'), /\| refused \(404\) \| Cannot GET/],
	['a parameter', refusing(400, 'property no'), /\| the input was refused \(400\) \| property/],
	['the rate limit', refusing(429, 'Too many'), /\| unknown \(429\) \| Too many/],
	['an error of the service', refusing(500, 'Internal'), /\| unknown \(500\) \| Internal/],
	['a redirect', (answer) => ({ ...answer, status: 301 }), /\| unknown \(301\) \| .*redirect/],
];
const CALLS: typeof LISTS = [
	['a method that is gone', rpcError(-32601, 'method not found'), NO_METHOD],
	[
		'an address of another network',
		rpcError(-32000, 'expected hrp "local"'),
		/\| the input was refused \(200\) \| expected hrp/,
	],
	['a late answer', rpcError(-32002, 'request timed out'), /\| unknown \(200\) \| request timed/],
	['no result', json(() => ({ jsonrpc: '2.0', id: 1 })), /\| differs from the declaration \(200\)/],
];
const DIFFERENCES = [
	...LISTS.map((one) => [LISTED, ...one] as const),
	...CALLS.map((one) => [CALLED, ...one] as const),
];

describe('a service that differs', () => {
	const emulator = forTests(() => startEmulator({ realTime: false }));

	test.each(DIFFERENCES)('%s: %s is in the report', async (only, _, change, said) => {
		const lines = await asked({ ...emulator, only, transport: changing(change) });
		const row = reportOf(lines)
			.split('\n')
			.filter((line) => line.startsWith(`| ${only} `));
		expect(row.join('\n')).toMatch(said);
	});

	test('a service that cannot be reached is unknown', async () => {
		const dataUrl = 'http://127.0.0.1:1';
		const [{ withoutKey }] = await asked({ ...emulator, dataUrl, only: LISTED });
		expect(withoutKey.result).toBe('unknown');
	});

	test('what a service repeats of the key, the node and the values is not in the report', async () => {
		const secret = 'NodeID-secretOfTheUser';
		const { dataUrl, metricsUrl } = emulator;
		const { host } = new URL(dataUrl);
		const transport = changing(refusing(400, `${KEY} at ${secret}`));
		const lines = await asked({ dataUrl, metricsUrl, apiKey: KEY, only: LISTED, transport });
		const services = { 'Data service': dataUrl, Node: `http://${host}/` };
		const text = reportOf(lines, { secrets: [KEY, secret, host], services });
		expect(text).toContain('refused (400)');
		for (const hidden of [KEY, secret, host]) expect(text).not.toContain(hidden);
		expect(text).toContain('- Data service: a URL of the user');
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
