import type { Dialect, Service, ServiceRequest, ServiceResponse } from '../service';
import type { World } from '../world';
import { isPrimary, primaryChain } from './addresses';
import { cChainAtomic } from './cChainAtomic';
import type { NodeContext } from './context';
import { evmSubnet } from './evmSubnet';
import { evmValidators } from './evmValidators';
import { geth } from './gethRpc';
import { gorilla, text } from './gorillaRpc';
import { health } from './health';
import { indexApi, isIndexName } from './indexApi';
import { info } from './info';
import { issueTx } from './issueTx';
import { proposerVm } from './proposerVm';
import { metrics } from './metrics';
import { pChain } from './pChain';
import { xChain } from './xChain';

/** How the node answers. */
export interface NodeOptions {
	dialect: Dialect;
}

const NOT_FOUND = '404 page not found\n';
const BOOTSTRAPPING = 'API call rejected because chain is not done bootstrapping\n';
const LOCAL_HOST = /^(localhost|\d+\.\d+\.\d+\.\d+|\[[0-9a-f:.]+\])(:\d+)?$/i;

/**
 * The node of the network: X-Chain, P-Chain, health, index and EVM subnet APIs of the node
 * document, in the envelopes of the deployed node.
 */
export function nodeService(world: World, options: NodeOptions): Service {
	const context: NodeContext = { world, network: world.node, dialect: options.dialect };
	return (request) => {
		const refused = refusal(request, options);
		const answer = refused ?? route(context, request);
		const headers: Record<string, string> = { 'node-id': world.nodeState.nodeId };
		if (request.headers.origin) headers['access-control-allow-origin'] = '*';
		return { ...answer, headers: { ...headers, ...answer.headers } };
	};
}

function refusal(request: ServiceRequest, { dialect }: NodeOptions): ServiceResponse | undefined {
	const { host } = request.headers;
	// Against DNS rebinding, nodes answer local names only.
	const refused = dialect === 'live' && host !== undefined && !LOCAL_HOST.test(host);
	return refused ? text(403, 'invalid host specified\n') : undefined;
}

function route(context: NodeContext, request: ServiceRequest): ServiceResponse {
	const [first, api, ...rest] = segmentsOf(request.path) ?? [];
	if (first === 'ext') {
		if (api === 'health' && rest.length <= 1) return health(context, request, rest[0]);
		if (api === 'metrics' && rest.length === 0) return metrics(context, request);
		if (api === 'info' && rest.length === 0) return gorilla(request, { info: info(context) });
		const index = rest.join('/');
		if (api === 'index' && isIndexName(index)) {
			return gorilla(request, { index: indexApi(context, index) });
		}
		if (api === 'bc' && rest.length > 0) {
			const answer = chainRoute(context, request, rest[0], rest.slice(1).join('/'));
			if (answer) return answer();
		}
	}
	return text(404, NOT_FOUND);
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
 * What answers on a chain's path; undefined where nothing does. The P-Chain makes the other chains:
 * until it has bootstrapped, their paths are not there.
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
	const alias = primaryChain(context, name);
	const blockchainId = alias ? network.chains[alias] : name;
	const known = alias !== undefined || network.blockchain(name) !== undefined;
	// The X-Chain was linearized from a graph, whose engine has no proposervm API.
	if (known && alias !== 'X' && api === 'proposervm') {
		return () => gorilla(request, { proposervm: proposerVm(context) });
	}
	if (alias === 'P' && api === '') {
		return () => gorilla(request, { platform: pChain(context) });
	}
	if (alias === 'X' && api === '') return () => gorilla(request, { avm: xChain(context) });
	if (alias === 'X' && api === 'wallet') {
		return () => gorilla(request, { wallet: { issueTx: (args) => issueTx(context, 'X', args) } });
	}
	if (alias === 'C' && api === 'avax') {
		return () => gorilla(request, { avax: cChainAtomic(context) });
	}
	const evm = world.evmChains.find(
		(chain) => chain.blockchainId === blockchainId && chain.network === network.name,
	);
	if (evm && api === 'rpc') return () => geth(request, evmSubnet(context, evm));
	if (evm && api === 'validators' && !isPrimary(evm.subnetId)) {
		return () => gorilla(request, { validators: evmValidators(context, evm) });
	}
	return undefined;
}
