import type { OperationCase } from '../../../testing/cases/operationCase';
import { evmCase as use } from '../../../testing/cases/evmWorld';

const CONTRACT = '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7';

export const codeCases: OperationCase[] = [
	use(
		'evm.getCode',
		'eth_getCode',
		[CONTRACT, 'latest'],
		{ address: CONTRACT },
		{ json: '0x6080604052' },
		[{ code: '0x6080604052' }],
		() => ({ blockchainId: 'C', address: '0x0200000000000000000000000000000000000005' }),
	),
	use(
		'evm.getCode',
		'eth_getCode',
		['0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC', '0x10'],
		{ address: '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC', block: 16 },
		{ json: '0x' },
		[{ code: '0x' }],
	),
];
