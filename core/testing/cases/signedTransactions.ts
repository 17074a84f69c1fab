import { secp256k1 } from '@noble/curves/secp256k1.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bech32Encode } from '../../formats/bech32';
import { cb58Encode } from '../../formats/cb58';
import { encodeRlp, type Item } from '../network/rlp';
import { idBytes, idOf, sha256, u16, u32, u64 } from '../network/bytes';
import { type Output, buildTx, outputBytes } from '../network/transactions';
import type { NetworkWorld, Tx } from '../network';

/** Signed transactions that a node takes; another `number` makes another transaction. */

export interface Signed {
	/** ID of the transaction, as the node computes it. */
	id: string;
	bytes: Uint8Array;
}

const hex = (bytes: Uint8Array) => `0x${Buffer.from(bytes).toString('hex')}`;

/** A base transaction of the X- or P-Chain. */
export function baseTx(network: NetworkWorld, alias: 'P' | 'X', number: number): Signed {
	const [{ assetId }] = network.assets;
	return buildTx({
		chain: alias,
		networkId: network.networkId,
		blockchainId: network.chains[alias],
		outputs: [{ assetId, amount: 5n, locktime: 0, threshold: 1, addresses: [network.address(1)] }],
		inputs: [{ txId: assetId, outputIndex: 0, assetId, amount: 6n, signatureIndices: [0] }],
		memo: Buffer.from(`issued ${number}`),
		signatures: [new Uint8Array(65)],
		blockHeight: 0,
		timestamp: 0,
	});
}

const SPENDER_KEY = new Uint8Array(32).fill(5);

/** The address, without a chain, whose key signs the transactions of `transferTx`. */
export const spenderOf = ({ hrp }: NetworkWorld) =>
	bech32Encode(hrp, ripemd160(sha256(secp256k1.getPublicKey(SPENDER_KEY, true))));

/** A signed transfer of base units to an address, of AVAX or the asset with this number; another `number` makes another transaction. */
export function transferTx(
	network: NetworkWorld,
	{ chain, to, amount, asset = 0, number = 0 }: Transfer,
): Tx {
	const { assetId } = network.assets[asset];
	const [avax] = network.assets;
	const own = { locktime: 0, threshold: 1 };
	const sortKey = (output: Output) => Buffer.concat([idBytes(output.assetId), outputBytes(output)]);
	const outputs = [
		{ ...own, assetId: avax.assetId, amount: 4n, addresses: [spenderOf(network)] },
		{ ...own, assetId, amount, addresses: [to] },
	].sort((a, b) => Buffer.compare(sortKey(a), sortKey(b)));
	const inputs = [
		{ assetId: avax.assetId, amount: 10n },
		{ assetId, amount },
	];
	const parts = {
		...{ chain, outputs, networkId: network.networkId, blockchainId: network.chains[chain] },
		inputs: inputs.map((input, outputIndex) => ({
			...{ txId: idOf(sha256(u32(number))), outputIndex, signatureIndices: [0] },
			...input,
		})),
		...{ memo: Uint8Array.of(), blockHeight: 0, timestamp: 0 },
	};
	// Behind the unsigned bytes is the number of signatures.
	const unsigned = buildTx({ ...parts, signatures: [] }).bytes.slice(0, -4);
	const form = { prehash: false, format: 'recovered' } as const;
	const [recovery, ...rest] = secp256k1.sign(sha256(unsigned), SPENDER_KEY, form);
	const signature = Uint8Array.from([...rest, recovery]);
	return buildTx({ ...parts, signatures: inputs.map(() => signature) });
}

interface Transfer {
	chain: 'P' | 'X';
	/** Bare. */
	to: string;
	amount: bigint;
	asset?: number;
	number?: number;
}

/** An import of the C-Chain from the X-Chain. */
export function importTx({ networkId, chains, assets }: NetworkWorld, number: number): Signed {
	const asset = idBytes(assets[0].assetId);
	const input = [idBytes(assets[0].assetId), u32(number), asset, u32(5), u64(6n), u32(1), u32(0)];
	const bytes = Uint8Array.from(
		Buffer.concat([
			...[u16(0), u32(0), u32(networkId), idBytes(chains.C), idBytes(chains.X)],
			...[u32(1), ...input],
			...[u32(1), new Uint8Array(20).fill(9), u64(5n), asset],
			...[u32(1), u32(9), u32(1), new Uint8Array(65)],
		]),
	);
	return { id: cb58Encode(sha256(bytes)), bytes };
}

const ACCOUNT_KEY = new Uint8Array(32).fill(7);
const TO = new Uint8Array(20).fill(9);

/** Signer of the transactions of `evmTx`. */
export const evmSender = hex(
	keccak_256(secp256k1.getPublicKey(ACCOUNT_KEY, false).subarray(1)).subarray(12),
);
export const evmRecipient = hex(TO);

/** A transfer of 5 wei with dynamic fees, on the C-Chain of Mainnet; `nonce` is from 0 to 127. */
export function evmTx(nonce: number, chainId = Uint8Array.from([0xa8, 0x6a])): Signed {
	const number = (value: number) => Uint8Array.from(value === 0 ? [] : [value]);
	const fees = [number(1), number(90), Uint8Array.from([0x52, 0x08])];
	const fields: Item[] = [chainId, number(nonce), ...fees, TO, number(5), number(0), []];
	const typed = (items: Item[]) => Buffer.concat([Uint8Array.from([2]), encodeRlp(items)]);
	const signature = secp256k1.sign(keccak_256(typed(fields)), ACCOUNT_KEY, {
		prehash: false,
		format: 'recovered',
	});
	const [recovery, r, s] = [signature[0], signature.subarray(1, 33), signature.subarray(33)];
	const bytes = typed([...fields, number(recovery), r, s]);
	return { id: hex(keccak_256(bytes)), bytes };
}
