import { nodeResources } from '../resources';

/** Common fields of all operations of the Info API. */
export const INFO = {
	node: 'avalancheRpc',
	resource: nodeResources.info,
	service: 'node',
	spec: 'Node JSON-RPC: Info API',
} as const;

/** The call of an Info API method whose result is the same on all nodes of the network. */
export function call(method: string) {
	return { type: 'rpc', endpoint: '/ext/info', method, params: 'named' } as const;
}

/** The call of an Info API method whose result is about the responding node. */
export function ownCall(method: string) {
	return { ...call(method), ownNode: true } as const;
}
