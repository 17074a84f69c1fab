import type { StakingTx, World } from '../../../testing/network';
import { casesOfGet } from '../../../testing/cases/expected';
import { bare, owners } from '../../../testing/cases/networkWorld';

/** Staking transactions and pending rewards of the primary network. */

const NODE = 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg';
const P = 'P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5';

const amount = {
	assetId: 'FvwEAhmxKfeiG8SnEvq42hc6whRyY3EFYAvebMqDNDGCgxN5Z',
	name: 'Avalanche',
	symbol: 'AVAX',
	denomination: 9,
	type: 'secp256k1',
	amount: '18446744073709551615',
};
const utxo = {
	addresses: ['avax1'],
	asset: amount,
	utxoType: 'STAKE',
	staked: true,
	outputIndex: 0,
};
const details = {
	validationId: 'v',
	nodeId: 'n',
	weight: 20,
	remainingBalance: 99,
	blsCredentials: {},
};
const transaction = {
	txHash: 't',
	txType: 'AddValidatorTx',
	blockTimestamp: 1,
	consumedUtxos: [utxo],
	emittedUtxos: [utxo],
	amountStaked: [amount],
	l1ValidatorDetails: [details],
	blockchainInfo: { chainName: 'c', vmId: 'v', genesisData: { config: { chainId: 1 } } },
};
const item = {
	...transaction,
	l1ValidatorDetails: [{ ...details, weight: '20', remainingBalance: '99' }],
};
const chainInfo = { chainName: 'p-chain', network: 'mainnet' };
/** A genesis in text, a type that no document has, and integers beyond 2^53. */
const unusual = {
	...transaction,
	txType: 'RenameSubnetTx',
	blockchainInfo: { genesisData: '0x00' },
	l1ValidatorDetails: [
		{ ...details, weight: '18446744073709551615', balanceChange: '-9007199254740993' },
	],
};
const unusualItem = {
	...unusual,
	l1ValidatorDetails: [{ ...unusual.l1ValidatorDetails[0], remainingBalance: '99' }],
};
/** Null instead of a leaf, and fields that no document names. */
const odd = { nodeId: null, consumedUtxos: null, amountStaked: [{ x: 1 }], extra: { a: [1] } };

export const stakingTransactions = casesOfGet('staking.getManyTransactions', {
	input: {
		network: 'mainnet',
		addresses: [P],
		txTypes: 'AddValidatorTx,AddDelegatorTx',
		startTimestamp: 1_650_000_000,
		sortOrder: 'desc',
		pageSize: 100,
	},
	path: `/v1/networks/mainnet/blockchains/p-chain/transactions:listStaking?addresses=${P}&txTypes=AddValidatorTx&txTypes=AddDelegatorTx&startTimestamp=1650000000&sortOrder=desc&pageSize=100`,
	answers: [
		[{ nextPageToken: 'n', transactions: [transaction], chainInfo }, [item]],
		[{ nextPageToken: '', transactions: [unusual], chainInfo }, [unusualItem]],
		[{ extra: 1, transactions: [odd] }, [odd]],
	],
	missing: true,
	rejected: [{ transactions: {} }, { nextPageToken: 'n' }],
	world: (world) => ({ network: 'mainnet', addresses: owners(world, 'P', 0, 1, 2) }),
	inWorld: {
		part: ({ txHash, txType, blockTimestamp, nodeId = null }) => ({
			...{ txHash, txType, blockTimestamp, nodeId },
		}),
		expected: (world) =>
			world.node.staking
				.find({ addresses: bare(world, 0, 1, 2) })
				.map(({ txHash, txType, timestamp, nodeId = null }) => {
					return { txHash, txType, blockTimestamp: timestamp, nodeId };
				}),
		unordered: true,
	},
	refused: {
		input: () => ({ network: 'mainnet', pageToken: 'no-token-of-this-service' }),
		message: /pageToken/,
	},
	source: 'openapi: Primary Network Transactions',
});

/** The owner of the rewards of the first validator. */
function rewardOwner({ node }: World): string {
	return node.primary.current()[0].rewardAddresses[0];
}

function isRunning({ clock }: World, { startTimestamp = 0, endTimestamp = 0 }: StakingTx) {
	const now = clock.seconds();
	return startTimestamp <= now && endTimestamp > now;
}

const pending = { addresses: ['a'], progress: 12.5, estimatedReward: amount };

export const pendingRewards = casesOfGet('staking.getManyPendingRewards', {
	input: { network: 'mainnet', addresses: P, nodeIds: NODE, sortOrder: 'asc' },
	path: `/v1/networks/mainnet/rewards:listPending?addresses=${P}&nodeIds=${NODE}&sortOrder=asc`,
	answers: [[{ pendingRewards: [pending] }, [pending]]],
	missing: true,
	world: (world) => ({ network: 'mainnet', addresses: `P-${rewardOwner(world)}` }),
	inWorld: {
		part: ({ txHash, rewardType, amountStaked }) => ({ txHash, rewardType, amountStaked }),
		expected(world) {
			const { primary, staking } = world.node;
			const owner = rewardOwner(world);
			const running = (tx: StakingTx) => isRunning(world, tx);
			const validators = primary
				.current()
				.filter(({ rewardAddresses }) => rewardAddresses.includes(owner));
			const own = (rewardType: string) => (one: (typeof validators)[number]) => {
				return { txHash: one.txId, rewardType, amountStaked: String(one.weight) };
			};
			const withFee = validators.filter(({ nodeId }) => staking.delegations(nodeId).some(running));
			return [
				...validators.map(own('VALIDATOR')),
				...withFee.map(own('VALIDATOR_FEE')),
				...staking
					.delegations()
					.filter((tx) => running(tx) && tx.addresses.includes(owner))
					.map(({ txHash, amount: staked }) => {
						return { txHash, rewardType: 'DELEGATOR', amountStaked: String(staked) };
					}),
			];
		},
		unordered: true,
	},
	source: 'openapi: Primary Network Rewards',
});
