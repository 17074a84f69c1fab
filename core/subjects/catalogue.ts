import * as all from './all';
import type { AnyOperation, Operation } from '../operations/declare';
import type { Service } from '../service';
import { infoOf } from '../fields/fieldSet';

/** Every operation of the three services, in the order of resources and names. */
export const catalogue: readonly AnyOperation[] = Object.values(all)
	.flatMap((resource) => Object.values<AnyOperation>(resource))
	.sort((a, b) => (a.id < b.id ? -1 : 1));

const byId = new Map(catalogue.map((operation) => [operation.id, operation]));

/** The operation of an id such as `staking.getManyDelegators`, or undefined. */
export function operationById(id: string): AnyOperation | undefined {
	return byId.get(id);
}

/** A summary of an operation, for the catalogue. */
export interface OperationSummary {
	id: string;
	node: Operation['node'];
	resource: string;
	operation: string;
	service: Service;
	/** HTTP. */
	method?: string;
	path?: string;
	/** JSON-RPC; choices in the endpoint have their defaults. */
	endpoint?: string;
	rpcMethod?: string;
	/** `token`, `utxo`, `range`, or null for a single response. */
	paging: 'token' | 'utxo' | 'range' | null;
	/** Compute units; null if the service does not publish them. */
	cost: number | null;
	deprecated: boolean;
}

/** The endpoint of a JSON-RPC operation with its defaults filled in (`/ext/bc/X`). */
function endpointOf({ input }: AnyOperation, endpoint: string): string {
	return endpoint.replace(/\{(\w+)\}/g, (whole, key: string) =>
		String(infoOf(input, key).default ?? whole),
	);
}

/** Description of an operation and its call, as plain data for listings. */
export function describeOperation(operation: AnyOperation): OperationSummary {
	const { id, node, resource, entry, service, call } = operation;
	return {
		id,
		node,
		resource: resource.name,
		operation: entry.name,
		service,
		...(call.type === 'http'
			? { method: call.method, path: call.path }
			: { endpoint: endpointOf(operation, call.endpoint), rpcMethod: call.method }),
		paging: operation.paging?.style ?? null,
		cost: operation.cost ?? null,
		deprecated: operation.versions?.deprecated !== undefined,
	};
}
