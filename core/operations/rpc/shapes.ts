import { z } from 'zod/v4';
import { integer, maybe, maybeMany, text, texts } from '../shared';

/** The objects that several answers of a node hold. */

/** An integer that the answer is about: decimal digits from a node, or a number. */
export function wholeNumber(description: string) {
	return z.union([z.string(), z.number()]).describe(description);
}

/** Amounts by asset id. */
export function amountsByAsset(description: string) {
	return z
		.record(z.string(), z.union([z.string(), z.number()]))
		.nullish()
		.describe(description);
}

/** Outputs that an amount is made of. */
export function utxoIds() {
	return maybeMany({
		txID: text('Transaction that made the output, cb58'),
		outputIndex: integer('Place of the output in its transaction'),
	});
}

/** Who may spend or decide: `threshold` of the `addresses`, from `locktime` on. */
export function owner() {
	return maybe({
		locktime: integer('Unix seconds'),
		threshold: integer('Signatures needed'),
		addresses: texts(),
	});
}

function inputs() {
	return maybeMany({
		txID: text('Transaction that made the output, cb58'),
		outputIndex: integer(),
		assetID: text(),
		fxID: text(),
		input: maybe({
			amount: integer('In the smallest unit'),
			signatureIndices: z.array(z.number()).nullish(),
		}),
	});
}

function outputs() {
	return maybeMany({
		assetID: text(),
		fxID: text(),
		output: maybe({
			addresses: texts('Who may spend it'),
			amount: integer('In the smallest unit'),
			locktime: integer('Unix seconds from which it may be spent'),
			threshold: integer('Signatures needed'),
		}),
	});
}

/** An X-Chain transaction in JSON. */
export function xTransaction() {
	return {
		id: text('cb58'),
		unsignedTx: maybe({
			networkID: integer('1 is Mainnet, 5 is Fuji'),
			blockchainID: text('cb58'),
			outputs: outputs(),
			inputs: inputs(),
			memo: text('Hex'),
			destinationChain: text('Of exports: where to'),
			exportedOutputs: outputs(),
			sourceChain: text('Of imports: where from'),
			importedInputs: inputs(),
		}),
		credentials: maybeMany({
			fxID: text(),
			credential: maybe({ signatures: texts('Hex') }),
		}),
	};
}

/** Bytes in hex, or the object they stand for. */
export function encoded<Shape extends z.ZodRawShape>(shape: Shape, description: string) {
	return z.union([z.string(), z.looseObject(shape)]).describe(description);
}

/** Which of the two it is. */
export function encodingEcho() {
	return text('hex or json');
}
