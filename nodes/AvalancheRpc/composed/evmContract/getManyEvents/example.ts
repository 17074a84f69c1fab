import type { ComposedExample } from '../../../../../lab/kit/nodes/case';
import { tokensIn } from '../../../../../core/testing/cases/evmWorld';

export const example: ComposedExample = ({ world }) => ({
	blockchainId: 'C',
	abi: 'Transfer(address indexed from, address indexed to, uint256 value)',
	address: tokensIn(world).erc20[0].address,
	fromBlock: '900000',
	toBlock: '900000',
});
