import { outputBytes } from '../world/transactions';
import { idBytes, u16 } from '../world/bytes';
import { utxoBytes } from '../world/transactions';
import type { StakingTx, Utxo } from '../world';
import { addressOf } from './addresses';
import type { Args } from './args';
import { encodeBytes } from './bytes';
import type { NodeContext } from './context';
import { MethodError } from './failure';
import type { Methods } from './gorillaRpc';

const MAX_ADDRESSES = 256;
const VALIDATOR_TYPES = new Set(['AddPermissionlessValidatorTx', 'AddValidatorTx']);
const DELEGATOR_TYPES = new Set(['AddPermissionlessDelegatorTx', 'AddDelegatorTx']);

/** platform.getStake, getRewardUTXOs and sampleValidators: the stakes of the world's transactions. */
export function stakeMethods(context: NodeContext): Methods {
	const { network, world } = context;
	const [avax] = network.assets;

	function stakes(args: Args): StakingTx[] {
		const given = args.texts('addresses');
		if (given.length > MAX_ADDRESSES) {
			const most = `this method can take at most ${MAX_ADDRESSES}`;
			throw new MethodError(`${given.length} addresses provided but ${most}`);
		}
		const addresses = new Set(given.map((one) => addressOf(context, 'P', one)));
		const only = args.flag('validatorsOnly');
		const now = world.clock.seconds();
		return network.staking
			.find({ addresses })
			.filter(({ txType }) => VALIDATOR_TYPES.has(txType) || (!only && DELEGATOR_TYPES.has(txType)))
			.filter(({ startTimestamp: from = 0, endTimestamp: to = 0 }) => from <= now && to > now);
	}

	const ownedOutput = (amount: bigint, addresses: string[]) => ({
		assetId: avax.assetId,
		amount,
		locktime: 0,
		threshold: 1,
		addresses,
	});

	/** What a staking transaction paid out when it ended: one output after those it had. */
	function rewards(txId: string): Utxo[] {
		const tx = network.staking.byHash(txId);
		const ended = tx?.endTimestamp !== undefined && tx.endTimestamp <= world.clock.seconds();
		if (!tx || !ended || !tx.estimatedReward) return [];
		const outputIndex = network.chain('P').tx(txId)?.outputs.length ?? 1;
		const { blockNumber: blockHeight, endTimestamp: timestamp = 0 } = tx;
		const output = ownedOutput(tx.estimatedReward, tx.addresses);
		return [{ ...output, txId, outputIndex, timestamp, blockHeight }];
	}

	return {
		getStake(args) {
			const found = stakes(args);
			const encoding = args.encoding();
			const staked = String(found.reduce((sum, { amount }) => sum + amount, 0n));
			return {
				staked,
				stakeds: found.length > 0 ? { [avax.assetId]: staked } : {},
				stakedOutputs: found.map(({ amount, addresses }) => {
					const output = outputBytes(ownedOutput(amount, addresses));
					const bytes = Buffer.concat([u16(0), idBytes(avax.assetId), output]);
					return encodeBytes(bytes, encoding);
				}),
				encoding,
			};
		},
		getRewardUTXOs(args) {
			const found = rewards(args.id('txID'));
			const encoding = args.encoding();
			return {
				numFetched: String(found.length),
				utxos: found.map((utxo) => encodeBytes(utxoBytes(utxo), encoding)),
				encoding,
			};
		},
		sampleValidators(args) {
			const subnetId = args.id('subnetID');
			const size = Number(args.uint('size'));
			const members = network.validatorsAt(subnetId);
			if (size > members.length) {
				throw new MethodError(`sampling ${subnetId} errored with insufficient weight`);
			}
			return { validators: members.slice(0, size).map(({ nodeId }) => nodeId) };
		},
	};
}
