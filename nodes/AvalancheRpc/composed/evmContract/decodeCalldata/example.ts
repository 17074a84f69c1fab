import { encodeFunctionData } from '../../../../../core/subjects/evmContract/encodeFunctionData';
import type { ComposedExample } from '../../../../../lab/kit/nodes/case';
import { tokensIn } from '../../../../../core/testing/cases/evmWorld';

export const example: ComposedExample = ({ world }) => {
	const args = `${tokensIn(world).wallets[0]}, 2500000`;
	const { data } = encodeFunctionData({ function: 'transfer(address,uint256)', args });
	return { data, abi: 'transfer(address to, uint256 value)' };
};
