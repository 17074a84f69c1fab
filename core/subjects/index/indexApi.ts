import { fieldSet } from '../../fields/fieldSet';
import * as out from '../../fields/outputs';

import type { z } from 'zod/v4';
import { field, value } from '../../fields/field';
import { declare, declareList } from '../../operations/declare';
import { nodeResources } from '../resources';
import { id } from '../../fields/identifiers';
import { bigWhole, choice, whole } from '../../fields/inputs';
import { hexEncoding } from '../shared/node/fields';

const COMMON = {
	node: 'avalancheRpc',
	resource: nodeResources.index,
	service: 'node',
	spec: 'Node JSON-RPC: Index API',
} as const;

const LARGEST_RANGE = 1024;

/** The call of a method of the index that the input selects. */
function call(method: string) {
	return {
		type: 'rpc',
		endpoint: '/ext/index/{index}',
		method,
		params: 'named',
		ownNode: true,
	} as const;
}

const INDEXES = ['C/block', 'P/block', 'X/block', 'X/tx', 'X/vtx'] as const;

function index() {
	return field(
		choice(INDEXES, [
			{ value: 'C/block', name: 'C-Chain Blocks' },
			{ value: 'P/block', name: 'P-Chain Blocks' },
			{ value: 'X/block', name: 'X-Chain Blocks' },
			{
				value: 'X/tx',
				name: 'X-Chain Transactions (Empty)',
				description:
					'History only: empty on every network since the Cortina upgrade of 2023; use X-Chain Blocks (X/block), which contain the transactions',
			},
			{
				value: 'X/vtx',
				name: 'X-Chain Vertices (Deprecated)',
				description:
					'History only, nothing is added since the Cortina upgrade of 2023; use X-Chain Blocks (X/block)',
			},
		]),
		{
			in: 'path',
			label: 'Index',
			description:
				'Chain and kind of container; the node must run with --index-enabled; X/vtx contains history only, and X/tx is empty on every network since the Cortina upgrade of 2023',
			placeholder: 'X/block',
			default: 'X/block',
		},
	);
}

function containerId() {
	return field(id('a container id'), {
		in: 'params',
		label: 'Container ID',
		description:
			'ID of the container (cb58), as the index returns it; for a block it is the ID of its proposervm wrapper, not the block ID of Get Block and explorers',
		placeholder: '6fXf5hncR8LXvwtM8iezFQBpK5cubV6y1dWgpJCcNyzGB1EzY',
	});
}

const CONTAINER = out.object({
	id: out.essential(out.id('cb58')),
	index: out.essential(out.count('Number of containers accepted in this index before this one')),
	bytes: out.essential(out.hex('Hex with a checksum')),
	timestamp: out.dateTime(
		'When this node accepted it; for containers indexed while bootstrapping, the time of bootstrapping',
	),
	encoding: out.text('hex'),
});

/** A container by its id. */
export const getContainer = declare({
	id: 'index.getContainer',
	...COMMON,
	entry: { value: 'getContainer', name: 'Get Container' },
	action: 'Get a container by its ID',
	description:
		'index.getContainerByID: returns one accepted container (a block in its proposervm wrapper, or a vertex) by its ID in the index, with its bytes, its position in the index and when this node accepted it',
	call: call('index.getContainerByID'),
	input: fieldSet({ index: index(), id: containerId(), encoding: hexEncoding('bytes') }),
	output: CONTAINER,
});

/** A container by its index. */
export const getContainerByIndex = declare({
	id: 'index.getContainerByIndex',
	...COMMON,
	entry: { value: 'getContainerByIndex', name: 'Get Container by Index' },
	action: 'Get a container by its position in the index',
	description:
		'index.getContainerByIndex: returns the container at a position in the order of acceptance, counted from 0: a block in its proposervm wrapper, whose ID Get Block does not accept, or a vertex; in a complete index, block height 1 is at index 0',
	call: call('index.getContainerByIndex'),
	input: fieldSet({
		index: index(),
		containerIndex: field(bigWhole(), {
			in: 'params',
			name: 'index',
			label: 'Container Index',
			description: 'Number of containers accepted before it; the first is 0',
			placeholder: '1024',
			default: '0',
		}),
		encoding: hexEncoding('bytes'),
	}),
	output: CONTAINER,
});

