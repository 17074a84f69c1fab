import { isPrimary, primaryChain } from '../node/addresses';
import { type Args, EMPTY_ID } from '../node/args';
import { readId } from '../node/cb58Text';
import type { NodeContext } from '../node/context';
import { MethodError, wrapping } from '../node/failure';
import type { Methods } from '../node/gorillaRpc';
import { l1Json } from '../node/pValidators';
import type { EmulatedRoom } from '../room';

/** Subnets, their blockchains and the validations of L1s: node document, P-Chain API. */
function subnets(context: NodeContext): Methods {
	const { network, world } = context;

	function statusOf(name: string): string {
		if (!name) throw new MethodError("argument 'blockchainID' not given");
		const alias = primaryChain(context, name);
		// The P-Chain is not a blockchain of a transaction, which is what validating is looked up by.
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

	const controlKeys = (addresses: readonly string[]) => addresses.map((address) => `P-${address}`);

	return {
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
		getSubnets(args) {
			const asked = new Set(args.ids('ids'));
			// The node lists the primary network last.
			const [primary, ...others] = network.subnets;
			return {
				subnets: [...others, primary]
					.filter(({ id }) => asked.size === 0 || asked.has(id))
					.map(({ id, owner }) => ({
						id,
						controlKeys: controlKeys(owner.addresses),
						threshold: String(owner.threshold),
					})),
			};
		},
		getSubnet(args) {
			const found = network.subnet(args.id('subnetID'));
			if (!found) throw new MethodError('not found');
			const { id, kind, owner, conversionTxId, managerAddress, blockchains } = found;
			if (isPrimary(id)) throw new MethodError("the primary network isn't a subnet");
			return {
				isPermissioned: kind === 'permissioned',
				controlKeys: controlKeys(owner.addresses),
				threshold: String(owner.threshold),
				locktime: '0',
				subnetTransformationTxID: EMPTY_ID,
				conversionID: conversionTxId ?? EMPTY_ID,
				managerChainID: conversionTxId ? blockchains[0].id : EMPTY_ID,
				managerAddress: managerAddress ?? null,
			};
		},
		getL1Validator(args: Args) {
			const id = args.id('validationID');
			const found = network.l1.find(id);
			if (!found) throw new MethodError(`fetching L1 validator "${id}" failed: not found`);
			const height = String(network.chain('P').height());
			return { subnetID: found.subnetId, ...l1Json(found), height };
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

export const emulated = { methods: { platform: subnets } } satisfies EmulatedRoom;
