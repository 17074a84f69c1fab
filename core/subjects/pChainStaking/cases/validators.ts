import { asNumbers, casesAt, resultOf } from '../../../testing/cases/expected';
import { l1Named } from '../../../testing/cases/networkWorld';

/** Validators and the supply, as the P-Chain of a node has them. */

const TX = '2oJCbb8pfdxEHAf9A8CdN4Afj9VSR3xzyzNkf8tDv7aM1sfNFL';
const NODE = 'NodeID-5mb46qkSBj81k9g9e4VFjGGSbaaSLFRzD';
const NODE_2 = 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg';
const PRIMARY = '11111111111111111111111111111111LpoYY';
const SUBNET = 'Ww3mPZKLq7i7FKvNTAgm51dkLEzYA4mcouG15JAyayvfQQZ6S';
const BLS =
	'0x900c9b119b5c82d781d4b49be78c3fc7ae65f2b435b7ed9e3a8b9a03e475edff86d8a64827fec8db23a6f236afbf127d';
const MAX = '18446744073709551615';

const use = casesAt('/ext/bc/P', 'node-json-rpc; vms/platformvm/service.go');

export const supply = [
	use('pChainStaking.getCurrentSupply', 'platform.getCurrentSupply', {
		answer: { recorded: 'pChain.getCurrentSupply' },
		items: [{ supply: '361196350396455776', height: 10 }],
		rejected: [{}],
		inWorld: { expected: ({ node }) => [{ supply: String(node.supply) }] },
		refused: {
			input: (world) => ({ subnetID: l1Named(world, 'Beacon').id }),
			message: /not found/,
		},
	}),
	use('pChainStaking.getCurrentSupply', 'platform.getCurrentSupply', {
		input: { subnetID: PRIMARY },
		answer: { json: { supply: '365865167637779183' } },
		items: [{ supply: '365865167637779183' }],
	}),
];

type Json = Record<string, unknown>;

const owner = {
	locktime: '0',
	threshold: '1',
	addresses: ['P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5'],
};
const primary = {
	txID: TX,
	startTime: '1600368632',
	endTime: '1602960455',
	weight: '2000000000000',
	nodeID: NODE,
	validationRewardOwner: owner,
	delegationRewardOwner: owner,
	potentialReward: '117431493426',
	accruedDelegateeReward: '0',
	delegationFee: '10.0000',
	uptime: '99.1234',
	connected: true,
	signer: { publicKey: BLS, proofOfPossession: BLS },
	delegatorCount: '1',
	delegatorWeight: '25000000000',
	delegators: [
		{
			txID: TX,
			startTime: '1600368523',
			endTime: '1602960342',
			weight: '25000000000',
			nodeID: NODE,
			rewardOwner: owner,
			potentialReward: '11743144774',
		},
	],
};
const l1 = {
	nodeID: NODE,
	weight: '49463',
	startTime: '1731445206',
	validationID: TX,
	publicKey: BLS,
	remainingBalanceOwner: { ...owner, addresses: [] },
	deactivationOwner: { ...owner, addresses: [] },
	minNonce: '0',
	balance: '1000000000',
};
const poa = {
	txID: TX,
	startTime: '1600368632',
	endTime: '1602960455',
	weight: '20',
	nodeID: NODE,
};
/** Auto-renewed: of a node before version 1.15.2, and of a later one. */
const renewed = {
	...primary,
	validatorAuthority: owner,
	nextPeriod: '1209600',
	autoCompoundRewardShares: '500000',
};
const restaked = {
	...renewed,
	restakedValidationRewards: '0',
	restakedDelegateeRewards: '18446744073709551615',
};

const OWNERS = [
	'validationRewardOwner',
	'delegationRewardOwner',
	'remainingBalanceOwner',
	'deactivationOwner',
	'rewardOwner',
	'validatorAuthority',
];
const NUMBERS = [
	'startTime',
	'endTime',
	'delegationFee',
	'exactDelegationFee',
	'uptime',
	'delegatorCount',
	'nextPeriod',
	'autoCompoundRewardShares',
];

/** A validator or a delegator with numbers where the wire has quoted integers. */
function asItem(one: Json): Json {
	const owners = OWNERS.filter((name) => one[name]).map((name) => {
		return [name, asNumbers(one[name] as Json, 'locktime', 'threshold')];
	});
	const { delegators } = one as { delegators?: Json[] | null };
	return {
		...asNumbers(one, ...NUMBERS),
		...(Object.fromEntries(owners) as Json),
		...(delegators && { delegators: delegators.map(asItem) }),
	};
}

