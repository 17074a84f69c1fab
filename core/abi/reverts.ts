import { preview } from '../fields/preview';
import { decodeValues } from './decode';
import { type Abi, type AbiError, AbiMistake, labelOf, cutText } from './types';
import { digitsOf, selectorOf } from './words';

/** The reasons with which contracts revert. */

const WORD = { kind: 'uint', bits: 256 } as const;

/** The errors of Solidity itself: `require` and `revert` with a text, and failed checks. */
const OWN: readonly AbiError[] = [
	{ kind: 'error', name: 'Error', inputs: [{ name: '', type: { kind: 'string' } }] },
	{ kind: 'error', name: 'Panic', inputs: [{ name: '', type: WORD }] },
];

/** The codes of `Panic`. Source: Solidity documentation, Panic via assert and Error via require. */
const PANICS: Readonly<Record<string, string>> = {
	'0': 'a panic of the compiler',
	'1': 'a failed assertion',
	'17': 'an overflow',
	'18': 'a division by zero',
	'33': 'a value that is not of an enum',
	'34': 'a storage byte array that is encoded wrongly',
	'49': 'pop of an empty array',
	'50': 'an index out of bounds',
	'65': 'too much memory',
	'81': 'a call of a function that is not set',
};

/** Longest reason in a message, in characters. */
const LONGEST_REASON = 300;

/**
 * The reason in the data of a revert, for a message: the text of `Error`, the meaning of a `Panic`, or an
 * error of the ABI with its arguments. Undefined if the data is empty.
 */
export function reasonOf(data: string, abi: Abi = []): string | undefined {
	if (!/^0x[0-9a-f]/i.test(data)) return undefined;
	const selector = data.slice(0, 10).toLowerCase();
	const errors = [...OWN, ...abi.filter((item): item is AbiError => item.kind === 'error')];
	const found = errors.find((each) => selectorOf(each) === selector);
	if (!found) return `an error that the ABI does not have, ${selector}`;
	try {
		const values = decodeValues(found.inputs, digitsOf(data).slice(8));
		return textOf(found, values);
	} catch (error) {
		if (!(error instanceof AbiMistake)) throw error;
		return `${cutText(found.name)}, with data that does not fit it: ${error.message}`;
	}
}

function textOf(error: AbiError, values: readonly unknown[]): string {
	if (error === OWN[0]) return JSON.stringify(cut(String(values[0])));
	if (error === OWN[1]) {
		const code = String(values[0]);
		return `${Object.hasOwn(PANICS, code) ? PANICS[code] : 'a panic'} (Panic ${code})`;
	}
	const args = error.inputs.map((input, at) => `${labelOf(input, at)}: ${preview(values[at])}`);
	return cut(`${error.name}(${args.join(', ')})`);
}

function cut(text: string): string {
	return text.length > LONGEST_REASON ? `${text.slice(0, LONGEST_REASON)}…` : text;
}
