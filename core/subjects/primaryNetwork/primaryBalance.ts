import { fieldSet } from '../../fields/fieldSet';
import * as out from '../../fields/outputs';
import { declare } from '../../operations/declare';
import { dataResources } from '../resources';
import { BALANCE_ROW, balanceRows } from './balanceRows';
import { moment, network, owners, primaryChain } from '../shared/data/fields';
import { addressesOfNetwork } from '../shared/data/rules';
import { atomicEntry, pAtomicEntry, balanceEntry, chainInfo } from '../shared/data/shapes';

/** The amounts by their state: of the P-Chain, of the X-Chain, and, of the C-Chain, only the atomic ones. */
const BALANCES = out.variants(
	{
		atomicMemoryUnlocked: out.objects(atomicEntry()),
		atomicMemoryLocked: out.objects(atomicEntry()),
	},
	{
		unlockedUnstaked: {
			unlockedUnstaked: out.objects(balanceEntry()),
			unlockedStaked: out.objects(balanceEntry()),
			lockedPlatform: out.objects(balanceEntry()),
			lockedStakeable: out.objects(balanceEntry()),
			lockedStaked: out.objects(balanceEntry()),
			pendingStaked: out.objects(balanceEntry()),
			atomicMemoryUnlocked: out.objects(pAtomicEntry()),
			atomicMemoryLocked: out.objects(pAtomicEntry()),
			restakedRewards: out.optional(
				out.nAvax(
					'added to auto-renewed stakes in place of being paid; absent if not known, as with a Balance Time',
				),
			),
		},
		locked: {
			unlocked: out.objects(balanceEntry()),
			locked: out.objects(balanceEntry()),
		},
		'': {},
	},
);

/** Balance of addresses on a chain of the primary network. */
export const getBalance = declare({
	id: 'primaryNetwork.getBalance',
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
	output: out.object({
		balances: BALANCES,
		chainInfo: chainInfo(),
	}),
	rows: { each: BALANCE_ROW, of: balanceRows },
	cost: 100,
	spec: 'Chain data: Primary-network queries',
});
