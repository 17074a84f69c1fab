import type { Dialect, Service, ServiceRequest, ServiceResponse } from '../service';
import type { World } from '../world';
import { type AccessOptions, createLimiter, keyHeaderOf, type RateLimits, readKey } from './access';
import type { Endpoint } from './endpoint';
import type { ExportStore } from './exportJobs';
import { answerFailure, ServiceFailure } from './failure';
import { patternOf, readInput, transcriptionOf } from './input';
import { createPageStore, queryKey } from './pages';
import { primaryBalances } from './resources/balances';
import { listChains } from './resources/chains';
import { listDelegators } from './resources/delegators';
import { listErc1155, listErc20, listErc721, nativeBalance } from './resources/evmBalances';
import { evmTransaction } from './resources/evmTransactions';
import { exportEndpoints } from './resources/exports';
import { listL1Validators } from './resources/l1Validators';
import { listPendingRewards } from './resources/rewards';
import { aggregateSignatures, signaturesByTransaction } from './resources/signatures';
import { listStaking } from './resources/stakingTransactions';
import { validatorDetails } from './resources/validators';
import { listVertices, listVerticesByHeight } from './resources/vertices';

export interface DataServiceOptions {
	dialect: Dialect;
	access: AccessOptions;
	/** Read at every request, so that the control endpoint can change them. */
	limits: RateLimits;
	exports: ExportStore;
}

/** The endpoints of the chain data service. */
export function dataEndpoints(store: ExportStore): Endpoint[] {
	return [
		aggregateSignatures,
		signaturesByTransaction,
		...exportEndpoints(store),
		listStaking,
		primaryBalances,
		listPendingRewards,
		validatorDetails,
		listDelegators,
		listL1Validators,
		listVertices,
		listVerticesByHeight,
		nativeBalance,
		listErc20,
		listErc1155,
		listErc721,
		evmTransaction,
		listChains,
	];
}

const isResponse = (answer: object): answer is ServiceResponse =>
	'status' in answer && 'body' in answer;

/** The chain data service of the documents over a world. */
export function dataService(world: World, options: DataServiceOptions): Service {
	const { dialect, access, limits } = options;
	const pages = createPageStore(`${world.seed} data`, world.clock);
	const limiter = createLimiter(world.clock);
	const routes = dataEndpoints(options.exports).map((endpoint) => ({
		endpoint,
		pattern: patternOf(endpoint.path),
		transcription: transcriptionOf('data', endpoint.method, endpoint.path),
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
		const key = readKey(request, access);
		const { endpoint, transcription, groups } = find(request);
		const limit = key === undefined ? limits.withoutKey : (limits.withKey ?? limits.withoutKey);
		const rate = limiter(
			key === undefined ? 'anyone' : `key ${key}`,
			limit,
			transcription.units ?? 1,
		);
		try {
			const input = readInput(transcription, groups, request);
			const query = queryKey(request.path, request.query);
			const result = endpoint.answer({ world, dialect, input, request, pages, query });
			if (isResponse(result)) return result;
			const status = dialect === 'live' ? (endpoint.liveStatus ?? 200) : 200;
			return { status, headers: rate, body: result };
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
			if (error instanceof ServiceFailure) return answerFailure(error, 'data', dialect);
			throw error;
		}
	};
}

export { keyHeaderOf };
