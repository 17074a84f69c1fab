import { logsOf } from '../../../../../emulator/world/evmTransactions';
import type { ComposedExample } from '../../../../../lab/kit/nodes/case';
import { cChainOf, transferIn } from '../../../../../core/testing/cases/evmWorld';

export const example: ComposedExample = ({ world }) => {
	const chain = cChainOf(world);
	const [log] = logsOf(world.network(chain.network), chain, transferIn(world));
	const abi = 'Transfer(address indexed from, address indexed to, uint256 value)';
	return { abi, logs: JSON.stringify(log) };
};
