import { decimalsOf } from '../../../abi/decimals';
import { keysOf } from '../../../abi/decode';
import { type AbiParameter, cutText } from '../../../abi/types';
import { quoted, separated, shortened } from '../../../events/words';
import { wholeUnits } from '../../../formats/amount';
import type { ContractLog } from './logs';

/** Arguments that a text has. */
const MOST_SAID = 8;

/** The arguments in words: what the contract chose is in quotes and cut. */
export function argumentsText({ event, args, decimals, hashed = [] }: ContractLog): string {
	const said = keysOf(event.inputs).map((key, at) => {
		const value = hashed.includes(key)
			? `with the hash ${shortened(String(args[key]))}`
			: valueText(event.inputs[at], key, args[key], decimals);
		return `${cutText(key)} ${value}`;
	});
	const rest = said.length - MOST_SAID;
	return said.slice(0, MOST_SAID).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

/** The value of an argument in words. */
export function valueText(
	input: AbiParameter,
	key: string,
	value: unknown,
	decimals: ContractLog['decimals'],
): string {
	switch (input.type.kind) {
		case 'uint':
		case 'int': {
			const exact = wholeUnits(value, decimalsOf(input, key, value, decimals));
			return separated(exact ?? String(value));
		}
		case 'address':
		case 'bool':
			return String(value);
		case 'fixedBytes':
			return shortened(String(value));
		case 'bytes':
			return `of ${String(value).length / 2 - 1} bytes`;
		case 'string':
			return quoted(value) ?? 'empty';
		default:
			return Array.isArray(value) ? `(${value.length} entries)` : '(several values)';
	}
}
