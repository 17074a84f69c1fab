import type { ChainAlias, NetworkWorld } from '../../world';
import {
	asAsked,
	type Call,
	chainInfo,
	chainOf,
	type Endpoint,
	listed,
	networkOf,
	ownersOf,
	PRIMARY_CHAIN,
} from '../../rest/endpoint';
import { ServiceFailure } from '../../rest/failure';
import { outputJson, pUtxoJson, xUtxoJson } from '../../data/utxoJson';

const CHAINS: ChainAlias[] = ['P', 'X', 'C'];

/**
 * Outputs of addresses on a chain, each with the chains that it was made on and can be spent on. Those of
 * the atomic memory are in the lists of both chains.
 */
function owned(network: NetworkWorld, chain: ChainAlias, owners: Iterable<string>) {
	const others = CHAINS.filter((other) => other !== chain);
	const atomic = (source: ChainAlias, on: ChainAlias, owner: string) =>
		network.atomicUtxos(on, source, owner).map((utxo) => ({ utxo, source, on }));
	return [...owners].flatMap((owner) => [
		...(chain === 'C' ? [] : network.utxos(chain, owner)).map((utxo) => ({
			utxo,
			source: chain,
			on: chain,
		})),
		...others.flatMap((other) => [...atomic(other, chain, owner), ...atomic(chain, other, owner)]),
	]);
}

function list(call: Call) {
	const { input } = call;
	const chain = chainOf(call, 'P', 'X', 'C');
	const network = networkOf(call);
	const byAmount = input.sortBy === 'amount';
	const least = BigInt(Math.ceil(Number(input.minUtxoAmount ?? 0)));
	const sorted = owned(network, chain, ownersOf(call) ?? [])
		.filter(({ utxo }) => !input.assetId || utxo.assetId === input.assetId)
		.filter(({ utxo }) => utxo.amount >= least)
		.map((one, order) => ({
			...one,
			order,
			value: byAmount ? Number(one.utxo.amount) : one.utxo.timestamp,
		}))
		.sort((a, b) => a.value - b.value || a.order - b.order);
	const order = asAsked<(typeof sorted)[number]>(call, (one) => [one.value, one.order]);
	const json = ({ utxo, source, on }: (typeof sorted)[number]) =>
		chain === 'P' ? pUtxoJson(network, utxo, source, on) : xUtxoJson(network, utxo, source, on);
	return { ...listed(call, 'utxos', sorted, json, order), chainInfo: chainInfo(call, chain) };
}

function lastActivity(call: Call) {
	const chain = chainOf(call, 'P', 'X', 'C');
	const network = networkOf(call);
	const found = owned(network, chain, ownersOf(call) ?? []).map(({ utxo }) => utxo);
	if (found.length === 0) throw new ServiceFailure(404, 'No activity found for these addresses');
	const latest = found.reduce((a, b) => (b.timestamp > a.timestamp ? b : a));
	return {
		timestamp: latest.timestamp,
		blockNumber: String(latest.blockHeight),
		txHash: latest.txId,
		utxoId: outputJson(network, latest).utxoId,
		isConsumed: false,
		...chainInfo(call, chain),
	};
}

/** Primary-network queries: UTXOs and last activity, by GET and by POST. */
export const utxoEndpoints: Endpoint[] = (['GET', 'POST'] as const).flatMap((method) => [
	{ method, path: `${PRIMARY_CHAIN}/utxos`, answer: list },
	{ method, path: `${PRIMARY_CHAIN}/lastActivityTimestampByAddresses`, answer: lastActivity },
]);
