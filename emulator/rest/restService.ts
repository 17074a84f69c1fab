import { type HttpEndpoint, readSpec } from '../spec/read';
import type { Dialect, Service, ServiceRequest, ServiceResponse } from '../service';
import type { World } from '../world';
import { withAbsent } from './absent';
import { createLimiter } from './access';
import type { Endpoint } from './endpoint';
import { answerFailure, ServiceFailure } from './failure';
import { generatedEndpoint } from './generated';
import { patternOf, readInput, transcriptionOf } from './input';
import { createPageStore, queryKey } from './pages';

/** Client that a request counts for, and its compute units per minute. */
export interface Client {
	name: string;
	limit?: number;
}

export interface RestOptions {
	name: 'data' | 'metrics';
	dialect: Dialect;
	/** Endpoints with an answer of their own. Those that only the transcription has are generated. */
	endpoints: readonly Endpoint[];
	/** Compute units of a call for which the documents name none. */
	units: number;
	/** True if some fields that the documents make optional are left out. */
	sparse?: boolean;
	/** Throws a ServiceFailure for a client without the right. */
	clientOf(request: ServiceRequest): Client;
}

const isResponse = (answer: object): answer is ServiceResponse =>
	'status' in answer && 'body' in answer;

function isHttp(endpoint: { type: string }): endpoint is HttpEndpoint {
	return endpoint.type === 'http';
}

/** The endpoints of the transcription for which there is none among the given ones. */
function missing(name: string, given: readonly Endpoint[]): HttpEndpoint[] {
	const there = new Set(given.map(({ method, path }) => `${method} ${path}`));
	return readSpec()
		.filter(isHttp)
		.filter(({ service, id }) => service === name && !there.has(id));
}

/** A service of the documents over a world: access, limits, input, paging and failures. */
export function restService(world: World, options: RestOptions): Service {
	const { name, dialect, endpoints, clientOf } = options;
	const pages = createPageStore(`${world.seed} ${name}`, world.clock);
	const limiter = createLimiter(world.clock);
	const generated = missing(name, endpoints).map(generatedEndpoint);
	const routes = [...endpoints, ...generated].map((endpoint) => ({
		endpoint,
		pattern: patternOf(endpoint.path),
		transcription: transcriptionOf(name, endpoint.method, endpoint.path),
	}));

	function find(request: ServiceRequest) {
		for (const route of routes) {
			const groups = route.pattern.exec(request.path);
			if (groups && route.endpoint.method === request.method) {
				return { ...route, groups: groups.slice(1) };
			}
		}
		throw new ServiceFailure(404, `Cannot ${request.method} ${request.path}`);
	}

	function answer(request: ServiceRequest): ServiceResponse {
		const client = clientOf(request);
		const { endpoint, transcription, groups } = find(request);
		const rate = limiter(client.name, client.limit, transcription.units ?? options.units);
		try {
			const input = readInput(transcription, groups, request, dialect);
			const query = queryKey(request.path, request.query);
			const result = endpoint.answer({ world, dialect, input, request, pages, query });
			if (isResponse(result)) return { ...result, headers: { ...rate, ...result.headers } };
			const { output, status = 200 } = transcription;
			const body =
				output && options.sparse ? (withAbsent(world.seed, output, result) as object) : result;
			return { status, headers: rate, body };
		} catch (error) {
			if (error instanceof ServiceFailure) {
				throw new ServiceFailure(error.status, error.reasons, { ...rate, ...error.headers });
			}
			throw error;
		}
	}

	return (request) => {
		try {
			return answer(request);
		} catch (error) {
			if (error instanceof ServiceFailure) return answerFailure(error, name, dialect);
			throw error;
		}
	};
}
