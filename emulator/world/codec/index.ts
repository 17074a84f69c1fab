import { byteReader } from '../../../core';
import { idOf, sha256, u16, u32 } from '../../../core/testing/network/bytes';
import { PARTS } from './fx';
import { P_KINDS, X_KINDS } from './kinds';
import { type Json, readType, type TextContext, typeOf } from './shapes';

export type { Json } from './shapes';

const KINDS = { P: P_KINDS, X: X_KINDS };

/** A transaction of the P- or X-Chain as the node shows it in JSON. */
export interface TxJson {
	unsignedTx: Json;
	credentials: unknown;
	id: string;
}

type TxContext = TextContext & { alias: 'P' | 'X' };

/** A signed transaction of any kind from its bytes. Throws where they are none. */
export function readTx(bytes: Uint8Array, context: TxContext): TxJson {
	const from = byteReader(bytes);
	if (from.u16('codec version') !== 0) throw new Error('unknown codec version');
	const kinds = KINDS[context.alias];
	const unsignedTx = kinds[readType(kinds, from)].read(from, context);
	const credentials = PARTS[context.alias].credentials.read(from, context);
	from.end('the transaction');
	return { unsignedTx, credentials, id: idOf(sha256(bytes)) };
}

/** The bytes of a signed transaction, of the kind that has its fields. */
export function writeTx(alias: 'P' | 'X', tx: Omit<TxJson, 'id'>): Uint8Array {
	const kinds = KINDS[alias];
	const type = typeOf(kinds, tx.unsignedTx);
	const { credentials } = PARTS[alias];
	return Uint8Array.from(
		Buffer.concat([
			u16(0),
			u32(type),
			kinds[type].write(tx.unsignedTx),
			credentials.write(tx.credentials),
		]),
	);
}
