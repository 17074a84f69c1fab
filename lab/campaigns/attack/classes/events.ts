import { parseExportEvent } from '../../../../lambdas/shared/exportEvent';
import { createAggregateSignatures } from '../../../../lambdas/aggregateSignatures/create';
import { createNotify } from '../../../../lambdas/notify/create';
import { tokenOf } from '../../../../lambdas/notify/pages';
import type { Store } from '../../../../lambdas/notify/dynamoStore';
import { createHandler as createStart } from '../../../../lambdas/startExport/create';
import type { Telemetry } from '../../../../lambdas/shared/telemetry';
import { answered, endOfError, environmentAt, impatient } from '../faces';
import { reply } from '../hostile';
import type { AttackClass, Stage } from '../stage';
import { plainValues } from '../values';
import type { End } from '../watch';
import { quietTelemetry } from '../../../kit/lambda/quietTelemetry';

/** Events without sense for all four functions, as Lambda would hand them over: from JSON. */

type Json = Record<string, unknown>;

const ADDRESS = '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7';
const CHAIN = '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5';
const MESSAGE = `000000000001${'ab'.repeat(32)}00000004${'cd'.repeat(4)}`;

function quiet(): { telemetry: Telemetry; said: unknown[] } {
	const said: unknown[] = [];
	const log = (...line: unknown[]) => void said.push(line);
	const telemetry = {
		...quietTelemetry,
		logger: { debug: log, info: log, warn: log, error: log },
	};
	return { telemetry, said };
}

interface Function {
	name: string;
	/** A true event, to spoil. */
	samples: Json[];
	invoke(event: unknown): Promise<unknown>;
}

const NOTIFY_SETTINGS = JSON.stringify({
	sources: [{ name: 's', event: 'health' }],
	storedSources: true,
	targets: [{ name: 't', url: 'https://example.org/', unsigned: true }],
});
/** A position in a list of notify. */
const AFTER = tokenOf('dead', { target: 't', id: 'msg_a', dueAt: 1 });

const NONE = { waiting: 0, delayed: 0, sending: 0 };

/** The four functions, over a service that knows nothing. */
function functionsAt(url: string): Function[] {
	const { telemetry } = quiet();
	const environment = environmentAt(url);
	// Empty, as before a first run.
	const empty: Partial<Store> = {
		cursors: {
			read: async () => ({ version: 0 }),
			move: async (_source, { version }, next) => ({ version: version + 1, ...next }),
			fits: () => true,
		},
		fanOutPosition: async () => undefined,
		states: {
			read: async () => new Map(),
			troubled: async () => new Map(),
			change: async () => ({}),
			isOfEarlierVersion: async () => false,
		},
		dead: async () => ({ deliveries: [] }),
		late: async () => ({ deliveries: [] }),
		countLate: async () => 0,
		revive: async () => false,
		lease: async () => ({ shared: false }),
		release: async () => undefined,
		sources: {
			buckets: async () => [],
			read: async () => [],
			put: async () => undefined,
			remove: async () => [],
		},
	};
	const aggregate = createAggregateSignatures({
		environment,
		verifier: async () => async () => ({ verified: false, detail: '' }),
		clock: impatient,
		telemetry,
	});
	const notify = createNotify({
		environment: {
			...environment,
			...{ NOTIFY_SETTINGS_SECRET: 's', NOTIFY_TABLE: 't' },
			...{
				NOTIFY_QUEUE_URL: 'https://q.example/',
				NOTIFY_SLOW_QUEUE_URL: 'https://q.example/slow',
			},
		},
		readSecret: async () => NOTIFY_SETTINGS,
		store: async () => empty as Store,
		queue: async () => ({
			send: async () => undefined,
			counts: async () => ({ main: NONE, slow: NONE }),
		}),
		send: async () => ({ status: 200 }),
		clock: impatient,
		telemetry,
	});
	const start = createStart({
		executions: {
			find: async () => undefined,
			detail: async (execution) => execution,
			start: async () => ({ arn: 'arn' }),
		},
		clock: { ...impatient, now: () => Date.UTC(2026, 10, 7) },
		telemetry,
	});
	const options = { addresses: [ADDRESS], includeChains: ['43114'] };
	const request = { type: 'TRANSACTION_EXPORT_EVM', firstDate: '2026-10-01', options };
	return [
		{
			name: 'aggregateSignatures',
			samples: [
				{ message: MESSAGE, network: 'fuji', quorumPercentage: 67, verification: 'off' },
				{ txHash: `0x${'ab'.repeat(32)}`, signingSubnetId: CHAIN, pChainHeight: 5 },
				{ requestContext: { http: { method: 'POST' } }, body: '{}', isBase64Encoded: false },
				{ requestContext: { http: { method: 'GET' } }, queryStringParameters: { message: 'ab' } },
				{
					httpMethod: 'GET',
					requestContext: { elb: {} },
					multiValueHeaders: {},
					multiValueQueryStringParameters: { message: ['ab'] },
				},
				{ httpMethod: 'POST', requestContext: { stage: 's' }, body: '{}', headers: {} },
			],
			invoke: (event) => aggregate(event, { getRemainingTimeInMillis: () => 6_000 }),
		},
		{
			name: 'notify',
			samples: [
				{ action: 'redrive', target: 't', ids: ['a'], limit: 5 },
				{ action: 'listDeadLetters', target: 't', after: AFTER },
				{ action: 'listPending', target: 't', after: AFTER, limit: 5 },
				{ action: 'enableTarget', target: 't' },
				{ action: 'putSources', sources: [{ name: 'x', event: 'validator', source: 'primary' }] },
				{ action: 'listSources', limit: 5, after: 'x' },
				{ action: 'deleteSources', names: ['x'] },
				{ action: 'run', shard: { buckets: ['00'], only: ['x'], holder: 'h', links: 1 } },
			],
			invoke: (event) => notify(event, { getRemainingTimeInMillis: () => 6_000 }),
		},
		{
			name: 'startExport',
			samples: [
				{
					action: 'start',
					rule: { firstDate: '2026-10-01', lastDate: '2026-10-31' },
					time: '2026-11-07T00:00:00Z',
					type: 'TRANSACTION_EXPORT_EVM',
					chains: ['43114'],
					addresses: [ADDRESS],
					batchSize: 5,
					label: 'x',
					destination: { bucket: 'bucket', prefix: 'a/' },
					wait: { deadlineMinutes: 5, maxAttempts: 3 },
				},
				{ rule: 'lastMonth', chains: ['43114'], addresses: [ADDRESS] },
				{ action: 'status', names: ['a'] },
			],
			invoke: (event) => start(event),
		},
		{
			name: 'exportTransactions',
			samples: [
				{ request, destination: { bucket: 'bucket' }, wait: { maxAttempts: 1 } },
				{ request: { ...request, startDate: '2026-10-01' }, wait: { deadlineMinutes: 1 } },
			],
			// The durable runtime hands the event on as it is: what reads it is the event's own check.
			invoke: async (event) => parseExportEvent(event),
		},
	];
}

