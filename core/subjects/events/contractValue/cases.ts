import type { Control } from '../../../testing/network';
import type { EventUse, NodeUse, Occurrence, SampleUse } from '../../../testing/cases/eventCase';

const FEED = '0x0A77230d17318075983913bC2145DB16C7366156';
const OTHER = '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7';
const ROUND =
	'latestRoundData()(uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)';
/** Selectors of `latestRoundData()`, `paused()` and `decimals()`. */
const LATEST = '0xfeaf968c';
const PAUSED = '0x5c975abb';
const DECIMALS = '0x313ce567';

const word = (value: bigint | number) =>
	BigInt.asUintN(256, BigInt(value)).toString(16).padStart(64, '0');

/** A price in dollars with 8 decimals, and the Unix time of its update. */
const feed =
	(dollars: number, updatedAt = 1_700_000_000, address = FEED) =>
	(control: Control) => {
		const answer = [1, Math.round(dollars * 1e8), updatedAt, updatedAt, 1].map(word).join('');
		control.setContractAnswer({ address, data: LATEST, answer: `0x${answer}` });
		control.setContractAnswer({ address, data: DECIMALS, answer: `0x${word(8)}` });
	};

const paused = (is: boolean | null) => (control: Control) =>
	control.setContractAnswer({
		address: FEED,
		data: PAUSED,
		answer: is === null ? null : `0x${word(is ? 1 : 0)}`,
	});

export const contractValueCase: EventUse = {
	settings: () => ({
		addresses: [FEED, OTHER],
		function: ROUND,
		element: 'answer',
		alertWhen: 'thresholds',
		below: '20, 10',
		tokenDecimals: true,
	}),
	prepare(control) {
		feed(24.5)(control);
		feed(24.5, undefined, OTHER)(control);
	},
	steps: [
		{
			does: 'the price of one falls below the first threshold',
			act: feed(19.99),
			tells: [
				{
					event: 'contract.value',
					severity: 'warning',
					change: 'crossed',
					subject: FEED,
					value: '1999000000',
					wholeUnits: '19.99',
					decimals: 8,
					side: 'below',
					line: '20',
					title: `latestRoundData().answer of ${FEED}: is 19.99, below 20`,
				},
			],
		},
		{
			does: 'the other one falls to a negative number',
			act: feed(-1, undefined, OTHER),
			tells: [{ subject: OTHER, severity: 'critical', wholeUnits: '-1', line: '10' }],
		},
		{
			does: 'both recover',
			act(control) {
				feed(25)(control);
				feed(25, undefined, OTHER)(control);
			},
			tells: [
				{ subject: FEED, severity: 'resolved', change: 'recovered' },
				{ subject: OTHER, severity: 'resolved', change: 'recovered' },
			],
		},
	],
	refused: [
		[{ addresses: FEED, function: ROUND, alertWhen: 'changes' }, /element.*is required.*answer/],
		[
			{ addresses: FEED, function: ROUND, element: 'price', alertWhen: 'changes' },
			/element.*must be one of roundId, answer, .* not price/,
		],
		[
			{ addresses: FEED, function: 'paused()', alertWhen: 'changes' },
			/function.*must say what it returns/,
		],
		[
			{ addresses: FEED, function: 'paused()(bool)', alertWhen: 'thresholds', above: '1' },
			/element.*must lead to an integer/,
		],
		[
			{ addresses: FEED, function: 'a(uint8)(uint8)', args: '300', alertWhen: 'changes' },
			/args.*must fit a\(uint8\)/,
		],
		[
			{ addresses: FEED, function: 'a()(uint8)', alertWhen: 'thresholds' },
			/above.*or a threshold below is required/,
		],
		[{ addresses: FEED, function: 'paused()(bool)', alertWhen: 'is' }, /values.*is required/],
		[
			{ addresses: FEED, function: 'paused()(bool)', alertWhen: 'is', values: 'yes' },
			/values.*must fit the type bool/,
		],
		[{ addresses: FEED, function: 'a()(uint8)', alertWhen: 'age' }, /limits.*is required/],
	],
};

export const contractValueIs: EventUse = {
	note: 'a flag',
	settings: () => ({
		addresses: FEED,
		function: 'function paused() view returns (bool)',
		alertWhen: 'is',
		values: 'true',
	}),
	prepare: paused(false),
	steps: [
		{
			does: 'the contract is paused',
			act: paused(true),
			tells: [{ change: 'crossed', value: 'true', title: `paused() of ${FEED}: is true` }],
		},
		{
			does: 'the call reverts: the state is not known, and is not another one',
			act: paused(null),
			tells: [{ change: 'unreadable', text: /paused\(\)\(bool\) of 0x\w+: the contract ends/ }],
		},
		{
			does: 'it is not paused any more',
			act: paused(false),
			tells: [{ change: 'recovered', value: 'false' }],
		},
	],
	refused: [
		[
			{ addresses: 'mine', function: 'paused()(bool)', alertWhen: 'is', values: 'true' },
			/addresses.*must be EVM addresses/,
		],
	],
};

