import { broken } from '../fields/rules';
import type { Rule } from '../fields/fieldSet';

/** Rules that several instant events share. */

/** The rule that addresses are of the P- or X-Chain: the service sends no messages for others. */
export function isPrimaryAddress(key: string): Rule {
	return (values, context) => {
		((values[key] ?? []) as string[]).forEach((address, at) => {
			if (!address.startsWith('C-')) return;
			broken(context, key, 'must be P- or X-Chain addresses: there are no webhooks for others', at);
		});
	};
}
