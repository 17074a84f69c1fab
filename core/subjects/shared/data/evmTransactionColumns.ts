import { as, type Paths } from '../../../fields/columns';
import type { ObjectOf } from '../../../fields/outputs';
import { onEvm } from '../../../operations/explorer';
import type { nativeTransaction, transfer } from './evmShapes';
import type { addressInfo } from './shapes';

/** The columns of a transaction without its transfers. */
export function nativeColumns(item: Paths<Native>) {
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

type Native = ObjectOf<ReturnType<typeof nativeTransaction>>;

/** Explorer columns of transactions that may be on several chains. */
export const NATIVE_TX = onEvm(({ txHash, chainId }: Paths<Native>) => [
	{ page: 'tx', of: txHash, chain: chainId, native: true },
]);

type Ends = Record<'from' | 'to', ReturnType<typeof addressInfo>>;

/** The columns that transfers of every kind of token begin with. */
export function transferColumns(item: Paths<ObjectOf<ReturnType<typeof transfer<Ends>>>>) {
	return [
		item.txHash,
		item.blockNumber,
		item.blockTimestamp,
		as('from', item.from.address),
		as('to', item.to.address),
	];
}
