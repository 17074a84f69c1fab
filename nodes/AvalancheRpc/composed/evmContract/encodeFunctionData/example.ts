import type { ComposedExample } from '../../../../../lab/kit/nodes/case';
import { tokensIn } from '../../../../../core/testing/cases/evmWorld';

export const example: ComposedExample = ({ world }) => ({
	function: 'transfer(address,uint256)',
	args: `${tokensIn(world).wallets[0]}, 2500000`,
});
