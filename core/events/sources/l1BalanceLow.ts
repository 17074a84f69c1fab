import * as out from '../../fields/outputs';
import { field } from '../../fields/field';
import { id } from '../../fields/identifiers';
import { listOf } from '../../fields/inputs';
import { durations, numbers } from '../../fields/lines';
import { broken } from '../../fields/rules';
import { isId } from '../../formats/ids';
import { getValidatorFeeState } from '../../operations/rpc/pChainFee';
import { getCurrentValidators } from '../../operations/rpc/pChainStaking';
import { getL1Validator } from '../../operations/rpc/pChainSubnet';
import { isFailure } from '../../protocol/failure';
import type { PollContext } from '../event';
import { declareLevels } from '../levelEvent';
import { linesAbove, linesBelow } from '../levelSteps';
import { type Reading, goneReading } from '../levels';
import { onlyWatched, ownOf, thresholdsBySubjectField, unmatched } from '../thresholdsBySubject';
import { nothingYet } from '../notReady';
import { EXAMPLE_NODE, type Example } from '../sample';
import { type Needs, hasNeeds } from '../unreadable';
import { shareOf, sumOf } from '../stakes';
import { avax, percent, span } from '../words';

/** One validation of an L1, and how long its balance lasts. */
interface One {
	scope: 'validator';
	validationId: string;
	nodeId: string;
	subnetId: string;
	weight: string;
	/** nAVAX. */
	balance: string;
	/** nAVAX per second. */
	price: string;
	secondsLeft: number;
	lines: number[];
}

/** A whole L1: the weight of validators that are inactive or run out within the last threshold. */
interface Whole {
	scope: 'l1';
	subnetId: string;
	weight: string;
	weightAtRisk: string;
	percentAtRisk: number;
	validators: number;
	inactive: number;
	lines: number[];
}

type Facts = One | Whole;

interface Settings {
	subnetId?: string;
	validationIds?: string[];
	tiers?: number[];
	thresholdsBySubject?: Record<string, number[]>;
	weightAtRisk?: number[];
}

const DAY = 86_400;
const TIERS = [30 * DAY, 7 * DAY, DAY];
const RISK = [10, 33];
/** Maximum number of validations that are requested one by one. */
const MOST_VALIDATIONS = 100;
/** A balance counts as topped up if it lasts this much longer than the threshold. */
const EASE = 1.05;

