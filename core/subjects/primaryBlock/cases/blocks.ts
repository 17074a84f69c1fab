import { cb58Decode } from '../../..';
import type { World } from '../../../testing/network';
import type { OperationCase } from '../../../testing/cases/operationCase';

/** Blocks of the P-, X- and C-Chain, and a vertex of the X-Chain. */

const source = 'openapi: Primary Network Blocks';
const NODE = 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg';
const HASH = '5615di9ytxujackzaXNrVuWQy5y8Yrt8chPCscMr5Ku9YxJ1S';
const EVM_HASH = '0x17533aeb5193378b9ff441d61728e7a2ebaf10f61fd5310759451627dfca2e7c';
const NETWORK = { network: 'mainnet' };
const CHAINS = '/v1/networks/mainnet/blockchains';

const block = {
	blockNumber: '25811376',
	blockHash: HASH,
	parentHash: '82qPRREHmh8Cfta4PGD6GymY9ZLyvgYugqW6hj9FykpMVRz1S',
	blockTimestamp: 1_648_672_486,
	blockType: 'BanffStandardBlock',
	txCount: 1,
	transactions: ['3P91K6nuDFvDodcRuJTsgdf9SvYe5pMiKk38HppsoeAiEztCP'],
	blockSizeBytes: 1234,
	l1ValidatorsAccruedFees: 4321,
	activeL1Validators: 7,
	currentSupply: '460000000000000000',
	proposerDetails: {
		proposerId: HASH,
		proposerParentId: HASH,
		proposerNodeId: NODE,
		proposerPChainHeight: 25_811_370,
		proposerTimestamp: 1_648_672_486,
	},
};
const item = { ...block, blockNumber: 25_811_376, l1ValidatorsAccruedFees: '4321' };
const chainInfo = { chainName: 'p-chain', network: 'mainnet' };

/** The node that proposed a block of the world. */
function proposer({ node }: World): string {
	return node.primary.current()[0].nodeId;
}

export const primaryBlocks: OperationCase[] = [
	{
		id: 'primaryBlock.get',
		input: { ...NETWORK, blockchainId: 'p-chain', blockId: 25_811_376 },
		request: { path: `${CHAINS}/p-chain/blocks/25811376` },
		answer: { json: block },
		items: [item],
		world: ({ node }) => ({
			...NETWORK,
			blockchainId: 'p-chain',
			blockId: node.chain('P').block(5)?.id,
		}),
		source,
	},
	{
		id: 'primaryBlock.get',
		input: { ...NETWORK, blockchainId: 'x-chain', blockId: HASH },
		request: { path: `${CHAINS}/x-chain/blocks/${HASH}` },
		answer: { json: { blockHash: HASH, blockNumber: '7' } },
		missing: true,
		items: [{ blockHash: HASH, blockNumber: 7 }],
		source,
	},
	{
		id: 'primaryBlock.get',
		input: { ...NETWORK, blockchainId: 'c-chain', blockId: EVM_HASH },
		request: { path: `${CHAINS}/c-chain/blocks/${EVM_HASH}` },
		answer: { json: { blockHash: EVM_HASH, blockNumber: '7' } },
		missing: true,
		items: [{ blockHash: EVM_HASH, blockNumber: 7 }],
		world: ({ node }) => {
			const { id } = node.chain('C').block(5) ?? { id: '' };
			const hash = Buffer.from(cb58Decode(id) ?? []).toString('hex');
			return { ...NETWORK, blockchainId: 'c-chain', blockId: `0x${hash}` };
		},
		source: 'facts/openapi/data-primary-network-blocks.md; lists of the service return such hashes',
	},
	{
		id: 'primaryBlock.getMany',
		input: { ...NETWORK, blockchainId: 'p-chain', startTimestamp: 0, pageSize: 100 },
		request: { path: `${CHAINS}/p-chain/blocks?startTimestamp=0&pageSize=100` },
		answer: { json: { blocks: [block], chainInfo } },
		items: [item],
		world: () => ({ ...NETWORK, blockchainId: 'x-chain' }),
		source,
	},
	{
		id: 'primaryBlock.getManyByNode',
		input: { ...NETWORK, blockchainId: 'p-chain', nodeId: NODE, endTimestamp: 1_689_800_249 },
		request: { path: `${CHAINS}/p-chain/nodes/${NODE}/blocks?endTimestamp=1689800249` },
		answer: { json: { blocks: [block], chainInfo } },
		items: [item],
		world: (world) => ({ ...NETWORK, blockchainId: 'x-chain', nodeId: proposer(world) }),
		source,
	},
];

const vertex = {
	vertexHash: '82qPRREHmh8Cfta4PGD6GymY9ZLyvgYugqW6hj9FykpMVRz1S',
	parentHashes: [HASH],
	vertexHeight: 1961,
	vertexIndex: 4096,
	vertexTimestamp: 1_600_762_738,
	txCount: 1,
	transactions: ['3j9JpF1aGuQtLLbo3YkvvKkWrCZViXZjdeJQWUSEY5hcqUn2c'],
	vertexSizeBytes: 654,
};

export const vertices: OperationCase[] = [
	{
		id: 'primaryBlock.getVertex',
		input: { ...NETWORK, blockchainId: 'x-chain', vertexHash: vertex.vertexHash },
		request: { path: `${CHAINS}/x-chain/vertices/${vertex.vertexHash}` },
		answer: { json: vertex },
		items: [vertex],
		world: ({ node }) => ({
			...NETWORK,
			blockchainId: 'x-chain',
			vertexHash: node.vertices()[7].id,
		}),
		source: 'openapi: Primary Network Vertices',
	},
];
