import type { World } from '../../../testing/network';
import { casesOfGet } from '../../../testing/cases/expected';
import { l1Named } from '../../../testing/cases/networkWorld';

/** Validation periods, delegations and L1 validators of the primary network. */

const source = 'openapi: Primary Network';
const NODE = 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg';
const SUBNET = '2bRCr6B4MiEfSjidDwxDpdCyviwnfUVqB2HGwhm947w9YYqb7r';

const validation = { txHash: 't', nodeId: NODE, amountStaked: '1', delegationFee: '2.0000' };
const completed = {
	...validation,
	validationStatus: 'completed',
	rewards: { rewardAddresses: ['a'] },
};
const active = {
	...validation,
	uptimePerformance: 99.9,
	geolocation: null,
	potentialRewards: {},
};
const removed = { removeTxHash: 'r', removeTimestamp: 1 };

/** The node with the most validation periods. */
function busyNode({ node }: World): string {
	const counts = new Map<string, number>();
	for (const { nodeId } of node.primary.history()) {
		counts.set(nodeId, (counts.get(nodeId) ?? 0) + 1);
	}
	return [...counts].sort(([, a], [, b]) => b - a)[0][0];
}

/** The node with the most delegations. */
function popularNode({ node }: World): string {
	const nodes = node.primary.current().map(({ nodeId }) => nodeId);
	const count = (nodeId: string) => node.staking.delegations(nodeId).length;
	return nodes.sort((a, b) => count(b) - count(a))[0];
}

export const validations = casesOfGet('staking.getValidator', {
	input: { network: 'mainnet', nodeId: NODE, validationStatus: 'active', sortOrder: 'asc' },
	path: `/v1/networks/mainnet/validators/${NODE}?validationStatus=active&sortOrder=asc`,
	answers: [
		[{ validators: [completed] }, [{ ...completed, delegationFee: 2 }]],
		[{ validators: [active] }, [{ ...active, delegationFee: 2 }]],
		[{ validators: [removed] }, [removed]],
	],
	missing: true,
	world: (world) => ({ network: 'mainnet', nodeId: busyNode(world) }),
	inWorld: {
		part: ({ txHash, nodeId, amountStaked }) => ({ txHash, nodeId, amountStaked }),
		expected(world) {
			const { node } = world;
			const nodeId = busyNode(world);
			const subnets = node.subnets.filter(({ kind }) => kind === 'permissioned');
			const periods = [
				...node.primary.history(nodeId),
				...subnets.flatMap(({ id }) => node.permissioned(id).history(nodeId)),
			];
			return periods.map(({ txId, weight }) => {
				return { txHash: txId, nodeId, amountStaked: String(weight) };
			});
		},
		unordered: true,
	},
	refused: {
		input: () => ({ network: 'mainnet', nodeId: NODE }),
		message: /not found/,
	},
	source,
});

const earned = { grossReward: '1', netReward: '1' };
const estimated = { estimatedGrossReward: '1' };

export const delegators = casesOfGet('staking.getManyDelegators', {
	input: {
		network: 'fuji',
		nodeIds: [NODE],
		delegationStatus: 'completed',
		sortOrder: 'desc',
	},
	path: `/v1/networks/fuji/delegators?nodeIds=${NODE}&delegationStatus=completed&sortOrder=desc`,
	answers: [
		[{ delegators: [earned] }, [earned]],
		[{ delegators: [estimated] }, [estimated]],
	],
	missing: true,
	rejected: [{ delegators: [{ netReward: 'much' }] }],
	world: (world) => ({ network: 'mainnet', nodeIds: [popularNode(world)] }),
	inWorld: {
		part: ({ txHash, amountDelegated }) => ({ txHash, amountDelegated }),
		expected: (world) =>
			world.node.staking.delegations(popularNode(world)).map(({ txHash, amount }) => {
				return { txHash, amountDelegated: String(amount) };
			}),
		unordered: true,
	},
	source,
});

const l1 = {
	validationId: 'v',
	nodeId: NODE,
	weight: 20,
	remainingBalance: 99,
	blsCredentials: {},
};
const l1Item = { ...l1, weight: '20', remainingBalance: '99' };
const rich = { ...l1, remainingBalance: '9007199254740993' };

export const l1Validators = casesOfGet('staking.getManyL1Validators', {
	input: { network: 'mainnet', subnetId: SUBNET, includeInactiveL1Validators: true },
	path: `/v1/networks/mainnet/l1Validators?subnetId=${SUBNET}&includeInactiveL1Validators=true`,
	answers: [
		[{ validators: [l1], blockHeight: '1' }, [l1Item]],
		[
			{ validators: [rich], blockHeight: '1' },
			[{ ...l1Item, remainingBalance: '9007199254740993' }],
		],
	],
	missing: true,
	rejected: [{ validators: ['NodeID-1'] }],
	world: (world) => ({
		network: 'mainnet',
		subnetId: l1Named(world, 'Foundry').id,
		includeInactiveL1Validators: true,
	}),
	inWorld: {
		part: ({ validationId, weight, remainingBalance }) => ({
			...{ validationId, weight, remainingBalance },
		}),
		expected(world) {
			const all = world.node.l1.of(l1Named(world, 'Foundry').id);
			if (!all.some(({ weight }) => weight > 2n ** 53n) || all.every(({ balance }) => balance > 0n))
				throw new Error('Foundry has no weight beyond 2^53, or no inactive validator');
			return all.map(({ validationId, weight, balance }) => ({
				validationId,
				weight: String(weight),
				remainingBalance: String(balance),
			}));
		},
		unordered: true,
	},
	source,
});
