import { cb58Encode, nodeIdOf } from '../../core';
import { createBls } from './bls';
import type { Random } from '../../core/testing/random';
import { type RenewalContext, renew } from './renewals';
import type {
	Bls,
	Clock,
	NewValidation,
	Status,
	Validation,
	ValidatorStore,
} from '../../core/testing/network';
import { DAY } from '../../core/formats/timeUnits';

const AVAX = 1_000_000_000n;
/** Proofs of possession take 10 ms each, so validators beyond these joined without a BLS key. */
const MAX_BLS = 128;

/** Sources of the generated validators of a subnet. */
export interface ValidatorSource {
	random: Random;
	clock: Clock;
	/** Unix seconds. */
	epoch: number;
	subnetId: string;
	/** Tells the subnets' generated values apart. */
	label: string;
	count: number;
	address(index: number): string;
	/** P-Chain height now. */
	height(): number;
	/** Accepts a P-Chain block for a change of the set. */
	accept(): number;
	primary: boolean;
	/** The id of the transaction that registered a generated validator, where it is known. */
	txId?(index: number): string | undefined;
	/** Generated periods beside the current ones, by index of the node. */
	past?(index: number): Partial<Validation>[];
	/** The parts of the network that the ends of periods of auto-renewed stakes change. */
	renewals?: RenewalContext;
}

/**
 * A generated validator. A large set is mostly never looked at, so ids and keys are made when they
 * are first read; the fields are own or inherited getters of one shape.
 */
class GeneratedValidation implements Validation {
	toHeight?: number;
	removed?: { txId: string; time: number };
	startTime: number;
	endTime: number;
	weight: bigint;
	potentialReward: bigint;
	delegationFee: number;
	uptime: number;
	connected: boolean;
	fromHeight = 0;
	private node?: string;
	private tx?: string;
	private key?: Bls;

	constructor(
		private readonly source: ValidatorSource,
		private readonly index: number,
	) {
		// One cheap number in place of a hash: 100,000 validators must be there at once.
		const spread = Math.imul(index + 1, 0x9e3779b1) >>> 0;
		this.startTime = source.epoch - (10 + (spread % 160)) * DAY - (spread % 86_399);
		this.endTime = source.epoch + (30 + (spread % 300)) * DAY;
		this.weight = source.primary
			? BigInt(2000 + (spread % 2_900_000)) * AVAX + BigInt(spread % 1_000_000_000)
			: BigInt(1 + (spread % 100));
		this.potentialReward = source.primary ? this.weight / 15n : 0n;
		this.delegationFee = source.primary ? 2 + (spread % 19) : 0;
		this.uptime = 90 + (spread % 100_000) / 10_001;
		this.connected = spread % 11 !== 0;
	}

	get subnetId() {
		return this.source.subnetId;
	}

	get nodeId() {
		const { random, label } = this.source;
		return (this.node ??= nodeIdOf(random.bytes(`${label} node`, this.index, 20)));
	}

	get txId() {
		const { random, label, txId } = this.source;
		return (this.tx ??= txId?.(this.index) ?? cb58Encode(random.bytes(`${label} tx`, this.index)));
	}

	get bls() {
		if (!this.source.primary || this.index >= MAX_BLS) return undefined;
		return (this.key ??= createBls(
			this.source.random.bytes(`${this.source.label} bls`, this.index),
		));
	}

	get rewardAddresses() {
		return [this.source.address(this.index % 32)];
	}
}

/** The validators of the primary network or of a permissioned subnet. */
export function createValidators(source: ValidatorSource): ValidatorStore {
	const { clock, random } = source;
	let list: Validation[] | undefined;
	let byNode: Map<string, Validation[]> | undefined;
	let added = 0;
	const renewing: Validation[] = [];

	function all(): Validation[] {
		list ??= Array.from({ length: source.count }, (_, i) => new GeneratedValidation(source, i));
		return list;
	}

	/** Ends the periods that are over. */
	function roll(): void {
		const { renewals } = source;
		if (renewals) for (const one of renewing) renew(one, clock.seconds(), renewals);
	}

	function complete(given: NewValidation, label: string): Validation {
		const now = clock.seconds();
		const made = new GeneratedValidation({ ...source, label, txId: undefined }, added++);
		const { renewal, ...others } = given;
		const fields = Object.entries(others).filter(([, value]) => value !== undefined);
		const completed = {
			txId: made.txId,
			nodeId: made.nodeId,
			subnetId: source.subnetId,
			startTime: now,
			endTime: now + 365 * DAY,
			weight: made.weight,
			potentialReward: made.potentialReward,
			delegationFee: made.delegationFee,
			uptime: 100,
			connected: true,
			bls: source.primary ? createBls(random.bytes(`${label} bls`, added)) : undefined,
			rewardAddresses: made.rewardAddresses,
			fromHeight: source.height(),
			...(Object.fromEntries(fields) as Partial<Validation>),
		};
		if (!renewal) return completed;
		const { rewardAddresses, startTime, endTime } = completed;
		return {
			...completed,
			renewal: {
				authority: rewardAddresses,
				nextPeriod: endTime - startTime,
				shares: 300_000,
				restakedValidation: 0n,
				restakedDelegatee: 0n,
				cycles: [],
				...renewal,
			},
		};
	}

	/** The validation periods by node; past ones of generated nodes are made when this index is. */
	function index(): Map<string, Validation[]> {
		if (byNode) return byNode;
		byNode = new Map();
		for (const [i, validation] of all().entries()) {
			const earlier = i < source.count ? (source.past?.(i) ?? []) : [];
			const periods = earlier.map((given) =>
				complete({ nodeId: validation.nodeId, ...given }, `${source.label} past`),
			);
			byNode.set(validation.nodeId, [validation, ...periods]);
		}
		return byNode;
	}

	function status({ startTime, endTime, removed }: Validation): Status {
		const now = clock.seconds();
		if (removed) return 'removed';
		if (startTime > now) return 'pending';
		return endTime <= now ? 'completed' : 'active';
	}

	const current = () => {
		roll();
		return all().filter((validation) => status(validation) === 'active');
	};

	return {
		current,
		history(nodeId) {
			roll();
			return nodeId === undefined ? [...index().values()].flat() : (index().get(nodeId) ?? []);
		},
		add(given) {
			const validation = complete(given, `${source.label} added`);
			const periods = index().get(validation.nodeId) ?? [];
			if (periods.some((period) => status(period) === 'active')) {
				throw new Error(`${validation.nodeId} is a validator already`);
			}
			validation.fromHeight = given.fromHeight ?? source.accept();
			all().push(validation);
			if (validation.renewal) renewing.push(validation);
			index().set(validation.nodeId, [validation, ...periods]);
			return validation;
		},
		remove(nodeId) {
			const found = index()
				.get(nodeId)
				?.find((period) => status(period) === 'active');
			if (!found) return false;
			const now = clock.seconds();
			// The primary network lets a period end; only subnets remove.
			if (source.primary) found.endTime = now;
			else found.removed = { txId: cb58Encode(random.bytes(`removed ${nodeId}`, now)), time: now };
			found.toHeight = source.accept();
			return true;
		},
		status,
	};
}
