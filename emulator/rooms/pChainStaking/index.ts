import { isPrimary } from '../../node/addresses';
import type { Args } from '../../node/args';
import { type NodeContext, byDialect } from '../../node/context';
import { MethodError } from '../../node/failure';
import type { Methods } from '../../node/gorillaRpc';
import type { EmulatedRoom } from '../../room';
import { getCurrentValidators } from './currentValidators';
import { stakeMethods } from './stakes';
import { getAllValidatorsAt, getValidatorsAt } from './validatorsAt';

/** nAVAX: the least stakes of the main network. */
const MIN_VALIDATOR_STAKE = 2_000_000_000_000;
const MIN_DELEGATOR_STAKE = 25_000_000_000;

/** Validators and stakes: node document, P-Chain API, and what signatures need beyond it. */
function staking(context: NodeContext): Methods {
	const { network } = context;

	/** Only the primary network has a staking asset: no subnet here was transformed. */
	function primaryOnly(args: Args): void {
		const id = args.id('subnetID');
		if (isPrimary(id)) return;
		throw new MethodError(`failed fetching subnet transformation for ${id}: not found`);
	}

	return {
		...stakeMethods(context),
		getCurrentSupply(args) {
			if (network.subnet(args.id('subnetID'))?.kind !== 'primary') {
				throw new MethodError('fetching current supply failed: not found');
			}
			const supply = String(network.supply);
			const height = String(network.chain('P').height());
			return byDialect(context, { spec: { supply }, live: { supply, height } });
		},
		getCurrentValidators: (args) => getCurrentValidators(context, args),
		getValidatorsAt: (args) => getValidatorsAt(context, args),
		getAllValidatorsAt: (args) => getAllValidatorsAt(context, args),
		getStakingAssetID(args) {
			primaryOnly(args);
			return { assetID: network.assets[0].assetId };
		},
		getMinStake(args) {
			primaryOnly(args);
			return {
				minValidatorStake: String(MIN_VALIDATOR_STAKE),
				minDelegatorStake: String(MIN_DELEGATOR_STAKE),
			};
		},
		getTotalStake(args) {
			const subnet = network.subnet(args.id('subnetID'));
			if (!subnet) throw new MethodError('not found');
			const members = network.validatorsAt(subnet.id);
			const weight = String(members.reduce((sum, member) => sum + member.weight, 0n));
			return { stake: weight, weight };
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

export const emulated = { methods: { platform: staking } } satisfies EmulatedRoom;
