import type { Control, World } from '../../../testing/network';
import type {
	EventUse,
	NodeUse,
	Occurrence,
	ReplayedUse,
	SampleUse,
} from '../../../testing/cases/eventCase';

const SAFE = '0x5afe5afe5afe5afe5afe5afe5afe5afe5afe5afe';
const SAFE_CHECKSUMMED = '0x5afe5afE5afE5afE5afE5aFe5aFe5Afe5Afe5AfE';
const OTHER = '0x664a4be5af2cfc824f9c0914cbac4703396da2dc';
const OWNER = '0xb31f66aa3c1e785363f0875a1b74e27b85fd66c7';
const OWNER_CHECKSUMMED = '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7';
const ETHER = 10n ** 18n;

/** keccak256 of `AddedOwner(address)` and `ChangedThreshold(uint256)`. */
const ADDED_OWNER = '0x9465fa0c962cc76958e6373a993326400c1c94f8be2fe3a952adfa7f60b2ea26';
const CHANGED_THRESHOLD = '0x610f7ff2b304ae8903c3de74c60c6ab1f7d6226b3f52c5161905bb5ad4039c93';

const word = (value: bigint | number | string) =>
	(typeof value === 'string' ? value.slice(2) : value.toString(16)).padStart(64, '0');

interface GivenLog {
	address?: string;
	topics: string[];
	data?: string;
}

/** A transaction in a block of its own that logs these events. */
function logged(control: Control, ...logs: GivenLog[]) {
	const whole = logs.map((log) => ({ address: SAFE, data: '0x', ...log }));
	control.addTransfers({ transfers: [{ only: 'native', value: 0n, logs: whole }] });
}

const addedOwner = (owner: string, isIndexed: boolean): GivenLog =>
	isIndexed
		? { topics: [ADDED_OWNER, `0x${word(owner)}`] }
		: { topics: [ADDED_OWNER], data: `0x${word(owner)}` };

const threshold = (value: number) => ({
	topics: [CHANGED_THRESHOLD],
	data: `0x${word(value)}`,
});

const cChain = (world: World) => world.evmChain('43114')!;
const token = (world: World, at = 0) => world.tokens(cChain(world)).erc20[at].address;

