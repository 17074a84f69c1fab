import * as pChainFee from '../../pChainFee/pChainFee';
import * as pChainStaking from '../../pChainStaking/pChainStaking';
import * as pChainSubnet from '../../pChainSubnet/pChainSubnet';
import { isFailure } from '../../../failure';
import type { PollContext } from '../../../events/event';
import { linesAbove, linesBelow } from '../../../events/levelSteps';
import { type SubjectReading, type ValueMemory, goneReading } from '../../../events/levelTypes';
import { ownOf, unmatched } from '../../../events/thresholdsBySubject';
import { nothingYet } from '../../../events/notReady';
import { type Needs, hasNeeds } from '../../../events/unreadable';
import { type Spending, type Spent, lastsFor, spentWith } from '../shared/spending';
import { shareOf, sumOf } from '../shared/stakes';
import { DAY } from '../../../formats/timeUnits';

/** The balances of L1 validators for the continuous fee, and the weight of an L1 that is at risk. */

/** One validation of an L1, and how long its balance lasts. */
export interface One {
	scope: 'validator';
	validationId: string;
	nodeId: string;
	subnetId: string;
	weight: string;
	/** nAVAX. */
	balance: string;
	/** nAVAX per second. */
	price: string;
	/** The time that the balance lasts at the current fee, or at what was spent in the last day if that is shorter. */
	secondsLeft: number;
	/** nAVAX that a validation really spent in the last day; absent before a day is over. */
	spent?: string;
	lines: number[];
}

/** A whole L1: the weight of validators that are inactive or run out within the last threshold. */
export interface Whole {
	scope: 'l1';
	subnetId: string;
	weight: string;
	weightAtRisk: string;
	percentAtRisk: number;
	validators: number;
	inactive: number;
	lines: number[];
}

export type Facts = One | Whole;

/** The settings that readings depend on. */
export interface Settings {
	subnetId?: string;
	validationIds?: string[];
	tiers?: number[];
	thresholdsBySubject?: Record<string, number[]>;
	weightAtRisk?: number[];
}

/** Default thresholds in seconds: the time that a balance lasts. */
export const TIERS = [30 * DAY, 7 * DAY, DAY];
/** Default shares of the weight of an L1, in percent. */
export const RISK = [10, 33];
/** A balance counts as topped up if it lasts this much longer than the threshold. */
const EASE = 1.05;

/** The readings of an L1 and its validators, and of single validations. */
export async function readBalances(
	{ subnetId, validationIds, weightAtRisk = RISK, ...given }: Settings,
	context: PollContext,
	memory: ValueMemory,
): Promise<Array<SubjectReading<Facts>>> {
	const { tiers = TIERS, thresholdsBySubject } = given;
	const common = [...tiers].sort((a, b) => b - a);
	const linesOf = (validationId: string) => linesOfValidation(given, validationId);
	const { price } = await context.client.call(pChainFee.getValidatorFeeState, {});
	const readAt = { price, linesOf };
	const { paying, legacy } = subnetId
		? await validatorsOf(subnetId, readAt, context)
		: { paying: [], legacy: [] };
	const found = [...paying];
	const gone: string[] = [];
	for (const validationId of validationIds ?? []) {
		if (found.some((one) => one.validationId === validationId)) continue;
		const one = await validation(validationId, readAt, context);
		if (one) found.push(one);
		else gone.push(validationId);
	}
	const spent = spentInDay(found, memory, Math.floor(context.clock.now() / 1000));
	const ones = found.map((one) => (spent ? withSpent(one, spent) : one));
	const readings: Array<SubjectReading<Facts>> = ones.map(readingOf);
	if (subnetId) {
		const members = { subnetId, paying: ones.slice(0, paying.length), legacy, lines: common };
		readings.push(wholeOf(members, weightAtRisk));
	}
	readings.push(...gone.map(goneReading));
	const there = readings.map(({ subject }) => subject);
	readings.push(...unmatched(thresholdsBySubject, there).map(goneReading));
	return readings;
}

/**
 * The amount that one validation spent in the last day; undefined before a day is over, or if no validation is active. Every
 * active validation pays the same fee, so it is measured on one: the one with the largest balance, as long as it
 * is active.
 */
function spentInDay(ones: readonly One[], memory: ValueMemory, now: number): Spent | undefined {
	const before = (memory.stored ?? {}) as Spending;
	const active = ones.filter(({ balance }) => balance !== '0');
	if (active.length === 0) return undefined;
	const { validationId, balance } =
		active.find((one) => one.validationId in before) ??
		active.reduce((most, one) => (BigInt(one.balance) > BigInt(most.balance) ? one : most));
	const { stored, spent } = spentWith(before[validationId], balance, now);
	memory.stored = { [validationId]: stored } satisfies Spending;
	return spent;
}

