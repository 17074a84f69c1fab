import type { EventUse, NodeUse, Occurrence, SampleUse } from '../../../testing/cases/eventCase';

const GWEI = 10n ** 9n;

export const feeLevelCase: EventUse = {
	settings: () => ({ fee: 'baseFee', above: '30, 100' }),
	steps: [
		{
			does: 'the base fee rises to 62.5 nAVAX',
			act: (control) => control.setFees({ baseFee: (125n * GWEI) / 2n }),
			tells: [
				{
					event: 'fee.level',
					severity: 'warning',
					change: 'crossed',
					price: '62500000000',
					line: '30',
					title: 'Base fee: 62.5 nAVAX a unit of gas, above 30 nAVAX',
				},
			],
		},
		{
			does: 'it is back at 25 nAVAX',
			act: (control) => control.setFees({ baseFee: 25n * GWEI }),
			tells: [{ severity: 'resolved', change: 'recovered' }],
		},
	],
	refused: [
		[{ fee: 'baseFee' }, /above.*or a threshold below is required/],
		[{ fee: 'gas', above: '1' }, /fee.*must be one of/],
	],
};

export const occurrences: readonly Occurrence[] = [
	{
		settings: () => ({ fee: 'baseFee', above: '30' }),
		happen: (control, _, time) => control.setFees({ baseFee: (time % 2 === 1 ? 60n : 25n) * GWEI }),
	},
];

export const sample: SampleUse = {
	settings: () => ({ fee: 'baseFee', above: '7000' }),
	made: { side: 'above', line: '7000', title: /^Sample: .*above 7,000 nAVAX$/ },
	recovered: { line: '7000' },
};

export const realNode: readonly NodeUse[] = [
	{
		note: 'base fee of the C-Chain',
		settings: () => ({ fee: 'baseFee', above: '0' }),
		said: ['price'],
		fires: true,
	},
	{
		note: 'base fee of an L1',
		needs: ['chain.l1'],
		settings: (facts) => ({ fee: 'baseFee', above: '0', blockchainId: facts['chain.l1'] }),
		said: ['price'],
		fires: true,
	},
	{
		note: 'fee of L1 validators',
		settings: () => ({ fee: 'validatorFee', above: '0' }),
		said: ['price'],
		fires: true,
	},
];
