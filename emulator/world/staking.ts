import { cb58Encode } from '../../core';
import type { Random } from '../../core/testing/random';
import type {
	Clock,
	StakingQuery,
	StakingStore,
	StakingTx,
	Validation,
} from '../../core/testing/network';
import { DAY } from '../../core/formats/timeUnits';

const AVAX = 1_000_000_000n;
const DELEGATOR_TYPES = new Set(['AddPermissionlessDelegatorTx', 'AddDelegatorTx']);

/** Sources of generated staking transactions. */
export interface StakingSource {
	random: Random;
	clock: Clock;
	epoch: number;
	transactions: number;
	primarySubnetId: string;
	address(index: number): string;
	/** The validator that a generated transaction registers or delegates to. */
	validator(index: number): Validation;
	validators: number;
	/** Transactions of another kind than stakes, by their turn. */
	other(turn: number): Partial<StakingTx> & { txType: string };
	/** Id of the base transaction that the block at this height carries. */
	txIdAt(height: number): string;
	/** Accepts a block for an added transaction and gives its height. */
	accept(): number;
}

/** Ended delegations: a tenth of the active ones, so that every state can be seen. */
export function completedOf(transactions: number): number {
	return Math.max(4, Math.floor(transactions / 10));
}

/** Unix seconds of the transaction in a generated block; some neighbours share theirs. */
export function stakingTime(index: number, count: number, epoch: number): number {
	const step = Math.max(1, Math.min(6 * 3600, Math.floor((170 * DAY) / Math.max(1, count))));
	const shared = index % 7 === 6 ? index - 1 : index;
	return epoch - (count - shared) * step;
}

/** Without its hash, which costs more than all else and is mostly not looked at. */
function generateFields(source: StakingSource, completed: number, index: number) {
	const { random, epoch } = source;
	const count = completed + source.transactions;
	const stream = random.stream('staking', index);
	const timestamp = stakingTime(index, count, epoch);
	const base = {
		sequence: index,
		timestamp,
		blockNumber: index + 1,
		subnetId: source.primarySubnetId,
		amount: BigInt(stream.whole(25, 250_000)) * AVAX + BigInt(stream.whole(0, 999_999_999)),
		addresses: [source.address(stream.whole(0, 31))],
	};
	if (index < completed) return { ...base, ...delegation(source, stream, timestamp, epoch - 1) };
	const turn = index - completed;
	if (turn % 10 === 9) return { ...base, amount: 0n, ...source.other(Math.floor(turn / 10)) };
	if (turn % 5 === 0) {
		const validator = source.validator(Math.floor(turn / 5) % source.validators);
		return {
			...base,
			txType: validator.bls ? 'AddPermissionlessValidatorTx' : 'AddValidatorTx',
			amount: validator.weight,
			nodeId: validator.nodeId,
			startTimestamp: validator.startTime,
			endTimestamp: validator.endTime,
			addresses: validator.rewardAddresses,
			delegationFee: validator.delegationFee,
			estimatedReward: validator.potentialReward,
			bls: validator.bls,
		};
	}
	// The last delegations of the old kind wait for their start.
	const pending = turn > 10 && turn >= source.transactions - 4;
	const start = pending ? epoch + 30 * DAY : timestamp;
	const end = epoch + stream.whole(45, 300) * DAY;
	const stake = delegation(source, stream, start, end);
	return { ...base, ...stake, txType: pending ? 'AddDelegatorTx' : stake.txType };
}

function generate(source: StakingSource, completed: number, index: number): StakingTx {
	const fields = generateFields(source, completed, index);
	return Object.defineProperty(fields, 'txHash', {
		get: () => source.txIdAt(fields.blockNumber),
		enumerable: true,
	}) as StakingTx;
}

function delegation(
	source: StakingSource,
	stream: { whole(min: number, max: number): number },
	startTimestamp: number,
	endTimestamp: number,
) {
	const validator = source.validator(stream.whole(0, source.validators - 1));
	return {
		txType: 'AddPermissionlessDelegatorTx',
		nodeId: validator.nodeId,
		startTimestamp,
		endTimestamp,
		delegationFee: validator.delegationFee,
		estimatedReward: BigInt(stream.whole(1, 9_000)) * 1_000_000n,
	};
}

