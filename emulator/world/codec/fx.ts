import { cb58Encode } from '../../../core';
import { u32 } from '../../../core/testing/network/bytes';
import {
	address,
	blob,
	type Fields,
	fixed,
	id,
	int,
	joined,
	type Json,
	list,
	long,
	object,
	oneOf,
	readType,
	type Shape,
	typeOf,
	type Types,
} from './shapes';

/**
 * Outputs, inputs, operations and credentials: avalanchego 1.14.2, vms/secp256k1fx, nftfx, propertyfx,
 * vms/platformvm/stakeable and vms/components/avax.
 */

/** The id of a feature extension: its name as text, padded with zeros. */
const fxId = (name: string) => cb58Encode(Uint8Array.from(Buffer.from(name.padEnd(32, '\0'))));
const FX_IDS = ['secp256k1fx', 'nftfx', 'propertyfx'].map(fxId);

/** The feature extension that a type of the X-Chain belongs to; each has five types, from 5 on. */
const fxOf = (type: number) => FX_IDS[type >= 10 && type < 20 ? Math.floor(type / 5) - 1 : 0];

export const owners = object({ locktime: long, threshold: int, addresses: list(address) });
const transferOutput = joined(object({ amount: long }), owners);
export const input = object({ signatureIndices: list(int) });
const transferInput = joined(object({ amount: long }), input);
const signatures = object({ signatures: list(fixed(65)) });
const nftMintOutput = joined(object({ groupID: int }), owners);
const nftOutput = joined(object({ groupID: int, payload: blob }), owners);

const TRANSFER_INPUT = 5;
const TRANSFER_OUTPUT = 7;
const CREDENTIAL = 9;

/** Types that the chains have in common; the C-Chain has no others. */
const PLAIN = {
	outputs: { [TRANSFER_OUTPUT]: transferOutput },
	inputs: { [TRANSFER_INPUT]: transferInput },
	credentials: { [CREDENTIAL]: signatures },
};

const P_OUTPUTS: Types = {
	...PLAIN.outputs,
	22: object({ locktime: long, output: oneOf(PLAIN.outputs) }),
};
const P_INPUTS: Types = {
	...PLAIN.inputs,
	21: object({ locktime: long, input: oneOf(PLAIN.inputs) }),
};

const X_OUTPUTS: Types = {
	6: owners,
	...PLAIN.outputs,
	10: nftMintOutput,
	11: nftOutput,
	15: owners,
	16: owners,
};
const X_OPERATIONS: Types = {
	8: object({ mintInput: input, mintOutput: owners, transferOutput }),
	12: object({ mintInput: input, groupID: int, payload: blob, outputs: list(owners) }),
	13: object({ input, output: nftOutput }),
	17: object({ mintInput: input, mintOutput: owners, ownedOutput: owners }),
	18: input,
};
const X_CREDENTIALS: Types = { ...PLAIN.credentials, 14: signatures, 19: signatures };

/** One of several types under a name, with the id of its feature extension beside it. */
function withFx(head: Fields, name: string, types: Types): Fields {
	return {
		names: [...head.names, 'fxID', name],
		read(from, context) {
			const before = head.read(from, context);
			const type = readType(types, from);
			const value = types[type].read(from, context);
			return { ...before, fxID: fxOf(type), [name]: value };
		},
		write(value) {
			const { fxID, [name]: inner } = value as Json;
			const own = Object.entries(types).filter(([type]) => fxOf(Number(type)) === fxID);
			const type = typeOf(Object.fromEntries(own), inner);
			return Buffer.concat([head.write(value), u32(type), types[type].write(inner)]);
		},
	};
}

const nothing = object({});
const asset = object({ assetID: id });
const utxo = object({ txID: id, outputIndex: int });

/** Outputs, inputs and credentials of a chain. */
export interface Parts {
	outputs: Shape;
	inputs: Shape;
	credentials: Shape;
}

function partsOf(outputs: Types, inputs: Types, credential: Shape): Parts {
	return {
		outputs: list(withFx(asset, 'output', outputs)),
		inputs: list(withFx(joined(utxo, asset), 'input', inputs)),
		credentials: list(credential),
	};
}

// Only the X-Chain shows the feature extension of credentials.
export const PARTS: Record<'P' | 'X' | 'C', Parts> = {
	P: partsOf(P_OUTPUTS, P_INPUTS, oneOf(PLAIN.credentials)),
	X: partsOf(X_OUTPUTS, PLAIN.inputs, withFx(nothing, 'credential', X_CREDENTIALS)),
	C: partsOf(PLAIN.outputs, PLAIN.inputs, oneOf(PLAIN.credentials)),
};

/** Operations of an X-Chain transaction: asset, consumed UTXOs and kind of each. */
export const operations = list(
	withFx(joined(asset, object({ inputIDs: list(utxo) })), 'operation', X_OPERATIONS),
);

const bareStates = list(oneOf(X_OUTPUTS));

/** The first outputs of an asset, by the index of their feature extension. */
export const initialState: Shape = {
	read(from, context) {
		const fxIndex = from.u32('feature extension');
		const outputs = bareStates.read(from, context);
		return { fxIndex, fxID: FX_IDS[fxIndex] ?? FX_IDS[0], outputs };
	},
	write(value) {
		const { fxIndex, outputs } = value as Json;
		return Buffer.concat([u32(Number(fxIndex)), bareStates.write(outputs)]);
	},
};