/** L1 validators whose balance for the continuous fee runs out. */
export const l1BalanceLow = declareLevels({
	value: 'l1BalanceLow',
	type: 'l1.balance',
	name: 'L1 Balance Low',
	description:
		'The fee balance of an L1 validator lasts for 30, 7 or 1 days at the current fee, is used up or topped up; or too much weight of an L1 is at risk',
	what: 'L1 validator',
	reads:
		'the node: `platform.getValidatorFeeState`, and `platform.getCurrentValidators` for a whole L1 or `platform.getL1Validator` for each validation',
	remembers: 'validations whose balance runs out within the first threshold, about 130 bytes each',
	fields: {
		subnetId: field(id('a subnet id').optional(), {
			in: 'form',
			label: 'Subnet ID',
			description: 'All validators of this L1 (cb58), and the L1 as a whole',
			placeholder: '2ebCneCbwthjQ1rYT41nhd7M76Hc6YmosMAQrTFhBq8qeqh6tt',
			show: 'main',
		}),
		validationIds: field(
			listOf('must be validation ids (cb58)', isId, MOST_VALIDATIONS).optional(),
			{
				in: 'form',
				label: 'Validation IDs',
				description: `These validations, separated by commas, up to ${MOST_VALIDATIONS}; each poll makes one request per validation. A subnet ID or validation IDs are required.`,
				placeholder: 'Y39J1TC4gxBFAYtmBZGN3UaugxX9MEmsKLeMXsP11URnVbKJF',
				show: 'main',
			},
		),
		tiers: field(durations().optional(), {
			in: 'form',
			label: 'Balance Lasts',
			description: 'Remaining time of the balance at which the event fires, separated by commas',
			placeholder: '30d, 7d, 1d',
			show: 'option',
		}),
		thresholdsBySubject: thresholdsBySubjectField(
			{
				label: 'Validation',
				subjects: 'validations',
				key: id('a validation id'),
				by: 'validation ID',
				example: '"Y39J1TC4gxBFAYtmBZGN3UaugxX9MEmsKLeMXsP11URnVbKJF": "60d, 14d"',
			},
			durations(),
		),
		weightAtRisk: field(numbers(0, 100).optional(), {
			in: 'form',
			label: 'Weight at Risk (Percent)',
			description:
				'Shares of the weight of an L1 in percent, separated by commas: the event fires if a larger share is inactive or runs out within the last threshold of Balance Lasts; 100 never fires',
			placeholder: '10, 33',
			show: 'option',
		}),
	},
	rules: [
		({ subnetId, validationIds }, context) => {
			if (subnetId || validationIds) return;
			broken(context, 'subnetId', 'or validation IDs are required: the validators to watch');
		},
		onlyWatched(['validationIds', 'Validation IDs'], ({ subnetId, validationIds }) =>
			subnetId ? undefined : validationIds,
		),
	],
	columns: {
		scope: out.choice(['validator', 'l1']),
		subnetId: out.id('cb58'),
		validationId: out.id('cb58'),
		nodeId: out.nodeId(),
		weight: out.uint64('Of the validator, or of all validators of the L1'),
		balance: out.nAvax('Remaining for the continuous fee; 0 means inactive'),
		price: out.nAvax('Per second and validator'),
		secondsLeft: out.duration('s', 'At the current fee'),
		daysLeft: out.decimal('At the current fee'),
		weightAtRisk: out.uint64('Of an L1: inactive, or running out within the last threshold'),
		percentAtRisk: out.percent('Of an L1'),
		validators: out.count(
			'Of an L1, also those that pay no fee because they are older than the L1',
		),
		inactive: out.count('Of an L1: validators without balance'),
	},
	repeat: [DAY, 43_200, 14_400, 14_400],
	goneText: 'is not registered, or was removed from its L1',
	async read({ subnetId, validationIds, weightAtRisk = RISK, ...given }: Settings, context) {
		const { tiers = TIERS, thresholdsBySubject } = given;
		const common = [...tiers].sort((a, b) => b - a);
		const linesOf = (validationId: string) => linesOfValidation(given, validationId);
		const { price } = await context.client.call(getValidatorFeeState, {});
		const readings: Array<Reading<Facts>> = [];
		const place = { price, linesOf };
		if (subnetId) {
			const { paying, legacy } = await validatorsOf(subnetId, place, context);
			const whole = wholeOf({ subnetId, paying, legacy, lines: common }, weightAtRisk);
			readings.push(...paying.map(readingOf), whole);
		}
		for (const validationId of validationIds ?? []) {
			if (readings.some(({ subject }) => subject === validationId)) continue;
			const one = await validation(validationId, place, context);
			readings.push(one ? readingOf(one) : goneReading(validationId));
		}
		const there = readings.map(({ subject }) => subject);
		readings.push(...unmatched(thresholdsBySubject, there).map(goneReading));
		return readings;
	},
	say(facts) {
		if (facts.scope === 'l1') {
			const { subnetId, percentAtRisk, validators, inactive, lines } = facts;
			return {
				name: `L1 ${subnetId}`,
				bad: `${percent(percentAtRisk)} of the weight is at risk`,
				good: `${percent(percentAtRisk)} of the weight is at risk`,
				text: `${percent(percentAtRisk)} of the weight of L1 ${subnetId} is inactive or runs out of balance within ${span(lines.at(-1) ?? 0)}; ${inactive} of ${validators} validators are inactive. An L1 halts when too much of its weight is inactive.`,
				url: DOCS,
			};
		}
		const { nodeId, balance, price, secondsLeft, subnetId } = facts;
		const empty = balance === '0';
		return {
			name: nodeId,
			bad: empty
				? 'L1 validator is inactive, its balance is used up'
				: `L1 balance lasts ${span(secondsLeft)}`,
			good: `L1 balance lasts ${span(secondsLeft)}`,
			text: empty
				? `The balance of ${nodeId} on L1 ${subnetId} is used up: it validates again when it is topped up.`
				: `The balance of ${nodeId} on L1 ${subnetId} is ${avax(balance)} and lasts ${span(secondsLeft)} at ${avax(BigInt(price) * 86_400n)} a day.`,
			url: DOCS,
		};
	},
	show(facts) {
		const { lines: _, ...shown } = facts;
		if (shown.scope === 'l1') return shown;
		return { ...shown, daysLeft: Math.floor((shown.secondsLeft / DAY) * 100) / 100 };
	},
	severity: (level, facts) =>
		level >= (facts?.scope === 'l1' ? 2 : Math.max(2, facts?.lines.length ?? 2))
			? 'critical'
			: 'warning',
	example: ({ settings, read }) =>
		read?.scope === 'l1' ? exampleOfL1(read, settings) : exampleOfOne(read, settings),
});

