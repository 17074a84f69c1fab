import type { EmulatedRoom } from '../room';
import type { EvmChain } from '../world';
import { transactionOf, transfersAt } from '../world/evmTransactions';
import { isErc20 } from '../world/tokens';
import type { Transfer } from '../../core/testing/network';
import { ServiceFailure } from '../rest/failure';
import { type Call, type Endpoint, evmAddressOf, isDescending, listed } from '../rest/endpoint';
import { evmChainOf, heightOf, inRange, transactionJson, transferJson } from '../data/evm';
import { companions, erc20Of, nativeJson, transactionInDetail } from '../data/evmTransactions';

/** Lists of transactions of EVM chains: the same ones that are found by their hashes. */

const OF_ADDRESS = '/v1/chains/{chainId}/addresses/{address}/transactions';

/** Transactions and transfers of an address, newest first. */
function ofAddress(call: Call): Transfer[] {
	return inRange(call, call.world.tokens(evmChainOf(call)).transfersOf(String(call.input.address)));
}

type Listed = object | object[];

/** An endpoint whose list has one item, several or none for each transfer. */
function list(
	path: string,
	find: (call: Call) => Transfer[],
	each: (call: Call, chain: EvmChain, transfer: Transfer) => Listed,
): Endpoint {
	return {
		method: 'GET',
		path,
		answer(call) {
			const chain = evmChainOf(call);
			const all = find(call).flatMap((transfer) => each(call, chain, transfer));
			return listed(call, 'transactions', all, (one) => one);
		},
	};
}

/** A transaction with all that it did. */
function whole(call: Call, chain: EvmChain, transfer: Transfer) {
	const parts = companions(call, chain, transfer);
	return {
		nativeTransaction: nativeJson(call, chain, transfer),
		...erc20Of(call, transfer),
		...parts,
	};
}

function inOrder(call: Call): Transfer[] {
	const found = ofAddress(call);
	return isDescending(call) ? found : found.reverse();
}

type Part = 'erc721Transfers' | 'erc1155Transfers' | 'internalTransactions';

/** One kind of what transactions did, each with its transaction. */
function partsOf(name: Part) {
	return (call: Call, chain: EvmChain, transfer: Transfer): object[] => {
		const parts: Partial<Record<Part, object[]>> = companions(call, chain, transfer);
		const transaction = transactionJson(call.dialect, transfer);
		return (parts[name] ?? []).map((part) => ({ ...transaction, ...part }));
	};
}

/** Only transactions that ended as `status` asks. */
function ofStatus({ input }: Call, transfers: readonly Transfer[]): Transfer[] {
	const { status } = input;
	if (status === undefined) return [...transfers];
	return transfers.filter((one) => transactionOf(one).succeeded === (status === 'success'));
}

const newestFirst = (transfers: readonly Transfer[]) => [...transfers].reverse();

/** The latest of every chain that answers, by time. */
const allChains: Endpoint = {
	method: 'GET',
	path: '/v1/transactions',
	answer(call) {
		const network = call.input.network === 'testnet' ? 'fuji' : call.input.network;
		const all = call.world.evmChains
			.filter((chain) => chain.status === 'OK' && (!network || chain.network === network))
			.flatMap((chain) => {
				const transfers = ofStatus(call, call.world.tokens(chain).transactions());
				return newestFirst(transfers).map((transfer) => ({ chain, transfer }));
			})
			.sort((a, b) => b.transfer.blockTimestamp - a.transfer.blockTimestamp);
		type Latest = (typeof all)[number];
		const json = ({ chain, transfer }: Latest) => nativeJson(call, chain, transfer);
		return listed(call, 'transactions', all, json);
	},
};

/** A page size of 0 means all of them. */
const ofBlock: Endpoint = {
	method: 'GET',
	path: '/v1/chains/{chainId}/blocks/{blockId}/transactions',
	answer(call) {
		const chain = evmChainOf(call);
		const found = transfersAt(call.world.tokens(chain), heightOf(call, chain));
		const pageSize = Number(call.input.pageSize) || found.length;
		const sized = { ...call, input: { ...call.input, pageSize } };
		const json = (transfer: Transfer) => nativeJson(call, chain, transfer);
		return listed(sized, 'transactions', found, json);
	},
};

function sentOrCalled(call: Call): Transfer[] {
	const chain = evmChainOf(call);
	const address = evmAddressOf(call);
	const all = newestFirst(call.world.tokens(chain).transactions());
	return inRange(call, all).filter(({ from, token }) => [from, token.address].includes(address));
}

function latest(call: Call): Transfer[] {
	const transfers = call.world.tokens(evmChainOf(call)).transactions();
	return newestFirst(ofStatus(call, transfers));
}

/** EVM queries: ERC-20 transfers of an address in [startBlock, endBlock), newest first. */
const listErc20: Endpoint = {
	method: 'GET',
	path: '/v1/chains/{chainId}/addresses/{address}/transactions:listErc20',
	answer(call) {
		const chain = evmChainOf(call);
		const all = call.world.tokens(chain).transfersOf(String(call.input.address));
		const json = (transfer: Transfer) => transferJson(call.dialect, transfer);
		return listed(call, 'transactions', inRange(call, all.filter(isErc20)), json);
	},
};

/** EVM queries: one transaction in detail. */
const evmTransaction: Endpoint = {
	method: 'GET',
	path: '/v1/chains/{chainId}/transactions/{txHash}',
	answer(call) {
		const chain = evmChainOf(call);
		const txHash = String(call.input.txHash);
		const transfer = call.world.tokens(chain).transferByHash(txHash);
		if (!transfer) throw new ServiceFailure(404, `Transaction ${txHash} not found`);
		return transactionInDetail(call, chain, transfer);
	},
};

const endpoints: Endpoint[] = [
	list(OF_ADDRESS, inOrder, whole),
	list(OF_ADDRESS.replace('v1', 'v2'), inOrder, (call, chain, transfer) => {
		const { erc20Transfers, ...rest } = whole(call, chain, transfer);
		const tokenReputation = transfer.malicious ? 'Malicious' : 'Benign';
		const transfers = transfer.malicious && call.input.filterSpamTokens ? [] : erc20Transfers;
		const known = transfers?.map((one) => {
			return { ...one, erc20Token: { ...one.erc20Token, tokenReputation } };
		});
		return { ...rest, ...(known && { erc20Transfers: known }) };
	}),
	list(`${OF_ADDRESS}:listNative`, sentOrCalled, nativeJson),
	list(`${OF_ADDRESS}:listErc721`, ofAddress, partsOf('erc721Transfers')),
	list(`${OF_ADDRESS}:listErc1155`, ofAddress, partsOf('erc1155Transfers')),
	list(`${OF_ADDRESS}:listInternals`, ofAddress, partsOf('internalTransactions')),
	list('/v1/chains/{chainId}/transactions', latest, nativeJson),
	allChains,
	ofBlock,
	listErc20,
	evmTransaction,
];

export const emulated = { data: endpoints } satisfies EmulatedRoom;