const before = (one: StakingTx, other: StakingTx) =>
	one.timestamp - other.timestamp || one.sequence - other.sequence;

/** The staking transactions of a network. Generated on first use, sorted, late ones put in place. */
export function createStaking(source: StakingSource): StakingStore {
	let sorted: StakingTx[] | undefined;
	let byHash: Map<string, StakingTx> | undefined;
	let byNode: Map<string, StakingTx[]> | undefined;
	const completed = completedOf(source.transactions);
	const generated = completed + source.transactions;
	let sequence = generated;

	const all = () => {
		sorted ??= Array.from({ length: generated }, (_, i) => generate(source, completed, i)).sort(
			before,
		);
		return sorted;
	};

	/** Index of the first transaction at or after (or only after) a time. */
	function from(time: number, after: boolean): number {
		const list = all();
		let low = 0;
		let high = list.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			const { timestamp } = list[middle];
			if (timestamp < time || (after && timestamp === time)) low = middle + 1;
			else high = middle;
		}
		return low;
	}

	function matches(tx: StakingTx, query: StakingQuery, now: number): boolean {
		if (!query.ended && tx.endTimestamp !== undefined && tx.endTimestamp <= now) return false;
		if (query.txTypes && !query.txTypes.has(tx.txType)) return false;
		const { addresses } = query;
		return !addresses || tx.addresses.some((address) => addresses.has(address));
	}

	return {
		size: () => all().length,
		find(query) {
			const list = all();
			const now = source.clock.seconds();
			const first = query.start === undefined ? 0 : from(query.start, !query.inclusive);
			const last = query.end === undefined ? list.length : from(query.end, !!query.inclusive);
			const found: StakingTx[] = [];
			for (let i = first; i < last; i++) if (matches(list[i], query, now)) found.push(list[i]);
			return found;
		},
		byHash(txHash) {
			byHash ??= new Map(all().map((tx) => [tx.txHash, tx]));
			return byHash.get(txHash);
		},
		add(given) {
			const number = sequence++;
			const now = source.clock.seconds();
			const stream = source.random.stream('added staking', number);
			const validator = source.validator(stream.whole(0, source.validators - 1));
			const timestamp = given.timestamp ?? now;
			const tx: StakingTx = {
				sequence: number,
				txHash: cb58Encode(source.random.bytes('added staking', number)),
				txType: 'AddPermissionlessDelegatorTx',
				timestamp,
				blockNumber: given.blockNumber ?? source.accept(),
				nodeId: validator.nodeId,
				subnetId: source.primarySubnetId,
				amount: 25n * AVAX,
				addresses: [source.address(0)],
				// The end of a period is not a stake.
				...(given.stakingTxHash === undefined && {
					startTimestamp: timestamp,
					endTimestamp: Math.max(now, timestamp) + 365 * DAY,
					delegationFee: validator.delegationFee,
					estimatedReward: AVAX,
				}),
				...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
			};
			const list = all();
			list.splice(from(tx.timestamp, true), 0, tx);
			byHash?.set(tx.txHash, tx);
			byNode = undefined;
			return tx;
		},
		delegations(nodeId) {
			if (!byNode) {
				byNode = new Map([['', []]]);
				for (const tx of all()) {
					if (!tx.nodeId || !DELEGATOR_TYPES.has(tx.txType)) continue;
					byNode.get('')?.push(tx);
					const own = byNode.get(tx.nodeId);
					if (own) own.push(tx);
					else byNode.set(tx.nodeId, [tx]);
				}
			}
			return byNode.get(nodeId ?? '') ?? [];
		},
	};
}

/** The height whose transaction registered a generated validator, where there is one. */
export function registrationHeight(validator: number, transactions: number): number | undefined {
	const turn = validator * 5;
	return turn < transactions ? completedOf(transactions) + turn + 1 : undefined;
}
