/** A method of the Info API. */
export function call(method: string) {
	return { type: 'rpc', endpoint: '/ext/info', method, params: 'named' } as const;
}

export const SPEC = 'Node JSON-RPC: Info API';
