import type { AnyOperation, Operation } from '../../core/operations/declare';
import type { ComposedOperation } from './composed';

/** The operations of each menu entry of a node. */

/**
 * The menu entries of a node, `<resource>.<entry>`. A list and not an object: V8 keeps a shape for each key
 * that is added to an object.
 */
export interface Routes {
	/** Entries of one operation, which has the entry as its id. */
	entries: readonly string[];
	/** Entries of several operations: the transport and the id of each, the default one first. */
	byTransport: Readonly<Record<string, ReadonlyArray<readonly [transport: string, id: string]>>>;
	/** IDs of operations that send no request and need no credential. */
	offline: string[];
}

/** The operations of a node by menu entry, each entry's default first. */
export function operationsByEntry(
	catalogue: readonly AnyOperation[],
	node: Operation['node'],
): Map<string, AnyOperation[]> {
	const entries = new Map<string, AnyOperation[]>();
	for (const operation of catalogue.filter((each) => each.node === node)) {
		const key = `${operation.resource.value}.${operation.entry.value}`;
		entries.set(key, [...(entries.get(key) ?? []), operation]);
	}
	for (const operations of entries.values()) operations.sort(byTransport);
	return entries;
}

/** HTTP first, JSON-RPC last: names of transports in the order of the alphabet. */
function byTransport(a: AnyOperation, b: AnyOperation): number {
	return (a.transport?.name ?? '').localeCompare(b.transport?.name ?? '');
}

/** The routes of a node. */
export function routesOf(
	catalogue: readonly AnyOperation[],
	node: Operation['node'],
	composed: readonly ComposedOperation[],
): Routes {
	const all = [...operationsByEntry(catalogue, node)];
	const several = all.filter(([key, [first, ...others]]) => others.length > 0 || first.id !== key);
	const byTransport = several.map(([key, operations]) => [
		key,
		operations.map(({ transport, id }) => [transport?.value ?? '', id] as const),
	]);
	return {
		entries: all.map(([key]) => key).filter((key) => !several.some(([other]) => other === key)),
		byTransport: Object.fromEntries(byTransport) as Routes['byTransport'],
		offline: composed.filter(({ offline }) => offline).map(({ entry }) => entry.value),
	};
}
