import type { Vertex } from '../../world';
import { ServiceFailure } from '../failure';
import { byIndex } from '../pages';
import {
	type Call,
	chainInfo,
	chainOf,
	type Endpoint,
	isDescending,
	networkOf,
	next,
	pageOf,
} from '../endpoint';

function vertexJson(vertex: Vertex) {
	return {
		vertexHash: vertex.id,
		parentHashes: vertex.parentIds,
		vertexHeight: vertex.height,
		vertexIndex: vertex.index,
		vertexTimestamp: vertex.timestamp,
		txCount: vertex.txIds.length,
		transactions: vertex.txIds,
		vertexSizeBytes: vertex.bytes.length,
	};
}

function answer(call: Call, found: readonly Vertex[], descending: boolean) {
	chainOf(call, 'X');
	const { items, nextPageToken } = pageOf(call, found, byIndex, descending);
	const vertices = items.map(vertexJson);
	return { ...next(nextPageToken), vertices, chainInfo: chainInfo(call, 'X') };
}

/** Primary-network queries: the latest vertices of the X-Chain, newest first. */
export const listVertices: Endpoint = {
	method: 'GET',
	path: '/v1/networks/{network}/blockchains/{blockchainId}/vertices',
	answer: (call) => answer(call, networkOf(call).vertices(), true),
};

/** Primary-network queries: the vertices at a height. */
export const listVerticesByHeight: Endpoint = {
	method: 'GET',
	path: '/v1/networks/{network}/blockchains/{blockchainId}/vertices:listByHeight',
	answer(call) {
		const height = Number(call.input.vertexHeight);
		const found = networkOf(call)
			.vertices()
			.filter((vertex) => vertex.height === height);
		return answer(call, found, isDescending(call));
	},
};

/** Primary-network queries: one vertex. */
export const vertexByHash: Endpoint = {
	method: 'GET',
	path: '/v1/networks/{network}/blockchains/{blockchainId}/vertices/{vertexHash}',
	answer(call) {
		chainOf(call, 'X');
		const hash = String(call.input.vertexHash);
		const found = networkOf(call)
			.vertices()
			.find(({ id }) => id === hash);
		if (!found) throw new ServiceFailure(404, `Vertex ${hash} not found`);
		return vertexJson(found);
	},
};