const recordedItems = (name: string) => (resultOf(name).validators as Json[]).map(asItem);
const listed = (validators: Json[], input: Json = {}) =>
	use('pChainStaking.getManyValidators', 'platform.getCurrentValidators', {
		input,
		answer: { json: { validators } },
		items: validators.map(asItem),
	});

export const currentValidators = [
	use('pChainStaking.getManyValidators', 'platform.getCurrentValidators', {
		input: { nodeIDs: NODE_2 },
		params: { nodeIDs: [NODE_2] },
		answer: { recorded: 'pChain.getCurrentValidators-one' },
		items: recordedItems('pChain.getCurrentValidators-one'),
		// An answer without its list must never look like a set without members.
		rejected: [
			{},
			{ validators: [{ ...primary, nodeID: undefined }] },
			{ validators: [NODE] },
			{ validators: [{ ...primary, connected: 'yes' }] },
		],
		world: () => ({}),
		inWorld: {
			expected: ({ node }) =>
				node.primary.current().map(({ nodeId, txId, weight }) => {
					return { nodeID: nodeId, txID: txId, weight: String(weight) };
				}),
		},
	}),
	use('pChainStaking.getManyValidators', 'platform.getCurrentValidators', {
		input: { subnetID: SUBNET },
		answer: { recorded: 'platform.getCurrentValidators-l1' },
		items: recordedItems('platform.getCurrentValidators-l1'),
	}),
	use('pChainStaking.getManyValidators', 'platform.getCurrentValidators', {
		answer: { recorded: 'helicon-pChain.getCurrentValidators' },
		items: recordedItems('helicon-pChain.getCurrentValidators'),
	}),
	{
		...listed([primary, l1, poa]),
		input: { nodeIDs: `${NODE}\n${NODE_2}` },
		request: {
			path: '/ext/bc/P',
			body: { method: 'platform.getCurrentValidators', params: { nodeIDs: [NODE, NODE_2] } },
		},
	},
	listed([]),
	listed([{ ...primary, signer: { publicKey: BLS, proofOfPosession: BLS } }]),
	listed([renewed, restaked]),
	{
		...listed([{ ...primary, stakeAmount: '2000000000000', uptime: 99.1 }]),
		answer: {
			json: {
				validators: [
					{ ...primary, weight: 2000000000000, stakeAmount: '2000000000000', uptime: 99.1 },
				],
			},
		},
	},
];

const members = {
	[NODE]: { publicKey: BLS, weight: MAX },
	'NodeID-x': { publicKey: null, weight: 3 },
};
const memberItems = [
	{ nodeID: NODE, publicKey: BLS, weight: MAX },
	{ nodeID: 'NodeID-x', publicKey: null, weight: '3' },
];
const recordedMembers = Object.entries(resultOf('platform.getValidatorsAt-Ww3mPZKL'));
/** A node sends the set alone, some proxies put it under a name; a set may have no members. */
const FORMS = [
	[members, memberItems],
	[{ validators: members }, memberItems],
	[{}, []],
] as const;

export const validatorsAt = [
	use('pChainStaking.getManyValidatorsAtHeight', 'platform.getValidatorsAt', {
		input: { height: 'proposed', subnetID: SUBNET },
		answer: { recorded: 'platform.getValidatorsAt-Ww3mPZKL' },
		items: recordedMembers.map(([nodeID, member]) => ({ nodeID, ...(member as object) })),
		rejected: [{ [NODE]: { publicKey: BLS } }, { validators: [primary] }],
		world: (world) => ({ subnetID: l1Named(world, 'Foundry').id, height: 'proposed' }),
		inWorld: {
			expected: (world) =>
				world.node
					.validatorsAt(l1Named(world, 'Foundry').id)
					.map(({ nodeId, publicKey, weight }) => ({
						nodeID: nodeId,
						publicKey: publicKey ? `0x${Buffer.from(publicKey).toString('hex')}` : null,
						weight: String(weight),
					})),
		},
		refused: { input: () => ({ height: '999999999' }), message: /requested P-Chain height/ },
	}),
	...FORMS.map(([json, items]) =>
		use('pChainStaking.getManyValidatorsAtHeight', 'platform.getValidatorsAt', {
			input: { height: 13603, subnetID: PRIMARY },
			params: { height: '13603', subnetID: PRIMARY },
			answer: { json },
			items: [...items],
		}),
	),
	use('pChainStaking.getManyValidatorsAtHeight', 'platform.getValidatorsAt', {
		input: { height: 'proposed' },
		answer: { json: members },
		items: memberItems,
	}),
];
