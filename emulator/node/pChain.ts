import { isId } from '../../core/formats/ids';
import { blockchainIdOf, primaryChain } from './addresses';
import { type Args, EMPTY_ID } from './args';
import { type NodeContext, byDialect } from './context';
import { blockMethods, encodedTx, txIdOf } from './encoded';
import { MethodError, wrapping } from './failure';
import type { Methods } from './gorillaRpc';
import { getBalance } from './pBalance';
import {
	getAllValidatorsAt,
	getCurrentValidators,
	getL1Validator,
	getValidatorsAt,
} from './pValidators';
import { goTime } from './time';
import { getUtxos } from './utxos';

/** nAVAX: the least stakes of the main network. */
const MIN_VALIDATOR_STAKE = 2_000_000_000_000;
const MIN_DELEGATOR_STAKE = 25_000_000_000;

/** The P-Chain API (`platform`): node document, P-Chain API, and what signatures need beyond it. */
export function pChain(context: NodeContext): Methods {
	const { network, world } = context;
	const chain = network.chain('P');
	const height = () => String(chain.height());

	function statusOf(name: string): string {
		if (!name) throw new MethodError("argument 'blockchainID' not given");
		if (primaryChain(context, name)) return 'Validating';
		if (!isId(name)) {
			wrapping(`problem parsing blockchainID ${JSON.stringify(name)}`, () =>
				blockchainIdOf(context, name),
			);
		}
		const found = network.blockchain(name);
		if (!found) return 'Unknown';
		return network.subnet(found.subnetId)?.kind === 'l1' ? 'Syncing' : 'Validating';
	}

	function subnetOf(args: Args) {
		const id = args.id('subnetID');
		const found = network.subnet(id);
		if (!found) throw new MethodError('not found');
		return found;
	}

	return {
		getBalance: (args) => getBalance(context, args),
		...blockMethods(context, 'P', chain),
		getBlockchains: () => ({
			blockchains: network.subnets.flatMap(({ blockchains }) =>
				blockchains.map(({ id, name, subnetId, vmId }) => ({
					id,
					name,
					subnetID: subnetId,
					vmID: vmId,
				})),
			),
		}),
		getBlockchainStatus: (args) => ({ status: statusOf(args.text('blockchainID')) }),
		getCurrentSupply(args) {
			if (subnetOf(args).kind !== 'primary') throw new MethodError('not found');
			const supply = String(network.supply);
			return byDialect(context, { spec: { supply }, live: { supply, height: height() } });
		},
		getCurrentValidators: (args) => getCurrentValidators(context, args),
		getL1Validator: (args) => getL1Validator(context, args),
		getValidatorsAt: (args) => getValidatorsAt(context, args),
		getAllValidatorsAt: (args) => getAllValidatorsAt(context, args),
		getProposedHeight: () => ({ height: height() }),
		getTimestamp: () => ({ timestamp: goTime(world.clock.seconds() * 1000) }),
		getUTXOs: (args) => getUtxos(context, 'P', args),
		getTx(args) {
			const tx = chain.tx(txIdOf(args));
			if (!tx) throw new MethodError("couldn't get tx: not found");
			return encodedTx(context, 'P', args, tx);
		},
		getTxStatus: (args) => ({ status: chain.tx(txIdOf(args)) ? 'Committed' : 'Unknown' }),
		getStakingAssetID(args) {
			if (args.id('subnetID') !== EMPTY_ID) throw new MethodError('not found');
			return { assetID: network.assets[0].assetId };
		},
		getMinStake(args) {
			if (args.id('subnetID') !== EMPTY_ID) throw new MethodError('not found');
			return {
				minValidatorStake: String(MIN_VALIDATOR_STAKE),
				minDelegatorStake: String(MIN_DELEGATOR_STAKE),
			};
		},
		getTotalStake(args) {
			const members = network.validatorsAt(subnetOf(args).id);
			const weight = String(members.reduce((sum, member) => sum + member.weight, 0n));
			return { stake: weight, weight };
		},
		getSubnet(args) {
			const { kind, owner, conversionTxId, managerAddress, blockchains } = subnetOf(args);
			return {
				isPermissioned: kind !== 'primary',
				controlKeys: owner.addresses.map((address) => `P-${address}`),
				threshold: String(owner.threshold),
				locktime: '0',
				subnetTransformationTxID: EMPTY_ID,
				conversionID: conversionTxId ?? EMPTY_ID,
				managerChainID: conversionTxId ? blockchains[0].id : EMPTY_ID,
				managerAddress: managerAddress ?? null,
			};
		},
		validatedBy(args) {
			const found = network.blockchain(args.id('blockchainID'));
			if (!found) throw new MethodError('not found');
			return { subnetID: found.subnetId };
		},
		validates: (args) => ({ blockchainIDs: subnetOf(args).blockchains.map(({ id }) => id) }),
	};
}
