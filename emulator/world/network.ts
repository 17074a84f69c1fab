import { bech32Encode, cb58Encode } from '../../core';
import { createL1Store } from './l1';
import { createLedger } from './ledger';
import type { Random } from '../../core/testing/random';
import { createStaking, registrationHeight } from './staking';
import { createSubnets } from './subnets';
import type {
	Clock,
	NetworkName,
	NetworkWorld,
	StakingTx,
	ValidatorStore,
} from '../../core/testing/network';
import { createValidators } from './validators';
import { membersOf } from './validatorSet';
import { DAY } from '../../core/formats/timeUnits';

const SIGNERS = 8;
const SUPPLY = 460_000_000n * 1_000_000_000n;
/** The primary network's subnet, and the P-Chain: 32 zero bytes. */
const PRIMARY_ID = cb58Encode(new Uint8Array(32));

/** Public constants of the deployed networks. */
const KNOWN = {
	mainnet: {
		networkId: 1,
		hrp: 'avax',
		X: '2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM',
		C: '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5',
		avax: 'FvwEAhmxKfeiG8SnEvq42hc6whRyY3EFYAvebMqDNDGCgxN5Z',
	},
	fuji: {
		networkId: 5,
		hrp: 'fuji',
		X: '2JVSBoinj9C2J33VntvzYtVJNZdN2NKiwwKjcumHUWEb5DbBrm',
		C: 'yH8D7ThNJkxmtkuv2jgBa4P1Rn3Qpr4pPr7QYNfcdoS6k6HWp',
		avax: 'U8iRqJoiJm8xZHAacmvYyZVwqQx6uDNtQeP3CQ6fcgQk3JqnK',
	},
} as const;

export interface NetworkSource {
	random: Random;
	clock: Clock;
	epoch: number;
	validators: number;
	transactions: number;
}

