import type { AnyOperation, Operation } from '../../core/operations/declare';

/** The operations of each menu entry of a node. */

/** By `<resource>.<entry>`: the id of each operation with its transport, the default one first. */
export type Routes = Readonly<
	Record<string, ReadonlyArray<readonly [transport: string, id: string]>>
>;

/** The name of a menu entry in `Routes`. */
export function routeKey(resource: string, entry: string): string {
	return `${resource}.${entry}`;
}

/** The operations of a node by menu entry, each entry's default first. */
export function operationsByEntry(
	catalogue: readonly AnyOperation[],
	node: Operation['node'],
): Map<string, AnyOperation[]> {
	const entries = new Map<string, AnyOperation[]>();
	for (const operation of catalogue.filter((each) => each.node === node)) {
		const key = routeKey(operation.resource.value, operation.entry.value);
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
export function routesOf(catalogue: readonly AnyOperation[], node: Operation['node']): Routes {
	const entries = [...operationsByEntry(catalogue, node)].map(([key, operations]) => [
		key,
		operations.map(({ transport, id }) => [transport?.value ?? '', id] as const),
	]);
	return Object.fromEntries(entries) as Routes;
}
