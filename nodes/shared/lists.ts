import type { Named } from '../../core/fields/field';
import type { Service } from '../../core/service';
import { dataLists } from './dataLists';
import type { Lists, Source } from './listSource';
import { nodeLists } from './nodeLists';

/** The lists of the services that fields offer, one for each kind of field. */

/**
 * The service that lists: the data service for forms of its operations, the node for all others.
 */
export type Lister = 'data' | 'node';

const LISTS: Readonly<Record<Lister, Lists>> = { data: dataLists, node: nodeLists };
const PREFIXES: Readonly<Record<Lister, string>> = { data: 'search', node: 'searchNode' };

/** The service that lists values for the fields of a service's operations. */
export function listerOf(service: Service): Lister {
	return service === 'node' ? 'node' : 'data';
}

function methodOf(lister: Lister, names: string): string {
	return `${PREFIXES[lister]}${names[0].toUpperCase()}${names.slice(1)}s`;
}

/**
 * The method that lists a kind of object: of the lister, or of the other one if only that has the
 * list.
 */
export function searchOf(lister: Lister, names: Named | undefined): string | undefined {
	if (!names) return undefined;
	const other = lister === 'data' ? 'node' : 'data';
	const who = [lister, other].find((each) => LISTS[each as Lister][names]);
	return who && methodOf(who as Lister, names);
}

/** All lists by the name of their method. */
export const listsByMethod: ReadonlyMap<string, Source> = new Map(
	(Object.keys(LISTS) as Lister[]).flatMap((lister) =>
		Object.entries(LISTS[lister]).map(
			([names, source]) => [methodOf(lister, names), source] as const,
		),
	),
);
