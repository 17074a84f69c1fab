import { fieldSet } from '../../fields/fieldSet';
import * as out from '../../fields/outputs';
import { declare } from '../../operations/declare';
import { account, atBlock, EVM, evmCall } from '../shared/node/evmFields';
import { named } from '../shared/node/evmShapes';
import { evmChain } from '../shared/node/fields';

/** The code of a contract. */
export const getCode = declare({
	id: 'evm.getCode',
	...EVM,
	entry: { value: 'getCode', name: 'Get Contract Code' },
	action: 'Get the code of a contract',
	description:
		'eth_getCode: returns the bytecode at an address at a block as hex; 0x if there is no contract',
	call: evmCall('eth_getCode'),
	input: fieldSet({
		blockchainId: evmChain(),
		address: account('Address of the contract, 0x and 40 hexadecimal digits'),
		block: atBlock(),
	}),
	output: out.object({ code: out.essential(out.hex('Bytecode; 0x without a contract')) }),
	adapt: named('code'),
});
