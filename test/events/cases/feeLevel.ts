import { feeLevel } from '../../../core/events/sources/feeLevel';
import type { EventCase } from '../case';

const GWEI = 10n ** 9n;

export const feeLevelCase: EventCase = {
	event: feeLevel,
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
