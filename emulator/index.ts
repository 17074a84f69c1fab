import { type Control, createControl, serveControl } from './control';
import { dataService } from './data';
import {
	type AccessOptions,
	keyHeaderOf,
	type KeyRight,
	LOCAL_KEY,
	type RateLimits,
} from './rest/access';
import { downloadService } from './data/downloads';
import { createExportStore, type ExportSettings } from './data/exportJobs';
import { failureBody, messageForm } from './rest/failure';
import { createFaultBook, type Fault } from './http/faults';
import { createRequestLog, type Secrets } from './http/requestLog';
import { serve, type Surroundings } from './http/server';
import { metricsService } from './metrics';
import { nodeService } from './node';
import type { Dialect, Service, ServiceName } from './service';
import { createWorld, type World, type WorldOptions } from './world';
import { createRandom } from './world/random';

export type { Control } from './control';
export { LOCAL_KEY } from './rest/access';
export type { Fault, FaultKind } from './http/faults';
export type { LogEntry } from './http/requestLog';
export type { Dialect, ServiceName } from './service';
export type * from './world';

/** How an emulator runs. Every field may be left out. */
export interface EmulatorOptions extends Omit<WorldOptions, 'elapsed'> {
	/** Data here, metrics, node, control and downloads on the next four; 0 takes free ports. */
	port?: number;
	/** Default `spec`. */
	dialect?: Dialect;
	/** Keys that the data service accepts; `LOCAL_KEY` by default. It refuses any other one with 401. */
	apiKeys?: readonly string[];
	/** Paths that some of the keys are for; other requests with them are answered 403. */
	keyRights?: readonly KeyRight[];
	/** Answer 401 to requests without a key. */
	keyRequired?: boolean;
	/** Header names that carry the key; by default the one of the dialect. */
	keyHeaders?: readonly string[];
	/** A header that the node requires, as a gate before it would. */
	nodeHeader?: { name: string; value: string };
	/** Compute units a minute; no limits by default. */
	rateLimits?: RateLimits;
	exports?: Partial<ExportSettings>;
	/** Secrets whose arrival the request log notes, besides API keys and the node header. */
	secrets?: Secrets;
	/** False: the clock moves by control only. Default true. */
	realTime?: boolean;
	faults?: Fault[];
	/** Waits before a delayed answer (ms); real time by default. */
	wait?: (ms: number) => Promise<void>;
	/** Told of every request before it is answered. */
	onRequest?: () => void;
}

/** A running emulator. */
export interface Emulator {
	dataUrl: string;
	metricsUrl: string;
	nodeUrl: string;
	controlUrl: string;
	downloadUrl: string;
	/** The present world; a reset replaces it. */
	readonly world: World;
	control: Control;
	close(): Promise<void>;
}

const EXPORT_MS = 2000;

const realTime = (ms: number) =>
	new Promise<void>((resolve) => {
		setTimeout(resolve, ms).unref();
	});

/** Lets only requests with the configured header through. */
function gated(service: Service, gate: EmulatorOptions['nodeHeader']): Service {
	if (!gate) return service;
	return (request) => {
		const given = request.headers[gate.name.toLowerCase()];
		if (given === gate.value) return service(request);
		return { status: given === undefined ? 401 : 403, body: 'access denied' };
	};
}

/** The world and the services over it, as they are at the start. */
function build(
	options: EmulatorOptions,
	settings: { limits: RateLimits; exports: ExportSettings; access: AccessOptions },
	downloadBase: () => string,
) {
	const { seed, validators, transactions } = options;
	const world = createWorld({
		seed,
		validators,
		transactions,
		start: options.start ?? Date.now(),
		elapsed: options.realTime === false ? undefined : () => performance.now(),
	});
	const dialect = options.dialect ?? 'spec';
	const { limits, access } = settings;
	const exports = createExportStore(world, settings.exports, downloadBase);
	const services: Record<ServiceName, Service> = {
		data: dataService(world, { dialect, access, limits, exports }),
		metrics: metricsService(world, { dialect, limits }),
		node: gated(nodeService(world, { dialect }), options.nodeHeader),
		download: downloadService(exports),
	};
	return { world, services, faults: createFaultBook(createRandom(world.seed).stream('faults')) };
}

/**
 * Starts the data service, the metrics service, the node, the control endpoint and the downloads of
 * exports on loopback ports. Rejects where a port is taken.
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
	const dialect = options.dialect ?? 'spec';
	const keyHeaders = (options.keyHeaders ?? [keyHeaderOf(dialect)]).map((one) => one.toLowerCase());
	const { apiKeys = [LOCAL_KEY], keyRequired = false, nodeHeader } = options;
	const limits: RateLimits = {};
	const access: AccessOptions = { apiKeys, keyRights: [], keyRequired, keyHeaders };
	const exports: ExportSettings = { durationMs: EXPORT_MS, outcome: 'completed' };
	let downloadUrl = '';
	const make = () => {
		// In place: services and control hold these three.
		const none = { withoutKey: undefined, withKey: undefined, metrics: undefined };
		Object.assign(limits, none, options.rateLimits);
		const initial = { durationMs: EXPORT_MS, outcome: 'completed', bytes: undefined };
		Object.assign(exports, initial, options.exports);
		Object.assign(access, { apiKeys, keyRights: options.keyRights ?? [], keyRequired });
		return build(options, { limits, exports, access }, () => downloadUrl);
	};

	let current = make();
	const secrets: Secrets = { ...options.secrets };
	for (const [i, key] of apiKeys.entries()) secrets[i === 0 ? 'apiKey' : `apiKey${i + 1}`] = key;
	if (nodeHeader) secrets.nodeHeader = nodeHeader.value;
	const around: Surroundings = {
		faults: current.faults,
		log: createRequestLog(),
		secrets,
		keyHeaders: [...new Set([...keyHeaders, keyHeaderOf('spec'), keyHeaderOf('live')])],
		echo: false,
		now: () => current.world.clock.now(),
		wait: options.wait ?? realTime,
		onRequest: options.onRequest,
		messageForm: (name) => messageForm(name === 'metrics' ? 'metrics' : 'data', dialect),
		async answer(name, request) {
			try {
				return await current.services[name](request);
			} catch {
				const body = failureBody(500, 'Internal server error', around.messageForm(name));
				return { status: 500, body };
			}
		},
	};
	for (const fault of options.faults ?? []) around.faults.add(fault);

	const control = createControl({
		world: () => current.world,
		limits,
		access,
		exports,
		around,
		reset() {
			current = make();
			around.faults = current.faults;
			for (const fault of options.faults ?? []) around.faults.add(fault);
			around.log.clear();
			around.echo = false;
		},
	});

	const port = options.port ?? 0;
	const at = (offset: number) => (port === 0 ? 0 : port + offset);
	const names: ServiceName[] = ['data', 'metrics', 'node'];
	const running = await Promise.allSettled([
		...names.map((name, i) => serve(name, around, at(i))),
		serveControl(control, at(3)),
		serve('download', around, at(4)),
	]);
	const failed = running.find((one) => one.status === 'rejected');
	const servers = running.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
	const close = async () => {
		await Promise.all(servers.map((server) => server.close()));
	};
	if (failed) {
		await close();
		throw failed.reason;
	}
	const [dataUrl, metricsUrl, nodeUrl, controlUrl, downloads] = servers.map(({ url }) => url);
	downloadUrl = downloads;
	return {
		dataUrl,
		metricsUrl,
		nodeUrl,
		controlUrl,
		downloadUrl,
		get world() {
			return current.world;
		},
		control,
		close,
	};
}
