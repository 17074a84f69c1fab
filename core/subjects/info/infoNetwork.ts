import { fieldSet } from '../../fields/fieldSet';
import * as out from '../../fields/outputs';
import { declare, declareList } from '../../operations/declare';
import { INFO, call } from './infoCall';

/** Data of a node about the rules of its network. */

/** The stake for and against each proposal that nodes vote on. */
export const getManyAcps = declareList({
	id: 'info.getManyAcps',
	...INFO,
	entry: { value: 'getManyAcps', name: 'Get Many ACPs' },
	action: 'Get many community proposals with their votes',
	description:
		'info.acps: lists the Avalanche Community Proposals that nodes currently vote on, with the stake for and against each; no items if there is no vote',
	call: call('info.acps'),
	input: fieldSet({}),
	output: out.object({
		acps: out.essential(
			out.map(
				out.object({
					supportWeight: out.nAvax('Stake in support'),
					supporters: out.list(out.nodeId()),
					objectWeight: out.nAvax('Stake against'),
					objectors: out.list(out.nodeId()),
					abstainWeight: out.nAvax('Stake without a vote'),
				}),
				'number of the proposal',
			),
		),
	}),
	items: 'acps',
	itemKey: 'acp',
});

/** Times of all network upgrades. */
export const getUpgrades = declare({
	id: 'info.getUpgrades',
	...INFO,
	entry: { value: 'getUpgrades', name: 'Get Upgrades' },
	action: 'Get the upgrades of the network',
	description:
		'info.upgrades: returns the times of all network upgrades by name; an unscheduled upgrade has the year 9999',
	call: call('info.upgrades'),
	input: fieldSet({}),
	output: out.map(
		out.open(),
		'name of the upgrade and Time: RFC 3339; of another parameter: its value',
	),
});

/** Fixed fees of transactions, from before the dynamic fees of the Etna upgrade. */
export const getTransactionFees = declare({
	id: 'info.getTransactionFees',
	...INFO,
	entry: { value: 'getTransactionFees', name: 'Get Transaction Fees' },
	action: 'Get the fixed transaction fees',
	description:
		'info.getTxFee: returns the fixed fees of transactions in nAVAX; they apply to the X-Chain; the P-Chain has dynamic fees since Etna',
	call: call('info.getTxFee'),
	input: fieldSet({}),
	output: out.object({
		txFee: out.essential(out.nAvax()),
		createAssetTxFee: out.nAvax(),
		createSubnetTxFee: out.nAvax(),
		transformSubnetTxFee: out.nAvax(),
		createBlockchainTxFee: out.nAvax(),
		addPrimaryNetworkValidatorFee: out.nAvax(),
		addPrimaryNetworkDelegatorFee: out.nAvax(),
		addSubnetValidatorFee: out.nAvax(),
		addSubnetDelegatorFee: out.nAvax(),
	}),
	versions: {
		deprecated: '1.12.2',
		instead: 'X-Chain: Get Transaction Fee, and P-Chain Fee: Get Fee State for the P-Chain',
		source: 'avalanchego RELEASES.md, v1.12.2',
	},
});

/** The virtual machines that the node can run. */
export const getVms = declare({
	id: 'info.getVms',
	...INFO,
	entry: { value: 'getVms', name: 'Get Virtual Machines' },
	action: 'Get the virtual machines of the node',
	description:
		'info.getVMs: returns the IDs and aliases of the virtual machines that the node can run, and of their feature extensions',
	call: call('info.getVMs'),
	input: fieldSet({}),
	output: out.object({
		vms: out.essential(out.map(out.texts('Aliases'), 'ID of the virtual machine, cb58')),
		fxs: out.optional(out.map(out.name(), 'ID of the feature extension, cb58')),
	}),
});
