import { field } from '../fields/field';
import { token, whole } from '../fields/inputs';
import * as out from '../fields/outputs';
import type { Paging } from './declare';

/** Lists whose pages are linked by tokens, as in the data and the metrics service. */

/** The field for the token of the first page. */
export function pageToken() {
	return field(token().optional(), {
		in: 'query',
		label: 'Page Token',
		description: 'Token of the first page: nextPageToken of an earlier response',
		placeholder: '3f1c9d1e-7f63-4a4c-8f0e-2b8b7a1d6c55',
		show: 'paging',
	});
}

/** The fields of a page: its size, from 1 to `max`, and its token. */
export function pages(max = 100, byDefault = 10) {
	return {
		pageSize: field(whole(1, max).optional(), {
			in: 'query',
			label: 'Page Size',
			description: `Number of items per request, 1 to ${max}`,
			default: byDefault,
			show: 'paging',
		}),
		pageToken: pageToken(),
	};
}

/** The paging of a list with the fields of `pages(max)`. */
export function byToken(max = 100): Paging {
	return { style: 'token', maxPageSize: max };
}

/** The response of such a list: its items, and the token of the next page. */
export function page<const S extends Readonly<Record<string, out.Output>>>(parts: S) {
	return out.object({ nextPageToken: out.optional(out.text()), ...parts });
}
