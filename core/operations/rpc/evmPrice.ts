import { fieldSet } from '../../fields/fieldSet';
import * as out from '../../fields/outputs';
import { declare } from '../declare';
import { EVM, evmCall } from './evmFields';
import { named, orNotFound, wei } from './evmShapes';
import { evmChain } from './fields';

/** What gas costs on an EVM chain. */

/** One price that a transaction can pay. */
export const getGasPrice = declare({
	id: 'evm.getGasPrice',
	...EVM,
	entry: { value: 'getGasPrice', name: 'Get Gas Price' },
	action: 'Get the gas price of an EVM chain',
	description:
		'eth_gasPrice: returns the price in wei that the node suggests for a unit of gas; Get Suggested Fees returns three of them',
	call: evmCall('eth_gasPrice'),
	input: fieldSet({ blockchainId: evmChain() }),
	output: out.object({ gasPrice: out.required(wei('Per unit of gas')) }),
	adapt: named('gasPrice'),
});

/** The least price of the next block. */
export const getBaseFee = declare({
	id: 'evm.getBaseFee',
	...EVM,
	entry: { value: 'getBaseFee', name: 'Get Base Fee' },
	action: 'Get the base fee of an EVM chain',
	description: 'eth_baseFee: returns the base fee of the next block in wei for a unit of gas',
	call: evmCall('eth_baseFee'),
	input: fieldSet({ blockchainId: evmChain() }),
	output: out.object({ baseFee: out.required(wei('Per unit of gas')) }),
	adapt: named('baseFee'),
});

function price() {
	return out.object({
		maxPriorityFeePerGas: wei('Tip for a unit of gas'),
		maxFeePerGas: wei('Maximum price of a unit of gas'),
	});
}

/** Three prices that a transaction can pay. */
export const getSuggestedFees = declare({
	id: 'evm.getSuggestedFees',
	...EVM,
	entry: { value: 'getSuggestedFees', name: 'Get Suggested Fees' },
	action: 'Get the suggested fees of the C-Chain',
	description:
		'eth_suggestPriceOptions: returns fees in wei for a slow, a normal and a fast transaction; only the C-Chain has this method: for other chains, use Get Gas Price and Get Base Fee',
	call: evmCall('eth_suggestPriceOptions'),
	availability:
		'Only the C-Chain has this: chains that run subnet-evm do not. Use Get Gas Price and Get Base Fee.',
	input: fieldSet({ blockchainId: evmChain() }),
	output: out.object({
		slow: price(),
		normal: out.required(price()),
		fast: price(),
	}),
	adapt: orNotFound('fee, as its fees are not dynamic'),
});
