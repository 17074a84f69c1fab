import type { EmulatedRoom } from '../room';
import { ServiceFailure } from '../rest/failure';
import type { ChainAlias, NetworkWorld, Tx, Utxo } from '../world';
import {
	asAsked,
	type Call,
	chainInfo,
	chainOf,
	type Endpoint,
	found,
	listed,
	networkOf,
	ownersOf,
	PRIMARY_CHAIN,
	setOf,
} from '../rest/endpoint';
import { assetOf } from '../data/assets';
import { blockHash, hex } from '../data/ids';
import { listedOnP, stakingTxJson, stakingTxsOf } from '../data/stakingTxs';
import { amountOf, xUtxoJson } from '../data/utxoJson';

const OWNERS = 32;
/** Address of the C-Chain that exports. */
const EXPORTER = '0x8db97c7cece249c2b98bdc0226cc4c2a57bf52fc';

/** A transaction of the X- or C-Chain as lists filter and sort it. */
interface Listed {
	txHash: string;
	txType: string;
	timestamp: number;
	addresses: readonly string[];
	assetIds: readonly string[];
	json(): object;
}

function amounts(network: NetworkWorld, parts: ReadonlyArray<{ assetId: string; amount: bigint }>) {
	return network.assets.flatMap((asset) => {
		const own = parts.filter(({ assetId }) => assetId === asset.assetId);
		return own.length === 0
			? []
			: amountOf(
					asset,
					own.reduce((sum, { amount }) => sum + amount, 0n),
				);
	});
}

/** Outputs that a transaction spends, with the owner of its first output as their owner. */
function spent(network: NetworkWorld, { inputs, outputs, timestamp, blockHeight }: Tx) {
	return inputs.map((input) => {
		const utxo: Utxo = {
			...input,
			locktime: 0,
			threshold: 1,
			addresses: outputs[0].addresses,
			timestamp: timestamp - 86_400,
			blockHeight,
		};
		return { ...xUtxoJson(network, utxo, 'X'), consumingTxTimestamp: timestamp };
	});
}

function linear(network: NetworkWorld, tx: Tx): Listed {
	const { id: txHash, timestamp, outputs } = tx;
	return {
		txHash,
		txType: 'BaseTx',
		timestamp,
		addresses: outputs.flatMap(({ addresses }) => addresses),
		assetIds: [...outputs, ...tx.inputs].map(({ assetId }) => assetId),
		json: () => ({
			txHash,
			chainFormat: 'linear',
			timestamp,
			txType: 'BaseTx',
			memo: hex(tx.memo),
			consumedUtxos: spent(network, tx).map((utxo) => ({ ...utxo, consumingTxHash: txHash })),
			emittedUtxos: outputs.map((utxo) => xUtxoJson(network, utxo, 'X')),
			amountUnlocked: amounts(network, tx.inputs),
			amountCreated: amounts(network, outputs),
			blockHeight: tx.blockHeight,
			blockHash: network.chain('X').block(tx.blockHeight)?.id,
		}),
	};
}

/** Transactions of the time before the X-Chain made blocks: of these only their vertices are known. */
function nonLinear(network: NetworkWorld): Listed[] {
	return network.vertices().flatMap(({ id, height, timestamp, txIds }) =>
		txIds.map((txHash) => {
			const assetCreated = assetOf(network, txHash);
			const txType = assetCreated ? 'CreateAssetTx' : 'BaseTx';
			return {
				txHash,
				txType,
				timestamp,
				addresses: [],
				assetIds: assetCreated ? [txHash] : [],
				json: () => ({
					txHash,
					chainFormat: 'non-linear',
					timestamp,
					txType,
					...(assetCreated && { assetCreated }),
					memo: '0x',
					consumedUtxos: [],
					emittedUtxos: [],
					amountUnlocked: [],
					amountCreated: [],
					vertices: [{ hash: id, height, timestamp }],
				}),
			};
		}),
	);
}

