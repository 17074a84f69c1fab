import { z } from 'zod/v4';
import { declare, field } from '../declare';
import { whole } from '../kinds';
import { many, number, seconds, text, texts } from '../shared';
import { inputOf, network, pageSize, pageToken, sortOrder, xChain } from './fields';
import { chainInfo } from './shapes';

function vertices() {
	return z.looseObject({
		nextPageToken: text(),
		vertices: many({
			vertexHash: text('In cb58'),
			parentHashes: texts(),
			vertexHeight: number(),
			vertexIndex: number(),
			vertexTimestamp: seconds('When the vertex was made'),
			txCount: number(),
			transactions: texts('Transaction hashes in cb58'),
			vertexSizeBytes: number(),
		}),
		chainInfo: chainInfo(),
	});
}

/** The latest vertices of the X-Chain. */
export const listVertices = declare({
	id: 'vertex.getMany',
	node: 'avalanche',
	resource: 'Vertex',
	operation: 'Get Many',
	action: 'Get many X-Chain vertices',
	description:
		'Lists the latest vertices of the X-Chain; these are history, since the chain has made blocks instead since the Cortina upgrade of 2023',
	service: 'data',
	call: {
		type: 'http',
		method: 'GET',
		path: '/v1/networks/{network}/blockchains/{blockchainId}/vertices',
	},
	input: inputOf({
		network: network(),
		blockchainId: xChain(),
		pageSize: pageSize(),
		pageToken: pageToken(),
	}),
	output: vertices,
	paging: { style: 'token', items: 'vertices', maxPageSize: 100 },
	cost: 20,
	spec: 'Chain data: Primary-network queries',
});

/** The vertices of one height. */
export const listVerticesByHeight = declare({
	id: 'vertex.getManyByHeight',
	node: 'avalanche',
	resource: 'Vertex',
	operation: 'Get Many by Height',
	action: 'Get many X-Chain vertices by height',
	description: 'Lists the vertices of the X-Chain at one height; several may share it',
	service: 'data',
	call: {
		type: 'http',
		method: 'GET',
		path: '/v1/networks/{network}/blockchains/{blockchainId}/vertices:listByHeight',
	},
	input: inputOf({
		network: network(),
		vertexHeight: field(whole(0), {
			in: 'query',
			label: 'Vertex Height',
			description: 'Height of the vertices, 0 or more',
			placeholder: '1022',
			default: 0,
		}),
		blockchainId: xChain(),
		sortOrder: sortOrder(),
		pageSize: pageSize(),
		pageToken: pageToken(),
	}),
	output: vertices,
	paging: { style: 'token', items: 'vertices', maxPageSize: 100 },
	cost: 20,
	spec: 'Chain data: Primary-network queries',
});
