import type { EmulatedRoom } from '../../room';
import type { Container, Tx } from '../../world';
import type { Args, Encoding } from '../../node/args';
import { encodeBytes } from '../../node/bytes';
import { type NodeContext, type EndpointContext, byDialect } from '../../node/context';
import { MethodError } from '../../node/failure';
import type { Methods } from '../../node/gorillaRpc';
import { goTime, zonedTime } from '../../node/time';

const MAX_RANGE = 1024;
/** The local time zone of the node, whose offset its timestamps carry. */
const ZONE_HOURS = -5;

/** Containers of one index, in acceptance order. */
interface Containers {
	count(): number;
	at(index: number): Container | undefined;
	indexOf(id: string): number | undefined;
}

type IndexName = 'C/block' | 'P/block' | 'X/block' | 'X/tx' | 'X/vtx';

/** True for the five paths under /ext/index. */
function isIndexName(path: string): path is IndexName {
	return ['C/block', 'P/block', 'X/block', 'X/tx', 'X/vtx'].includes(path);
}

/**
 * The containers of blocks, whose ids getBlock does not know. They are counted from the first
 * accepted one: genesis was never accepted.
 */
function blocksOf({ network }: NodeContext, alias: 'C' | 'P' | 'X'): Containers {
	const chain = network.chain(alias);
	return {
		count: () => chain.height(),
		at: (index) => chain.container(index + 1),
		indexOf(id) {
			const height = chain.containerHeight(id);
			return height === undefined ? undefined : height - 1;
		},
	};
}

function txsOf({ network }: NodeContext): Containers {
	const chain = network.chain('X');
	return {
		count: () => chain.txCount(),
		at: (index): Tx | undefined => chain.txAt(index),
		indexOf(id) {
			const all = Array.from({ length: chain.txCount() }, (_, i) => chain.txAt(i)?.id);
			const index = all.indexOf(id);
			return index < 0 ? undefined : index;
		},
	};
}

function verticesOf({ network }: NodeContext): Containers {
	return {
		count: () => network.vertices().length,
		at: (index) => network.vertices()[index],
		indexOf: (id) => network.vertices().find((vertex) => vertex.id === id)?.index,
	};
}

const NOTHING: Containers = {
	count: () => 0,
	at: () => undefined,
	indexOf: () => undefined,
};

function containersOf(context: NodeContext, name: IndexName): Containers {
	// Since the X-Chain is linear, nodes accept neither vertices nor single transactions.
	if (context.dialect === 'live' && (name === 'X/tx' || name === 'X/vtx')) return NOTHING;
	if (name === 'X/tx') return txsOf(context);
	if (name === 'X/vtx') return verticesOf(context);
	return blocksOf(context, name[0] as 'C' | 'P' | 'X');
}

/** One index: node document, Index API. */
function indexApi(context: EndpointContext): Methods | undefined {
	if (!isIndexName(context.rest)) return undefined;
	const containers = containersOf(context, context.rest);

	function container(index: number, encoding: Encoding) {
		const found = containers.at(index);
		if (!found || index < 0) throw new MethodError(`no container at index ${index}`);
		// The node notes a block a little after the time that the block itself states.
		const accepted = found.timestamp * 1000 + 120 + (index % 700);
		return {
			id: found.id,
			bytes: encodeBytes(found.bytes, encoding),
			timestamp: byDialect(context, {
				spec: goTime(accepted),
				live: zonedTime(accepted, (index * 7919) % 1_000_000, ZONE_HOURS),
			}),
			encoding,
			index: String(index),
		};
	}

	function last(): number {
		if (containers.count() === 0) throw new MethodError('no containers have been accepted');
		return containers.count() - 1;
	}

	/** The documents and older nodes also called the argument `containerID`. */
	const idOf = (args: Args) =>
		args.id(context.dialect === 'live' || args.has('id') ? 'id' : 'containerID');

	function indexOf(args: Args): number {
		const index = containers.indexOf(idOf(args));
		if (index === undefined) throw new MethodError('not found');
		return index;
	}

	function range(args: Args) {
		const start = args.uint('startIndex');
		const count = args.uint('numToFetch');
		const least = context.dialect === 'live' ? 1n : 0n;
		if (count < least || count > MAX_RANGE) {
			throw new MethodError(`numToFetch must be in [${least},${MAX_RANGE}] but is ${count}`);
		}
		if (count === 0n) return undefined;
		const end = last();
		if (start > BigInt(end)) {
			throw new MethodError(`start index (${start}) > last accepted index (${end})`);
		}
		const encoding = args.encoding();
		const first = Number(start);
		const length = Math.min(Number(count), end - first + 1);
		return Array.from({ length }, (_, i) => container(first + i, encoding));
	}

	return {
		getContainerByID: (args) => container(indexOf(args), args.encoding()),
		getContainerByIndex(args) {
			const index = args.uint('index');
			if (index >= BigInt(containers.count())) {
				throw new MethodError(`no container at index ${index}`);
			}
			return container(Number(index), args.encoding());
		},
		getContainerRange(args) {
			const found = range(args) ?? null;
			// The documents show a bare array, nodes send an object.
			return byDialect(context, { spec: found, live: { containers: found } });
		},
		getIndex: (args) => ({ index: String(indexOf(args)) }),
		getLastAccepted: (args) => container(last(), args.encoding()),
		isAccepted: (args) => ({ isAccepted: containers.indexOf(idOf(args)) !== undefined }),
	};
}

export const emulated = { methods: { index: indexApi } } satisfies EmulatedRoom;
