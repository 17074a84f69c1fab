import * as rooms from '../rooms/all';
import type { EmulatedRoom } from '../room';
import type { Dialect, Service, ServiceRequest, ServiceResponse } from '../service';
import type { EvmChain, World } from '../world';
import { isPrimary, primaryChain } from './addresses';
import type { NodeContext, EndpointContext } from './context';
import { ethereumApi } from './evm';
import { generatedMethods } from './generated';
import { type BatchLimits, NODE_BATCHES, PUBLIC_BATCHES } from './gethBatch';
import { geth } from './gethRpc';
import { type Methods, gorilla, text } from './gorillaRpc';

const ROOMS: readonly EmulatedRoom[] = Object.values(rooms);
/** Answers below `/ext/<name>` that are not JSON-RPC. */
const PATHS: NonNullable<EmulatedRoom['paths']> = Object.assign(
	{},
	...ROOMS.map(({ paths }) => paths),
);
/** APIs below `/ext/<name>` that are of no chain: their methods have the name space of this name. */
const APIS = ['health', 'index', 'info'];

/** Options of the node. */
export interface NodeOptions {
	dialect: Dialect;
	/** Limits of batches; by default those of a node, and in the live dialect of a public endpoint. */
	batches?: BatchLimits;
}

const NOT_FOUND = '404 page not found\n';
const BOOTSTRAPPING = 'API call rejected because chain is not done bootstrapping\n';
const LOCAL_HOST = /^(localhost|\d+\.\d+\.\d+\.\d+|\[[0-9a-f:.]+\])(:\d+)?$/i;

/**
 * The node of the network: X-Chain, P-Chain, health, index and EVM subnet APIs of the node
 * document, in the envelopes of the deployed node.
 */
export function nodeService(world: World, options: NodeOptions): Service {
	const context: NodeContext = { world, network: world.node, ...options };
	return (request) => {
		const refused = refusal(request, options);
		const answer = refused ?? route(context, request);
		const headers: Record<string, string> = { 'node-id': world.nodeState.nodeId };
		if (request.headers.origin) headers['access-control-allow-origin'] = '*';
		return { ...answer, headers: { ...headers, ...answer.headers } };
	};
}

/** The methods of a name space, of all rooms that have some; undefined if there is none at this path. */
function methodsAt(nameSpace: string, context: EndpointContext): Methods | undefined {
	const all = ROOMS.map(({ methods }) => methods?.[nameSpace]?.(context)).filter(Boolean);
	return all.length > 0 ? (Object.assign({}, ...all) as Methods) : undefined;
}

function refusal(request: ServiceRequest, { dialect }: NodeOptions): ServiceResponse | undefined {
	const { host } = request.headers;
	// Against DNS rebinding, nodes answer local names only.
	const refused = dialect === 'live' && host !== undefined && !LOCAL_HOST.test(host);
	return refused ? text(403, 'invalid host specified\n') : undefined;
}

function route(context: NodeContext, request: ServiceRequest): ServiceResponse {
	const [first, api = '', ...rest] = segmentsOf(request.path) ?? [];
	if (first === 'ext' && api === 'bc' && rest.length > 0) {
		const answer = chainRoute(context, request, rest[0], rest.slice(1).join('/'));
		if (answer) return answer();
	} else if (first === 'ext' && Object.hasOwn(PATHS, api)) {
		const answer = PATHS[api](context, request, rest);
		if (answer) return answer;
	}
	const isApi = first === 'ext' && APIS.includes(api);
	const methods = isApi && methodsAt(api, { ...context, rest: rest.join('/') });
	if (!methods) return text(404, NOT_FOUND);
	return gorilla(request, { [api]: methods }, generatedMethods(context, request));
}

/** The decoded parts of a path without a slash at its end; undefined where it is malformed. */
function segmentsOf(path: string): string[] | undefined {
	try {
		return path.replace(/\/$/, '').split('/').slice(1).map(decodeURIComponent);
	} catch {
		return undefined;
	}
}

/**
 * Handler for a path of a chain; undefined if there is none. The P-Chain creates the other chains:
 * their paths do not exist until it has bootstrapped.
 */
function chainRoute(
	context: NodeContext,
	request: ServiceRequest,
	name: string,
	api: string,
): (() => ServiceResponse) | undefined {
	const { network, world } = context;
	const answer = chainApi(context, request, name, api);
	const { bootstrapping } = world.nodeState;
	if (!answer || bootstrapping === undefined) return answer;
	const alias = primaryChain(context, name);
	const id = alias ? network.chains[alias] : name;
	if (id === bootstrapping) return () => text(503, BOOTSTRAPPING);
	return bootstrapping === network.chains.P ? undefined : answer;
}

function chainApi(
	context: NodeContext,
	request: ServiceRequest,
	name: string,
	api: string,
): (() => ServiceResponse) | undefined {
	const { world, network } = context;
	const generated = generatedMethods(context, request);
	const alias = primaryChain(context, name);
	const blockchainId = alias ? network.chains[alias] : name;
	const known = alias !== undefined || network.blockchain(name) !== undefined;
	const call = (nameSpace: string, evm?: EvmChain) => {
		const methods = methodsAt(nameSpace, { ...context, rest: '', evm });
		return methods && (() => gorilla(request, { [nameSpace]: methods }, generated));
	};
	// The X-Chain was linearized from a graph, whose engine has no proposervm API.
	if (known && alias !== 'X' && api === 'proposervm') return call('proposervm');
	if (alias === 'P' && api === '') return call('platform');
	if (alias === 'X' && api === '') return call('avm');
	if (alias === 'X' && api === 'wallet') return call('wallet');
	if (alias === 'C' && api === 'avax') return call('avax');
	const evm = world.evmChains.find(
		(chain) => chain.blockchainId === blockchainId && chain.network === network.name,
	);
	if (evm && api === 'rpc') {
		const { batches = context.dialect === 'live' ? PUBLIC_BATCHES : NODE_BATCHES } = context;
		return () => geth(request, ethereumApi(context, evm), generated, batches);
	}
	if (evm && api === 'validators' && !isPrimary(evm.subnetId)) return call('validators', evm);
	return undefined;
}
