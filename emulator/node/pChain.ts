import { isPrimary, primaryChain } from './addresses';
import { readId } from './cb58Text';
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
import { issueTx } from './issueTx';
import { feeMethods } from './pFees';
import { stakeMethods } from './pStakes';
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
		const alias = primaryChain(context, name);
		// The P-Chain is no blockchain of a transaction, which is what validating is looked up by.
		if (alias === 'P') return 'Syncing';
		if (alias) return isValidator(EMPTY_ID) ? 'Validating' : 'Syncing';
		wrapping(`problem parsing blockchainID ${JSON.stringify(name)}`, () => readId(name));
		const found = network.blockchain(name);
		if (!found) return 'Unknown';
		return isValidator(found.subnetId) ? 'Validating' : 'Syncing';
	}

	/** True if this node validates a subnet now. */
	function isValidator(subnetId: string): boolean {
		const own = world.nodeState.nodeId;
		return network.validatorsAt(subnetId).some(({ nodeId }) => nodeId === own);
	}

	/** Only the primary network has a staking asset: no subnet here was transformed. */
	function primaryOnly(args: Args): void {
		const id = args.id('subnetID');
		if (isPrimary(id)) return;
		throw new MethodError(`failed fetching subnet transformation for ${id}: not found`);
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
			if (network.subnet(args.id('subnetID'))?.kind !== 'primary') {
				throw new MethodError('fetching current supply failed: not found');
			}
			const supply = String(network.supply);
			return byDialect(context, { spec: { supply }, live: { supply, height: height() } });
		},
		...feeMethods(context),
		...stakeMethods(context),
		issueTx: (args) => issueTx(context, 'P', args),
		getSubnets(args) {
			const asked = new Set(args.ids('ids'));
			// The node lists the primary network last.
			const [primary, ...others] = network.subnets;
			return {
				subnets: [...others, primary]
					.filter(({ id }) => asked.size === 0 || asked.has(id))
					.map(({ id, owner }) => ({
						id,
						controlKeys: owner.addresses.map((address) => `P-${address}`),
						threshold: String(owner.threshold),
					})),
			};
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
			const members = network.validatorsAt(subnetOf(args).id);
			const weight = String(members.reduce((sum, member) => sum + member.weight, 0n));
			return { stake: weight, weight };
		},
		getSubnet(args) {
			const { kind, owner, conversionTxId, managerAddress, blockchains } = subnetOf(args);
			if (kind === 'primary') throw new MethodError("the primary network isn't a subnet");
			return {
				isPermissioned: kind === 'permissioned',
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
			const id = args.id('blockchainID');
			const found = network.blockchain(id);
			if (!found) throw new MethodError(`problem retrieving blockchain "${id}": not found`);
			return { subnetID: found.subnetId };
		},
		validates(args) {
			const id = args.id('subnetID');
			const found = network.subnet(id);
			if (!found) throw new MethodError(`problem retrieving subnet "${id}": not found`);
			return { blockchainIDs: found.blockchains.map((chain) => chain.id) };
		},
	};
}
