import { cb58Encode, nodeIdOf } from '../../core';
import { createBls } from './bls';
import type { Random } from '../../core/testing/random';
import type { Bls, Clock, L1Store, L1Validator, Owner } from '../../core/testing/network';
import { DAY } from '../../core/formats/timeUnits';

const AVAX = 1_000_000_000n;
/** uint64 amounts beyond 2^53, as real L1s have them: every client must keep their digits. */
const BIG_WEIGHT = 18_446_744_073_709_551n;
/** A set's total weight must fit uint64, so only the validators of small sets weigh that much. */
const SMALL_SET = 400;
const BIG_BALANCE = 9_007_199_254_740_993n;

export interface L1Source {
	random: Random;
	clock: Clock;
	epoch: number;
	/** Validators at the start, by subnet, in order of registration. */
	sizes: { subnetId: string; count: number; inactive: (index: number) => boolean }[];
	address(index: number): string;
	height(): number;
	accept(): number;
}

/** Properties that differ between generated L1 validators. */
interface Traits {
	inactive: boolean;
	/** True for a validator set that is small enough for heavy weights. */
	small: boolean;
	/** Answers no signature request, as some do on the network. */
	silent: boolean;
}

/** A generated L1 validator: ids and keys are made when they are first read. */
class GeneratedL1Validator implements L1Validator {
	weight: bigint;
	startTime: number;
	balance: bigint;
	minNonce: number;
	connected: boolean;
	uptime: number;
	online: boolean;
	fromHeight = 0;
	toHeight?: number;
	private id?: string;
	private node?: string;
	private key?: Bls;

	constructor(
		private readonly source: L1Source,
		readonly sequence: number,
		readonly subnetId: string,
		private readonly index: number,
		{ inactive, small, silent }: Traits,
	) {
		const spread = Math.imul(sequence + 7, 0x9e3779b1) >>> 0;
		const weight = small
			? BIG_WEIGHT - BigInt(spread) * 1_000_000n
			: BigInt(1 + (spread % 100_000));
		this.weight = index === 1 ? BIG_WEIGHT : weight;
		this.startTime = source.epoch - 200 * DAY + (sequence % 14_000_000);
		this.balance = inactive ? 0n : AVAX / 10n + BigInt(spread % 1_000_000) * 4096n;
		if (index === 1 && !inactive) this.balance = BIG_BALANCE;
		this.minNonce = spread % 3;
		this.connected = spread % 11 !== 0;
		this.uptime = 91 + (spread % 90_000) / 10_001;
		this.online = !silent;
	}

	get validationId() {
		return (this.id ??= cb58Encode(this.source.random.bytes('l1 validation', this.sequence)));
	}

	get nodeId() {
		return (this.node ??= nodeIdOf(this.source.random.bytes('l1 node', this.sequence, 20)));
	}

	get bls() {
		return (this.key ??= createBls(this.source.random.bytes('l1 bls', this.sequence)));
	}

	get remainingBalanceOwner(): Owner {
		return { addresses: [this.source.address(this.index % 32)], threshold: 1 };
	}

	get deactivationOwner(): Owner {
		const { source, index } = this;
		const addresses = [source.address((index + 1) % 32), source.address((index + 2) % 32)];
		return { addresses, threshold: index % 2 === 0 ? 1 : 2 };
	}
}

/** The validators of all L1s of a network. */
export function createL1Store(source: L1Source): L1Store {
	const bySubnet = new Map<string, L1Validator[]>();
	const gone = new Map<string, L1Validator[]>();
	let byId: Map<string, L1Validator> | undefined;
	let sequence = 0;

	for (const { subnetId, count, inactive } of source.sizes) {
		const first = sequence;
		const make = (_: unknown, index: number) =>
			new GeneratedL1Validator(source, first + index, subnetId, index, {
				inactive: inactive(index),
				small: count < SMALL_SET,
				// Never a third of the weight of a tiny set.
				silent: count > 3 && index === 2,
			});
		bySubnet.set(subnetId, Array.from({ length: count }, make));
		sequence += count;
	}

	const index = () =>
		(byId ??= new Map([...bySubnet.values()].flat().map((one) => [one.validationId, one])));

	return {
		of: (subnetId) => bySubnet.get(subnetId) ?? [],
		all: () => [...bySubnet.values()].flat(),
		find: (validationId) => index().get(validationId),
		at: (subnetId, height) =>
			[...(bySubnet.get(subnetId) ?? []), ...(gone.get(subnetId) ?? [])].filter(
				({ fromHeight, toHeight }) =>
					fromHeight <= height && (toHeight === undefined || toHeight > height),
			),
		add(subnetId, given) {
			const list = bySubnet.get(subnetId);
			if (!list) throw new Error(`${subnetId} is not an L1`);
			const number = sequence++;
			// Index 3 and on: neither the big amounts nor the silent validator.
			const made = new GeneratedL1Validator(source, number, subnetId, 3 + number, {
				inactive: false,
				small: list.length < SMALL_SET,
				silent: false,
			});
			made.startTime = source.clock.seconds();
			for (const [key, value] of Object.entries(given)) {
				if (value !== undefined) {
					Object.defineProperty(made, key, { value, writable: true, enumerable: true });
				}
			}
			if (index().has(made.validationId)) throw new Error(`${made.validationId} exists already`);
			made.fromHeight = given.fromHeight ?? source.accept();
			list.push(made);
			index().set(made.validationId, made);
			return made;
		},
		remove(validationId) {
			const found = index().get(validationId);
			if (!found) return false;
			const { subnetId } = found;
			index().delete(validationId);
			bySubnet.set(
				subnetId,
				(bySubnet.get(subnetId) ?? []).filter((one) => one !== found),
			);
			found.toHeight = source.accept();
			gone.set(subnetId, [...(gone.get(subnetId) ?? []), found]);
			return true;
		},
		setBalance(validationId, balance) {
			const found = index().get(validationId);
			if (!found) return false;
			found.balance = balance;
			return true;
		},
	};
}
