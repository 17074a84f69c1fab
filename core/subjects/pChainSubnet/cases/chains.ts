import type { World } from '../../../testing/network';
import { asNumbers, casesAt, resultOf } from '../../../testing/cases/expected';
import { l1Named } from '../../../testing/cases/networkWorld';

/** Blockchains and L1 validators, as the P-Chain of a node has them. */

const TX = '2oJCbb8pfdxEHAf9A8CdN4Afj9VSR3xzyzNkf8tDv7aM1sfNFL';
const C_CHAIN = '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5';
const UNKNOWN_ID = '2XDnKyAEr1RhhWpTpMXqrjeejN23vETmDykVzkb4PrU1fQjewh';
const SUBNET = 'Ww3mPZKLq7i7FKvNTAgm51dkLEzYA4mcouG15JAyayvfQQZ6S';
const VALIDATION = 'rUcLijgTrss3DybJqgZdQm2hr6jjHfExxNd2uwRQuqLVy4Uwb';
const BLS =
	'0x900c9b119b5c82d781d4b49be78c3fc7ae65f2b435b7ed9e3a8b9a03e475edff86d8a64827fec8db23a6f236afbf127d';

const use = casesAt('/ext/bc/P', 'node-json-rpc; vms/platformvm/service.go');

export const pChainChains = [
	use('pChainSubnet.getManyBlockchains', 'platform.getBlockchains', {
		answer: { recorded: 'pChain.getBlockchains' },
		items: resultOf('pChain.getBlockchains').blockchains as object[],
		rejected: [{ blockchains: [{ name: 'X-Chain' }] }],
		inWorld: {
			expected: ({ node }) =>
				node.subnets.flatMap(({ blockchains }) =>
					blockchains.map(({ id, name, subnetId, vmId }) => {
						return { id, name, subnetID: subnetId, vmID: vmId };
					}),
				),
		},
	}),
	use('pChainSubnet.getBlockchainStatus', 'platform.getBlockchainStatus', {
		input: { blockchainID: 'C' },
		answer: { recorded: 'pChain.getBlockchainStatus-C' },
		items: [{ status: 'Validating' }],
		rejected: [{}],
		world: () => ({ blockchainID: 'X' }),
		inWorld: { expected: () => [{ status: 'Validating' }] },
	}),
	...['Validating', 'Created', 'Preferred', 'Syncing', 'Unknown'].map((status) =>
		use('pChainSubnet.getBlockchainStatus', 'platform.getBlockchainStatus', {
			input: { blockchainID: C_CHAIN },
			answer: { json: { status } },
			items: [{ status }],
		}),
	),
	use('pChainSubnet.getValidatingSubnet', 'platform.validatedBy', {
		input: { blockchainID: '2gvf97g9P31vUEEFRcLvLVJwJQgYRVVtK6QhZfRW9pYFVK4dNS' },
		answer: { json: { subnetID: SUBNET } },
		items: [{ subnetID: SUBNET }],
		world: (world) => ({ blockchainID: l1Named(world, 'Foundry').blockchain.id }),
		inWorld: { expected: (world) => [{ subnetID: l1Named(world, 'Foundry').id }] },
		refused: { input: () => ({ blockchainID: UNKNOWN_ID }), message: /not found/ },
	}),
];

const owner = { locktime: '0', threshold: '1', addresses: [] };
const l1 = {
	nodeID: 'NodeID-5mb46qkSBj81k9g9e4VFjGGSbaaSLFRzD',
	weight: '49463',
	startTime: '1731445206',
	validationID: TX,
	publicKey: BLS,
	remainingBalanceOwner: owner,
	deactivationOwner: owner,
	minNonce: '0',
	balance: '1000000000',
};

type Json = Record<string, unknown>;

/** An L1 validator with numbers where the wire has quoted integers. */
function asItem(one: Json): Json {
	const ownerItem = (name: string) => asNumbers(one[name] as Json, 'locktime', 'threshold');
	return {
		...asNumbers(one, 'startTime', 'height'),
		remainingBalanceOwner: ownerItem('remainingBalanceOwner'),
		deactivationOwner: ownerItem('deactivationOwner'),
	};
}

/** The validation of Foundry with the greatest weight, which exceeds 2^53. */
function heaviest(world: World) {
	const all = world.node.l1.of(l1Named(world, 'Foundry').id);
	return all.reduce((best, one) => (one.weight > best.weight ? one : best));
}

export const l1Validator = [
	use('pChainSubnet.getL1Validator', 'platform.getL1Validator', {
		input: { validationID: VALIDATION },
		answer: { recorded: 'platform.getL1Validator' },
		items: [asItem(resultOf('platform.getL1Validator'))],
		world: (world) => ({ validationID: heaviest(world).validationId }),
		inWorld: {
			part: (item) => ({ ...item, isBeyondSafe: BigInt(String(item.weight)) > 2n ** 53n }),
			expected(world) {
				const one = heaviest(world);
				return [
					{
						validationID: one.validationId,
						subnetID: l1Named(world, 'Foundry').id,
						nodeID: one.nodeId,
						weight: String(one.weight),
						isBeyondSafe: true,
						balance: String(one.balance),
						startTime: one.startTime,
						minNonce: String(one.minNonce),
						height: world.node.chain('P').height(),
					},
				];
			},
		},
		refused: { input: () => ({ validationID: UNKNOWN_ID }), message: /not found/ },
	}),
	use('pChainSubnet.getL1Validator', 'platform.getL1Validator', {
		input: { validationID: TX },
		answer: { json: { ...l1, subnetID: SUBNET, height: '3' } },
		items: [asItem({ ...l1, subnetID: SUBNET, height: '3' })],
	}),
];
