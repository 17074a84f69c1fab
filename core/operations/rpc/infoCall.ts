import { nodeResources } from '../resources';

/** What all operations of the Info API have. */
export const INFO = {
	node: 'avalancheRpc',
	resource: nodeResources.info,
	service: 'node',
	spec: 'Node JSON-RPC: Info API',
} as const;

/** A method of the Info API on the network, or on the node as every node of its kind has it. */
export function call(method: string) {
	return { type: 'rpc', endpoint: '/ext/info', method, params: 'named' } as const;
}

/** A method of the Info API on the one node that answers. */
export function ownCall(method: string) {
	return { ...call(method), ownNode: true } as const;
}
