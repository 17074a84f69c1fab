import { field } from '../../fields/field';
import { fieldSet } from '../../fields/fieldSet';
import { id } from '../../fields/identifiers';
import * as out from '../../fields/outputs';
import { declareList } from '../../operations/declare';
import { dataResources } from '../resources';
import { nodeOfPath, subnetOfPath } from '../shared/data/fields';
import { metric, range, rangeInOrder } from '../shared/metrics/fields';
import { series } from './shapes';

/** The continuous fees that validators of L1s pay, day by day. Their unit is not documented. */

const SPEC = 'Metrics service: L1 Validator Metrics';
const FEE = out.uint64('Fees as served; their unit is not documented');
const VALIDATORS = out.count('Validators that pay the fee');

/** The parts that the four operations share. */
const COMMON = {
	node: 'avalanche',
	resource: dataResources.metric,
	service: 'metrics',
	items: 'results',
	spec: SPEC,
} as const;

/** Of all L1 validators together. */
export const getTotalL1Fees = declareList({
	id: 'metric.getTotalL1Fees',
	...COMMON,
	entry: { value: 'getTotalL1Fees', name: 'Get Total L1 Validator Fees' },
	action: 'Get the fees of all L1 validators over time',
	description:
		'Lists per day the total fees of the validators of all L1s, for the day or cumulative, or the number of paying validators',
	call: { type: 'http', method: 'GET', path: '/v2/validators/metrics/{metric}' },
	input: fieldSet(
		{
			metric: metric(
				[
					{ value: 'totalCumulativeFeesDaily', name: 'Cumulative Fees' },
					{ value: 'totalPayingValidatorsDaily', name: 'Paying Validators' },
					{ value: 'totalValidatorFeesDaily', name: 'Daily Fees' },
				],
				'totalValidatorFeesDaily',
			),
			...range(),
		},
		rangeInOrder,
	),
	output: series(out.byInput('metric', { totalPayingValidatorsDaily: VALIDATORS }, FEE)),
});

/** Fees of one validation, day by day. */
export const getL1ValidationFees = declareList({
	id: 'metric.getL1ValidationFees',
	...COMMON,
	entry: { value: 'getL1ValidationFees', name: 'Get L1 Validation Fees' },
	action: 'Get the fees of an L1 validation over time',
	description: 'Lists per day the fees of one validation of an L1, for the day or cumulative',
	call: { type: 'http', method: 'GET', path: '/v2/validation/{l1ValidationId}/metrics/{metric}' },
	input: fieldSet(
		{
			l1ValidationId: field(id('an L1 validation id'), {
				in: 'path',
				label: 'L1 Validation ID',
				description: 'The validation (cb58)',
				placeholder: '2YYCZGHjqnbw1MzQ5fGrTp3SjqUu8y1J1xeW4yuhdXe4LoUVVG',
			}),
			metric: metric(
				[
					{ value: 'validationCumulativeFeesDaily', name: 'Cumulative Fees' },
					{ value: 'validationFeesDaily', name: 'Daily Fees' },
				],
				'validationFeesDaily',
			),
			...range(),
		},
		rangeInOrder,
	),
	output: series(FEE),
});

/** Fees of all validations of one node, day by day. */
export const getL1NodeFees = declareList({
	id: 'metric.getL1NodeFees',
	...COMMON,
	entry: { value: 'getL1NodeFees', name: 'Get L1 Node Fees' },
	action: 'Get the fees of an L1 node over time',
	description:
		'Lists per day the fees that one node paid to validate L1s, for the day or cumulative',
	call: { type: 'http', method: 'GET', path: '/v2/validator/{nodeId}/metrics/{metric}' },
	input: fieldSet(
		{
			nodeId: nodeOfPath('The validator', { names: 'l1Node' }),
			metric: metric(
				[
					{ value: 'perNodeCumulativeFeesPaid', name: 'Cumulative Fees' },
					{ value: 'perNodeDailyFeesPaid', name: 'Daily Fees' },
				],
				'perNodeDailyFeesPaid',
			),
			...range(),
		},
		rangeInOrder,
	),
	output: series(FEE),
});

/** Fees of all validators of one L1, day by day. */
export const getL1Fees = declareList({
	id: 'metric.getL1Fees',
	...COMMON,
	entry: { value: 'getL1Fees', name: 'Get L1 Fees' },
	action: 'Get the fees of an L1 over time',
	description:
		'Lists per day the fees of the validators of one L1, for the day or cumulative, or the number of paying validators',
	call: { type: 'http', method: 'GET', path: '/v2/subnet/{subnetId}/metrics/{metric}' },
	input: fieldSet(
		{
			subnetId: subnetOfPath({
				description: 'The subnet of the L1 (cb58)',
				placeholder: 'eYwmVU67LmSfZb1RwqCMhBYkFyG8ftxn6jAwqzFmxC9STBWLC',
			}),
			metric: metric(
				[
					{ value: 'perSubnetCumulativeFeesPaid', name: 'Cumulative Fees' },
					{ value: 'perSubnetDailyFeesPaid', name: 'Daily Fees' },
					{ value: 'perSubnetPayingValidators', name: 'Paying Validators' },
				],
				'perSubnetDailyFeesPaid',
			),
			...range(),
		},
		rangeInOrder,
	),
	output: series(out.byInput('metric', { perSubnetPayingValidators: VALIDATORS }, FEE)),
});
