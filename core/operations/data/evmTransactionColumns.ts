import { as, type Paths } from '../../fields/columns';
import type { ObjectOf } from '../../fields/outputs';
import type { nativeTransaction } from './evmShapes';

/** The columns of a transaction without its transfers. */
export function nativeColumns(item: Paths<ObjectOf<ReturnType<typeof nativeTransaction>>>) {
	return [
		item.txHash,
		item.txStatus,
		item.chainId,
		item.blockNumber,
		item.blockTimestamp,
		as('from', item.from.address),
		as('to', item.to.address),
		item.value,
		as('method', item.method.methodName),
		item.gasUsed,
		item.gasPrice,
		item.nonce,
	];
}
