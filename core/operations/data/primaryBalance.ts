import { fieldSet } from '../../fields/fieldSet';
import * as out from '../../fields/outputs';
import { declare } from '../declare';
import { dataResources } from '../resources';
import { BALANCE_ROW, balanceRows } from './balanceRows';
import { moment, network, owners, primaryChain } from './fields';
import { addressesOfNetwork } from './rules';
import { atomicEntry, balanceEntry, chainInfo } from './shapes';

/** What addresses hold on a chain of the primary network. */
export const getPrimaryBalance = declare({
	id: 'primaryBalance.get',
	node: 'avalanche',
	resource: dataResources.primaryNetwork,
	entry: { value: 'getBalance', name: 'Get Balance' },
	action: 'Get the balance of primary network addresses',
	description:
		'Returns the total balance of addresses on the P-, X- or C-Chain, by asset and by state (unlocked, staked, locked); on the C-Chain only the atomic memory: use Token Balance for its EVM balances',
	service: 'data',
	call: {
		type: 'http',
		method: 'GET',
		path: '/v1/networks/{network}/blockchains/{blockchainId}/balances',
	},
	input: fieldSet(
		{
			network: network(),
			blockchainId: primaryChain(),
			addresses: owners(),
			blockTimestamp: moment({
				label: 'Balance Time',
				description: 'The balance as of this time, Unix seconds or a date-time; now by default',
				show: 'option',
			}),
		},
		addressesOfNetwork('addresses'),
	),
	// Each chain fills its own arrays: P the first six, X locked and unlocked, all the atomic two.
	output: out.object({
		balances: out.object({
			unlockedUnstaked: out.objects(balanceEntry()),
			unlockedStaked: out.objects(balanceEntry()),
			lockedPlatform: out.objects(balanceEntry()),
			lockedStakeable: out.objects(balanceEntry()),
			lockedStaked: out.objects(balanceEntry()),
			pendingStaked: out.objects(balanceEntry()),
			unlocked: out.objects(balanceEntry()),
			locked: out.objects(balanceEntry()),
			atomicMemoryUnlocked: out.objects(atomicEntry()),
			atomicMemoryLocked: out.objects(atomicEntry()),
			restakedRewards: out.nAvax('on the test network only'),
		}),
		chainInfo: chainInfo(),
	}),
	rows: { each: BALANCE_ROW, of: balanceRows },
	cost: 100,
	spec: 'Chain data: Primary-network queries',
});
