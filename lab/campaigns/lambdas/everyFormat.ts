import { channels } from '../../../core';
import type { World } from '../../../emulator';
import { type ReceivedMessage, targetsAt } from '../../kit/channels/receivers';

/** A source and a target for each format: each event is that of one format, by its validator. */

const FORMATS = channels.map(({ value }) => value);

/** A validator for each format. */
export function nodesOfFormats(world: World): string[] {
	const nodes = world.node.primary.current().map(({ nodeId }) => nodeId);
	if (nodes.length < FORMATS.length) throw new Error(`${nodes.length} validators are too few`);
	return nodes.slice(0, FORMATS.length);
}

/** The settings of notify; the name of a source and of its target is the format. */
export function formatSettings(url: string, nodes: readonly string[]) {
	return {
		sources: FORMATS.map((name, at) => {
			return { name, event: 'stakingTransaction', nodeIds: [nodes[at]] };
		}),
		// One at a time: a run that crashes at its 50th write must have settled some of what it claimed.
		targets: targetsAt(url).map((target) => {
			return { ...target, sources: [target.name], concurrency: 1 };
		}),
	};
}

/** The hash of the transaction in a message: all formats have its page or its data. */
function hashIn({ body }: ReceivedMessage): string | undefined {
	return /p-chain\/tx\/(\w+)/.exec(body)?.[1];
}

/** The id of a message, in formats that have one. */
function idIn({ format, headers, path, body }: ReceivedMessage): unknown {
	if (headers['webhook-id'] !== undefined) return headers['webhook-id'];
	if (format === 'matrix') return path.split('/').at(-1);
	if (format === 'sqs') return (JSON.parse(body) as { MessageBody: string }).MessageBody;
	if (format === 'sns') return body;
	const { dedup_key, embeds } = JSON.parse(body) as {
		dedup_key?: unknown;
		embeds?: Array<{ footer?: { text?: unknown } }>;
	};
	return dedup_key ?? embeds?.[0].footer?.text;
}

/** The expected transactions that have arrived. */
export function tallyFormats(accepted: readonly ReceivedMessage[], expected: ReadonlySet<string>) {
	const arrived = new Map<string, { times: number; ids: Set<unknown>; formats: Set<string> }>();
	const byFormat = new Map(FORMATS.map((format) => [format, 0]));
	let strangers = 0;
	for (const message of accepted) {
		const hash = hashIn(message);
		if (hash === undefined || !expected.has(hash)) {
			strangers++;
			continue;
		}
		const one = arrived.get(hash) ?? { times: 0, ids: new Set(), formats: new Set() };
		if (one.times++ === 0) byFormat.set(message.format, (byFormat.get(message.format) ?? 0) + 1);
		one.ids.add(idIn(message));
		one.formats.add(message.format);
		arrived.set(hash, one);
	}
	const all = [...arrived.values()];
	return {
		byFormat,
		strangers,
		missing: expected.size - arrived.size,
		repeats: all.reduce((sum, { times }) => sum + times - 1, 0),
		renamed: all.filter(({ ids }) => ids.size > 1).length,
		astray: all.filter(({ formats }) => formats.size > 1).length,
	};
}

/** The events of each format, as a line of text. */
export function formatRows(byFormat: ReadonlyMap<string, number>): string[] {
	return [`\nBy format: ${[...byFormat].map(([name, count]) => `${name} ${count}`).join(', ')}`];
}
