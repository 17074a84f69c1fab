import { balanceCrossed } from '../../../core/events/sources/balanceCrossed';
import type { EventCase } from '../case';

const RELAYER = '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7';
const avax = (milli: number) => BigInt(milli) * 10n ** 15n;

export const balanceCrossedCase: EventCase = {
	event: balanceCrossed,
	settings: () => ({ asset: 'native', addresses: [RELAYER], below: '1, 0.1', above: '100' }),
	prepare: (control) => control.setEvmBalance({ address: RELAYER, balance: avax(5_000) }),
	steps: [
		{
			does: 'the relayer has 0.42 AVAX left',
			act: (control) => control.setEvmBalance({ address: RELAYER, balance: avax(420) }),
			tells: [
				{
					event: 'balance.crossed',
					severity: 'warning',
					change: 'crossed',
					subject: RELAYER,
					address: RELAYER,
					balance: '420000000000000000',
					side: 'below',
					line: '1',
					title: `${RELAYER}: holds 0.42 AVAX, below 1 AVAX`,
				},
			],
		},
		{
			does: 'it has nothing left',
			act: (control) => control.setEvmBalance({ address: RELAYER, balance: 0n }),
			tells: [{ severity: 'critical', change: 'crossed', line: '0.1', balance: '0' }],
		},
		{
			does: 'it is filled beyond the line above',
			act: (control) => control.setEvmBalance({ address: RELAYER, balance: avax(100_001) }),
			tells: [
				{ severity: 'warning', change: 'crossed', side: 'above', line: '100' },
				{ severity: 'resolved', change: 'recovered', side: 'below' },
			],
		},
	],
	refused: [
		[{ asset: 'native', addresses: RELAYER }, /above.*or a threshold below is required/],
		[{ asset: 'native', addresses: RELAYER, below: '5', above: '2' }, /below.*must be less/],
		[{ asset: 'pChain', addresses: RELAYER, below: '5' }, /addresses.*must be P-Chain addresses/],
		[{ asset: 'erc20', addresses: RELAYER, below: '5' }, /contractAddress.*is required/],
		[{ asset: 'native', addresses: RELAYER, below: 'few' }, /below.*must be amounts/],
	],
};
