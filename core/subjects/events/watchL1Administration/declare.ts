import { declareWatch, optionOf } from '../../../events/watch';
import { network } from '../../shared/data/fields';
import { chainOfNode } from '../../../events/fields';
import { l1Administration } from '../l1Administration/declare';
import { l1Configuration } from '../l1Configuration/declare';
import { l1ChangePending } from '../l1ChangePending/declare';
import { l1Fields } from '../shared/l1Contracts';
import { stakingTransaction } from '../stakingTransaction/declare';
import { validator } from '../validator/declare';

const NO_CHAIN = 'it needs Blockchain ID';
const { subnetId, contracts } = l1Fields();

/** Everything that administrators of an L1 change. */
export const watchL1Administration = declareWatch({
	value: 'watchL1Administration',
	type: 'watch.administration',
	name: "Watch an L1's Administration",
	description:
		'Roles, minting, fees, owners, upgrades, configuration and validators of an L1, and changes that are not completed, in one trigger',
	what: 'L1',
	fields: {
		network: network('form'),
		subnetId,
		blockchainId: chainOfNode({
			description:
				'The EVM chain of the L1 on the node: blockchain ID (cb58) or alias; without it, only the P-Chain is watched',
			default: undefined,
			placeholder: 'q2aTwKuyzgs8pynF7UXBZCU7DejbZbZ6EUyHr3JQzYgwNPUPi',
		}),
		managerChain: chainOfNode({
			label: 'Chain of the Manager',
			description:
				'The chain of the validator manager, if it is another one: blockchain ID (cb58) or alias, such as C',
			default: undefined,
			placeholder: 'C',
			show: 'option',
		}),
		contracts,
		after: optionOf(l1ChangePending, 'after'),
	},
	subject: ({ subnetId: subnet, blockchainId }) => ({ subnetId: subnet, blockchainId }),
	events: [
		{
			event: l1Administration,
			chosen: true,
			settings: ({ subnetId: subnet, blockchainId, contracts: further }) =>
				blockchainId
					? { subnetId: subnet, blockchainId, atLeast: 'info', contracts: further }
					: NO_CHAIN,
		},
		{
			event: l1Administration,
			variant: 'manager',
			chosen: true,
			settings: ({ subnetId: subnet, managerChain: blockchainId }) =>
				blockchainId
					? { subnetId: subnet, blockchainId, atLeast: 'info' }
					: 'it needs Chain of the Manager',
		},
		{
			event: l1ChangePending,
			chosen: true,
			settings: ({ subnetId: subnet, blockchainId, managerChain = blockchainId, after }) =>
				managerChain ? { subnetId: subnet, blockchainId: managerChain, after } : NO_CHAIN,
		},
		{
			event: l1Configuration,
			chosen: true,
			settings: ({ subnetId: subnet, blockchainId }) => ({
				...{ subnetId: subnet, blockchainId },
			}),
		},
		{
			event: validator,
			chosen: true,
			settings: ({ subnetId: subnet }) => ({
				...{ source: 'subnet', subnetId: subnet, leaves: true, activity: true },
			}),
		},
		{
			event: stakingTransaction,
			settings: ({ network: on, subnetId: subnet }) => ({ network: on, subnetId: subnet }),
		},
	],
});
