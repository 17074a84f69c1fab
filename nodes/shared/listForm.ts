import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { valuesIn } from '../../core/fields/loose';
import { NETWORKS } from '../../core/operations/shared';

/** The values of the other fields of a form that a list depends on. */
export interface ListForm {
	/**
	 * The values of a field; none if it is empty or an expression, which is only evaluated in a
	 * run.
	 */
	values(name: string): string[];
	/** The network of the form, if it is a known one. */
	network: string | undefined;
}

/** The collections of the form that have fields, and its top level. */
const PREFIXES = ['', 'filters.', 'options.'];

function textsIn(given: unknown): string[] {
	if (typeof given === 'object' && given !== null && '__rl' in given)
		return textsIn((given as unknown as { value: unknown }).value);
	if (Array.isArray(given)) return given.flatMap(textsIn);
	if (typeof given !== 'string' || given.startsWith('=')) return [];
	return valuesIn(given);
}

/** The form in which a list is opened. */
export function listFormOf(context: ILoadOptionsFunctions): ListForm {
	const values = (name: string) => {
		const given = PREFIXES.map((prefix) => context.getCurrentNodeParameter(prefix + name));
		return textsIn(given.find((each) => each !== undefined && each !== ''));
	};
	const [named] = values('network');
	return { values, network: NETWORKS.find((known) => known === named) };
}
