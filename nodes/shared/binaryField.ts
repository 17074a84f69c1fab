import { field } from '../../core/fields/field';
import { words } from '../../core/fields/inputs';

/** The option for the name of the binary data that a file is put into. */

/** The name without the option. */
export const DEFAULT_BINARY_FIELD = 'data';

/** The option, with n8n's usual hint; `when`: the name of the option that creates the file. */
export function binaryField(when: string) {
	return field(words(128).optional(), {
		in: 'form',
		label: 'Put Output File in Field',
		description: `Used if ${when} is on`,
		hint: 'The name of the output binary field to put the file in',
		default: DEFAULT_BINARY_FIELD,
		show: 'option',
	});
}
