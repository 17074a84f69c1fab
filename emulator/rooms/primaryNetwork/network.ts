import type { Blockchain, NetworkWorld, Subnet } from '../../world';
import {
	asAsked,
	type Call,
	chainOf,
	type Endpoint,
	found,
	listed,
	networkOf,
	ownersOf,
} from '../../rest/endpoint';
import { assetOf } from '../../data/assets';
import { genesisOf } from '../../data/genesis';

const NETWORK = '/v1/networks/{network}';
const AVAX = 1_000_000_000n;
const VERSIONS = ['avalanchego/1.14.2', 'avalanchego/1.14.1'];

/** The block of the P-Chain that created the subnet or blockchain at an index. */
function createdAt(network: NetworkWorld, index: number) {
	const height = index + 1;
	return { height, timestamp: network.chain('P').block(height)?.timestamp ?? network.epoch };
}

function blockchainJson(network: NetworkWorld, blockchain: Blockchain, index: number) {
	const { height, timestamp } = createdAt(network, index);
	const { id, vmId, subnetId, name, evmChainId } = blockchain;
	return {
		createBlockTimestamp: timestamp,
		createBlockNumber: String(height),
		blockchainId: id,
		vmId,
		subnetId,
		blockchainName: name,
		...(evmChainId === undefined
			? { genesisData: '0x7b7d' }
			: { evmChainId, genesisData: genesisOf(blockchain) }),
	};
}

/** All blockchains, in the order in which they were created. */
function blockchainsOf(network: NetworkWorld) {
	const all = network.subnets.flatMap(({ blockchains }) => blockchains);
	return all.map((blockchain, index) => blockchainJson(network, blockchain, index));
}

function subnetJson(network: NetworkWorld, subnet: Subnet, index: number) {
	const { height, timestamp } = createdAt(network, index);
	const { id, owner, kind, conversionTxId, managerAddress, blockchains } = subnet;
	const own = blockchainsOf(network).filter(({ subnetId }) => subnetId === id);
	return {
		createBlockTimestamp: timestamp,
		createBlockIndex: String(height),
		subnetId: id,
		ownerAddresses: owner.addresses,
		threshold: owner.threshold,
		locktime: 0,
		subnetOwnershipInfo: { locktime: 0, ...owner },
		isL1: kind === 'l1',
		...(conversionTxId ? { l1ConversionTransactionHash: conversionTxId } : {}),
		...(managerAddress
			? {
					l1ValidatorManagerDetails: {
						blockchainId: blockchains[0].id,
						contractAddress: managerAddress,
					},
				}
			: {}),
		blockchains: own,
	};
}

const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);

function runningDelegations(call: Call, network: NetworkWorld) {
	const now = call.world.clock.seconds();
	return network.staking
		.delegations()
		.filter(
			({ startTimestamp = 0, endTimestamp = 0 }) => startTimestamp <= now && endTimestamp > now,
		);
}

function networkJson(call: Call) {
	const network = networkOf(call);
	const validators = network.primary.current();
	const delegations = runningDelegations(call, network);
	const staked = sum(validators.map(({ weight }) => weight));
	const delegated = sum(delegations.map(({ amount }) => amount));
	const byVersion = VERSIONS.map((version, at) => {
		const own = validators.filter((_, index) => (index % 5 === 4 ? 1 : 0) === at);
		return {
			version,
			amountStaked: String(sum(own.map(({ weight }) => weight))),
			validatorCount: own.length,
		};
	});
	const rewards = sum(validators.map(({ potentialReward }) => potentialReward));
	return {
		validatorDetails: {
			validatorCount: validators.length,
			totalAmountStaked: String(staked),
			estimatedAnnualStakingReward: String(rewards),
			stakingDistributionByVersion: byVersion,
			stakingRatio: String(Number(((staked + delegated) * 10_000n) / network.supply) / 10_000),
		},
		delegatorDetails: {
			delegatorCount: delegations.length,
			totalAmountStaked: String(delegated),
		},
	};
}

/** nAVAX in whole AVAX, as the service writes it. */
function whole(amount: bigint): string {
	return `${amount / AVAX}.${String(amount % AVAX).padStart(9, '0')}`.replace(/\.?0+$/, '');
}

function supplyJson(call: Call) {
	const network = call.world.network('mainnet');
	const staked = sum(network.primary.current().map(({ weight }) => weight));
	const delegated = sum(runningDelegations(call, network).map(({ amount }) => amount));
	const now = call.world.clock.now();
	return {
		circulatingSupply: whole((network.supply * 9n) / 10n),
		totalSupply: whole(network.supply),
		totalPBurned: '15039.56226661934233308491042',
		totalCBurned: '4868917.656222642629429578983',
		totalXBurned: '45577.89911362119281041174838',
		totalStaked: whole(staked + delegated),
		totalLocked: whole(network.supply / 10n),
		totalRewards: whole(network.supply / 5n),
		lastUpdated: new Date(now - (now % 3_600_000)).toISOString(),
		genesisUnlock: '360000000',
		l1ValidatorFees: '6786.673898334',
	};
}

function chainsOf(network: NetworkWorld, address: string): string[] {
	const { P, X, C } = network.chains;
	return [
		...(network.utxos('P', address).length > 0 ? [P] : []),
		...(network.utxos('X', address).length > 0 ? [X] : []),
		...(network.atomicUtxos('C', 'P', address).length > 0 ? [C] : []),
	];
}

function assetJson(call: Call) {
	chainOf(call, 'X');
	const id = String(call.input.assetId);
	return found(`Asset ${id}`, assetOf(networkOf(call), id));
}

/** Primary-network queries: the network, its subnets, blockchains, assets and addresses. */
export const primaryNetworkEndpoints: Endpoint[] = [
	{ method: 'GET', path: NETWORK, answer: networkJson },
	{ method: 'GET', path: '/v1/avax/supply', answer: supplyJson },
	{
		method: 'GET',
		path: `${NETWORK}/subnets`,
		answer(call) {
			const network = networkOf(call);
			const subnets = network.subnets.map((one, index) => subnetJson(network, one, index));
			return listed(call, 'subnets', subnets, (one) => one, asAsked(call));
		},
	},
	{
		method: 'GET',
		path: `${NETWORK}/subnets/{subnetId}`,
		answer(call) {
			const network = networkOf(call);
			const id = String(call.input.subnetId);
			const at = network.subnets.findIndex((subnet) => subnet.id === id);
			const subnet = found(
				`Subnet ${id}`,
				network.subnets.find((one) => one.id === id),
			);
			return subnetJson(network, subnet, at);
		},
	},
	{
		method: 'GET',
		path: `${NETWORK}/blockchains`,
		answer(call) {
			const all = blockchainsOf(networkOf(call));
			return listed(call, 'blockchains', all, (one) => one, asAsked(call));
		},
	},
	{
		method: 'GET',
		path: `${NETWORK}/blockchains/{blockchainId}`,
		answer(call) {
			const id = String(call.input.blockchainId);
			const all = blockchainsOf(networkOf(call));
			return found(
				`Blockchain ${id}`,
				all.find(({ blockchainId }) => blockchainId === id),
			);
		},
	},
	{
		method: 'GET',
		path: `${NETWORK}/blockchains/{blockchainId}/assets/{assetId}`,
		answer: assetJson,
	},
	{
		method: 'GET',
		path: `${NETWORK}/addresses:listChainIds`,
		answer(call) {
			const network = networkOf(call);
			const addresses = [...(ownersOf(call) ?? [])].map((address) => ({
				address,
				blockchainIds: chainsOf(network, address),
			}));
			return { addresses };
		},
	},
];
