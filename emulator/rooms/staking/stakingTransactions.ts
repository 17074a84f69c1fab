import { listedOnP, stakingTxsOf } from '../../data/stakingTxs';
import { chainOf, type Endpoint, PRIMARY_CHAIN } from '../../rest/endpoint';

/** Primary-network queries: active staking transactions of addresses. */
export const listStaking: Endpoint = {
	method: 'GET',
	path: `${PRIMARY_CHAIN}/transactions:listStaking`,
	answer(call) {
		chainOf(call, 'P');
		return listedOnP(call, stakingTxsOf(call));
	},
};
