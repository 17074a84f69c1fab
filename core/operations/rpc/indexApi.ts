import { z } from 'zod/v4';
import { type Choice, declare, field } from '../declare';
import { bigWhole, choice, id, whole } from '../kinds';
import { text } from '../shared';
import { NODE, hexEncoding, param } from './fields';

/** The index API: containers in the order in which this node accepted them. */

const INDEX = { ...NODE, resource: 'Index', spec: 'Node: Index API' } as const;

const INDEXES = ['C/block', 'P/block', 'X/block', 'X/tx', 'X/vtx'] as const;

const INDEX_CHOICES: readonly Choice[] = [
	{ value: 'C/block', name: 'C-Chain Blocks' },
	{ value: 'P/block', name: 'P-Chain Blocks' },
	{ value: 'X/block', name: 'X-Chain Blocks' },
	{ value: 'X/tx', name: 'X-Chain Transactions' },
	{
		value: 'X/vtx',
		name: 'X-Chain Vertices (Deprecated)',
		description: 'History only: nodes from v1.10.0 write X-Chain Blocks instead',
	},
];

function call(method: string) {
	return { type: 'rpc', endpoint: '/ext/index/{containers}', method, params: 'named' } as const;
}

/** Which of the five indexes is asked. */
function containers() {
	return {
		containers: field(choice(INDEXES, INDEX_CHOICES), {
			in: 'path',
			label: 'Index Of',
			description: 'What the index holds; the node must run with --index-enabled',
			default: 'X/block',
		}),
	};
}

function containerId() {
	return param(id('a container id'), {
		label: 'Container ID',
		description: 'ID of the block, transaction or vertex, cb58',
		placeholder: '2oJCbb8pfdxEHAf9A8CdN4Afj9VSR3xzyzNkf8tDv7aM1sfNFL',
	});
}

function container() {
	return z.looseObject({
		id: z.string().describe('cb58'),
		bytes: z.string().describe('0x hex with a checksum at the end'),
		timestamp: text('When this node accepted it, RFC 3339'),
		encoding: text(),
		index: z.union([z.number(), z.string()]).describe('Containers accepted before it'),
	});
}

export const getContainerById = declare({
	...INDEX,
	id: 'index.getContainerById',
	operation: 'Get Container',
	action: 'Get an index container by ID',
	description: 'Returns the block, transaction or vertex with this id (index.getContainerByID)',
	call: call('index.getContainerByID'),
	input: z.strictObject({ ...containers(), id: containerId(), encoding: hexEncoding() }),
	output: container,
});

export const getContainerByIndex = declare({
	...INDEX,
	id: 'index.getContainerByIndex',
	operation: 'Get Container by Index',
	action: 'Get an index container by index',
	description: 'Returns the container at this place; the first is 0 (index.getContainerByIndex)',
	call: call('index.getContainerByIndex'),
	input: z.strictObject({
		...containers(),
		index: param(bigWhole(), {
			label: 'Index',
			description: 'Place of the container, a whole number from 0',
			placeholder: '0',
		}),
		encoding: hexEncoding(),
	}),
	output: container,
});

export const getContainerRange = declare({
	...INDEX,
	id: 'index.getContainerRange',
	operation: 'Get Many Containers',
	action: 'Get many index containers',
	description: 'Lists containers in the order of their acceptance (index.getContainerRange)',
	call: call('index.getContainerRange'),
	input: z.strictObject({
		...containers(),
		startIndex: param(bigWhole(), {
			label: 'Start Index',
			description: 'Place of the first container, a whole number from 0',
			placeholder: '0',
			default: '0',
		}),
		numToFetch: param(whole(0, 1024).optional(), {
			label: 'Page Size',
			description: 'Containers of one request (numToFetch), 0 to 1024',
			default: 1024,
			show: 'paging',
		}),
		encoding: hexEncoding(),
	}),
	// The spec says an array, deployed nodes send an object, and none is null.
	output: () =>
		z.preprocess(
			(answer) => (Array.isArray(answer) || answer === null ? { containers: answer ?? [] } : answer),
			z.looseObject({ containers: z.array(container()) }),
		),
	paging: { style: 'range', items: 'containers', maxPageSize: 1024 },
});

export const getIndex = declare({
	...INDEX,
	id: 'index.getIndex',
	operation: 'Get Index of Container',
	action: 'Get the index of a container',
	description: 'Returns the place of a container in the index (index.getIndex)',
	call: call('index.getIndex'),
	input: z.strictObject({ ...containers(), id: containerId(), encoding: hexEncoding() }),
	output: () => z.looseObject({ index: z.union([z.number(), z.string()]) }),
});

export const getLastAccepted = declare({
	...INDEX,
	id: 'index.getLastAccepted',
	operation: 'Get Last Accepted',
	action: 'Get the last accepted container',
	description: 'Returns the newest container of the index (index.getLastAccepted)',
	call: call('index.getLastAccepted'),
	input: z.strictObject({ ...containers(), encoding: hexEncoding() }),
	output: container,
});

export const isAccepted = declare({
	...INDEX,
	id: 'index.isAccepted',
	operation: 'Is Accepted',
	action: 'Check whether a container is accepted',
	description: 'Returns whether the index holds a container (index.isAccepted)',
	call: call('index.isAccepted'),
	input: z.strictObject({ ...containers(), id: containerId(), encoding: hexEncoding() }),
	output: () => z.looseObject({ isAccepted: z.boolean() }),
});
