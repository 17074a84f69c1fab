/**
 * The parts of avalanchejs that make transactions. Its own types cannot be imported: its declarations
 * name files without their extensions.
 */

/** A transaction that is not signed yet. */
export interface Unsigned {
	toBytes(): Uint8Array;
	/** The signatures that each credential needs. */
	getSigIndices(): number[][];
	addSignatureAt(signature: Uint8Array, credential: number, at: number): void;
	getSignedTx(): unknown;
}

interface Service {
	getUTXOs(asked: { addresses: string[]; sourceChain?: string }): Promise<{ utxos: unknown[] }>;
	issueSignedTx(tx: unknown): Promise<{ txID: string }>;
}

export interface Network {
	hrp: string;
	avaxAssetID: string;
	xBlockchainID: string;
	pBlockchainID: string;
	cBlockchainID: string;
}

type Builder = (parts: object, network: Network) => Unsigned;
type Addresses = readonly Uint8Array[];

interface Avalanchejs {
	secp256k1: { sign(message: Uint8Array, key: Uint8Array): Promise<Uint8Array> };
	Context: { getContextFromURI(url: string): Promise<Network> };
	TransferableOutput: { fromNative(asset: string, amount: bigint, owners: Addresses): object };
	utils: {
		bech32ToBytes(address: string): Uint8Array;
		formatBech32(hrp: string, address: Uint8Array): string;
		hexToBuffer(hex: string): Uint8Array;
	};
	pvm: Record<
		| 'newAddAutoRenewedValidatorTx'
		| 'newAddPermissionlessDelegatorTx'
		| 'newAddPermissionlessValidatorTx'
		| 'newAddSubnetValidatorTx'
		| 'newBaseTx'
		| 'newConvertSubnetToL1Tx'
		| 'newCreateSubnetTx'
		| 'newExportTx',
		Builder
	> & { PVMApi: new (url: string) => Service & { getFeeState(): Promise<object> } };
	PChainOwner: { fromNative(addresses: Addresses, threshold: number): object };
	L1Validator: {
		fromNative(nodeId: string, weight: bigint, balance: bigint, ...more: object[]): object;
	};
	pvmSerial: { ProofOfPossession: new (publicKey: Uint8Array, signature: Uint8Array) => object };
	avm: {
		AVMApi: new (url: string) => Service;
		newBaseTx(network: Network, from: Addresses, utxos: unknown[], outputs: object[]): Unsigned;
		newExportTx(
			network: Network,
			chain: string,
			from: Addresses,
			utxos: unknown[],
			outputs: object[],
		): Unsigned;
	};
	evm: {
		EVMApi: new (url: string) => Service;
		newImportTxFromBaseFee(
			network: Network,
			to: Uint8Array,
			from: Addresses,
			utxos: unknown[],
			sourceChain: string,
			baseFee: bigint,
		): Unsigned;
	};
}

// eslint-disable-next-line @typescript-eslint/no-require-imports
export const avalanchejs = require('@avalabs/avalanchejs') as Avalanchejs;
