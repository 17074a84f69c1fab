import { BEFORE_REMOVALS } from '../../emulator/world/conditions';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { cb58Encode, hexToBytes, sampleAlert } from '../../core';
import { type Emulator, startEmulator } from '../../emulator';
import { eventRooms } from '../../lab/kit/events/case';
import { ACTION, createEngine, type Engine } from '../../lab/kit/engine';
import { moveNodeClock } from '../../lab/kit/movedClock';
import { API_KEY, type Setting } from '../../lab/kit/nodes/case';
import { everyCase } from '../../lab/kit/nodes/cases';
import { contractExamples } from './contractExamples';
import { transactionExamples } from './transactionExamples';

/**
 * Outputs of operations, run by n8n's engine against the local services. They are always the same,
 * because the data comes from a seed and the clock is stopped.
 */

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

/**
 * The operations of the catalogue with the values of their tests, and the actions that use them.
 */
function examples(run: (example: Example) => Promise<IDataObject[]>): Example[] {
	const all = everyCase();
	const own = all.map(({ operation: { node, resource, entry }, use }): Example => {
		return { node, resource: resource.value, operation: entry.value, parameters: use.parameters };
	});
	const of = (id: string) => own[all.findIndex((one) => one.id === id)];
	return [
		...own,
		{ ...of('transactionExport.start'), operation: 'startAndWait' },
		{
			...of('icmMessage.aggregateSignatures'),
			operation: 'verifySignedMessage',
			async parameters(setting) {
				const { message, network } = await of('icmMessage.aggregateSignatures').parameters(setting);
				const whole = {
					...of('icmMessage.aggregateSignatures'),
					parameters: () => ({ message, network }),
				};
				const [{ signedMessage }] = await run(whole);
				// The source chain follows the codec's version and the network's id.
				const source = cb58Encode(hexToBytes(String(signedMessage).slice(12, 76)));
				const { id: subnetID } = setting.world.node.subnets.find(({ blockchains }) =>
					blockchains.some(({ id }) => id === source),
				) ?? { id: '' };
				return { signedMessage, validatorSource: 'node', subnetID } as INodeParameters;
			},
		},
		{
			node: 'avalanche',
			resource: 'tokenBalance',
			operation: 'getPortfolio',
			parameters: ({ world }) => ({ addresses: `P-${world.node.address(0)}` }),
		},
		{
			node: 'avalancheRpc',
			resource: 'customCall',
			operation: 'call',
			parameters: () => ({ endpoint: '/ext/bc/P', method: 'platform.getHeight' }),
		},
		...Object.entries({ evmContract: contractExamples, pChain: transactionExamples }).flatMap(
			([resource, made]) =>
				Object.entries(made).map(
					([operation, parameters]): Example => ({
						node: 'avalancheRpc',
						resource,
						operation,
						parameters,
					}),
				),
		),
		{
			node: 'avalanche',
			resource: 'customApiCall',
			operation: 'call',
			parameters: () => ({ path: '/v1/chains', itemsField: 'chains', limit: 1 }),
		},
		...replays(),
		{
			node: 'avalanche',
			resource: 'event',
			operation: 'confirm',
			// Run by hand, which records nothing.
			parameters: () => ({ eventId: String(sampleAlert('warning', NOW).data.id) }),
		},
		{
			node: 'avalanche',
			resource: 'event',
			operation: 'acknowledge',
			parameters: () => {
				const firingSince = new Date(NOW).toISOString();
				return { item: JSON.stringify({ ...sampleAlert('warning', NOW).data, firingSince }) };
			},
		},
		{
			node: 'avalanche',
			resource: 'event',
			operation: 'silence',
			parameters: () => ({ eventType: 'validator.uptime', until: NOW / 1_000 + 3_600 }),
		},
		{
			node: 'avalanche',
			resource: 'event',
			operation: 'format',
			parameters: () => ({
				url: 'https://hooks.slack.com/services/T000/B000/XXXX',
				item: JSON.stringify(sampleAlert('warning', NOW).data),
			}),
		},
	];
}

/** The replay of each event that can be replayed. */
function replays(): Example[] {
	return eventRooms.flatMap(({ event, replayed }): Example[] =>
		replayed
			? [
					{
						node: 'avalanche',
						resource: 'event',
						operation: event.value,
						parameters: ({ world, emulator }) => ({
							since: REPLAYED_SINCE,
							...replayed(world, emulator.control),
						}),
					},
				]
			: [],
	);
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
