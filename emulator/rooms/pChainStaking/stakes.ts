import { outputBytes } from '../../../core/testing/network/transactions';
import { idBytes, u16 } from '../../../core/testing/network/bytes';
import type { StakingTx } from '../../world';
import { addressOf } from '../../node/addresses';
import type { Args } from '../../node/args';
import { encodeBytes } from '../../node/bytes';
import type { NodeContext } from '../../node/context';
import { MethodError } from '../../node/failure';
import type { Methods } from '../../node/gorillaRpc';

const MAX_ADDRESSES = 256;
const VALIDATOR_TYPES = new Set(['AddPermissionlessValidatorTx', 'AddValidatorTx']);
const DELEGATOR_TYPES = new Set(['AddPermissionlessDelegatorTx', 'AddDelegatorTx']);

/** platform.getStake: the stakes of the world's transactions. */
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
	};
}
