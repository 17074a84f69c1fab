import { fieldSet } from '../../fields/fieldSet';
import { field } from '../../fields/field';
import { evmAddress } from '../../fields/identifiers';
import { MOST_BYTES, hex } from '../../fields/hex';
import * as out from '../../fields/outputs';
import { declare } from '../../operations/declare';
import { EVM, evmCall, hexQuantity } from '../shared/node/evmFields';
import { named, quantity } from '../shared/node/evmShapes';
import { evmBlock, evmChain } from '../shared/node/fields';

/** Calls of contracts without a transaction. */

function amount(name: string, label: string, description: string, placeholder: string) {
	return field(hexQuantity().optional(), {
		in: 'params',
		name: `call.${name}`,
		label,
		description: `${description}, decimal or 0x hex`,
		placeholder,
		show: 'option',
	});
}

/** Input fields of a call: the transaction to simulate, and the block at which it is simulated. */
export function callFields() {
	return fieldSet({
		blockchainId: evmChain(),
		to: field(evmAddress().optional(), {
			in: 'params',
			name: 'call.to',
			label: 'To',
			description:
				'Address of the contract or the recipient, 0x and 40 hexadecimal digits; empty to create a contract',
			placeholder: '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7',
			show: 'main',
		}),
		data: field(hex(MOST_BYTES.evmCall, 0).optional(), {
			in: 'params',
			name: 'call.data',
			label: 'Data',
			description: 'Method and arguments as ABI-encoded hex',
			placeholder: '0x18160ddd',
			show: 'main',
		}),
		from: field(evmAddress().optional(), {
			in: 'params',
			name: 'call.from',
			label: 'From',
			description: 'Sender address of the call, 0x and 40 hexadecimal digits',
			placeholder: '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC',
			show: 'option',
		}),
		value: amount('value', 'Value', 'Native token sent with the call, in wei', '1'),
		gas: amount('gas', 'Gas', 'Maximum gas of the call', '100000'),
		gasPrice: amount('gasPrice', 'Gas Price', 'Price of a unit of gas in wei', '25000000000'),
		maxFeePerGas: amount(
			'maxFeePerGas',
			'Max Fee per Gas',
			'Maximum price of a unit of gas in wei',
			'50000000000',
		),
		maxPriorityFeePerGas: amount(
			'maxPriorityFeePerGas',
			'Max Priority Fee per Gas',
			'Tip for a unit of gas in wei',
			'1000000000',
		),
		block: field(evmBlock().optional(), {
			in: 'params',
			label: 'Block',
			description:
				'Block to run the call at: its number (decimal or 0x hex), a name or a hash; latest by default: on the C-Chain the last executed block, with safe and finalized the last settled one',
			placeholder: 'latest',
			default: 'latest',
			show: 'option',
		}),
	});
}

/** ABI-encoded result of a contract's method. */
export const call = declare({
	id: 'evm.call',
	...EVM,
	entry: { value: 'call', name: 'Call Contract' },
	action: 'Call a contract of an EVM chain without a transaction',
	description:
		'eth_call: runs a method of a contract at a block without sending a transaction, and returns its ABI-encoded result; a revert is an error',
	call: evmCall('eth_call'),
	input: callFields(),
	output: out.object({ data: out.essential(out.hex('Result of the method, ABI-encoded')) }),
	adapt: named('data'),
});

/** Gas that a transaction requires. */
export const estimateGas = declare({
	id: 'evm.estimateGas',
	...EVM,
	entry: { value: 'estimateGas', name: 'Estimate Gas' },
	action: 'Estimate the gas of a transaction',
	description:
		'eth_estimateGas: returns the gas that a transaction requires, without sending it; the C-Chain charges at least half of the gas limit of a transaction, so a limit far above the estimate costs money; a transaction that would revert is an error',
	call: evmCall('eth_estimateGas'),
	input: callFields(),
	output: out.object({ gas: out.essential(quantity(out.gas())) }),
	adapt: named('gas'),
});
