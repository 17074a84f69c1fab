import type { Vertex } from '../../world';
import {
	type Call,
	chainInfo,
	chainOf,
	type Endpoint,
	found,
	isDescending,
	listed,
	networkOf,
	PRIMARY_CHAIN,
} from '../../rest/endpoint';

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

function answer(call: Call, all: readonly Vertex[], descending: boolean) {
	chainOf(call, 'X');
	const page = listed(call, 'vertices', all, vertexJson, { descending });
	return { ...page, chainInfo: chainInfo(call, 'X') };
}

/** Primary-network queries: the latest vertices of the X-Chain, newest first. */
export const listVertices: Endpoint = {
	method: 'GET',
	path: `${PRIMARY_CHAIN}/vertices`,
	answer: (call) => answer(call, networkOf(call).vertices(), true),
};

/** Primary-network queries: the vertices at a height. */
export const listVerticesByHeight: Endpoint = {
	method: 'GET',
	path: `${PRIMARY_CHAIN}/vertices:listByHeight`,
	answer(call) {
		const height = Number(call.input.vertexHeight);
		const all = networkOf(call)
			.vertices()
			.filter((vertex) => vertex.height === height);
		return answer(call, all, isDescending(call));
	},
};

/** Primary-network queries: one vertex. */
export const vertexByHash: Endpoint = {
	method: 'GET',
	path: `${PRIMARY_CHAIN}/vertices/{vertexHash}`,
	answer(call) {
		chainOf(call, 'X');
		const hash = String(call.input.vertexHash);
		const all = networkOf(call).vertices();
		return vertexJson(
			found(
				`Vertex ${hash}`,
				all.find(({ id }) => id === hash),
			),
		);
	},
};