/** What identifies a validation, and what it pays from. */
const PAYING: Needs = [['validationID'], ['balance']];

const DOCS = 'https://build.avax.network/docs/avalanche-l1s/validator-manager/contract';

interface Place {
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
	{ price, linesOf }: Place,
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
function readingOf(facts: One): Reading<Facts> {
	const { validationId: subject, balance, secondsLeft, lines } = facts;
	if (balance === '0') return { subject, level: lines.length + 1, facts };
	const level = linesAbove(secondsLeft, lines);
	return { subject, level, easedLevel: linesAbove(secondsLeft / EASE, lines), facts };
}

/**
 * The validators of an L1 that pay the continuous fee, and the weights of those that do not: a subnet
 * that became an L1 keeps its permissioned validators, which have no validation ID and no balance.
 */
async function validatorsOf(subnetId: string, place: Place, context: PollContext) {
	const { validators } = await context.client.call(getCurrentValidators, { subnetID: subnetId });
	const pays = ({ validationID }: { validationID?: string | null }) =>
		typeof validationID === 'string';
	const readable = validators
		.filter(pays)
		.filter((each) => hasNeeds(each, PAYING, getCurrentValidators.id, context));
	const paying = readable.map((each) => oneOf(each, subnetId, place));
	if (paying.length === 0) throw nothingYet(`${subnetId} has no L1 validators`);
	const legacy = validators.filter((each) => !pays(each)).map(({ weight }) => BigInt(weight ?? 0));
	return { paying, legacy };
}

async function validation(validationID: string, place: Place, { client }: PollContext) {
	try {
		const found = await client.call(getL1Validator, { validationID });
		return oneOf({ ...found, validationID }, found.subnetID, place);
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
): Reading<Facts> {
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
function linesOfValidation(
	{ tiers = TIERS, thresholdsBySubject }: Settings,
	validationId: string,
): number[] {
	return [...(ownOf(thresholdsBySubject)(validationId) ?? tiers)].sort((a, b) => b - a);
}

/** Generated states of a validation: its balance lasts for nine tenths of the first threshold. */
function exampleOfOne(read: One | undefined, settings: Settings): Example<Facts> {
	const {
		validationIds: [validationId] = ['Y39J1TC4gxBFAYtmBZGN3UaugxX9MEmsKLeMXsP11URnVbKJF'],
		subnetId = '2ebCneCbwthjQ1rYT41nhd7M76Hc6YmosMAQrTFhBq8qeqh6tt',
	} = settings;
	const one = read ?? { validationId, subnetId, nodeId: EXAMPLE_NODE, weight: '100' };
	const lines = linesOfValidation(settings, one.validationId);
	const price = read && read.price !== '0' ? read.price : '512';
	const lasting = (secondsLeft: number): One => {
		const balance = String(BigInt(price) * BigInt(secondsLeft));
		return { scope: 'validator', ...one, price, balance, secondsLeft, lines };
	};
	const bad = lasting(Math.max(1, Math.floor(lines[0] * 0.9)));
	const level = Math.max(1, linesAbove(bad.secondsLeft, lines));
	return { bad: { subject: bad.validationId, level, facts: bad }, good: lasting(lines[0] * 2) };
}

/** Generated states of a whole L1: a little more of its weight than the first share is at risk. */
function exampleOfL1(read: Whole, { weightAtRisk = RISK }: Settings): Example<Facts> {
	const shares = [...weightAtRisk].sort((a, b) => a - b);
	const atRisk = (percentAtRisk: number): Whole => {
		const weight = (BigInt(read.weight) * BigInt(Math.round(percentAtRisk * 100))) / 10_000n;
		return { ...read, percentAtRisk, weightAtRisk: String(weight), inactive: 0 };
	};
	const bad = atRisk(Math.min(100, shares[0] + 1));
	const level = Math.max(1, linesBelow(bad.percentAtRisk, shares));
	return { bad: { subject: read.subnetId, level, facts: bad }, good: atRisk(0) };
}
