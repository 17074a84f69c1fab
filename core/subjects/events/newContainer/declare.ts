import { field } from '../../../fields/field';
import { infoOf } from '../../../fields/fieldSet';
import { choice, flag } from '../../../fields/inputs';
import { Mismatch } from '../../../fields/mismatch';
import * as out from '../../../fields/outputs';
import { preview } from '../../../fields/preview';
import * as indexOperations from '../../index/indexApi';
import type { ItemOf } from '../../../operations/declare';
import { Failure, isFailure } from '../../../failure';
import { declareArrivals } from '../../../events/arrivalEvent';
import { type PollContext, markOf } from '../../../events/event';
import { firstPositionSince } from '../../../events/firstPosition';

const { choices: INDEXES = [] } = infoOf(indexOperations.getManyContainers.input, 'index');

type Container = ItemOf<typeof indexOperations.getManyContainers, 'tolerant'>;
type IndexName = 'X/block';

/** Containers of one request: their bytes come with them, and a block of the C-Chain can be large. */
const PAGE_SIZE = 64;
/** Length of the checksum after the bytes. */
const CHECKSUM_BYTES = 4;

/** The containers that an index of the node accepts. */
export const newContainer = declareArrivals({
	value: 'newContainer',
	type: 'index.container',
	name: 'New Container',
	description:
		'An index of your node accepts a block or a vertex; every container fires, in the order of its number',
	what: 'container',
	reads: `your node, which must run with --index-enabled: \`index.getContainerRange\`, ${PAGE_SIZE} containers per request`,
	remembers: 'the number of the last container',
	ownNode: true,
	fields: {
		index: field(
			choice(
				INDEXES.map(({ value }) => value),
				INDEXES,
			),
			{
				in: 'form',
				label: 'Index',
				description:
					'Chain and kind of container; the node must run with --index-enabled; X/vtx contains history only, and X/tx is empty',
				default: 'P/block',
			},
		),
		includeBytes: field(flag().optional(), {
			in: 'form',
			label: 'Include Bytes',
			description: 'Whether to include the bytes of the container in hex, with a checksum',
			default: false,
			show: 'option',
		}),
	},
	columns: {
		index: out.choice(INDEXES.map(({ value }) => value)),
		containerId: out.id('cb58; for a block, the ID of its proposervm wrapper'),
		containerIndex: out.count('Number of containers accepted before it'),
		size: out.count({ unit: 'bytes' }),
		bytes: out.hex('Only with Include Bytes'),
	},
	async *pages({ index }, context, reading) {
		const last = await lastIndex(index, context.client);
		if (reading.order === 'newest') {
			const first = Math.max(0, last - PAGE_SIZE + 1);
			if (last < 0) return;
			const { items } = await rangeOf(index, first, context);
			yield { items: items.reverse(), more: false };
			return;
		}
		for (let first = Math.max(0, reading.from - 1); first <= last; first += PAGE_SIZE) {
			const { items, through } = await rangeOf(index, first, context);
			yield { items, more: first + PAGE_SIZE <= last, through };
		}
	},
	// A position is the number of containers up to it: 0 is before the first.
	positions: {
		of: ({ index }: Container) => index + 1,
		newest: async ({ index }, { client }) => (await lastIndex(index, client)) + 1,
		async at({ index }, { client }, moment) {
			const newest = (await lastIndex(index, client)) + 1;
			return await firstPositionSince(moment, { first: 1, newest }, async (position) => {
				const input = { index: index as IndexName, containerIndex: String(position - 1) };
				const container = await client.call(indexOperations.getContainerByIndex, input);
				const seconds = secondsOf(container);
				if (!Number.isNaN(seconds)) return seconds;
				const message = `The timestamp of the container must be a date-time; given: ${preview(container.timestamp)}`;
				throw new Failure({ kind: 'invalid-response', message });
			});
		},
	},
	overlap: 'none',
	timeOf,
	markOf: ({ id }: Container) => markOf(id),
	matcher: () => () => true,
	tell(container: Container, { index, includeBytes = false }) {
		const { id, index: number, bytes } = container;
		const what = index === 'X/tx' ? 'transaction' : index === 'X/vtx' ? 'vertex' : 'block';
		return {
			id: `${index}:${number}:${id}`,
			subject: index,
			title: `${index}: container ${number} is accepted`,
			text: `The node accepted the ${what} with the number ${number} in the index ${index}: ${id}.`,
			columns: {
				index,
				containerId: id,
				containerIndex: number,
				size: Math.max(0, (bytes.length - 2) / 2 - CHECKSUM_BYTES),
				...(includeBytes && { bytes }),
			},
		};
	},
	example: (_, now) =>
		({
			id: '6fXf5hncR8LXvwtM8iezFQBpK5cubV6y1dWgpJCcNyzGB1EzY',
			index: 23_000_000,
			bytes: '0x00000000000000000000',
			timestamp: new Date(now * 1000).toISOString(),
			encoding: 'hex',
		}) as Container,
});

/** Time when the node accepted a container (Unix seconds); NaN if it has none. */
function secondsOf({ timestamp }: Pick<Container, 'timestamp'>): number {
	return Math.floor(Date.parse(String(timestamp)) / 1000);
}

/** The time of a container (Unix seconds). Throws `Mismatch` if it has none: the container is then skipped. */
function timeOf(container: Container): number {
	const seconds = secondsOf(container);
	if (Number.isNaN(seconds)) throw new Mismatch('must have a date-time', container.timestamp);
	return seconds;
}

/** The index of the newest container; -1 if there is none. */
async function lastIndex(index: string, client: PollContext['client']): Promise<number> {
	try {
		return (
			await client.call(indexOperations.getLastAcceptedContainer, { index: index as IndexName })
		).index;
	} catch (error) {
		if (isFailure(error) && error.kind === 'rpc' && /no containers/.test(error.message)) return -1;
		throw error;
	}
}

/**
 * The containers from an index on, and the position of the last one that the node returned. A
 * container that cannot be read, or has an index outside of the range, counts by its position in
 * the list. Throws if one is missing.
 */
async function rangeOf(
	index: string,
	first: number,
	{ client, skip }: PollContext,
): Promise<{ items: Container[]; through: number }> {
	const unread = new Set<number>();
	const { containers } = await client.call(
		indexOperations.getManyContainers,
		{ index: index as IndexName, startIndex: String(first), numToFetch: PAGE_SIZE },
		{
			skip(record) {
				unread.add(Number(record.path[1]));
				skip?.(record);
			},
		},
	);
	const items: Container[] = [];
	let next = first;
	const passUnread = () => {
		while (unread.has(next - first)) next++;
	};
	passUnread();
	for (const container of containers) {
		if (container.index === next) items.push(container);
		else if (container.index < first || container.index >= first + PAGE_SIZE) {
			const message = `its number is not from ${first} to ${first + PAGE_SIZE - 1}: ${container.index}`;
			skip?.({
				operation: indexOperations.getManyContainers.id,
				path: ['index'],
				message,
				names: [container.id],
			});
		} else throw missing(index, next);
		next++;
		passUnread();
	}
	if (next === first) throw missing(index, first);
	return { items, through: next };
}

function missing(index: string, number: number): Failure {
	return new Failure({
		kind: 'invalid-response',
		message: `The index ${index} returned no container with the number ${number}`,
	});
}
