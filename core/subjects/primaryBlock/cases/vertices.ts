import type { World } from '../../../testing/network';
import { casesOfGet } from '../../../testing/cases/expected';

/** Lists of vertices of the X-Chain, which has none since its upgrade of 2023. */

/** The height with the most vertices. */
function crowdedHeight({ node }: World): number {
	const all = node.vertices();
	const countAt = (height: number) => all.filter((vertex) => vertex.height === height).length;
	const heights = [...new Set(all.map(({ height }) => height))];
	return heights.sort((a, b) => countAt(b) - countAt(a))[0];
}

const vertex = { parentHashes: ['p'], txCount: 1 };
const chainInfo = { chainName: 'x-chain', network: 'mainnet' };

export const vertices = [
	...casesOfGet('primaryBlock.getManyVertices', {
		input: { network: 'mainnet', pageSize: 40 },
		path: '/v1/networks/mainnet/blockchains/x-chain/vertices?pageSize=40',
		answers: [[{ vertices: [vertex], chainInfo }, [vertex]]],
		missing: true,
		world: () => ({ network: 'mainnet' }),
		inWorld: {
			part: ({ vertexHash, vertexHeight }) => ({ vertexHash, vertexHeight }),
			// The newest one comes first.
			expected: ({ node }) =>
				[...node.vertices()].reverse().map(({ id, height }) => {
					return { vertexHash: id, vertexHeight: height };
				}),
		},
		source: 'openapi: Primary Network Vertices',
	}),
	...casesOfGet('primaryBlock.getManyVerticesByHeight', {
		input: { network: 'mainnet', vertexHeight: '7', sortOrder: 'asc' },
		path: '/v1/networks/mainnet/blockchains/x-chain/vertices:listByHeight?vertexHeight=7&sortOrder=asc',
		answers: [[{ vertices: [], chainInfo }, []]],
		world: (world) => ({ network: 'mainnet', vertexHeight: crowdedHeight(world) }),
		inWorld: {
			part: ({ vertexHash, vertexHeight }) => ({ vertexHash, vertexHeight }),
			expected(world) {
				const at = world.node.vertices().filter(({ height }) => height === crowdedHeight(world));
				return at.map(({ id, height }) => ({ vertexHash: id, vertexHeight: height }));
			},
			unordered: true,
		},
		source: 'openapi: Primary Network Vertices',
	}),
];
