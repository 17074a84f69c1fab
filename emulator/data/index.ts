import type { Dialect, Service } from '../service';
import type { World } from '../world';
import { type AccessOptions, keyHeaderOf, type RateLimits, readKey } from '../rest/access';
import type { Endpoint } from '../rest/endpoint';
import type { ExportStore } from './exportJobs';
import { primaryBalances } from './resources/balances';
import { chainEndpoints } from './resources/chains';
import { contractEndpoints } from './resources/contracts';
import { listDelegators } from './resources/delegators';
import {
	listErc1155,
	listCollectibles,
	listErc20,
	listErc20Balances,
	listErc721,
	nativeBalance,
} from './resources/evmBalances';
import { evmBlockEndpoints } from './resources/evmBlocks';
import { evmTransactionLists } from './resources/evmTransactionLists';
import { evmTransaction } from './resources/evmTransactions';
import { exportEndpoints } from './resources/exports';
import { icmEndpoints } from './resources/icmMessages';
import { listL1Validators } from './resources/l1Validators';
import { primaryBlockEndpoints } from './resources/primaryBlocks';
import { primaryNetworkEndpoints } from './resources/primaryNetwork';
import { primaryTransactionEndpoints } from './resources/primaryTransactions';
import { listHistoricalRewards, listPendingRewards } from './resources/rewards';
import { aggregateSignatures, signaturesByTransaction } from './resources/signatures';
import { listStaking } from './resources/stakingTransactions';
import { utxoEndpoints } from './resources/utxos';
import { listValidators, validatorDetails } from './resources/validators';
import { listVertices, listVerticesByHeight, vertexByHash } from './resources/vertices';
import { webhookEndpoints } from './resources/webhooks';
import { restService } from '../rest/restService';

export interface DataServiceOptions {
	dialect: Dialect;
	access: AccessOptions;
	/** Read at every request, so that the control endpoint can change them. */
	limits: RateLimits;
	exports: ExportStore;
}

/** The endpoints of the chain data service. */
function dataEndpoints(store: ExportStore, world: World): Endpoint[] {
	return [
		aggregateSignatures,
		signaturesByTransaction,
		...exportEndpoints(store),
		listStaking,
		...primaryTransactionEndpoints,
		...primaryBlockEndpoints,
		...utxoEndpoints,
		...primaryNetworkEndpoints,
		primaryBalances,
		listPendingRewards,
		listHistoricalRewards,
		validatorDetails,
		listValidators,
		listDelegators,
		listL1Validators,
		listVertices,
		listVerticesByHeight,
		vertexByHash,
		nativeBalance,
		listCollectibles,
		listErc20,
		listErc20Balances,
		listErc1155,
		listErc721,
		evmTransaction,
		...evmTransactionLists,
		...contractEndpoints,
		...evmBlockEndpoints,
		...icmEndpoints,
		...webhookEndpoints(world),
		...chainEndpoints,
	];
}

/** The chain data service of the documents over a world. */
export function dataService(world: World, options: DataServiceOptions): Service {
	const { dialect, access, limits } = options;
	return restService(world, {
		name: 'data',
		dialect,
		units: 1,
		endpoints: dataEndpoints(options.exports, world),
		clientOf(request) {
			const key = readKey(request, access);
			if (key === undefined) return { name: 'anyone', limit: limits.withoutKey };
			return { name: `key ${key}`, limit: limits.withKey ?? limits.withoutKey };
		},
	});
}

export { keyHeaderOf };
