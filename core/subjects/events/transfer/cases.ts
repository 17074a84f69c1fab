import type { Control, World } from '../../../testing/network';
import type {
	EventUse,
	NodeUse,
	Occurrence,
	ReplayedUse,
	SampleUse,
} from '../../../testing/cases/eventCase';

const MINE = '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7';
const OTHER = '0x664a4be5af2cfc824f9c0914cbac4703396da2dc';
/** The address in an event: with its checksum. */
const OTHER_CHECKSUMMED = '0x664A4Be5Af2cFc824F9C0914CbAc4703396Da2DC';
const THIRD = '0xb31f66aa3c1e785363f0875a1b74e27b85fd66c7';
const ETHER = 10n ** 18n;

type Transfers = Parameters<Control['addTransfers']>[0]['transfers'];

const add = (control: Control, ...transfers: Transfers) => control.addTransfers({ transfers });
const cChain = (world: World) => world.evmChain('43114')!;
const token = (world: World, at: number) => world.tokens(cChain(world)).erc20[at].address;

const NODE_RULE = /contractAddresses.*is required if "Read From" \(readFrom\) is Node/;

export const transferCase: EventUse = {
	settings: (world) => ({
		...{ readFrom: 'data', addresses: [MINE, THIRD], minValue: '1' },
		knownTokens: token(world, 0),
	}),
	steps: [
		{
			does: 'a token of 6 decimals comes; others come to nobody, too little, as spam, with no value, or not at all',
			act: (control) =>
				add(
					control,
					{ from: OTHER, to: MINE, value: 250_500_000n },
					{ from: OTHER, to: '0x8db97c7cece249c2b98bdc0226cc4c2a57bf52fc', value: 9_000_000n },
					{ from: OTHER, to: MINE, value: 999_999n },
					{ from: OTHER, to: MINE, value: 77_000_000n, malicious: true },
					{ from: MINE, to: OTHER, value: 0n },
					{ from: OTHER, to: MINE, value: 5n * ETHER, only: 'native', failed: true },
				),
			tells: [
				{
					event: 'token.transfer',
					severity: 'info',
					kind: 'erc20',
					direction: 'received',
					amount: '250500000',
					decimals: 6,
					symbol: 'SUMD',
					known: true,
					tokenReputation: 'Benign',
					counterparty: OTHER_CHECKSUMMED,
					title: /^0x\w+: received 250\.5 SUMD$/,
					url: /^https:\/\/.*\/c-chain\/tx\/0x[0-9a-f]{64}$/,
				},
			],
		},
		{
			does: 'one of every other kind goes or comes, one of them between the two addresses',
			act: (control) =>
				add(
					control,
					{ from: MINE, to: OTHER, value: (5n * ETHER) / 2n, only: 'native' },
					{ from: OTHER, to: MINE, only: 'erc721' },
					{ from: OTHER, to: MINE, value: 3n, only: 'erc1155' },
					{ from: OTHER, to: MINE, value: 2n * ETHER, only: 'internal' },
					{ from: MINE, to: THIRD, value: ETHER, only: 'native' },
				),
			tells: [
				{ kind: 'native', direction: 'sent', amount: '2500000000000000000', symbol: 'AVAX' },
				{
					kind: 'erc721',
					known: false,
					title: /: received "Alpine Huts" \(token 0x\w{4}…\w{4}\) #\d+$/,
				},
				{ kind: 'erc1155', amount: '3', title: /: received 3 ".+" \(token 0x\w{4}…\w{4}\) #\d+$/ },
				{ kind: 'internal', amount: '2000000000000000000' },
				{ kind: 'native', direction: 'own', text: /your own address\.$/ },
			],
		},
		{
			does: 'one is indexed 100 blocks late',
			act: (control, world) =>
				add(control, {
					from: OTHER,
					to: MINE,
					value: 3_000_000n,
					blockNumber: cChain(world).height - 100,
				}),
			tells: [{ amount: '3000000', direction: 'received' }],
		},
	],
	refused: [
		[{ readFrom: 'node', addresses: MINE }, NODE_RULE],
		[{ readFrom: 'data', addresses: '0x12' }, /addresses.*must be EVM addresses/],
		[{ readFrom: 'data', addresses: MINE, minValue: 'much' }, /minValue.*must be an amount/],
	],
};

export const transferOnNodeCase: EventUse = {
	note: 'from the node',
	settings: (world) => ({
		readFrom: 'node',
		addresses: [MINE],
		contractAddresses: [token(world, 0), world.tokens(cChain(world)).erc1155[0].address],
		minValue: '2',
	}),
	steps: [
		{
			does: 'a chosen token comes and goes, another token comes, and one of a collection',
			act: (control) =>
				add(
					control,
					{ from: OTHER, to: MINE, value: 2_000_000n },
					{ from: OTHER, to: MINE, value: 2n * ETHER, token: 1 },
					{ from: MINE, to: OTHER, value: 2_500_000n },
					{ from: OTHER, to: MINE, value: 1_999_999n },
					{ from: OTHER, to: MINE, value: 7n, only: 'erc1155' },
				),
			tells: [
				{
					kind: 'erc20',
					direction: 'received',
					amount: '2000000',
					decimals: 6,
					symbol: 'SUMD',
					chain: 'C',
				},
				{ kind: 'erc20', direction: 'sent', amount: '2500000' },
				{ kind: 'erc1155', amount: '7', tokenId: /^\d+$/ },
			],
		},
		{
			does: 'hours pass with other blocks only, and the node takes 500 blocks a request',
			act(control) {
				control.setRangeLimit({ blocks: 500 });
				control.acceptBlocks({ chain: 'C', count: 2100 });
			},
			tells: [],
		},
		{
			does: 'the token comes again, in a block that is accepted and not executed',
			act(control) {
				add(control, { from: OTHER, to: MINE, value: 3_000_000n });
				control.setExecution({ behind: 1 });
			},
			tells: [],
		},
		{
			does: 'the block is executed',
			act: (control) => control.setExecution({ behind: 0 }),
			tells: [{ amount: '3000000' }],
		},
	],
	refused: [
		[{ readFrom: 'node', addresses: MINE }, NODE_RULE],
		[
			{ readFrom: 'node', addresses: MINE, contractAddresses: OTHER, kinds: ['native'] },
			/kinds.*must be kinds of tokens/,
		],
	],
};

const received: Occurrence = {
	item: true,
	settings: () => ({ readFrom: 'data', addresses: [MINE] }),
	happen: (control) => add(control, { from: OTHER, to: MINE, value: 250_000_000n }),
};

export const occurrences: readonly Occurrence[] = [
	received,
	{
		...received,
		note: 'from the node',
		settings: (world) => ({
			readFrom: 'node',
			addresses: [MINE],
			contractAddresses: [token(world, 0)],
		}),
	},
];

const TOKEN = '0x2222222222222222222222222222222222222222';

export const sample: SampleUse = {
	settings: () => ({
		readFrom: 'data',
		addresses: [OTHER],
		contractAddresses: [TOKEN],
		direction: 'sent',
		minValue: '777',
	}),
	made: {
		subject: OTHER_CHECKSUMMED,
		from: OTHER_CHECKSUMMED,
		direction: 'sent',
		contractAddress: TOKEN,
		amount: '777000000',
	},
};

/** From an hour before a block that has a transfer of the token. */
const tokenOnNode = (name: 'C' | 'l1'): NodeUse => ({
	note: name,
	needs: [`${name}.token`],
	settings: (facts) => ({
		readFrom: 'node',
		addresses: facts[`${name}.tokenHolder`],
		contractAddresses: facts[`${name}.token`],
		...(name === 'l1' && { blockchainId: facts['chain.l1'] }),
	}),
	from: (facts) => Number(facts[`${name}.time`]) - 3600,
	said: ['txHash', 'blockNumber'],
	fires: true,
});

export const realNode: readonly NodeUse[] = [tokenOnNode('C'), tokenOnNode('l1')];

export const replayed: ReplayedUse = (world) => ({
	readFrom: 'data',
	addresses: world.tokens(cChain(world)).wallets[0],
});
