import { decimals } from '../../abi/decimals';
import { field } from '../../fields/field';

/** The option for amounts among the `what` of a contract; `example` is a valid value. */
export function decimalsField(what: string, example: string) {
	return field(decimals().optional(), {
		in: 'form',
		label: 'Decimals',
		description: `Decimals of the ${what} that are amounts, which are then numbers in whole units with their exact text in a field that ends in Exact: a number for all integers of more than 48 bits, or a JSON object of numbers by name`,
		placeholder: example,
		show: 'option',
	});
}
