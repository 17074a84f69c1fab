import type { StakingTx } from '../../../emulator';
import { type Case, type Setting, bare, l1Named, owners, sum } from '../case';

const MAINNET = { network: 'mainnet' };

function running(setting: Setting) {
	const now = setting.world.clock.seconds();
	return ({ startTimestamp = 0, endTimestamp = 0 }: StakingTx) =>
		startTimestamp <= now && endTimestamp > now;
}

/** A validator with rewards of its own and of its delegators. */
function rewardOwner({ world }: Setting): string {
	const { primary } = world.node;
	return primary.current()[0].rewardAddresses[0];
}

/** The node with the most validation periods. */
function busyNode({ world }: Setting): string {
	const counts = new Map<string, number>();
	for (const { nodeId } of world.node.primary.history()) {
		counts.set(nodeId, (counts.get(nodeId) ?? 0) + 1);
	}
	return [...counts].sort(([, a], [, b]) => b - a)[0][0];
}

/** The node with the most delegations. */
function popularNode({ world }: Setting): string {
	const nodes = world.node.primary.current().map(({ nodeId }) => nodeId);
	const count = (nodeId: string) => world.node.staking.delegations(nodeId).length;
	return nodes.sort((a, b) => count(b) - count(a))[0];
}

/** Queries of the primary network. */
export const primaryNetwork: Record<string, Case> = {
	'stakingTransaction.getMany': {
		parameters: (setting) => ({ ...MAINNET, addresses: owners(setting, 'P', 0, 1, 2) }),
		check(items, setting) {
			const { staking } = setting.world.node;
			for (const { txHash, txType, blockTimestamp, nodeId } of items) {
				const tx = staking.byHash(String(txHash));
				expect({ txType, blockTimestamp, nodeId }).toEqual({
					txType: tx?.txType,
					blockTimestamp: tx?.timestamp,
					nodeId: tx?.nodeId,
				});
			}
		},
		list: {
			total: (setting) =>
				setting.world.node.staking.find({ addresses: bare(setting, 0, 1, 2) }).length,
			key: ({ txHash }) => txHash,
			pages: { option: 'pageSize', size: 13 },
			envelope: ['chainInfo'],
		},
		refused: {
			parameters: () => ({ ...MAINNET, options: { pageToken: 'no-token-of-this-service' } }),
			message: /pageToken/,
		},
	},
	'primaryBalance.get': {
		parameters: (setting) => ({
			...MAINNET,
			blockchainId: 'x-chain',
			addresses: owners(setting, 'X', 1, 2),
		}),
		check([{ balances, chainInfo }], setting) {
			const { node, clock } = setting.world;
			const [avax] = node.assets;
			const amounts = [...bare(setting, 1, 2)]
				.flatMap((owner) => node.utxos('X', owner))
				.filter(({ assetId, locktime }) => assetId === avax.assetId && locktime <= clock.seconds())
				.map(({ amount }) => amount);
			expect(balances).toMatchObject({
				unlocked: expect.arrayContaining([
					expect.objectContaining({
						assetId: avax.assetId,
						denomination: 9,
						amount: String(sum(amounts)),
						utxoCount: amounts.length,
					}),
				]),
			});
			expect(chainInfo).toEqual({ chainName: 'x-chain', network: 'mainnet' });
		},
	},
	'pendingReward.getMany': {
		parameters: (setting) => ({ ...MAINNET, addresses: `P-${rewardOwner(setting)}` }),
		check(items, setting) {
			const own = items.filter(({ rewardType }) => rewardType === 'VALIDATOR');
			const [first] = setting.world.node.primary.current();
			expect(own).toContainEqual(
				expect.objectContaining({ txHash: first.txId, amountStaked: String(first.weight) }),
			);
		},
		list: {
			total(setting) {
				const { primary, staking } = setting.world.node;
				const owner = rewardOwner(setting);
				const isRunning = running(setting);
				const validators = primary
					.current()
					.filter(({ rewardAddresses }) => rewardAddresses.includes(owner));
				const withFee = validators.filter(({ nodeId }) =>
					staking.delegations(nodeId).some(isRunning),
				);
				const delegations = staking
					.delegations()
					.filter((tx) => isRunning(tx) && tx.addresses.includes(owner));
				return validators.length + withFee.length + delegations.length;
			},
			key: ({ txHash, rewardType }) => `${txHash} ${rewardType}`,
			pages: { option: 'pageSize', size: 2 },
		},
	},
	'validator.get': {
		parameters: (setting) => ({ ...MAINNET, nodeId: busyNode(setting) }),
		check(items, setting) {
			const nodeId = busyNode(setting);
			for (const period of setting.world.node.primary.history(nodeId)) {
				expect(items).toContainEqual(
					expect.objectContaining({
						txHash: period.txId,
						nodeId,
						amountStaked: String(period.weight),
					}),
				);
			}
		},
		list: {
			total(setting) {
				const { node } = setting.world;
				const nodeId = busyNode(setting);
				const subnets = node.subnets.filter(({ kind }) => kind === 'permissioned');
				const periods = subnets.flatMap(({ id }) => node.permissioned(id).history(nodeId));
				return node.primary.history(nodeId).length + periods.length;
			},
			key: ({ txHash }) => txHash,
			pages: { option: 'pageSize', size: 1 },
		},
		refused: {
			parameters: () => ({ ...MAINNET, nodeId: 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg' }),
			message: /not found/,
		},
	},
	'delegator.getMany': {
		parameters: (setting) => ({ ...MAINNET, nodeIds: popularNode(setting) }),
		check(items, setting) {
			for (const tx of setting.world.node.staking.delegations(popularNode(setting))) {
				expect(items).toContainEqual(
					expect.objectContaining({ txHash: tx.txHash, amountDelegated: String(tx.amount) }),
				);
			}
		},
		list: {
			total: (setting) => setting.world.node.staking.delegations(popularNode(setting)).length,
			key: ({ txHash }) => txHash,
			pages: { option: 'pageSize', size: 4 },
		},
	},
	'l1Validator.getMany': {
		parameters: (setting) => ({
			...MAINNET,
			subnetId: l1Named(setting, 'Foundry').id,
			filters: { includeInactiveL1Validators: true },
		}),
		check(items, setting) {
			const all = setting.world.node.l1.of(l1Named(setting, 'Foundry').id);
			for (const { validationId, weight, balance } of all) {
				const item = items.find((one) => one.validationId === validationId);
				expect(item?.weight).toBe(String(weight));
				expect(item?.remainingBalance).toBe(String(balance));
			}
			expect(all.some(({ weight }) => weight > 2n ** 53n)).toBe(true);
			expect(all.some(({ balance }) => balance === 0n)).toBe(true);
		},
		list: {
			total: (setting) => setting.world.node.l1.of(l1Named(setting, 'Foundry').id).length,
			key: ({ validationId }) => validationId,
			pages: { option: 'pageSize', size: 7 },
			envelope: ['blockHeight'],
		},
	},
	'vertex.getMany': {
		parameters: () => MAINNET,
		check(items, { world }) {
			const [newest] = [...world.node.vertices()].reverse();
			expect(items[0]).toMatchObject({ vertexHash: newest.id, vertexHeight: newest.height });
		},
		list: {
			total: ({ world }) => world.node.vertices().length,
			key: ({ vertexHash }) => vertexHash,
			pages: { option: 'pageSize', size: 40 },
			envelope: ['chainInfo'],
		},
	},
	'vertex.getManyByHeight': {
		parameters: (setting) => ({ ...MAINNET, vertexHeight: crowdedHeight(setting) }),
		check(items, setting) {
			for (const { vertexHeight } of items) expect(vertexHeight).toBe(crowdedHeight(setting));
		},
		list: {
			total: (setting) => verticesAt(setting, crowdedHeight(setting)),
			key: ({ vertexHash }) => vertexHash,
			pages: { option: 'pageSize', size: 1 },
			envelope: ['chainInfo'],
		},
	},
};

function verticesAt({ world }: Setting, height: number): number {
	return world.node.vertices().filter((vertex) => vertex.height === height).length;
}

/** The height with the most vertices. */
function crowdedHeight(setting: Setting): number {
	const heights = [...new Set(setting.world.node.vertices().map(({ height }) => height))];
	return heights.sort((a, b) => verticesAt(setting, b) - verticesAt(setting, a))[0];
}