/** A validation, judged by the shorter of the times that its balance lasts. */
function withSpent(one: One, spent: Spent): One {
	const bySpent = lastsFor(one.balance, spent) ?? Infinity;
	return { ...one, spent: spent.amount, secondsLeft: Math.min(one.secondsLeft, bySpent) };
}

/** Fields that a record of a validation needs: its id, and the balance that it pays fees from. */
const PAYING: Needs = [['validationID'], ['balance']];

interface BalanceAt {
	price: string;
	/** The thresholds of a validation, the longest time first. */
	linesOf(validationId: string): number[];
}

function oneOf(
	validator: {
		validationID?: string | null;
		nodeID?: string | null;
		weight?: unknown;
		balance?: string | null;
	},
	subnetId: string,
	{ price, linesOf }: BalanceAt,
): One {
	const balance = String(validator.balance ?? '0');
	const perSecond = BigInt(price);
	const validationId = validator.validationID ?? '';
	return {
		scope: 'validator',
		validationId,
		nodeId: validator.nodeID ?? '',
		subnetId,
		weight: String(validator.weight ?? '0'),
		balance,
		price,
		secondsLeft: perSecond === 0n ? Number.MAX_SAFE_INTEGER : Number(BigInt(balance) / perSecond),
		lines: linesOf(validationId),
	};
}

/** A used-up balance is one level beyond the last threshold. */
function readingOf(facts: One): SubjectReading<Facts> {
	const { validationId: subject, nodeId, balance, secondsLeft, lines } = facts;
	if (balance === '0') return { subject, nodeId, level: lines.length + 1, facts };
	const level = linesAbove(secondsLeft, lines);
	return { subject, nodeId, level, easedLevel: linesAbove(secondsLeft / EASE, lines), facts };
}

/**
 * The validators of an L1 that pay the continuous fee, and the weights of those that do not: a subnet
 * that became an L1 keeps its permissioned validators, which have no validation ID and no balance.
 */
async function validatorsOf(subnetId: string, readAt: BalanceAt, context: PollContext) {
	const { validators } = await context.client.call(pChainStaking.getManyValidators, {
		subnetID: subnetId,
	});
	const pays = ({ validationID }: { validationID?: string | null }) =>
		typeof validationID === 'string';
	const readable = validators
		.filter(pays)
		.filter((each) => hasNeeds(each, PAYING, pChainStaking.getManyValidators.id, context));
	const paying = readable.map((each) => oneOf(each, subnetId, readAt));
	if (paying.length === 0) throw nothingYet(`${subnetId} has no L1 validators`);
	const legacy = validators.filter((each) => !pays(each)).map(({ weight }) => BigInt(weight ?? 0));
	return { paying, legacy };
}

async function validation(validationID: string, readAt: BalanceAt, { client }: PollContext) {
	try {
		const found = await client.call(pChainSubnet.getL1Validator, { validationID });
		return oneOf({ ...found, validationID }, found.subnetID, readAt);
	} catch (error) {
		if (isFailure(error) && error.kind === 'rpc' && /not found/.test(error.message))
			return undefined;
		throw error;
	}
}

interface Members {
	subnetId: string;
	paying: readonly One[];
	/** Weights of the validators that pay no fee: they are never at risk. */
	legacy: readonly bigint[];
	lines: number[];
}

function wholeOf(
	{ subnetId, paying, legacy, lines }: Members,
	given: readonly number[],
): SubjectReading<Facts> {
	const last = lines.at(-1) ?? 0;
	const sum = (some: readonly One[]) => sumOf(some.map((one) => BigInt(one.weight)));
	const weight = sum(paying) + sumOf(legacy);
	const weightAtRisk = sum(
		paying.filter(({ balance, secondsLeft }) => balance === '0' || secondsLeft < last),
	);
	const percentAtRisk = shareOf(weightAtRisk, weight);
	const facts: Whole = {
		scope: 'l1',
		subnetId,
		weight: String(weight),
		weightAtRisk: String(weightAtRisk),
		percentAtRisk,
		validators: paying.length + legacy.length,
		inactive: paying.filter(({ balance }) => balance === '0').length,
		lines,
	};
	const shares = [...given].sort((a, b) => a - b);
	const level = linesBelow(percentAtRisk, shares);
	return { subject: subnetId, level, facts };
}

/** The thresholds of a validation, the longest time first. */
export function linesOfValidation(
	{ tiers = TIERS, thresholdsBySubject }: Settings,
	validationId: string,
): number[] {
	return [...(ownOf(thresholdsBySubject)(validationId) ?? tiers)].sort((a, b) => b - a);
}
