/**
 * avalanchejs as the judge of transactions. Its own types cannot be imported: its declarations name files without
 * their extensions.
 */

type Json = Record<string, unknown>;
/** A value of avalanchejs, which has its parts as properties. */
type Value = object;
interface Codec {
	UnpackPrefix(bytes: Uint8Array): [Value, Uint8Array];
	PackPrefix(value: Value): Uint8Array;
}
interface Unsigned {
	toBytes(): Uint8Array;
}

interface Avalanchejs {
	pvm: { newIncreaseL1ValidatorBalanceTx(given: Json, context: Json): Unsigned };
	Id: { fromString(id: string): Value };
	BigIntPr: new (value: bigint) => Value;
	Utxo: new (...parts: Value[]) => Value & { toBytes(codec: Codec): Uint8Array };
	TransferOutput: new (amount: Value, owners: Value) => Value;
	OutputOwners: {
		fromNative(addresses: readonly Uint8Array[], locktime?: bigint, threshold?: number): Value;
	};
	avaxSerial: { UTXOID: { fromNative(txId: string, index: number): Value } };
	pvmSerial: { StakeableLockOut: new (locktime: Value, output: Value) => Value };
	utils: Record<'getManagerForVM', (vm: string) => { getDefaultCodec(): Codec }>;
}

// eslint-disable-next-line @typescript-eslint/no-require-imports
export const avalanchejs = require('@avalabs/avalanchejs') as Avalanchejs;

const VM = { P: 'PVM', X: 'AVM', C: 'EVM' } as const;

/** The codec of a chain. */
export const codecOf = (chain: keyof typeof VM): Codec =>
	avalanchejs.utils.getManagerForVM(VM[chain]).getDefaultCodec();
