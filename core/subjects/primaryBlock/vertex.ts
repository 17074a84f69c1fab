import { fieldSet } from '../../fields/fieldSet';
import * as out from '../../fields/outputs';
import { field } from '../../fields/field';
import { declare, declareList } from '../../operations/declare';
import { dataResources } from '../resources';
import { byToken, pages } from '../../operations/pages';
import { id } from '../../fields/identifiers';
import { whole } from '../../fields/inputs';
import { network, sortOrder, xChain, xChainOfPath } from '../shared/data/fields';
import { chainPage } from '../shared/data/shapes';

const COMMON = {
	node: 'avalanche',
	resource: dataResources.primaryBlock,
	service: 'data',
	cost: 20,
	spec: 'Chain data: Primary-network queries',
} as const;

const VERTEX = {
	vertexHash: out.hash('In cb58'),
	parentHashes: out.texts(),
	vertexHeight: out.count(),
	vertexIndex: out.count(),
	vertexTimestamp: out.seconds('When the vertex was created'),
	txCount: out.count(),
	transactions: out.texts('Transaction hashes (cb58)'),
	vertexSizeBytes: out.count(),
};

/** The parts that both lists share. */
const LIST = {
	...COMMON,
	output: chainPage({ vertices: out.many(VERTEX) }),
	items: 'vertices',
	paging: byToken(),
} as const;

/** One vertex. */
export const getVertex = declare({
	id: 'primaryBlock.getVertex',
	...COMMON,
	entry: { value: 'getVertex', name: 'Get Vertex' },
	action: 'Get an X-Chain vertex',
	description:
		'Returns one vertex of the X-Chain by its hash; no vertices were added since the Cortina upgrade of 2023, which introduced blocks',
	call: {
		type: 'http',
		method: 'GET',
		path: '/v1/networks/{network}/blockchains/{blockchainId}/vertices/{vertexHash}',
	},
	input: fieldSet({
		network: network(),
		vertexHash: field(id('a vertex hash'), {
			in: 'path',
			label: 'Vertex Hash',
			description: 'Hash of the vertex (cb58)',
			placeholder: '3P91K6nuDFvDodcRuJTsgdf9SvYe5pMiKk38HppsoeAiEztCP',
		}),
		blockchainId: xChainOfPath(),
	}),
	output: out.object({ ...VERTEX, vertexHash: out.essential(out.hash('In cb58')) }),
});

/** The latest vertices of the X-Chain. */
export const getManyVertices = declareList({
	id: 'primaryBlock.getManyVertices',
	...LIST,
	entry: { value: 'getManyVertices', name: 'Get Many Vertices' },
	action: 'Get many X-Chain vertices',
	description:
		'Lists the latest vertices of the X-Chain; none were added since the Cortina upgrade of 2023, which introduced blocks',
	call: {
		type: 'http',
		method: 'GET',
		path: '/v1/networks/{network}/blockchains/{blockchainId}/vertices',
	},
	input: fieldSet({
		network: network(),
		blockchainId: xChain(),
		...pages(),
	}),
});

/** The vertices of one height. */
export const getManyVerticesByHeight = declareList({
	id: 'primaryBlock.getManyVerticesByHeight',
	...LIST,
	entry: { value: 'getManyVerticesByHeight', name: 'Get Many Vertices by Height' },
	action: 'Get many X-Chain vertices by height',
	description: 'Lists the vertices of the X-Chain at one height; there can be several',
	call: {
		type: 'http',
		method: 'GET',
		path: '/v1/networks/{network}/blockchains/{blockchainId}/vertices:listByHeight',
	},
	input: fieldSet({
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
		...pages(),
	}),
});
