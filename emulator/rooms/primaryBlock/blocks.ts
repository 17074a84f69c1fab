import { cb58Encode, hexToBytes, isEvmHash } from '../../../core';
import type { Block, ChainAlias, NetworkWorld } from '../../world';
import {
	type Call,
	chainInfo,
	chainOf,
	type Endpoint,
	found,
	listed,
	networkOf,
	PRIMARY_CHAIN,
} from '../../rest/endpoint';
import { blockHash } from '../../data/ids';

/** Validators that propose in turn. */
const PROPOSERS = 16;

const proposers = new WeakMap<NetworkWorld, string[]>();

/** The node that proposed a block; genesis has none. */
function proposerOf(network: NetworkWorld, height: number): string | undefined {
	let nodeIds = proposers.get(network);
	if (!nodeIds) {
		const all = network.primary.current().slice(0, PROPOSERS);
		proposers.set(network, (nodeIds = all.map(({ nodeId }) => nodeId)));
	}
	return height === 0 ? undefined : nodeIds[height % nodeIds.length];
}

/** The ids of a block's transactions; a staking transaction that was added has none in the ledger. */
function txsOf(network: NetworkWorld, chain: ChainAlias, { txs, height }: Block): string[] {
	if (chain !== 'P' || txs.length > 0) return txs.map(({ id }) => id);
	return network.staking
		.find({ ended: true })
		.filter(({ blockNumber }) => blockNumber === height)
		.map(({ txHash }) => txHash);
}

function blockJson(network: NetworkWorld, chain: ChainAlias, block: Block) {
	const { height, id, parentId, timestamp, bytes } = block;
	const log = network.chain(chain);
	const transactions = txsOf(network, chain, block);
	const proposerNodeId = proposerOf(network, height);
	const active = () => network.l1.all().filter(({ balance }) => balance > 0n).length;
	return {
		blockNumber: String(height),
		blockHash: blockHash(chain, id),
		parentHash: blockHash(chain, parentId),
		blockTimestamp: timestamp,
		blockType: chain === 'P' ? 'BanffStandardBlock' : 'StandardBlock',
		txCount: transactions.length,
		transactions,
		blockSizeBytes: bytes.length,
		...(chain === 'P'
			? {
					l1ValidatorsAccruedFees: height * 512,
					activeL1Validators: active(),
					currentSupply: String(network.supply),
				}
			: {}),
		...(proposerNodeId
			? {
					proposerDetails: {
						proposerId: log.container(height)?.id ?? id,
						proposerParentId: log.container(height - 1)?.id ?? parentId,
						proposerNodeId,
						proposerPChainHeight: network.chain('P').height(),
						proposerTimestamp: timestamp,
					},
				}
			: {}),
	};
}

function list(call: Call, keeps: (network: NetworkWorld, height: number) => boolean) {
	const chain = chainOf(call, 'P', 'X', 'C');
	const network = networkOf(call);
	const log = network.chain(chain);
	const from = (call.input.startTimestamp ?? 0) as number;
	const to = (call.input.endTimestamp ?? Infinity) as number;
	const blocks = Array.from({ length: log.height() + 1 }, (_, height) => log.block(height) as Block)
		.filter(({ timestamp }) => timestamp >= from && timestamp <= to)
		.filter(({ height }) => keeps(network, height));
	const json = (block: Block) => blockJson(network, chain, block);
	const order = { position: ({ height }: Block) => [height, 0] as const, descending: true };
	return { ...listed(call, 'blocks', blocks, json, order), chainInfo: chainInfo(call, chain) };
}

/** The id of a block hash as lists and the documents write it. */
function idOf(chain: ChainAlias, hash: string): string {
	return chain === 'C' && isEvmHash(hash) ? cb58Encode(hexToBytes(hash)) : hash;
}

function one(call: Call) {
	const chain = chainOf(call, 'P', 'X', 'C');
	const network = networkOf(call);
	const log = network.chain(chain);
	const id = String(call.input.blockId);
	const block = /^\d+$/.test(id) ? log.block(Number(id)) : log.byId(idOf(chain, id));
	return blockJson(network, chain, found(`Block ${id}`, block));
}

/** Primary-network queries: blocks, newest first. */
export const primaryBlockEndpoints: Endpoint[] = [
	{ method: 'GET', path: `${PRIMARY_CHAIN}/blocks/{blockId}`, answer: one },
	{ method: 'GET', path: `${PRIMARY_CHAIN}/blocks`, answer: (call) => list(call, () => true) },
	{
		method: 'GET',
		path: `${PRIMARY_CHAIN}/nodes/{nodeId}/blocks`,
		answer: (call) =>
			list(call, (network, height) => proposerOf(network, height) === call.input.nodeId),
	},
];
