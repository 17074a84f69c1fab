import type { ComposedExample } from '../../../../../lab/kit/nodes/case';
import { tokensIn } from '../../../../../core/testing/cases/evmWorld';

export const example: ComposedExample = ({ world }) => ({
	blockchainId: 'C',
	address: tokensIn(world).erc20[0].address,
	function: 'balanceOf(address)(uint256)',
	args: tokensIn(world).wallets[0],
	options: { decimals: 6 },
});