/** The documents show a bare array, nodes return an object, and an empty range is null. */
function asContainers(answer: unknown): unknown {
	if (answer === null) return { containers: [] };
	if (Array.isArray(answer)) return { containers: answer };
	const isEmpty =
		typeof answer === 'object' && 'containers' in answer! && answer.containers === null;
	return isEmpty ? { ...answer, containers: [] } : answer;
}

/** The page size, which is always sent: a node rejects a call without it. */
function numToFetch() {
	const rule = `must be a whole number, from 0 to ${LARGEST_RANGE}`;
	const kind = { control: 'number', rule, min: 0, max: LARGEST_RANGE } as const;
	const size = () =>
		whole(0, LARGEST_RANGE).schema.default(LARGEST_RANGE) as z.ZodType<number, number | string>;
	return field(value(size, kind).optional(), {
		in: 'params',
		label: 'Page Size',
		description:
			'Number of containers in one call, from 0 to 1024; current nodes reject 0, others return nothing',
		default: LARGEST_RANGE,
		show: 'paging',
	});
}

/** Containers in the order of acceptance. */
export const getManyContainers = declareList({
	id: 'index.getManyContainers',
	...COMMON,
	entry: { value: 'getManyContainers', name: 'Get Many Containers' },
	action: 'Get many containers',
	description:
		'index.getContainerRange: lists accepted containers in the order of acceptance from a start index on: blocks in their proposervm wrapper, whose IDs Get Block does not accept, or vertices; a start beyond the last one is an error',
	call: call('index.getContainerRange'),
	input: fieldSet({
		index: index(),
		startIndex: field(bigWhole(), {
			in: 'params',
			label: 'Start Index',
			description: 'Position of the first container to get; 0 is the first of all',
			placeholder: '1024',
			default: '0',
		}),
		numToFetch: numToFetch(),
		encoding: hexEncoding('bytes'),
	}),
	output: out.object({ containers: out.essential(out.list(CONTAINER)) }),
	adapt: asContainers,
	items: 'containers',
	paging: { style: 'range', maxPageSize: LARGEST_RANGE },
	bounds: {
		unit: 'indexes',
		start: { field: 'startIndex', is: 'inclusive' },
		order: 'asc',
		position: (item) => [item.index],
	},
});

/** Index of a container. */
export const getIndexOfContainer = declare({
	id: 'index.getIndexOfContainer',
	...COMMON,
	entry: { value: 'getIndexOfContainer', name: 'Get Index of Container' },
	action: 'Get the index of a container',
	description:
		'index.getIndex: returns the position of a container in the order of acceptance; an ID that is not in the index, such as the block ID that Get Block takes, is an error',
	call: call('index.getIndex'),
	input: fieldSet({ index: index(), id: containerId(), encoding: hexEncoding('bytes') }),
	output: out.object({
		index: out.essential(out.count('Number of containers accepted before this one')),
	}),
});

/** The newest container. */
export const getLastAcceptedContainer = declare({
	id: 'index.getLastAcceptedContainer',
	changing: true,
	...COMMON,
	entry: { value: 'getLastAcceptedContainer', name: 'Get Last Accepted Container' },
	action: 'Get the last accepted container',
	description:
		'index.getLastAccepted: returns the newest container of the index, a block in its proposervm wrapper, whose ID Get Block does not accept; use its index to continue from there later',
	call: call('index.getLastAccepted'),
	input: fieldSet({ index: index(), encoding: hexEncoding('bytes') }),
	output: CONTAINER,
});

/** Acceptance of a container: true if the index contains it. */
export const getAcceptance = declare({
	id: 'index.getAcceptance',
	...COMMON,
	entry: { value: 'getAcceptance', name: 'Get Acceptance' },
	action: 'Get whether a container was accepted',
	description:
		'index.isAccepted: returns true if the container is in the index, and false if the ID is not in the index, also for the block ID that Get Block takes',
	call: call('index.isAccepted'),
	input: fieldSet({ index: index(), id: containerId(), encoding: hexEncoding('bytes') }),
	output: out.object({ isAccepted: out.essential(out.flag()) }),
});
