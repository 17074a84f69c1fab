import path from 'node:path';
import { BEFORE_REMOVALS } from '../../emulator/world/conditions';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { type Emulator, startEmulator } from '../../emulator';
import { eventRooms } from '../../lab/kit/events/case';
import { ACTION, createEngine, type Engine } from '../../lab/kit/engine';
import { moveNodeClock } from '../../lab/kit/movedClock';
import {
	API_KEY,
	type CatalogueRuns,
	type ComposedExample,
	type Setting,
} from '../../lab/kit/nodes/case';
import { everyCase } from '../../lab/kit/nodes/cases';
import { NODES } from './menus';

/**
 * Outputs of operations, run by n8n's engine against the local services. They are always the same,
 * because the data comes from a seed and the clock is stopped.
 */

const ROOT = path.resolve(__dirname, '../..');
/** Saturday, 7 November 2026, noon UTC. */
const NOW = Date.UTC(2026, 10, 7, 12);
const REPLAYED_SINCE = '2026-01-01T00:00:00Z';
const LONGEST_TEXT = 96;
const MOST_ITEMS = 2;

/** A menu entry of a node by its saved values, with values for its form. */
interface Example {
	node: 'avalanche' | 'avalancheRpc';
	resource: string;
	operation: string;
	parameters(setting: Setting): INodeParameters | Promise<INodeParameters>;
}

/** Key of an example: node, and the saved values of resource and operation. */
export function exampleKey(node: string, resource: string, operation: string): string {
	return `${node} > ${resource} > ${operation}`;
}

/** The operations of the catalogue with the values of their tests, those composed of them, and replays. */
function examples(run: (example: Example) => Promise<IDataObject[]>): Example[] {
	const all = everyCase();
	const own = all.map(({ operation: { node, resource, entry }, parameters }): Example => {
		return { node, resource: resource.value, operation: entry.value, parameters };
	});
	const caseOf = (id: string) => own[all.findIndex((one) => one.id === id)];
	const catalogue = (setting: Setting): CatalogueRuns => ({
		parametersOf: (id) => caseOf(id).parameters(setting),
		run: (id, parameters) => run({ ...caseOf(id), parameters: () => parameters }),
	});
	const composed = NODES.flatMap(({ id: node, folder, forms }) =>
		forms.flatMap(({ resource: { value: resource }, entry: { value: operation }, reference }) => {
			if (!reference) return [];
			const parameters =
				resource === 'event' && eventRooms.some(({ event }) => event.value === operation)
					? replayOf(operation)
					: exampleIn(path.join(ROOT, 'nodes', folder, 'composed', resource, operation));
			return parameters
				? [
						{
							node,
							resource,
							operation,
							parameters: (setting: Setting) => parameters(setting, catalogue(setting)),
						},
					]
				: [];
		}),
	);
	return [...own, ...composed];
}

function exampleIn(folder: string): ComposedExample {
	// eslint-disable-next-line @typescript-eslint/no-require-imports
	return (require(path.join(folder, 'example')) as { example: ComposedExample }).example;
}

/** The replay of an event that can be replayed. */
function replayOf(value: string): ComposedExample | undefined {
	const replayed = eventRooms.find(({ event }) => event.value === value)?.replayed;
	if (!replayed) return undefined;
	return ({ world, emulator }) => ({ since: REPLAYED_SINCE, ...replayed(world, emulator.control) });
}

async function itemsOf(engine: Engine, setting: Setting, example: Example) {
	const { node, resource, operation } = example;
	const { items, error } = await engine.execute({
		node,
		parameters: {
			resource,
			operation,
			...(await example.parameters(setting)),
		},
	});
	if (error) throw error;
	return (items[ACTION] ?? []).map(({ json }) => json);
}

/** Without ports, which change from run to run, and short enough to read. */
function shortened(value: unknown): unknown {
	if (typeof value === 'string') {
		const text = value.replace(/http:\/\/127\.0\.0\.1:\d+/g, 'http://127.0.0.1:8080');
		return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text;
	}
	if (Array.isArray(value)) return value.slice(0, MOST_ITEMS).map(shortened);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shortened(inner)]));
}

/** The first item that each operation returns with the form's defaults, by `exampleKey`. */
export async function exampleOutputs(): Promise<Map<string, unknown>> {
	const emulator: Emulator = await startEmulator({
		version: BEFORE_REMOVALS,
		start: NOW,
		realTime: false,
		// The key with which the cases start an export.
		apiKeys: [API_KEY],
		exports: { durationMs: 0 },
	});
	const clock = moveNodeClock(emulator);
	try {
		const { dataUrl, metricsUrl, nodeUrl, world } = emulator;
		const engine = await createEngine({ dataUrl, metricsUrl, nodeUrl });
		const setting: Setting = { emulator, world, dialect: 'spec' };
		const run = async (example: Example) => await itemsOf(engine, setting, example);
		const outputs = new Map<string, unknown>();
		for (const example of examples(run)) {
			const key = exampleKey(example.node, example.resource, example.operation);
			// The default of several operations of one entry comes first.
			if (outputs.has(key)) continue;
			const [item] = await run(example);
			outputs.set(key, shortened(item));
		}
		return outputs;
	} finally {
		clock.restore();
		await emulator.close();
	}
}
