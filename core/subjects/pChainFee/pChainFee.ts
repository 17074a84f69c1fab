import { fieldSet } from '../../fields/fieldSet';
import * as out from '../../fields/outputs';
import { declare } from '../../operations/declare';
import { nodeResources } from '../resources';
import { pChainCall } from '../shared/node/fields';

/** Current fees of P-Chain transactions and of the validation of an L1. */

const COMMON = {
	node: 'avalancheRpc',
	resource: nodeResources.pChainFee,
	service: 'node',
	spec: 'Node JSON-RPC: P-Chain API (fees)',
} as const;

function excessConversion() {
	return out.count('How slowly the price adapts to the excess');
}

/** The rules of the P-Chain's dynamic fees. */
export const getFeeConfig = declare({
	id: 'pChainFee.getFeeConfig',
	...COMMON,
	entry: { value: 'getFeeConfig', name: 'Get Fee Config' },
	action: 'Get the fee config of the P-Chain',
	description:
		'platform.getFeeConfig: returns the weights, limits and minimum price of the dynamic fees of P-Chain transactions',
	call: pChainCall('platform.getFeeConfig'),
	input: fieldSet({}),
	output: out.object({
		weights: out.list(out.count(), 'Gas per byte, database read, database write and compute unit'),
		maxCapacity: out.essential(out.gas('Maximum gas that can be used at once')),
		maxPerSecond: out.gas('Capacity that is restored per second'),
		targetPerSecond: out.gas('Usage at which the price stays constant'),
		minPrice: out.nAvaxPrice('Minimum price of a unit of gas'),
		excessConversionConstant: excessConversion(),
	}),
});

/** The current price of gas. */
export const getFeeState = declare({
	id: 'pChainFee.getFeeState',
	changing: true,
	...COMMON,
	entry: { value: 'getFeeState', name: 'Get Fee State' },
	action: 'Get the fee state of the P-Chain',
	description:
		'platform.getFeeState: returns the current gas price of the P-Chain in nAVAX, with the remaining capacity and the excess that determines the price',
	call: pChainCall('platform.getFeeState'),
	input: fieldSet({}),
	output: out.object({
		price: out.essential(out.nAvaxPrice('Per unit of gas')),
		capacity: out.gas('Gas that is currently available'),
		excess: out.uint64('Gas used beyond the target'),
		timestamp: out.dateTime('Time of the chain'),
	}),
});

/** The rules of the fee that L1 validators pay. */
export const getValidatorFeeConfig = declare({
	id: 'pChainFee.getValidatorFeeConfig',
	...COMMON,
	entry: { value: 'getValidatorFeeConfig', name: 'Get Validator Fee Config' },
	action: 'Get the fee config of L1 validators',
	description:
		'platform.getValidatorFeeConfig: returns the maximum number of L1 validators, the number at which the price stays constant, and the minimum price in nAVAX per second',
	call: pChainCall('platform.getValidatorFeeConfig'),
	input: fieldSet({}),
	output: out.object({
		capacity: out.essential(out.count('Maximum number of active L1 validators')),
		target: out.count('Number of active L1 validators above which the price rises'),
		minPrice: out.nAvaxPrice('Minimum price, per second and validator'),
		excessConversionConstant: excessConversion(),
	}),
});

/** The current fee of an L1 validator. */
export const getValidatorFeeState = declare({
	id: 'pChainFee.getValidatorFeeState',
	changing: true,
	...COMMON,
	entry: { value: 'getValidatorFeeState', name: 'Get Validator Fee State' },
	action: 'Get the fee state of L1 validators',
	description:
		'platform.getValidatorFeeState: returns the current fee of an L1 validator in nAVAX per second; a balance divided by the fee is its remaining time in seconds',
	call: pChainCall('platform.getValidatorFeeState'),
	input: fieldSet({}),
	output: out.object({
		price: out.essential(out.nAvaxPrice('Per second and validator')),
		excess: out.uint64('Validator seconds beyond the target'),
		timestamp: out.dateTime('Time of the chain'),
	}),
});
