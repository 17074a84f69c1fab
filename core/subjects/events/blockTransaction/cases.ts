import type { Control, NewTransfer, World } from '../../../testing/network';
import type {
	EventUse,
	NodeUse,
	Occurrence,
	ReplayedUse,
	SampleUse,
} from '../../../testing/cases/eventCase';

const MINE = '0x5AEDA56215b167893e80B4fE645BA6d5Bab767DE';
const OTHER = '0x664A4Be5Af2cFc824F9C0914CbAc4703396Da2DC';
const ETHER = 10n ** 18n;
const TRANSFER = 'transfer(address to, uint256 amount)';

const sends = (control: Control, ...transfers: Array<Partial<NewTransfer>>) =>
	control.addTransfers({ transfers });
const native = (given: Partial<NewTransfer>) => ({ only: 'native' as const, ...given });
const token = (world: World) => world.tokens(world.evmChain('43114')!).erc20[0].address;
const height = (world: World) => world.evmChain('43114')!.height;

export const blockTransactionCase: EventUse = {
	settings: () => ({ addresses: MINE }),
	steps: [
		{
			does: 'AVAX comes and goes, nothing is sent, a transfer fails, and others are of others',
			act: (control) =>
				sends(
					control,
					native({ from: OTHER, to: MINE, value: (5n * ETHER) / 2n }),
					native({ from: MINE, to: OTHER, value: ETHER }),
					native({ from: OTHER, to: MINE, value: 0n }),
					native({ from: OTHER, to: MINE, value: ETHER, failed: true }),
					native({ from: OTHER, to: OTHER, value: ETHER }),
				),
			tells: [
				{
					event: 'evm.transaction',
					severity: 'info',
					subject: MINE,
					direction: 'received',
					amount: String((5n * ETHER) / 2n),
					succeeded: true,
					title: `${MINE}: received 2.5 AVAX`,
					text: `${MINE}: received 2.5 AVAX, from ${OTHER}.`,
				},
				{ direction: 'sent', to: OTHER, title: `${MINE}: sent 1 AVAX` },
			],
		},
		{
			does: 'hours pass, two transfers are in one block, and a third in one that is not executed',
			act(control, world) {
				control.acceptBlocks({ chain: 'C', count: 200 });
				const blockNumber = height(world);
				const one = native({ from: OTHER, to: MINE, value: ETHER });
				sends(control, { ...one, blockNumber }, { ...one, blockNumber }, one);
				control.setExecution({ behind: 1 });
			},
			tells: [{ transactionIndex: 0 }, { transactionIndex: 1 }],
		},
		{
			does: 'the block is executed',
			act: (control) => control.setExecution({ behind: 0 }),
			tells: [{ direction: 'received', amount: String(ETHER) }],
		},
	],
	refused: [
		[{}, /addresses/],
		[{ watch: 'function', addresses: MINE }, /abi.*is required/],
		[{ watch: 'function', addresses: MINE, abi: 'event A()' }, /abi.*it has no function/],
		[
			{ watch: 'function', addresses: MINE, abi: TRANSFER, conditions: { value: '1' } },
			/conditions.*must have arguments of transfer only \(to, amount\), not value/,
		],
	],
};

export const blockTransactionCalls: EventUse = {
	note: 'calls of a function',
	settings: (world) => ({
		watch: 'function',
		addresses: token(world),
		abi: TRANSFER,
		conditions: { to: MINE, amount: { above: '2' } },
		decimals: 6,
	}),
	steps: [
		{
			does: 'tokens go to the address and to another, too little, and from one that has none',
			act: (control) =>
				sends(
					control,
					{ from: OTHER, to: MINE, value: 2_500_000n },
					{ from: OTHER, to: OTHER, value: 2_500_000n },
					{ from: OTHER, to: MINE, value: 2_000_000n },
					{ from: OTHER, to: MINE, value: 3_000_000n, failed: true },
				),
			tells: [
				{
					severity: 'info',
					calledFunction: 'transfer',
					signature: 'transfer(address,uint256)',
					args: { to: MINE, amount: 2.5, amountExact: '2500000' },
					title: /^0x\w{40}: transfer was called$/,
					text: new RegExp(`transfer was called, from ${OTHER}: to ${MINE}, amount 2\\.5\\.$`),
				},
				{
					severity: 'warning',
					succeeded: false,
					reason: '"ERC20: transfer amount exceeds balance"',
					title: /: transfer failed: "ERC20: transfer amount exceeds balance"$/,
				},
			],
		},
	],
	refused: [
		[{ watch: 'function', addresses: MINE, abi: TRANSFER, decimals: { value: 6 } }, /decimals/],
	],
};

export const blockTransactionFailures: EventUse = {
	note: 'failed ones',
	settings: () => ({ watch: 'failed', addresses: MINE, direction: 'sent', minValue: '0.5' }),
	prepare: (control) => control.setContractAnswer({ address: OTHER, data: '0xdead', answer: null }),
	steps: [
		{
			does: 'calls of a contract fail and succeed, and one without a reason fails',
			act: (control) =>
				sends(
					control,
					native({ from: MINE, to: OTHER, value: ETHER, input: '0xdead', failed: true }),
					native({ from: MINE, to: OTHER, value: ETHER }),
					native({ from: MINE, to: OTHER, value: ETHER / 4n, failed: true }),
					native({ from: OTHER, to: MINE, value: ETHER, failed: true }),
					native({ from: MINE, to: MINE, value: ETHER, failed: true }),
				),
			tells: [
				{
					severity: 'warning',
					calledFunction: null,
					reason: 'execution reverted',
					title: `${MINE}: a transaction failed: execution reverted`,
				},
				{ direction: 'own', reason: null, title: `${MINE}: a transaction failed` },
			],
		},
	],
	refused: [[{ addresses: MINE, minValue: 'much' }, /minValue/]],
};

export const occurrences: readonly Occurrence[] = [
	{
		item: true,
		settings: () => ({ addresses: MINE }),
		happen: (control, _, time) =>
			sends(control, native({ from: OTHER, to: MINE, value: BigInt(time) })),
	},
];

export const sample: SampleUse = {
	settings: () => ({
		watch: 'function',
		addresses: MINE,
		abi: TRANSFER,
		conditions: { amount: { above: '7' } },
		result: 'failed',
	}),
	made: {
		subject: MINE,
		succeeded: false,
		calledFunction: 'transfer',
		title: /: transfer failed$/,
	},
};

export const realNode: readonly NodeUse[] = [
	{
		needs: ['C.from', 'C.time'],
		settings: (facts) => ({ addresses: facts['C.from'] }),
		from: (facts) => Number(facts['C.time']) - 3600,
		said: ['txHash', 'blockNumber', 'blockHash'],
		fires: false,
	},
];

export const replayed: ReplayedUse = (world, control) => {
	if (control) sends(control, native({ from: OTHER, to: MINE, value: ETHER }));
	const { height: newest, blockTime } = world.evmChain('43114')!;
	return { addresses: MINE, since: blockTime(newest - 10) };
};
