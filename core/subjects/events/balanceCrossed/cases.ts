import type { Control, World } from '../../../testing/network';
import { HOUR_MS } from '../../../formats/timeUnits';
import type { EventUse, NodeUse, Occurrence, SampleUse } from '../../../testing/cases/eventCase';

const RELAYER = '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7';
const avax = (milli: number) => BigInt(milli) * 10n ** 15n;

export const balanceCrossedCase: EventUse = {
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

/** An owner of an output of the X-Chain that is locked for less than 60 days, and what it can spend before. */
function ownerOfLocked({ node, clock }: World): { owner: string; nAvax: bigint } {
	for (let index = 0; index < 100; index++) {
		const owner = node.address(index);
		const all = node.utxos('X', owner).filter(({ assetId }) => assetId === node.assets[0].assetId);
		const free = all.filter(({ locktime }) => locktime <= clock.seconds());
		if (free.length === all.length) continue;
		return { owner, nAvax: free.reduce((sum, { amount }) => sum + amount, 0n) };
	}
	throw new Error('No owner has a locked output');
}

export const balanceOfX: EventUse = {
	note: 'on the X-Chain',
	settings: (world) => {
		const { owner, nAvax } = ownerOfLocked(world);
		const fraction = String(nAvax % 10n ** 9n).padStart(9, '0');
		const above = `${nAvax / 10n ** 9n}.${fraction}`;
		return { asset: 'xChain', addresses: [owner], above };
	},
	steps: [
		{
			does: 'an output is not locked any more',
			act: (control) => control.moveClock({ ms: 60 * 24 * HOUR_MS }),
			tells: [
				{
					...{ asset: 'xChain', symbol: 'AVAX', decimals: 9, side: 'above' },
					...{ change: 'crossed', title: /AVAX, above [\d.,]+ AVAX$/ },
				},
			],
		},
	],
	refused: [[{ asset: 'xChain', addresses: RELAYER, below: '5' }, /must be X-Chain addresses/]],
};

/** Sets what the relayer holds, some hours later. */
const holds = (milli: number, hours: number) => (control: Control) => {
	control.setEvmBalance({ address: RELAYER, balance: avax(milli) });
	control.moveClock({ ms: hours * HOUR_MS });
};

export const balanceLastsCase: EventUse = {
	note: 'by what was spent',
	settings: () => ({ asset: 'native', addresses: [RELAYER], lasts: '7d, 1d' }),
	prepare: holds(100_000, 0),
	steps: [
		{ does: 'half is spent, but a day is not over', act: holds(50_000, 12), tells: [] },
		{ does: 'it is filled, and a day is over', act: holds(1_000_000, 12), tells: [] },
		{
			does: 'half of it is spent in a day',
			act: holds(500_000, 24),
			tells: [
				{
					severity: 'warning',
					subject: RELAYER,
					line: '7d',
					spent: '500000000000000000000',
					title: `${RELAYER}: holds 500 AVAX, which lasts 1 day at what was spent in a day`,
				},
			],
		},
		{
			does: 'more is spent, within the day before the balance is used up',
			act: holds(400_000, 1),
			tells: [{ severity: 'critical', line: '1d' }],
		},
		{
			does: 'it is filled: what came in was not spent',
			act: holds(10_000_000, 1),
			tells: [{ severity: 'resolved', change: 'recovered' }],
		},
	],
	refused: [[{ asset: 'native', addresses: RELAYER, lasts: 'long' }, /lasts.*must be durations/]],
};

const TREASURY = '0xb97ef9ef8734c71904d8002f8b6bc66dd9c48a6e';

export const balanceCrossedBySubjectCase: EventUse = {
	note: 'thresholds by subject',
	settings: () => ({
		asset: 'native',
		addresses: [RELAYER, TREASURY],
		below: '1, 0.1',
		// Spelled otherwise than in the list.
		thresholdsBySubject: {
			'0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E': { below: '500, 50, 5', above: '100000' },
		},
	}),
	prepare(control) {
		control.setEvmBalance({ address: RELAYER, balance: avax(5_000) });
		control.setEvmBalance({ address: TREASURY, balance: avax(1_000_000) });
	},
	steps: [
		{
			does: 'both have 0.42 AVAX left: the second of the thresholds for all, the last of its own',
			act(control) {
				control.setEvmBalance({ address: RELAYER, balance: avax(420) });
				control.setEvmBalance({ address: TREASURY, balance: avax(420) });
			},
			tells: [
				{ subject: RELAYER, severity: 'warning', level: 1, line: '1' },
				{
					subject: TREASURY,
					severity: 'critical',
					level: 3,
					line: '5',
					title: `${TREASURY}: holds 0.42 AVAX, below 5 AVAX`,
				},
			],
		},
		{
			does: 'both have 60 AVAX: above the thresholds for all, below one of its own',
			act(control) {
				control.setEvmBalance({ address: RELAYER, balance: avax(60_000) });
				control.setEvmBalance({ address: TREASURY, balance: avax(60_000) });
			},
			tells: [
				{ subject: RELAYER, severity: 'resolved', change: 'recovered', level: 0 },
				{ subject: TREASURY, severity: 'warning', change: 'improved', level: 1, line: '500' },
			],
		},
		{
			does: 'both have 200,000 AVAX: only one has a threshold above',
			act(control) {
				control.setEvmBalance({ address: RELAYER, balance: avax(200_000_000) });
				control.setEvmBalance({ address: TREASURY, balance: avax(200_000_000) });
			},
			tells: [
				{ subject: TREASURY, change: 'crossed', side: 'above', level: 1, line: '100000' },
				{ subject: TREASURY, change: 'recovered', side: 'below' },
			],
		},
	],
	refused: [
		[
			{
				asset: 'native',
				addresses: RELAYER,
				below: '1',
				thresholdsBySubject: { [RELAYER]: { below: '2, few' } },
			},
			/thresholdsBySubject\.0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7\.below(\.\d)?\)? must be amounts in whole units/,
		],
		[
			{ asset: 'native', addresses: RELAYER, thresholdsBySubject: `{"${RELAYER}": {}}` },
			/thresholdsBySubject\.0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7\.above\)? or a threshold below is/,
		],
		[
			{
				asset: 'native',
				addresses: RELAYER,
				thresholdsBySubject: { [RELAYER]: { below: '5', above: '2' } },
			},
			/thresholdsBySubject\.\w+\.below\)? must be less than the thresholds of Above/,
		],
		[
			{ asset: 'native', addresses: RELAYER, thresholdsBySubject: { [RELAYER]: { belov: '5' } } },
			/thresholdsBySubject\.\w+\)? has no field "belov": it must be an object with below, above/,
		],
		[
			{ asset: 'native', addresses: RELAYER, thresholdsBySubject: { [RELAYER]: '5' } },
			/thresholdsBySubject\.\w+\)? must be an object with below, above/,
		],
		[
			{ asset: 'native', addresses: RELAYER, thresholdsBySubject: { [TREASURY]: { below: '5' } } },
			/above.*or a threshold below is required/,
		],
		[
			{
				asset: 'native',
				addresses: RELAYER,
				below: '1',
				thresholdsBySubject: { [TREASURY]: { below: '5' } },
			},
			/thresholdsBySubject\.\w+\)? must be for one of "Addresses" \(addresses\)/,
		],
		[
			{
				asset: 'native',
				addresses: RELAYER,
				thresholdsBySubject: {
					[RELAYER]: { below: '5' },
					[RELAYER.toLowerCase()]: { below: '4' },
				},
			},
			/thresholdsBySubject\.0x9702230a8ea\w+\)? names its subject a second time/,
		],
		[
			{ asset: 'native', addresses: RELAYER, thresholdsBySubject: { relayer: { below: '5' } } },
			/thresholdsBySubject\)? has the key "relayer", which must be an EVM address/,
		],
		[
			{ asset: 'native', addresses: RELAYER, thresholdsBySubject: '{"below"' },
			/thresholdsBySubject\)? must be a JSON object by address with 1 to 1024 entries/,
		],
	],
};