/** A primary network with everything on it, each part made when it is first asked for. */
export function createNetwork(name: NetworkName, source: NetworkSource): NetworkWorld {
	const { random, clock, epoch } = source;
	const { networkId, hrp, X, C, avax } = KNOWN[name];
	const chains = { P: PRIMARY_ID, X, C };
	const addresses: string[] = [];
	const address = (index: number) =>
		(addresses[index] ??= bech32Encode(hrp, random.bytes('address', index, 20)));
	const assets = [
		{ assetId: avax, name: 'Avalanche', symbol: 'AVAX' },
		{ assetId: cb58Encode(random.bytes('asset', 1)), name: 'Summit Dollar', symbol: 'SUMD' },
		{ assetId: cb58Encode(random.bytes('asset', 2)), name: 'Glacier Points', symbol: 'GLP' },
	].map((asset, i) => ({ ...asset, denomination: 9 - 3 * i, type: 'secp256k1' as const }));
	const ledger = createLedger({ ...source, networkId, chains, assets, address });
	const pChain = ledger.log('P');
	const height = () => pChain.height();
	const accept = () => pChain.accept().height;
	const subnets = createSubnets(name, random, address, chains);
	const shared = { random, clock, epoch, address, height, accept };

	const permissioned = new Map<string, ValidatorStore>();
	for (const subnet of subnets) {
		if (subnet.kind !== 'permissioned') continue;
		const own = { subnetId: subnet.id, label: `permissioned ${subnet.id}`, count: 5 };
		permissioned.set(subnet.id, createValidators({ ...shared, ...own, primary: false }));
	}

	const primary = createValidators({
		...shared,
		subnetId: PRIMARY_ID,
		label: 'primary',
		count: source.validators,
		primary: true,
		txId(index) {
			const at = registrationHeight(index, source.transactions);
			return at === undefined ? undefined : ledger.pTxId(at);
		},
		renewals: {
			assetId: avax,
			fees: ({ nodeId, startTime, endTime, delegationFee }) =>
				(network.staking
					.delegations(nodeId)
					.filter(({ endTimestamp: end = 0 }) => end > startTime && end <= endTime)
					.reduce((sum, { estimatedReward = 0n }) => sum + estimatedReward, 0n) *
					BigInt(Math.round(delegationFee * 100))) /
				10_000n,
			accept(made) {
				const tx = made({ blockHeight: height() + 1 });
				pChain.accept([tx]);
				return tx;
			},
			ended: ({ nodeId, txId, rewardAddresses, endTime }, tx) =>
				network.staking.add({
					txHash: tx.id,
					txType: 'RewardAutoRenewedValidatorTx',
					stakingTxHash: txId,
					timestamp: endTime,
					blockNumber: tx.blockHeight,
					nodeId,
					amount: 0n,
					addresses: rewardAddresses,
				}),
		},
		past(index) {
			const count = index === 0 ? 12 : index % 4;
			const ended = Array.from({ length: count }, (_, i) => ({
				startTime: epoch - (i + 2) * 200 * DAY,
				endTime: epoch - (i + 2) * 200 * DAY + 190 * DAY,
				uptime: 99,
			}));
			const start = epoch + 400 * DAY;
			return index === 2 ? [...ended, { startTime: start, endTime: start + 90 * DAY }] : ended;
		},
	});

	const [signing, large, small] = subnets.filter(({ kind }) => kind === 'l1');
	const l1 = createL1Store({
		...shared,
		sizes: [
			{ subnetId: signing.id, count: SIGNERS, inactive: (index) => index === SIGNERS - 1 },
			{ subnetId: large.id, count: source.validators, inactive: (index) => index % 6 === 5 },
			{ subnetId: small.id, count: 3, inactive: () => false },
		],
	});

	/** One in ten generated transactions concerns subnets and L1s. */
	function other(turn: number): Partial<StakingTx> & { txType: string } {
		const l1s = l1.of(turn % 2 === 0 ? signing.id : large.id);
		const one = l1s[turn % l1s.length];
		const [validator] = [...permissioned.values()][0].current();
		const kinds: (() => Partial<StakingTx> & { txType: string })[] = [
			() => ({ txType: 'ConvertSubnetToL1Tx', subnetId: signing.id, l1: changes(signing.id) }),
			() => ({
				txType: 'RegisterL1ValidatorTx',
				subnetId: one.subnetId,
				nodeId: one.nodeId,
				bls: one.bls,
				l1: [{ validationId: one.validationId, balanceChange: one.balance }],
			}),
			() => ({
				txType: 'IncreaseL1ValidatorBalanceTx',
				subnetId: one.subnetId,
				l1: [{ validationId: one.validationId, balanceChange: 100_000_000n }],
				memo: '0x746f70207570',
			}),
			() => ({ txType: 'CreateChainTx', subnetId: large.id }),
			() => ({
				txType: 'AddSubnetValidatorTx',
				subnetId: validator.subnetId,
				nodeId: validator.nodeId,
				startTimestamp: validator.startTime,
				endTimestamp: validator.endTime,
			}),
			// Types newer than the documents, which the test network has already.
			() => ({
				txType: name === 'fuji' ? 'RewardAutoRenewedValidatorTx' : 'TransferSubnetOwnershipTx',
				subnetId: name === 'fuji' ? PRIMARY_ID : validator.subnetId,
			}),
		];
		return kinds[turn % kinds.length]();
	}

	function changes(subnetId: string) {
		return l1.of(subnetId).map(({ validationId, balance }) => ({
			validationId,
			balanceChange: balance,
		}));
	}

	const staking = createStaking({
		...shared,
		transactions: source.transactions,
		primarySubnetId: PRIMARY_ID,
		validator: (index) => generated[index] ?? primary.current()[0],
		validators: source.validators,
		other,
		txIdAt: ledger.pTxId,
	});
	// As of the start: added validators change neither generated transactions nor their order.
	const generated = [...primary.current()];

	const network: NetworkWorld = {
		name,
		networkId,
		hrp,
		epoch,
		chains,
		assets,
		address,
		chain: ledger.log,
		vertices: ledger.vertices,
		utxos: ledger.utxos,
		atomicUtxos: ledger.atomicUtxos,
		primary,
		atomicTxs: new Map(),
		subnets,
		subnet: (id) => subnets.find((subnet) => subnet.id === id),
		blockchain: (id) =>
			subnets.flatMap((subnet) => subnet.blockchains).find((chain) => chain.id === id),
		permissioned(subnetId) {
			const store = permissioned.get(subnetId);
			if (!store) throw new Error(`${subnetId} is not a permissioned subnet`);
			return store;
		},
		l1,
		staking,
		validatorsAt: (subnetId, at) => membersOf(network, subnetId, at),
		supply: SUPPLY,
	};
	return network;
}