export const contractEventCase: EventUse = {
	settings: () => ({
		preset: 'safe',
		addresses: SAFE,
		eventNames: 'AddedOwner, ChangedThreshold',
	}),
	steps: [
		{
			does: 'a Safe of either version adds an owner; another contract and another event do not count',
			act: (control) =>
				logged(
					control,
					addedOwner(OWNER, true),
					addedOwner(OTHER, false),
					{ ...addedOwner(OWNER, true), address: OTHER },
					{ topics: [`0x${'d0'.repeat(32)}`] },
				),
			tells: [
				{
					event: 'contract.event',
					severity: 'info',
					subject: SAFE_CHECKSUMMED,
					contractEvent: 'AddedOwner',
					args: { owner: OWNER_CHECKSUMMED },
					signature: 'AddedOwner(address)',
					chain: 'C',
					title: `${SAFE_CHECKSUMMED}: AddedOwner`,
					text: `${SAFE_CHECKSUMMED} emitted AddedOwner: owner ${OWNER_CHECKSUMMED}.`,
				},
				{ args: { owner: '0x664A4Be5Af2cFc824F9C0914CbAc4703396Da2DC' } },
			],
		},
		{
			does: 'hours pass, the node takes 500 blocks a request, and a block has two events at its end',
			act(control) {
				control.setRangeLimit({ blocks: 500 });
				control.acceptBlocks({ chain: 'C', count: 1200 });
				logged(control, threshold(3), threshold(1));
			},
			tells: [{ args: { threshold: '3' } }, { args: { threshold: '1' } }],
		},
		{
			does: 'an event is in a block that is accepted and not executed',
			act(control) {
				logged(control, threshold(2));
				control.setExecution({ behind: 1 });
			},
			tells: [],
		},
		{
			does: 'the block is executed',
			act: (control) => control.setExecution({ behind: 0 }),
			tells: [{ args: { threshold: '2' } }],
		},
	],
	refused: [
		[{ preset: 'custom' }, /abi.*is required/],
		[{ preset: 'safe' }, /addresses.*is required/],
		[{ preset: 'custom', abi: 'Transfer(adress to)' }, /abi.*must be a signature such as/],
		[{ preset: 'custom', abi: 'function a()' }, /abi.*it has no event/],
		[
			{ preset: 'safe', addresses: SAFE, eventNames: 'Swap' },
			/eventNames.*must be events of these: SafeSetup, .* not Swap/,
		],
		[
			{ preset: 'erc20', conditions: '{"spender": "0x12"}' },
			/conditions.*must have arguments of Transfer only \(from, to, value\), not spender/,
		],
		[
			{ preset: 'erc20', eventNames: 'Transfer', conditions: '{"value": {"over": 1}}' },
			/conditions.*an object with is, above, below, contains for each/,
		],
		[
			{ preset: 'erc20', eventNames: 'Transfer', conditions: '{"to": {"above": "1"}}' },
			/conditions.*must not have above for to: address is not a number/,
		],
		[{ preset: 'erc20', tokenDecimals: true }, /addresses.*is required with "In Whole Units/],
		[
			{ preset: 'custom', abi: 'event A(uint256 a) anonymous' },
			/addresses.*is required for an anonymous event/,
		],
	],
};

export const contractEventWithConditions: EventUse = {
	note: 'conditions in whole units',
	settings: (world) => ({
		preset: 'custom',
		abi: 'Transfer(address indexed from, address indexed to, uint256 value)',
		addresses: [token(world), token(world, 3)].join(', '),
		conditions: JSON.stringify({ to: [SAFE, OWNER], value: { above: '2.5', below: '1000' } }),
		tokenDecimals: true,
	}),
	steps: [
		{
			does: 'tokens of 6 decimals and of none come: to another, too little, exactly the line, and more',
			act: (control) =>
				control.addTransfers({
					transfers: [
						{ from: OTHER, to: OTHER, value: 5_000_000n },
						{ from: OTHER, to: SAFE, value: 2_500_000n },
						{ from: OTHER, to: SAFE, value: 2_500_001n },
						{ from: OTHER, to: OWNER, value: 3n, token: 3 },
						{ from: OTHER, to: OWNER, value: 2n, token: 3 },
						{ from: OTHER, to: SAFE, value: 5n * ETHER, token: 1 },
					],
				}),
			tells: [
				{
					contractEvent: 'Transfer',
					args: {
						from: '0x664A4Be5Af2cFc824F9C0914CbAc4703396Da2DC',
						to: SAFE_CHECKSUMMED,
						value: 2.500001,
						valueExact: '2500001',
					},
					text: /: from 0x\w{40}, to 0x\w{40}, value 2\.500001\.$/,
				},
				{
					args: {
						from: '0x664A4Be5Af2cFc824F9C0914CbAc4703396Da2DC',
						to: OWNER_CHECKSUMMED,
						value: 3,
						valueExact: '3',
					},
				},
			],
		},
	],
	refused: [
		[
			{
				preset: 'erc20',
				addresses: SAFE,
				eventNames: 'Transfer',
				conditions: { value: { above: 'much' } },
			},
			/conditions.*must have decimal numbers for value/,
		],
		[
			{ preset: 'erc20', addresses: SAFE, tokenDecimals: true, decimals: 6 },
			/decimals.*cannot be combined with "In Whole Units of the Token"/,
		],
	],
};

export const occurrences: readonly Occurrence[] = [
	{
		item: true,
		settings: () => ({ preset: 'safe', addresses: SAFE }),
		happen: (control, _, time) => logged(control, threshold(time)),
	},
];

export const sample: SampleUse = {
	settings: () => ({
		preset: 'erc20',
		addresses: SAFE,
		eventNames: 'Transfer',
		conditions: { value: { above: '777' } },
		decimals: 6,
	}),
	made: {
		subject: SAFE_CHECKSUMMED,
		contractEvent: 'Transfer',
		args: {
			from: OWNER_CHECKSUMMED,
			to: OWNER_CHECKSUMMED,
			value: 777.000001,
			valueExact: '777000001',
		},
	},
};

/** From an hour before a block that has a transfer of the token. */
const tokenOnNode = (name: 'C' | 'l1'): NodeUse => ({
	note: name,
	needs: [`${name}.token`],
	settings: (facts) => ({
		preset: 'erc20',
		addresses: facts[`${name}.token`],
		eventNames: 'Transfer',
		...(name === 'l1' && { blockchainId: facts['chain.l1'] }),
	}),
	from: (facts) => Number(facts[`${name}.time`]) - 3600,
	said: ['txHash', 'blockNumber', 'blockHash', 'logIndex'],
	fires: true,
});

export const realNode: readonly NodeUse[] = [tokenOnNode('C'), tokenOnNode('l1')];

export const replayed: ReplayedUse = (world) => ({
	preset: 'erc20',
	addresses: token(world),
	eventNames: 'Transfer',
});
