import { field } from '../../../fields/field';
import { id } from '../../../fields/identifiers';
import { declareWatch, optionOf } from '../../../events/watch';
import { network } from '../../shared/data/fields';
import { feeLevel } from '../feeLevel/declare';
import { icmUndelivered } from '../icmUndelivered/declare';
import { l1BalanceLow } from '../l1BalanceLow/declare';
import { l1ConnectionLow } from '../l1ConnectionLow/declare';
import { stakingTransaction } from '../stakingTransaction/declare';
import { validator } from '../validator/declare';
import { validatorDisconnected } from '../validatorDisconnected/declare';
import { validatorUptime } from '../validatorUptime/declare';

const NO_CHAIN = 'it needs Blockchain ID';

/** Everything about an L1 and its validators. */
export const watchL1 = declareWatch({
	value: 'watchL1',
	type: 'watch.l1',
	name: 'Watch an L1',
	description:
		'Balances, joining, leaving and connection of the validators of an L1, their fee, and undelivered messages of the L1, in one trigger',
	what: 'L1',
	fields: {
		network: network('form'),
		subnetId: field(id('a subnet id'), {
			in: 'form',
			label: 'Subnet ID',
			description: 'The L1 (cb58)',
			placeholder: '2ebCneCbwthjQ1rYT41nhd7M76Hc6YmosMAQrTFhBq8qeqh6tt',
		}),
		blockchainId: field(id('a blockchain id').optional(), {
			in: 'form',
			names: 'evmBlockchain',
			label: 'Blockchain ID',
			description:
				'The EVM blockchain of the L1 (cb58), for the events that read it; they are left out without it',
			placeholder: 'q2aTwKuyzgs8pynF7UXBZCU7DejbZbZ6EUyHr3JQzYgwNPUPi',
			show: 'main',
		}),
		tiers: optionOf(l1BalanceLow, 'tiers'),
		weightAtRisk: optionOf(l1BalanceLow, 'weightAtRisk'),
		connection: optionOf(l1ConnectionLow, 'thresholds', {
			label: 'Connected (Percent)',
		}),
		thresholds: optionOf(validatorUptime, 'thresholds', { label: 'Uptime Below (Percent)' }),
		after: optionOf(icmUndelivered, 'after'),
		validatorFee: optionOf(feeLevel, 'above', { label: 'Fee Above (nAVAX)' }),
	},
	subject: ({ network: on, subnetId, blockchainId }) => ({ network: on, subnetId, blockchainId }),
	events: [
		{
			event: l1BalanceLow,
			chosen: true,
			settings: ({ subnetId, tiers, weightAtRisk }) => ({ subnetId, tiers, weightAtRisk }),
		},
		{
			event: validator,
			chosen: true,
			settings: ({ subnetId }) => ({ source: 'subnet', subnetId, leaves: true, activity: true }),
		},
		{
			event: l1ConnectionLow,
			chosen: true,
			settings: ({ blockchainId, connection }) =>
				blockchainId ? { blockchainId, thresholds: connection } : NO_CHAIN,
		},
		{
			event: feeLevel,
			settings: ({ validatorFee }) =>
				validatorFee === undefined
					? 'it needs the option Fee Above'
					: { fee: 'validatorFee', above: validatorFee },
		},
		{
			event: validatorUptime,
			ownNode: true,
			settings: ({ blockchainId, thresholds }) =>
				blockchainId ? { observer: 'evm', blockchainId, thresholds } : NO_CHAIN,
		},
		{
			event: validatorDisconnected,
			ownNode: true,
			settings: ({ blockchainId }) => (blockchainId ? { observer: 'evm', blockchainId } : NO_CHAIN),
		},
		{
			event: icmUndelivered,
			settings: ({ network: on, blockchainId, after }) =>
				blockchainId ? { network: on, sourceChain: blockchainId, after } : NO_CHAIN,
		},
		{
			event: stakingTransaction,
			settings: ({ network: on, subnetId }) => ({ network: on, subnetId }),
		},
	],
});