export const occurrences: readonly Occurrence[] = [
	{
		settings: () => ({ asset: 'native', addresses: [RELAYER], below: '1' }),
		prepare: holds(100_000, 0),
		happen: (control, _, time) =>
			control.setEvmBalance({ address: RELAYER, balance: time % 2 === 1 ? 0n : avax(100_000) }),
	},
];

export const sample: SampleUse = {
	settings: () => ({ asset: 'native', addresses: [TREASURY], above: '77, 770' }),
	made: { subject: TREASURY, side: 'above', line: '77', title: /above 77 AVAX$/ },
	recovered: { subject: TREASURY, title: /not above 77 AVAX again$/ },
};

export const realNode: readonly NodeUse[] = [
	{
		note: 'native',
		needs: ['C.from'],
		settings: (facts) => ({ asset: 'native', addresses: facts['C.from'], above: '0' }),
		said: ['balance'],
		fires: true,
	},
	{
		note: 'X-Chain',
		needs: ['X.owner'],
		settings: (facts) => ({ asset: 'xChain', addresses: facts['X.owner'], above: '0' }),
		said: ['balance'],
		fires: true,
	},
	{
		note: 'P-Chain',
		needs: ['P.owner'],
		settings: (facts) => ({ asset: 'pChain', addresses: `P-${facts['P.owner']}`, above: '0' }),
		said: ['balance'],
		fires: false,
	},
];
