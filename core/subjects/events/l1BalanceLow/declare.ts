import * as out from '../../../fields/outputs';
import { field } from '../../../fields/field';
import { id, ids } from '../../../fields/identifiers';
import { asDurations, durations, numbers } from '../../../fields/lines';
import { broken } from '../../../fields/rules';
import { declareLevels } from '../../../events/levelEvent';
import { onlyWatched, thresholdsBySubjectField } from '../../../events/thresholdsBySubject';
import { avax, percentText, span } from '../../../events/words';
import { RISK, TIERS, readBalances } from './balances';
import { exampleOfL1, exampleOfOne } from './examples';
import { DAY } from '../../../formats/timeUnits';

/** Maximum number of validations that are requested one by one. */
const MOST_VALIDATIONS = 100;
const DOCS = 'https://build.avax.network/docs/avalanche-l1s/validator-manager/contract';

/** L1 validators whose balance for the continuous fee runs out. */
export const l1BalanceLow = declareLevels({
	value: 'l1BalanceLow',
	type: 'l1.balance',
	name: 'L1 Balance Low',
	description:
		'The fee balance of an L1 validator lasts for 30, 7 or 1 days at the current fee or at what was spent in a day, is used up or topped up; or too much weight of an L1 is at risk',
	what: 'L1 validator',
	reads:
		'the node: `platform.getValidatorFeeState`, and `platform.getCurrentValidators` for a whole L1 or `platform.getL1Validator` for each validation',
	remembers:
		'validations whose balance runs out within the first threshold, about 130 bytes each, and a balance of a day, about 400 bytes',
	fields: {
		subnetId: field(id('a subnet id').optional(), {
			in: 'form',
			label: 'Subnet ID',
			either: 'Validation IDs',
			description: 'All validators of this L1 (cb58), and the L1 as a whole',
			placeholder: '2ebCneCbwthjQ1rYT41nhd7M76Hc6YmosMAQrTFhBq8qeqh6tt',
			show: 'main',
		}),
		validationIds: field(ids('a validation id', MOST_VALIDATIONS).optional(), {
			in: 'form',
			label: 'Validation IDs',
			either: 'Subnet ID',
			description: `These validations, separated by commas, up to ${MOST_VALIDATIONS}; each poll makes one request per validation. A subnet ID or validation IDs are required.`,
			placeholder: 'Y39J1TC4gxBFAYtmBZGN3UaugxX9MEmsKLeMXsP11URnVbKJF',
			show: 'main',
		}),
		tiers: field(durations().optional(), {
			in: 'form',
			label: 'Balance Lasts',
			description: 'Remaining time of the balance at which the event fires, separated by commas',
			placeholder: '30d, 7d, 1d',
			default: asDurations(TIERS),
			show: 'main',
			wasOption: true,
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
			default: RISK.join(', '),
			show: 'main',
			wasOption: true,
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
		price: out.nAvaxPrice('Per second and validator'),
		secondsLeft: out.duration('s', 'At the current fee, or at what was spent if that is shorter'),
		daysLeft: out.decimal('The same in days'),
		spent: out.nAvax('By one validation in the last day; null before a day is over'),
		weightAtRisk: out.uint64('Of an L1: inactive, or running out within the last threshold'),
		percentAtRisk: out.percent('Of an L1'),
		validators: out.count(
			'Of an L1, including validators from before its conversion, which pay no fee',
		),
		inactive: out.count('Of an L1: validators without balance'),
	},
	repeat: [DAY, 43_200, 14_400, 14_400],
	goneText: 'is not registered, or was removed from its L1',
	read: async (settings, context, memory) => await readBalances(settings, context, memory),
	say(facts) {
		if (facts.scope === 'l1') {
			const { subnetId, percentAtRisk, validators, inactive, lines } = facts;
			return {
				name: `L1 ${subnetId}`,
				bad: `${percentText(percentAtRisk)} of the weight is at risk`,
				good: `${percentText(percentAtRisk)} of the weight is at risk`,
				text: `${percentText(percentAtRisk)} of the weight of L1 ${subnetId} is inactive or runs out of balance within ${span(lines.at(-1) ?? 0)}; ${inactive} of ${validators} validators are inactive. An L1 halts when too much of its weight is inactive.`,
				url: DOCS,
			};
		}
		const { nodeId, balance, price, spent, secondsLeft, subnetId } = facts;
		const empty = balance === '0';
		return {
			name: nodeId,
			bad: empty
				? 'L1 validator is inactive, its balance is used up'
				: `L1 balance lasts ${span(secondsLeft)}`,
			good: `L1 balance lasts ${span(secondsLeft)}`,
			text: empty
				? `The balance of ${nodeId} on L1 ${subnetId} is used up: it validates again when it is topped up.`
				: `The balance of ${nodeId} on L1 ${subnetId} is ${avax(balance)} and lasts ${span(secondsLeft)}; the fee is ${avax(BigInt(price) * 86_400n)} a day${spent === undefined ? '' : `, and ${avax(spent)} was spent in the last day`}.`,
			url: DOCS,
		};
	},
	show(facts) {
		const { lines: _, ...columns } = facts;
		if (columns.scope === 'l1') return columns;
		return {
			...columns,
			spent: columns.spent ?? null,
			daysLeft: Math.floor((columns.secondsLeft / DAY) * 100) / 100,
		};
	},
	severity: (level, facts) =>
		level >= (facts?.scope === 'l1' ? 2 : Math.max(2, facts?.lines.length ?? 2))
			? 'critical'
			: 'warning',
	example: ({ settings, read }) =>
		read?.scope === 'l1' ? exampleOfL1(read, settings) : exampleOfOne(read, settings),
});
