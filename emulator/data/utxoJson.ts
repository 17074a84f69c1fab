import { bytesToHex } from '../../core';
import { utxoId } from '../../core/testing/network/bytes';
import { utxoBytes } from '../../core/testing/network/transactions';
import type { Asset, ChainAlias, NetworkWorld, StakingTx, Utxo } from '../world';

const FEE = 1_000_000n;
const CHANGE = 3_141_592_653n;

/** An amount of an asset. */
export function amountOf(asset: Asset, amount: bigint) {
	const { assetId, name, symbol, denomination, type } = asset;
	return { assetId, name, symbol, denomination, type, amount: String(amount) };
}

/** Fields of an output that all chains have. */
export function outputJson({ assets }: NetworkWorld, utxo: Utxo) {
	const asset = assets.find(({ assetId }) => assetId === utxo.assetId) ?? assets[0];
	return {
		addresses: utxo.addresses,
		asset: amountOf(asset, utxo.amount),
		utxoId: utxoId(utxo.txId, utxo.outputIndex),
		utxoBytes: `0x${bytesToHex(utxoBytes(utxo))}`,
		threshold: utxo.threshold,
	};
}

/** An unspent output of the P-Chain, or in the atomic memory that it shares with another chain. */
export function pUtxoJson(
	network: NetworkWorld,
	utxo: Utxo,
	createdOn: ChainAlias = 'P',
	on: ChainAlias = 'P',
) {
	const { stakeableLocktime } = utxo;
	return {
		...outputJson(network, utxo),
		consumedOnChainId: network.chains[on],
		createdOnChainId: network.chains[createdOn],
		amount: String(utxo.amount),
		assetId: utxo.assetId,
		blockNumber: String(utxo.blockHeight),
		blockTimestamp: utxo.timestamp,
		platformLocktime: utxo.locktime,
		...(stakeableLocktime ? { stakeableLocktime } : {}),
		outputIndex: utxo.outputIndex,
		staked: false,
		txHash: utxo.txId,
		utxoType: 'TRANSFER',
	};
}

/** An output of the X-Chain, or in the atomic memory that the X- or C-Chain shares with another chain. */
export function xUtxoJson(
	network: NetworkWorld,
	utxo: Utxo,
	createdOn: ChainAlias,
	on = createdOn,
) {
	return {
		...outputJson(network, utxo),
		consumedOnChainId: network.chains[on],
		createdOnChainId: network.chains[createdOn],
		creationTxHash: utxo.txId,
		locktime: utxo.locktime,
		outputIndex: String(utxo.outputIndex),
		timestamp: utxo.timestamp,
		utxoType: 'transfer',
	};
}

interface Part {
	tx: StakingTx;
	txHash: string;
	outputIndex: number;
	amount: bigint;
	staked: boolean;
	rewardType?: string;
	consumed: boolean;
}

function utxoJson(network: NetworkWorld, part: Part) {
	const { tx, txHash, outputIndex, amount, staked, consumed } = part;
	const [avax] = network.assets;
	const made = consumed ? tx.timestamp - 86_400 : tx.timestamp;
	return {
		addresses: tx.addresses,
		asset: amountOf(avax, amount),
		consumedOnChainId: network.chains.P,
		...(consumed ? { consumingTxHash: tx.txHash } : {}),
		createdOnChainId: network.chains.P,
		utxoId: utxoId(txHash, outputIndex),
		utxoBytes: `0x${bytesToHex(Buffer.from(`${txHash}${outputIndex}`))}`,
		amount: String(amount),
		assetId: avax.assetId,
		blockNumber: String(consumed ? Math.max(1, tx.blockNumber - 1) : tx.blockNumber),
		blockTimestamp: made,
		...(consumed
			? {
					consumingBlockNumber: String(tx.blockNumber),
					consumingBlockTimestamp: tx.timestamp,
				}
			: {}),
		platformLocktime: 0,
		...(tx.sequence % 13 === 0 ? { stakeableLocktime: network.epoch + 15_552_000 } : {}),
		outputIndex,
		...(part.rewardType ? { rewardType: part.rewardType } : {}),
		staked,
		threshold: 1,
		txHash,
		...(staked ? { utxoStartTimestamp: tx.startTimestamp, utxoEndTimestamp: tx.endTimestamp } : {}),
		utxoType: staked ? 'STAKE' : 'TRANSFER',
	};
}

const flows = new WeakMap<StakingTx, ReturnType<typeof makeFlow>>();

/** Consumed and emitted outputs of a staking transaction, and its amounts; they never change. */
export function flowOf(network: NetworkWorld, tx: StakingTx) {
	let flow = flows.get(tx);
	if (!flow) flows.set(tx, (flow = makeFlow(network, tx)));
	return flow;
}

function makeFlow(network: NetworkWorld, tx: StakingTx) {
	const [avax] = network.assets;
	const l1 = (tx.l1 ?? []).reduce((sum, { balanceChange }) => sum + balanceChange, 0n);
	const stakes = tx.startTimestamp !== undefined && tx.amount > 0n;
	// The amount that is not staked returns to its owners, as the outputs that a list of UTXOs has.
	const change = network.chain('P').tx(tx.txHash)?.outputs ?? [];
	const rest = change.reduce((sum, { amount }) => sum + amount, 0n);
	const total = tx.amount + l1 + FEE + (change.length > 0 ? rest : CHANGE);
	const parent = network.chain('P').block(Math.max(1, tx.blockNumber - 1));
	const source = parent?.txs[0]?.id ?? tx.txHash;
	const emitted: object[] =
		change.length > 0
			? change.map((utxo) => pUtxoJson(network, utxo))
			: [
					utxoJson(network, {
						tx,
						txHash: tx.txHash,
						outputIndex: 0,
						amount: CHANGE,
						staked: false,
						consumed: false,
					}),
				];
	if (stakes) {
		emitted.push(
			utxoJson(network, {
				tx,
				txHash: tx.txHash,
				outputIndex: 1,
				amount: tx.amount,
				staked: true,
				rewardType: tx.txType.includes('Validator') ? 'VALIDATOR' : 'DELEGATOR',
				consumed: false,
			}),
		);
	}
	return {
		consumedUtxos: [
			utxoJson(network, {
				tx,
				txHash: source,
				outputIndex: 0,
				amount: total,
				staked: false,
				consumed: true,
			}),
		],
		emittedUtxos: emitted,
		value: [amountOf(avax, total)],
		amountBurned: [amountOf(avax, FEE)],
		amountStaked: stakes ? [amountOf(avax, tx.amount)] : [],
		amountL1ValidatorBalanceBurned: l1 > 0n ? [amountOf(avax, l1)] : [],
	};
}
