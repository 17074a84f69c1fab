import type { DurableLambdaHandler } from '@aws/durable-execution-sdk-js';
import type { OpenDownload } from '../../../core/exports/download';
import type { Clock, Transport } from '../../../core/protocol/ports';
import type { Death } from '../../../core/testing/deaths';
import type { Emulator } from '../../../emulator';
import { createHandler } from '../../../lambdas/exportTransactions/create';
import { callbackSecretsIn, sendCallback } from '../../../lambdas/exportTransactions/sendCallback';
import type { ObjectStore } from '../../../lambdas/exportTransactions/s3Store';
import { openDownload } from '../../../lambdas/exportTransactions/openDownload';
import { type ServicesOptions, servicesClient } from '../../../lambdas/shared/services';
import type { Telemetry } from '../../../lambdas/shared/telemetry';
import { httpTransport } from '../../../core/transports/http';
import { type DurableExecution, createDurableService } from './durableService';
import { failingStore, type S3Faults } from './failingStore';
import type { S3 } from './s3';
import { quietTelemetry } from './quietTelemetry';

export const KEY = 'ak_test_000011112222';
export const BUCKET = 'exports';
const ADDRESS = '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7';

/** An event with two weeks of one address on the C-Chain. */
export function exportEvent(changes: object = {}, options: object = {}) {
	return {
		request: {
			type: 'TRANSACTION_EXPORT_EVM',
			firstDate: '2026-10-01',
			lastDate: '2026-10-14',
			options: { addresses: [ADDRESS], includeChains: ['43114'], ...options },
			...changes,
		},
		destination: { bucket: BUCKET, prefix: 'tx/' },
	};
}

/** Telemetry that records its calls. */
export function recordedTelemetry() {
	const lines: string[] = [];
	const measured: Record<string, number> = {};
	const log = (...line: unknown[]) => void lines.push(JSON.stringify(line));
	const measure = (name: string, value = 1) =>
		void (measured[name] = (measured[name] ?? 0) + value);
	const telemetry: Telemetry = {
		...quietTelemetry,
		logger: { debug: log, info: log, warn: log, error: log },
		measure,
		onAttempt: () => measure('Calls'),
	};
	return { telemetry, lines, measured };
}

/**
 * Effects of a run on the world, in order, as `POST /v1/…`, `checkpoint START start-1`, `put key`.
 */
export interface Journal {
	entries: string[];
	/** Number of entries with this beginning. */
	count(start: string): number;
}

export interface RunOptions extends S3Faults {
	event?: unknown;
	name?: string;
	/** The effect on the world, from 0, at which the run is cut off. */
	crash?: Death;
	/** Called before each effect of a run. */
	onEntry?: (entry: string) => void;
	/** Called before each pause of the durable execution. */
	onPause?: () => void;
	services?: Partial<ServicesOptions>;
	transport?: Transport;
	open?: OpenDownload;
	/** Maximum that one step copies. */
	range?: { bytes: number; ms: number };
	/** Time that an invocation has left, as its context says. */
	remainingMs?: number | (() => number);
	/** Called before each invocation. */
	onInvocation?: () => void;
	/** The secrets of callbacks, as text; without it, the function has none. */
	callbacks?: { secrets: string; publicOnly?: boolean };
	/** Variables of the environment; with them the handler fetches its own key. */
	environment?: Record<string, string>;
}

/**
 * Runs the handler over an emulator and S3 by a durable execution service whose pauses move the
 * emulator's clock. A crash ends an invocation in the very moment: nothing that it still awaits is
 * ever answered, and the next invocation has what was kept.
 */
