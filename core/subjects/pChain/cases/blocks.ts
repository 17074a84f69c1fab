import { newestBlock } from '../../../testing/cases/blockCase';
import { casesAt, resultOf } from '../../../testing/cases/expected';
import { bare, owners, sum } from '../../../testing/cases/networkWorld';

/** Balances and blocks of the P-Chain of a node. */

const P = 'P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5';
const BARE = 'avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5';
const LOCAL = [
	'P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u',
	'P-local1g65uqn6t77p656w64023nh8nd9updzmxyymev2',
];
const AVAX = 'FvwEAhmxKfeiG8SnEvq42hc6whRyY3EFYAvebMqDNDGCgxN5Z';
const BLOCK = 'tXJ4xwmR8soHE6DzRNMQPtiwQvuYsHn6eLLBzo2moDqBquqy6';
const TX = '2oJCbb8pfdxEHAf9A8CdN4Afj9VSR3xzyzNkf8tDv7aM1sfNFL';

const use = casesAt('/ext/bc/P', 'node-json-rpc; vms/platformvm/service.go');

const documented = {
	balance: '3',
	unlocked: '2',
	lockedStakeable: '1',
	lockedNotStakeable: '0',
	balances: { [AVAX]: '3' },
	lockedStakeables: {},
	lockedNotStakeables: {},
	utxoIDs: null,
};

export const pChainBalances = [
	use('pChain.getBalance', 'platform.getBalance', {
		input: { addresses: LOCAL },
		answer: { recorded: 'pChain.getBalance-two' },
		items: [resultOf('pChain.getBalance-two')],
		rejected: [{ balances: ['1'] }],
		world: (world) => ({ addresses: owners(world, 'P', 0, 1) }),
		inWorld: {
			expected(world) {
				const { node } = world;
				const [avax] = node.assets;
				const own = [...bare(world, 0, 1)]
					.flatMap((owner) => node.utxos('P', owner))
					.filter(({ assetId }) => assetId === avax.assetId);
				return [{ balance: String(sum(own.map(({ amount }) => amount))) }];
			},
		},
	}),
	use('pChain.getBalance', 'platform.getBalance', {
		input: { addresses: BARE },
		params: { addresses: [P] },
		answer: { json: { ...documented, unlockeds: { [AVAX]: 2 } } },
		items: [{ ...documented, unlockeds: { [AVAX]: '2' } }],
	}),
];

const pTx = { unsignedTx: { inputs: { networkID: 1 } }, credentials: [{ signatures: ['0xc797'] }] };
const blocks = [
	{ parentID: TX, height: 1000001, txs: [pTx] },
	{ parentID: TX, height: 1, id: TX, time: 1, tx: pTx },
];

export const pChainBlocks = [
	use('pChain.getBlock', 'platform.getBlock', {
		input: {
			blockID: 'gXFgtfb4o4vUYRaX1TtWqTqQctM6EnZy1oPZdQp8DASoTCqjD',
			encoding: 'hex',
		},
		answer: { recorded: 'pChain.getBlock-hex' },
		items: [resultOf('pChain.getBlock-hex')],
		...newestBlock('P', 'blockID', 'json'),
	}),
	use('pChain.getBlock', 'platform.getBlock', {
		input: { blockID: BLOCK },
		answer: { json: { block: '0x0000', encoding: 'hex' } },
		items: [{ block: '0x0000', encoding: 'hex' }],
	}),
	...blocks.map((block) =>
		use('pChain.getBlock', 'platform.getBlock', {
			input: { blockID: BLOCK, encoding: 'json' },
			answer: { json: { block, encoding: 'json' } },
			items: [{ block, encoding: 'json' }],
		}),
	),
	use('pChain.getBlockByHeight', 'platform.getBlockByHeight', {
		input: { height: 1, encoding: 'hex' },
		params: { height: '1', encoding: 'hex' },
		answer: { recorded: 'pChain.getBlockByHeight-hex-1' },
		items: [resultOf('pChain.getBlockByHeight-hex-1')],
		...newestBlock('P', 'height', 'hex'),
	}),
	use('pChain.getBlockByHeight', 'platform.getBlockByHeight', {
		input: { height: '18446744073709551615', encoding: 'hex' },
		answer: { json: { block: '0x0000', encoding: 'hex' } },
		items: [{ block: '0x0000', encoding: 'hex' }],
	}),
	use('pChain.getHeight', 'platform.getHeight', {
		answer: { recorded: 'platform.getHeight-' },
		items: [{ height: 15 }],
		inWorld: { expected: ({ node }) => [{ height: node.chain('P').height() }] },
	}),
];