/** A true event with one value spoilt, at every depth. */
function spoilt(sample: Json, values: readonly unknown[]): unknown[] {
	const out: unknown[] = [...values];
	const paths: string[][] = [];
	const walk = (value: unknown, path: string[]) => {
		paths.push(path);
		if (typeof value !== 'object' || value === null) return;
		for (const [key, inner] of Object.entries(value)) walk(inner, [...path, key]);
	};
	walk(sample, []);
	for (const path of paths.slice(1)) {
		for (const value of values) {
			const copy = structuredClone(sample);
			const last = path.at(-1) as string;
			const parent = path.slice(0, -1).reduce<Json>((at, key) => at[key] as Json, copy);
			parent[last] = value;
			out.push(copy);
		}
		for (const poison of ['__proto__', 'constructor', 'toString', 'stray']) {
			const text = JSON.stringify(sample).replace('{', `{"${poison}":{"polluted":1},`);
			out.push(JSON.parse(text));
		}
	}
	return out;
}

/** Events as large as Lambda takes them, whose work must not grow beyond all bounds. */
function large(): Array<readonly [string, Json]> {
	const many = (count: number) =>
		Array.from({ length: count }, (_, n) => `0x${n.toString(16).padStart(40, '0')}`);
	const chains = Array.from({ length: 40_000 }, (_, n) => String(n + 1));
	return [
		['startExport', { rule: 'yesterday', chains, addresses: many(40_000), batchSize: 1 }],
		['startExport', { rule: 'yesterday', chains: ['1'], addresses: many(100_000) }],
		['startExport', { action: 'status', names: Array(200_000).fill('a') }],
		[
			'exportTransactions',
			{ request: { type: 'x', options: { addresses: many(100_000), includeChains: chains } } },
		],
		['aggregateSignatures', { message: 'ab'.repeat(2_000_000) }],
		['aggregateSignatures', { justification: 'ab'.repeat(2_000_000) }],
		['notify', { action: 'redrive', ids: Array(200_000).fill('x') }],
	];
}

async function end(run: () => Promise<unknown>): Promise<End> {
	try {
		const value = await run();
		const { statusCode } = (value ?? {}) as { statusCode?: number };
		const given = answered(value);
		return statusCode === 500 ? { ...given, wrong: 'answered with an internal error' } : given;
	} catch (error) {
		return endOfError(error);
	}
}

export const eventClass: AttackClass = {
	name: 'events',
	about: 'events without sense, and very large ones, for the four functions',
	async run({ hostile, some }: Stage, watch) {
		hostile.answer = reply('{"message":"nothing here"}', 404);
		const functions = functionsAt(hostile.url);
		const values = plainValues(70_000);
		for (const { name, samples, invoke } of functions) {
			for (const sample of samples) {
				for (const [index, event] of some(spoilt(sample, values), 60).entries()) {
					await watch.attack(`${name} ${index}: ${short(event)}`, () => end(() => invoke(event)));
				}
			}
		}
		for (const [name, event] of large()) {
			const { invoke } = functions.find((one) => one.name === name) as Function;
			await watch.attack(`${name}, large: ${short(event)}`, () => end(() => invoke(event)));
		}
	},
};

function short(event: unknown): string {
	try {
		return (JSON.stringify(event) ?? String(event)).slice(0, 120);
	} catch {
		return 'a deep one';
	}
}
