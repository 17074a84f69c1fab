import { fieldSet } from '../../fields/fieldSet';
import * as out from '../../fields/outputs';
import { declare } from '../../operations/declare';
import { EVM, evmCall } from '../shared/node/evmFields';
import { gasPrice, named, orNotFound } from '../shared/node/evmShapes';
import { evmChain } from '../shared/node/fields';

/** Gas prices on an EVM chain. */

/** One gas price that is sufficient for a transaction. */
export const getGasPrice = declare({
	id: 'evm.getGasPrice',
	changing: true,
	...EVM,
	entry: { value: 'getGasPrice', name: 'Get Gas Price' },
	action: 'Get the gas price of an EVM chain',
	description:
		'eth_gasPrice: returns the price for a unit of gas that the node suggests; Get Suggested Fees returns three of them',
	call: evmCall('eth_gasPrice'),
	input: fieldSet({ blockchainId: evmChain() }),
	output: out.object({ gasPrice: out.essential(gasPrice('Per unit of gas')) }),
	adapt: named('gasPrice'),
});

/** Base fee of the next block; on the C-Chain its upper bound. */
export const getBaseFee = declare({
	id: 'evm.getBaseFee',
	changing: true,
	...EVM,
	entry: { value: 'getBaseFee', name: 'Get Base Fee' },
	action: 'Get the base fee of an EVM chain',
	description:
		'eth_baseFee: returns the base fee of the next block for a unit of gas; on the C-Chain its upper bound, since blocks are accepted before they are executed',
	call: evmCall('eth_baseFee'),
	input: fieldSet({ blockchainId: evmChain() }),
	output: out.object({ baseFee: out.essential(gasPrice('Per unit of gas')) }),
	adapt: named('baseFee'),
});

function price() {
	return out.object({
		maxPriorityFeePerGas: gasPrice('Tip for a unit of gas'),
		maxFeePerGas: gasPrice('Maximum price of a unit of gas'),
	});
}

/** Three suggested fees for a transaction: slow, normal and fast. */
export const getSuggestedFees = declare({
	id: 'evm.getSuggestedFees',
	changing: true,
	...EVM,
	entry: { value: 'getSuggestedFees', name: 'Get Suggested Fees' },
	action: 'Get the suggested fees of the C-Chain',
	description:
		'eth_suggestPriceOptions: returns the fees for a unit of gas of a slow, a normal and a fast transaction; only the C-Chain has this method: for other chains, use Get Gas Price and Get Base Fee',
	call: evmCall('eth_suggestPriceOptions'),
	versions: {
		chains: { 'C-Chain': {} },
		instead: 'EVM Chain: Get Gas Price and Get Base Fee',
		source: 'avalanchego, graft/coreth and vms/saevm',
	},
	input: fieldSet({ blockchainId: evmChain() }),
	output: out.object({
		slow: price(),
		normal: out.essential(price()),
		fast: price(),
	}),
	adapt: orNotFound('fee, as its fees are not dynamic'),
});
