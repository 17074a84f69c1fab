import type { EvmChain } from '../../world';
import { transactionOf, transfersAt } from '../../world/evmTransactions';
import { type Transfer, isErc20, tokensOf } from '../../world/tokens';
import { ServiceFailure } from '../../rest/failure';
import { type Call, type Endpoint, evmAddressOf, isDescending, listed } from '../../rest/endpoint';
import { heightOf } from './evmBlocks';
import { evmChainOf, inRange, placeJson, transferDetails } from './evm';
import { companions, erc20Of, nativeJson } from './evmTransactions';

/** Lists of transactions of EVM chains: the same ones that are found by their hashes. */

const OF_ADDRESS = '/v1/chains/{chainId}/addresses/{address}/transactions';

/** What transactions and transfers an address took part in, newest first. */
function ofAddress(call: Call): Transfer[] {
	return inRange(
		call,
		tokensOf(call.world, evmChainOf(call)).transfersOf(String(call.input.address)),
	);
}

type Listed = object | object[];

/** An endpoint that lists what becomes of each transfer: one item, several or none. */
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

/** One kind of what transactions did, each with its place. */
function partsOf(name: Part) {
	return (call: Call, chain: EvmChain, transfer: Transfer): object[] => {
		const parts: Partial<Record<Part, object[]>> = companions(call, chain, transfer);
		const place = placeJson(call.dialect, transfer);
		return (parts[name] ?? []).map((part) => ({ ...place, ...part }));
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
				const transfers = ofStatus(call, tokensOf(call.world, chain).transactions());
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
		const found = transfersAt(tokensOf(call.world, chain), heightOf(call, chain));
		const pageSize = Number(call.input.pageSize) || found.length;
		const sized = { ...call, input: { ...call.input, pageSize } };
		const json = (transfer: Transfer) => nativeJson(call, chain, transfer);
		return listed(sized, 'transactions', found, json);
	},
};

function sentOrCalled(call: Call): Transfer[] {
	const chain = evmChainOf(call);
	const address = evmAddressOf(call);
	const all = newestFirst(tokensOf(call.world, chain).transactions());
	return inRange(call, all).filter(({ from, token }) => [from, token.address].includes(address));
}

function latest(call: Call): Transfer[] {
	const transfers = tokensOf(call.world, evmChainOf(call)).transactions();
	return newestFirst(ofStatus(call, transfers));
}

/** The transfers of a token contract. */
const ofToken: Endpoint = {
	method: 'GET',
	path: '/v1/chains/{chainId}/tokens/{address}/transfers',
	answer(call) {
		const chain = evmChainOf(call);
		const tokens = tokensOf(call.world, chain);
		const address = evmAddressOf(call);
		const isKnown = [...tokens.erc20, ...tokens.erc721, ...tokens.erc1155].some(
			(contract) => contract.address === address,
		);
		if (!isKnown) throw new ServiceFailure(404, `Token ${address} not found`);
		const place = (transfer: Transfer) => placeJson(call.dialect, transfer);
		const all = inRange(call, newestFirst(tokens.transfers())).flatMap((transfer): object[] => {
			if (isErc20(transfer) && transfer.token.address === address) {
				return [{ ...place(transfer), ...transferDetails(call.dialect, transfer) }];
			}
			const { erc721Transfers = [], erc1155Transfers = [] } = companions(call, chain, transfer);
			const nfts = [
				...erc721Transfers.filter(({ erc721Token }) => erc721Token.address === address),
				...erc1155Transfers.filter(({ erc1155Token }) => erc1155Token.address === address),
			];
			return nfts.map((one) => ({ ...place(transfer), ...one }));
		});
		return listed(call, 'transfers', all, (one) => one);
	},
};

export const evmTransactionLists: Endpoint[] = [
	list(OF_ADDRESS, inOrder, whole),
	list(OF_ADDRESS.replace('v1', 'v2'), inOrder, (call, chain, transfer) => {
		const { erc20Transfers, ...rest } = whole(call, chain, transfer);
		const tokenReputation = transfer.malicious ? 'Malicious' : 'Benign';
		const shown = transfer.malicious && call.input.filterSpamTokens ? [] : erc20Transfers;
		const known = shown?.map((one) => {
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
	ofToken,
];