export const contractValueChanges: EventUse = {
	note: 'changes',
	settings: () => ({
		addresses: FEED,
		function: ROUND,
		element: '1',
		alertWhen: 'changes',
	}),
	prepare: feed(20),
	steps: [
		{
			does: 'the value changes',
			act: feed(21),
			tells: [
				{
					change: 'crossed',
					severity: 'info',
					value: '2100000000',
					previousValue: '2000000000',
					title: `latestRoundData().1 of ${FEED}: changed to 2,100,000,000 from 2,000,000,000`,
				},
			],
		},
		{ does: 'only its time changes', act: feed(21, 1_700_000_100), tells: [] },
		{ does: 'it changes back', act: feed(20), tells: [{ value: '2000000000' }] },
	],
	refused: [
		[
			{ addresses: FEED, function: 'latestRoundData', alertWhen: 'changes' },
			/function.*is only a name/,
		],
	],
};

export const contractValueStale: EventUse = {
	note: 'a stale feed',
	settings: () => ({
		addresses: FEED,
		function: ROUND,
		element: 'updatedAt',
		alertWhen: 'age',
		limits: '3d, 25h',
	}),
	prepare: (control) => feed(20, control.moveClock({ ms: 0 }) / 1000 - 3600)(control),
	steps: [
		{
			does: 'a day and an hour pass without an update',
			act: (control) => control.moveClock({ ms: 25 * 3600_000 }),
			tells: [
				{
					change: 'crossed',
					severity: 'warning',
					title: /^latestRoundData\(\)\.updatedAt of 0x\w+: is 1(\.\d)? days? old$/,
				},
			],
		},
		{
			does: 'the feed is updated',
			act: (control) => feed(20, Math.floor(control.moveClock({ ms: 0 }) / 1000))(control),
			tells: [{ change: 'recovered' }],
		},
	],
	refused: [
		[
			{ addresses: FEED, function: ROUND, element: 'updatedAt', alertWhen: 'age', limits: 'long' },
			/limits.*must be durations/,
		],
	],
};

export const contractValueUnchanged: EventUse = {
	note: 'unchanged',
	settings: () => ({
		addresses: FEED,
		function: ROUND,
		element: 'answer',
		alertWhen: 'unchanged',
		limits: '1h',
	}),
	prepare: feed(20),
	steps: [
		{
			does: 'two hours pass with the same value',
			act: (control) => control.moveClock({ ms: 2 * 3600_000 }),
			tells: [{ change: 'crossed', title: /: is 2,000,000,000, unchanged for 2 hours$/ }],
		},
		{
			does: 'the value changes',
			act: feed(21),
			tells: [{ change: 'recovered', title: /: changed to 2,100,000,000$/ }],
		},
	],
	refused: [
		[
			{ addresses: FEED, function: 'a()(uint8[])', element: '0.x', alertWhen: 'unchanged' },
			/limits.*is required|element.*must have a number for x/,
		],
	],
};

export const occurrences: readonly Occurrence[] = [
	{
		settings: () => ({
			addresses: FEED,
			function: 'paused()(bool)',
			alertWhen: 'is',
			values: 'true',
		}),
		prepare: paused(false),
		happen: (control, _, time) => paused(time % 2 === 1)(control),
	},
];

export const sample: SampleUse = {
	settings: () => ({
		addresses: OTHER,
		function: 'totalSupply()(uint256)',
		alertWhen: 'thresholds',
		above: '77, 770',
		decimals: 18,
	}),
	prepare: (control) =>
		control.setContractAnswer({ address: OTHER, data: '0x18160ddd', answer: `0x${word(0)}` }),
	made: { subject: OTHER, side: 'above', line: '77', title: /above 77$/ },
	recovered: { subject: OTHER, title: /not above 77 again$/ },
};

export const realNode: readonly NodeUse[] = [
	{
		needs: ['C.token'],
		settings: (facts) => ({
			addresses: facts['C.token'],
			function: 'totalSupply()(uint256)',
			alertWhen: 'thresholds',
			above: '0',
		}),
		said: [],
		fires: true,
	},
];
