import { BEFORE_REMOVALS } from '../../emulator/world/conditions';
import {
	type ICredentialDataDecryptedObject,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	NodeHelpers,
} from 'n8n-workflow';
import type { Operation } from '../../core/operations/declare';
import { type Dialect, type EmulatorOptions, startEmulator } from '../../emulator';
import { ACTION, type Engine, type Outcome, createEngine } from '../../lab/kit/engine';
import { forTests } from '../emulatorForTests';
import {
	API_KEY,
	type Json,
	NODE_HEADER,
	NODE_SECRET,
	type Setting,
} from '../../lab/kit/nodes/case';

export { API_KEY, NODE_HEADER, NODE_SECRET } from '../../lab/kit/nodes/case';
/** Saturday, 7 November 2026, noon UTC: the clock stands still. */
export const NOW = Date.UTC(2026, 10, 7, 12);

/** Header of the key in a dialect; the name of a user's own where it is not the automatic one. */
const KEY_HEADERS: Record<Dialect, string> = { spec: '', live: 'x-glacier-api-key' };

/** n8n's engine and the services it talks to. */
export interface Bench extends Setting {
	engine: Engine;
	close(): Promise<void>;
}

/** Nothing listens there: a request would fail. */
const NOWHERE = { dataUrl: 'http://127.0.0.1:9', nodeUrl: 'http://127.0.0.1:9' };

/** n8n's engine for the tests of a file or of a `describe`, with the values of the credential. */
export const engineForTests = (
	credential: () => ICredentialDataDecryptedObject = () => NOWHERE,
): Engine =>
	forTests(async () => Object.assign(await createEngine(credential()), { close: async () => {} }));

/** Starts services that ask for the key and the node's header, and an engine that has both. */
export async function startBench(
	dialect: Dialect,
	options: Omit<EmulatorOptions, 'dialect'> = {},
): Promise<Bench> {
	const emulator = await startEmulator({
		dialect,
		version: BEFORE_REMOVALS,
		validators: 16,
		start: NOW,
		realTime: false,
		apiKeys: [API_KEY],
		keyRequired: true,
		nodeHeader: { name: NODE_HEADER, value: NODE_SECRET },
		...options,
	});
	const { dataUrl, metricsUrl, nodeUrl } = emulator;
	const engine = await createEngine({
		apiKey: API_KEY,
		keyHeader: KEY_HEADERS[dialect],
		dataUrl,
		metricsUrl,
		nodeUrl,
		nodeHeaderName: NODE_HEADER,
		nodeHeaderSecret: NODE_SECRET,
	});
	return {
		engine,
		emulator,
		get world() {
			return emulator.world;
		},
		dialect,
		close: () => emulator.close(),
	};
}

/** A bench for the tests of a file or of a `describe`, which begin without the faults and requests of those before. */
export function clearedBench(...given: Parameters<typeof startBench>): Bench {
	const bench = forTests(() => startBench(...given));
	beforeEach(() => {
		const { control } = bench.emulator;
		control.clearFaults();
		control.clearRequests();
	});
	return bench;
}

/** The parameters of an operation: its menu entries, no retries, and what the caller adds. */
export function parametersFor(operation: Operation, given: INodeParameters): INodeParameters {
	return {
		resource: operation.resource.value,
		operation: operation.entry.value,
		...given,
		options: {
			retries: 0,
			...(operation.transport && { transport: operation.transport.value }),
			...(given.options as INodeParameters),
		},
	};
}

/** Runs an operation's node. */
export async function runOperation(
	engine: Engine,
	operation: Operation,
	given: INodeParameters,
	more: { items?: INodeExecutionData[]; continueOnFail?: boolean } = {},
): Promise<Outcome> {
	const parameters = parametersFor(operation, given);
	return await engine.execute({ node: operation.node, parameters, ...more });
}

/** The items of the node under test. Throws its error where it failed. */
export function itemsOf({ items, error }: Outcome): INodeExecutionData[] {
	if (error) throw error;
	return items[ACTION] ?? [];
}

/** The JSON of the items. */
export function jsonOf(outcome: Outcome): Json[] {
	return itemsOf(outcome).map(({ json }) => json as Json);
}

/** The error of the node under test. Throws where it succeeded. */
export function errorOf({ error }: Outcome) {
	if (!error) throw new Error('The node did not fail');
	return error;
}

/** Parameters as n8n keeps them: what the form does not know or show is gone, defaults are there. */
export function savedParameters(
	{ loader }: Engine,
	operation: Operation,
	given: INodeParameters,
): INodeParameters {
	const { description } = loader.nodeTypes[operation.node].type as INodeType;
	const parameters = parametersFor(operation, given);
	const saved = NodeHelpers.getNodeParameters(
		description.properties,
		parameters,
		true,
		false,
		{ typeVersion: 1 },
		description,
	);
	if (!saved) throw new Error(`${operation.node} keeps no parameters`);
	return saved;
}
