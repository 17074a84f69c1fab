import { createHash } from 'node:crypto';
import { field } from '../../fields/field';
import { type InputValues, fieldSet, parseFields } from '../../fields/fieldSet';
import { MOST_BYTES, hex } from '../../fields/hex';
import { addresses } from '../../fields/identifiers';
import { choice } from '../../fields/inputs';
import * as out from '../../fields/outputs';
import { broken } from '../../fields/rules';
import { bytesToHex, hexToBytes, hexWithoutChecksum } from '../../formats/hex';
import { bareAddress } from '../../formats/ids';
import { type TxChain, TransactionFormatError, UnknownTypeError } from '../../transactions/parts';
import { type Transaction, readTransaction } from '../../transactions/read';
import { wordsOf } from './transactionWords';

/** The bytes of a transaction in words. Nothing is sent. */

const SUBJECT = 'pChain.explainTransaction';
const CHAINS = ['P', 'X', 'C'] as const;

const FIELDS = {
	tx: field(hex(MOST_BYTES.transaction), {
		in: 'form',
		label: 'Transaction',
		description:
			'The bytes of the transaction in hex, signed or not, with or without a checksum at their end',
		placeholder: '0x0000000000220000000100000000',
	}),
	ownAddresses: field(addresses().optional(), {
		in: 'form',
		label: 'Own Addresses',
		description:
			'Your addresses, separated by commas: with them, outputs and owners that are not yours are reported as unusual',
		placeholder: 'P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5',
		show: 'main',
	}),
	chain: field(
		choice(
			CHAINS,
			CHAINS.map((value) => ({ value, name: `${value}-Chain` })),
		).optional(),
		{
			in: 'form',
			label: 'Chain',
			description:
				'The chain of the transaction; by default the one that its bytes name, which is known for Mainnet and Fuji',
			default: 'P',
			show: 'option',
		},
	),
} as const;

/** The bytes without their checksum, if they end in one. */
function bytesOf(tx: string): Uint8Array {
	try {
		return hexWithoutChecksum(tx);
	} catch (error) {
		if (!(error instanceof RangeError)) throw error;
		return hexToBytes(tx);
	}
}

/** The transaction, or the type that is not known. */
function readOf(tx: string, chain?: TxChain): Transaction | UnknownTypeError {
	try {
		return readTransaction(bytesOf(tx), chain);
	} catch (error) {
		if (error instanceof UnknownTypeError) return error;
		throw error;
	}
}

/** The fields of an explanation. */
export const explainFields = fieldSet(FIELDS, ({ tx, chain }, context) => {
	try {
		readOf(tx, chain);
	} catch (error) {
		if (!(error instanceof TransactionFormatError)) throw error;
		broken(context, 'tx', `must be the bytes of a transaction: ${error.message}`);
	}
});

/** The input of `explainTransaction`, as the form of *P-Chain: Explain Transaction* has it. */
export type ExplainTransactionInput = InputValues<typeof FIELDS>;

/** A transaction in words. */
export const EXPLAINED = out.object({
	known: out.flag('False for a type that this version does not know: nothing more is said then'),
	summary: out.text('What it does, in one sentence'),
	...out.optionalParts({
		statements: out.texts('All that it does, in sentences'),
		unusual: out.texts('What needs a second look, in sentences; empty if nothing does'),
		chain: out.choice(CHAINS),
		type: out.name('Its type, as avalanchego names it'),
		networkId: out.count('1 is Mainnet, 5 is Fuji'),
		fee: out.nAvax(
			'What the inputs have beyond the outputs; null if the asset is not known to be AVAX',
		),
		signed: out.flag(),
		txId: out.id('Of a signed transaction, cb58'),
		hash: out.hex('sha256 of the unsigned bytes: what is signed'),
		values: out.open('Everything in its bytes'),
	}),
});

/** The explanation of a transaction. */
export type ExplainedTransaction = out.ValueOf<typeof EXPLAINED>;

/** Values as JSON: integers of 64 bits as decimal digits. */
function jsonOf(values: object): Record<string, unknown> {
	const text = JSON.stringify(values, (_, value: unknown) =>
		typeof value === 'bigint' ? String(value) : value,
	);
	return JSON.parse(text) as Record<string, unknown>;
}

/**
 * Says what a transaction of the P-, X- or C-Chain (atomic) does, from its bytes alone: amounts, owners, change, fee,
 * and what is unusual. The amounts of inputs are those in the bytes; a node compares them with the outputs that
 * are spent. A type that is not known has `known` false. Throws `Failure` of kind `invalid-input`, also for bytes
 * that every node refuses: others behind the transaction, or lists in another order.
 *
 * @example
 * const { summary, unusual, fee } = explainTransaction({ tx, ownAddresses: [wallet] });
 */
export function explainTransaction(given: ExplainTransactionInput): ExplainedTransaction {
	const { tx, chain, ownAddresses = [] } = parseFields(explainFields, given, SUBJECT);
	return explained(readOf(tx, chain), ownAddresses);
}

/** The explanation of what was read; `own` are the user's addresses. */
export function explained(
	found: Transaction | UnknownTypeError,
	own: readonly string[],
): ExplainedTransaction {
	if (found instanceof UnknownTypeError) {
		const unknown = `It cannot be explained: ${found.message}`;
		return { known: false, summary: unknown, unusual: [unknown] };
	}
	const { values, unsignedBytes, credentials, txId } = found;
	const words = wordsOf(values, new Set(own.map(bareAddress)), credentials?.length);
	const { chain, type, ...rest } = values;
	const hash = createHash('sha256').update(unsignedBytes).digest();
	return {
		known: true,
		summary: words.summary,
		statements: words.statements,
		unusual: words.unusual,
		chain,
		type,
		...('networkId' in rest && { networkId: rest.networkId }),
		fee: words.fee === undefined ? null : String(words.fee),
		signed: credentials !== undefined,
		...(txId !== undefined && { txId }),
		hash: `0x${bytesToHex(hash)}`,
		values: jsonOf(rest),
	};
}
