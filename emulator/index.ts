import * as rooms from './rooms/all';
import { createControl } from './control';
import { serveControl } from './controlServer';
import type { Control } from './controlTypes';
import { dataService } from './dataService';
import {
	type AccessOptions,
	keyHeaderOf,
	type KeyRight,
	LOCAL_KEY,
	type RateLimits,
} from './rest/access';
import { failureBody, messageForm } from './rest/failure';
import { createFaultBook, type Fault } from './http/faults';
import { createRequestLog, type Secrets } from './http/requestLog';
import { serve, type Surroundings } from './http/server';
import { metricsService } from './metricsService';
import { nodeService } from './node';
import type { BatchLimits } from './node/gethBatch';
import type { EmulatedRoom } from './room';
import type { Dialect, Service, ServiceName } from './service';
import { createWorld, type World, type WorldOptions } from './world';
import { createRandom } from '../core/testing/random';

export type { Control } from './controlTypes';
export { LOCAL_KEY } from './rest/access';
export type { Fault, FaultKind } from './http/faults';
export type { LogEntry } from './http/requestLog';
export type { Delivery, NewMessage, WebhookRules } from './rooms/webhook/sender';
export type { Dialect, ServiceName } from './service';
export type * from './world';

/** Options of an emulator; all of them are optional. */
export interface EmulatorOptions extends Omit<WorldOptions, 'elapsed'> {
	/** Data here, metrics, node, control and downloads on the next four; 0 takes free ports. */
	port?: number;
	/** Default `spec`. */
	dialect?: Dialect;
	/** True: answers leave out some fields that the documents make optional, by the seed. */
	sparse?: boolean;
	/** Keys that the data service accepts; `LOCAL_KEY` by default. It refuses any other one with 401. */
	apiKeys?: readonly string[];
	/** Paths that some of the keys are for; other requests with them are answered 403. */
	keyRights?: readonly KeyRight[];
	/** Answer 401 to requests without a key. */
	keyRequired?: boolean;
	/** Header names that carry the key; by default the one of the dialect. */
	keyHeaders?: readonly string[];
	/** Limits of JSON-RPC batches; by default those of a node, in the live dialect 40 calls. */
	batches?: BatchLimits;
	/** A header that the node requires, as a gate before it would. */
	nodeHeader?: { name: string; value: string };
	/** Compute units a minute; no limits by default. */
	rateLimits?: RateLimits;
	exports?: Parameters<Control['setExports']>[0];
	/** Secrets whose arrival the request log notes, besides API keys and the node header. */
	secrets?: Secrets;
	/** False: the clock moves by control only. Default true. */
	realTime?: boolean;
	faults?: Fault[];
	/** Waits before a delayed answer (ms); real time by default. */
	wait?: (ms: number) => Promise<void>;
	/** Called for each request before it is answered. */
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
	/** Resolves when no message of a webhook is on its way. */
	webhooksSettled(): Promise<void>;
	close(): Promise<void>;
}

const ROOMS: readonly EmulatedRoom[] = Object.values(rooms);

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
	settings: { limits: RateLimits; access: AccessOptions },
	downloadUrl: string,
) {
	const { seed, validators, transactions, helicon, version } = options;
	const world = createWorld({
		seed,
		validators,
		transactions,
		helicon,
		version,
		start: options.start ?? Date.now(),
		elapsed: options.realTime === false ? undefined : () => performance.now(),
	});
	const dialect = options.dialect ?? 'spec';
	const { sparse } = options;
	const { limits, access } = settings;
	world.downloadUrl = downloadUrl;
	const [download] = ROOMS.flatMap((room) => room.download?.(world) ?? []);
	const services: Record<ServiceName, Service> = {
		data: dataService(world, { dialect, sparse, access, limits }),
		metrics: metricsService(world, { dialect, sparse, limits }),
		node: gated(nodeService(world, { dialect, batches: options.batches }), options.nodeHeader),
		download,
	};
	return {
		world,
		services,
		faults: createFaultBook(createRandom(world.seed).stream('faults')),
	};
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
	let downloadUrl = '';
	const make = () => {
		// Changed in place: services and control refer to these two objects.
		const none = { withoutKey: undefined, withKey: undefined, metrics: undefined };
		Object.assign(limits, none, options.rateLimits);
		Object.assign(access, { apiKeys, keyRights: options.keyRights ?? [], keyRequired });
		return build(options, { limits, access }, downloadUrl);
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
			const { answerMs } = current.world.conditions;
			// A clock that moves by control only moves by the time of the answer too.
			if (options.realTime === false) current.world.clock.advance(name === 'node' ? answerMs : 0);
			else if (name === 'node' && answerMs > 0) await realTime(answerMs);
			try {
				return await current.services[name](request);
			} catch {
				const body = failureBody(500, 'Internal server error', around.messageForm(name));
				return { status: 500, body };
			}
		},
	};
	for (const fault of options.faults ?? []) around.faults.add(fault);

	const stop = () => {
		for (const room of ROOMS) room.stop?.(current.world);
	};
	const control: Control = createControl({
		world: () => current.world,
		limits,
		access,
		around,
		reset() {
			stop();
			current = make();
			control.setExports(options.exports ?? {});
			around.faults = current.faults;
			for (const fault of options.faults ?? []) around.faults.add(fault);
			around.log.clear();
			around.echo = false;
		},
	});

	control.setExports(options.exports ?? {});

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
		stop();
		await Promise.all(servers.map((server) => server.close()));
	};
	if (failed) {
		await close();
		throw failed.reason;
	}
	const [dataUrl, metricsUrl, nodeUrl, controlUrl, downloads] = servers.map(({ url }) => url);
	downloadUrl = downloads;
	current.world.downloadUrl = downloads;
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
		async webhooksSettled() {
			await Promise.all(ROOMS.map(async (room) => await room.settled?.(current.world)));
		},
		close,
	};
}