export function exportKit(emulator: Emulator, s3: S3) {
	const now = () => emulator.control.moveClock({});
	const clock: Clock = {
		now,
		sleep: async (ms) => void emulator.control.moveClock({ ms: Math.ceil(ms) }),
		random: () => 0.5,
	};
	const { store, written, putIf, failBy } = failingStore(s3);

	async function run(options: RunOptions = {}) {
		failBy(options);
		const service = createDurableService(now);
		const { telemetry, lines, measured } = recordedTelemetry();
		const journal: Journal = {
			entries: [],
			count: (start) => journal.entries.filter((entry) => entry.startsWith(start)).length,
		};
		let crashed = false;

		/** The ports of one invocation, which do nothing any more once it has crashed. */
		function hands() {
			let alive = true;
			let fall: (error: Error) => void = () => undefined;
			const fallen = new Promise<never>((_, reject) => (fall = reject));
			fallen.catch(() => undefined);
			const never = () => new Promise<never>(() => undefined);
			async function act<T>(entry: string, work: () => Promise<T> | T): Promise<T> {
				if (!alive) return never();
				journal.entries.push(entry);
				options.onEntry?.(entry);
				const hit = !crashed && journal.entries.length - 1 === options.crash?.at;
				const die = () => {
					crashed = true;
					alive = false;
					fall(new Error('crashed'));
					return never();
				};
				if (hit && options.crash?.side === 'before') return die();
				try {
					const result = await work();
					if (hit) return die();
					return alive ? result : never();
				} catch (error) {
					if (!alive) return never();
					throw error;
				}
			}
			return { act, fallen, isAlive: () => alive };
		}

		function handlerOf({ act, isAlive }: ReturnType<typeof hands>): DurableLambdaHandler {
			const send = options.transport ?? httpTransport;
			const open = options.open ?? openDownload;
			const transport: Transport = (request) =>
				act(`${request.method} ${new URL(request.url).pathname}`, () => send(request));
			const objects: ObjectStore = {
				checkBucket: (bucket) => act(`bucket ${bucket}`, () => store.checkBucket(bucket)),
				head: (bucket, key) => act(`head ${key}`, () => store.head(bucket, key)),
				read: (...given) => act(`read ${given[1]}`, () => store.read(...given)),
				putIf(...given) {
					const what = given[1].endsWith('reservation.json') ? 'reserve' : 'put';
					return act(`${what} ${given[1]}`, () => putIf(...given));
				},
				putStream: (...given) => act(`putStream ${given[1]}`, () => store.putStream(...given)),
				abandon: (...given) => act(`abandon ${given[1]}`, () => store.abandon(...given)),
			};
			return createHandler({
				settings: {
					EXPORT_PREFIX: 'exports/',
					EXPORT_DEADLINE_MINUTES: 24 * 60,
					EXPORT_MAX_ATTEMPTS: 500,
				},
				telemetry,
				clock,
				store: async () => objects,
				range: options.range,
				async openDownload(url, headers) {
					const opened = await act('download', () => open(url, headers));
					async function* whileAlive() {
						let chunks = 0;
						for await (const chunk of opened.body) {
							if (++chunks % 64 === 0) await act('chunk', () => undefined);
							if (!isAlive()) await new Promise(() => undefined);
							yield chunk;
						}
					}
					return { ...opened, body: whileAlive() };
				},
				callback: options.callbacks && {
					allowPrivate: !options.callbacks.publicOnly,
					telemetry,
					now,
					send: (url, message, at) => {
						const { secrets = '', publicOnly = false } = options.callbacks ?? {};
						return act('callback', () =>
							sendCallback(url, message, at, {
								secrets: async () => callbackSecretsIn(secrets),
								allowPrivate: !publicOnly,
							}),
						);
					},
				},
				client: servicesClient({
					environment: {
						AVALANCHE_DATA_URL: emulator.dataUrl,
						AVALANCHE_METRICS_URL: emulator.metricsUrl,
						AVALANCHE_API_KEY_PARAMETER: '/avalanche/key',
						...options.environment,
					},
					readSecret: async () => KEY,
					transport,
					clock,
					telemetry,
					retry: { retries: 1 },
					...options.services,
				}),
				durable: {
					durableExecutionClient: {
						checkpoint: (request) => {
							const said = (request.Updates ?? []).map(({ Action, Name }) => `${Action} ${Name}`);
							const entry = `checkpoint ${said.join(', ')}`;
							return act(entry, () => service.checkpoint(request));
						},
						getExecutionState: async () => ({ Operations: [] }),
					},
				},
			});
		}

		const payload = JSON.stringify('event' in options ? options.event : exportEvent());
		const arn = 'arn:aws:lambda:us-east-1:000000000000:function:exportTransactions:1';
		const begun = service.begin(arn, payload, options.name ?? 'run') as DurableExecution;
		const execution = await service.drive(begun, {
			pass: (ms) => {
				options.onPause?.();
				emulator.control.moveClock({ ms });
			},
			invoke: (input) => {
				options.onInvocation?.();
				const hand = hands();
				const { remainingMs: left = 900_000 } = options;
				const context = {
					awsRequestId: 'request',
					getRemainingTimeInMillis: () => (typeof left === 'number' ? left : left()),
				};
				return Promise.race([handlerOf(hand)(input, context as never), hand.fallen]);
			},
		});
		return {
			status: execution.status,
			// Tests look into results of many shapes.
			// eslint-disable-next-line @typescript-eslint/no-explicit-any
			result: execution.result && (JSON.parse(execution.result) as any),
			error: execution.error,
			execution,
			journal,
			lines,
			measured,
			crashed,
		};
	}

	return { run, clock, written };
}

/** The file of a finished export, as the service serves it. */
export async function exportedBy(
	emulator: Emulator,
	operationId: string,
	key = KEY,
): Promise<string> {
	const headers = { 'x-data-api-key': key };
	const read = await fetch(`${emulator.dataUrl}/v1/operations/${operationId}`, { headers });
	const { metadata } = (await read.json()) as { metadata: { downloadUrl: string } };
	return await (await fetch(metadata.downloadUrl)).text();
}
