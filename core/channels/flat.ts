import { type Alert } from './alert';
import type { Channel } from './channel';

/** One object of one level, for the field mappers of Zapier, Make, Pipedream, Activepieces and others. */

/** Deeper parts are JSON text. */
const DEEPEST = 4;

/** The event as one level: parts of objects have names such as `amount_symbol`; lists are text. */
export function flatEvent(alert: Alert) {
	const { url, columns: _, data, ...headline } = alert;
	const flat = new Map<string, string | number | boolean | null>(
		Object.entries({ ...headline, url: typeof url === 'string' ? url : null }),
	);
	const add = (name: string, value: unknown, depth: number): void => {
		if (typeof value !== 'object' || value === null) {
			if (!flat.has(name)) flat.set(name, (value ?? null) as string | number | boolean | null);
		} else if (Array.isArray(value)) {
			const isList = value.every((each) => typeof each !== 'object' || each === null);
			add(name, isList ? value.join(', ') : JSON.stringify(value), depth);
		} else if (depth >= DEEPEST) {
			add(name, JSON.stringify(value), depth);
		} else {
			for (const [key, inner] of Object.entries(value)) add(`${name}_${key}`, inner, depth + 1);
		}
	};
	for (const [name, value] of Object.entries(data)) add(name, value, 0);
	return Object.fromEntries(flat);
}

const HOSTS =
	/^(hooks\.zapier\.com|hook\.([a-z0-9-]+\.)?(make|integromat)\.com|[a-z0-9]+\.m\.pipedream\.net|(cloud\.)?activepieces\.com)$/;

export const flat: Channel = {
	value: 'flat',
	name: 'Flat JSON',
	description: 'all columns in one level, for Zapier, Make, Pipedream and Activepieces',
	knows: ({ hostname }) => HOSTS.test(hostname),
	needs: ['url'],
	signed: true,
	body: ({ alert }) => flatEvent(alert),
};
