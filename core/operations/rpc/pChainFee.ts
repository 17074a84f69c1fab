import { fieldSet } from '../../fields/fieldSet';
import * as out from '../../fields/outputs';
import { declare } from '../declare';
import { nodeResources } from '../resources';
import { pChainCall } from './fields';

/** What transactions of the P-Chain and the validation of an L1 cost now. */

const COMMON = {
	node: 'avalancheRpc',
	resource: nodeResources.pChainFee,
	service: 'node',
	spec: 'Node JSON-RPC: P-Chain API (fees)',
} as const;

function excessConversion() {
	return out.count('How slowly the price follows the excess');
}

/** The rules of the P-Chain's dynamic fees. */
export const getPChainFeeConfig = declare({
	id: 'pChain.getFeeConfig',
	...COMMON,
	entry: { value: 'getFeeConfig', name: 'Get Fee Config' },
	action: 'Get the fee config of the P-Chain',
	description:
		'platform.getFeeConfig: returns the weights, limits and smallest price of the dynamic fees of P-Chain transactions',
	call: pChainCall('platform.getFeeConfig'),
	input: fieldSet({}),
	output: out.object({
		weights: out.list(
			out.count(),
			'Gas for a byte, a database read, a database write and a compute unit',
		),
		maxCapacity: out.required(
			out.count({ unit: 'gas', note: 'Most gas that can be used at once' }),
		),
		maxPerSecond: out.count({ unit: 'gas', note: 'Capacity that comes back each second' }),
		targetPerSecond: out.count({ unit: 'gas', note: 'Use at which the price stays' }),
		minPrice: out.nAvax('Smallest price of a unit of gas'),
		excessConversionConstant: excessConversion(),
	}),
});

/** The present price of gas. */
export const getPChainFeeState = declare({
	id: 'pChain.getFeeState',
	...COMMON,
	entry: { value: 'getFeeState', name: 'Get Fee State' },
	action: 'Get the fee state of the P-Chain',
	description:
		'platform.getFeeState: returns the present price of gas on the P-Chain in nAVAX, with the capacity that is left and the excess that the price follows',
	call: pChainCall('platform.getFeeState'),
	input: fieldSet({}),
	output: out.object({
		price: out.required(out.nAvax('Of a unit of gas')),
		capacity: out.count({ unit: 'gas', note: 'Gas that can be used now' }),
		excess: out.uint64('Gas used beyond the target'),
		timestamp: out.dateTime('Time of the chain'),
	}),
});

/** The rules of the fee that L1 validators pay. */
export const getValidatorFeeConfig = declare({
	id: 'pChain.getValidatorFeeConfig',
	...COMMON,
	entry: { value: 'getValidatorFeeConfig', name: 'Get Validator Fee Config' },
	action: 'Get the fee config of L1 validators',
	description:
		'platform.getValidatorFeeConfig: returns how many L1 validators there may be, how many keep the price where it is, and the smallest price in nAVAX per second',
	call: pChainCall('platform.getValidatorFeeConfig'),
	input: fieldSet({}),
	output: out.object({
		capacity: out.required(out.count('Most active L1 validators')),
		target: out.count('Active L1 validators beyond which the price rises'),
		minPrice: out.nAvax('Smallest price, per second and validator'),
		excessConversionConstant: excessConversion(),
	}),
});

/** The present fee of an L1 validator. */
export const getValidatorFeeState = declare({
	id: 'pChain.getValidatorFeeState',
	...COMMON,
	entry: { value: 'getValidatorFeeState', name: 'Get Validator Fee State' },
	action: 'Get the fee state of L1 validators',
	description:
		'platform.getValidatorFeeState: returns what an L1 validator pays now in nAVAX per second; a balance divided by the price is the seconds that it lasts',
	call: pChainCall('platform.getValidatorFeeState'),
	input: fieldSet({}),
	output: out.object({
		price: out.required(out.nAvax('Per second and validator')),
		excess: out.uint64('Validator seconds beyond the target'),
		timestamp: out.dateTime('Time of the chain'),
	}),
});