/** Exports from the C-Chain that are not imported yet. */
function exports(network: NetworkWorld): Listed[] {
	const targets: ChainAlias[] = ['P', 'X'];
	const owners = Array.from({ length: OWNERS }, (_, index) => network.address(index));
	return targets.flatMap((target) =>
		owners.flatMap((owner) =>
			network.atomicUtxos(target, 'C', owner).map((utxo): Listed => {
				const amount = amounts(network, [utxo]);
				return {
					txHash: utxo.txId,
					txType: 'ExportTx',
					timestamp: utxo.timestamp,
					addresses: [...utxo.addresses, EXPORTER],
					assetIds: [utxo.assetId],
					json: () => ({
						txHash: utxo.txId,
						blockHeight: utxo.blockHeight,
						blockHash: blockHash('C', network.chain('C').block(utxo.blockHeight)?.id ?? ''),
						timestamp: utxo.timestamp,
						memo: '0x',
						amountUnlocked: amount,
						amountCreated: amount,
						sourceChain: network.chains.C,
						destinationChain: network.chains[target],
						txType: 'ExportTx',
						evmInputs: [
							{
								fromAddress: EXPORTER,
								asset: amount[0],
								credentials: [],
							},
						],
						emittedUtxos: [xUtxoJson(network, utxo, 'C', target)],
					}),
				};
			}),
		),
	);
}

const known = new WeakMap<NetworkWorld, Partial<Record<'X' | 'C', Listed[]>>>();

/** The transactions of the X- or C-Chain, oldest first. */
function allOf(network: NetworkWorld, chain: 'X' | 'C'): Listed[] {
	const held = known.get(network) ?? {};
	known.set(network, held);
	const log = network.chain('X');
	const count = chain === 'X' ? log.txCount() : 0;
	const linearOnes = Array.from({ length: count }, (_, at) => linear(network, log.txAt(at) as Tx));
	const all = chain === 'X' ? [...nonLinear(network), ...linearOnes] : exports(network);
	if (held[chain]?.length !== all.length) {
		held[chain] = all.sort((a, b) => a.timestamp - b.timestamp);
	}
	return held[chain];
}

function list(call: Call, chain: 'X' | 'C', assetId?: string) {
	const { input, dialect } = call;
	const network = networkOf(call);
	const owners = ownersOf(call);
	const types = setOf(call, 'txTypes');
	const from = (input.startTimestamp ?? -1) as number;
	const to = (input.endTimestamp ?? Infinity) as number;
	const inclusive = dialect === 'live';
	const matching = allOf(network, chain)
		.map((tx, order) => ({ tx, order }))
		.filter(({ tx: { timestamp: at } }) =>
			inclusive ? at >= from && at <= to : at > from && at < to,
		)
		.filter(({ tx }) => !types || types.has(tx.txType))
		.filter(({ tx }) => assetId === undefined || tx.assetIds.includes(assetId))
		.filter(({ tx }) => !owners || tx.addresses.some((address) => owners.has(address)));
	const order = asAsked<(typeof matching)[number]>(call, ({ tx, order: at }) => [tx.timestamp, at]);
	const page = listed(call, 'transactions', matching, ({ tx }) => tx.json(), order);
	return { ...page, chainInfo: chainInfo(call, chain) };
}

function listOnP(call: Call) {
	const { l1ValidationId } = call.input;
	const matching = stakingTxsOf(call, true).filter(
		({ l1 = [] }) =>
			!l1ValidationId || l1.some(({ validationId }) => validationId === l1ValidationId),
	);
	return listedOnP(call, matching);
}

function one(call: Call): object {
	const chain = chainOf(call, 'P', 'X', 'C');
	const network = networkOf(call);
	const hash = String(call.input.txHash);
	const staked = chain === 'P' ? network.staking.byHash(hash) : undefined;
	if (staked) return stakingTxJson(call, network, staked);
	const all = chain === 'P' ? [] : allOf(network, chain);
	return found(
		`Transaction ${hash}`,
		all.find(({ txHash }) => txHash === hash),
	).json();
}

/** Primary-network queries: transactions of the three chains. */
const primaryTransactionEndpoints: Endpoint[] = [
	{ method: 'GET', path: `${PRIMARY_CHAIN}/transactions/{txHash}`, answer: one },
	{
		method: 'GET',
		path: `${PRIMARY_CHAIN}/transactions`,
		answer(call) {
			const chain = chainOf(call, 'P', 'X', 'C');
			const { addresses, txTypes, startTimestamp, endTimestamp } = call.input;
			if (!addresses && (txTypes ?? startTimestamp ?? endTimestamp) !== undefined) {
				throw new ServiceFailure(400, 'addresses are required to filter by txTypes and timestamps');
			}
			return chain === 'P' ? listOnP(call) : list(call, chain);
		},
	},
	{
		method: 'GET',
		path: `${PRIMARY_CHAIN}/assets/{assetId}/transactions`,
		answer(call) {
			chainOf(call, 'X');
			// This list has no order of the caller's choice.
			return list(call, 'X', String(call.input.assetId));
		},
	},
];

export const emulated = { data: primaryTransactionEndpoints } satisfies EmulatedRoom;
