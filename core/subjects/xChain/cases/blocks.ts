import { newestBlock } from '../../../testing/cases/blockCase';
import { casesAt, resultOf } from '../../../testing/cases/expected';

/** Blocks, heights and assets of the X-Chain of a node. */

const BLOCK = 'tXJ4xwmR8soHE6DzRNMQPtiwQvuYsHn6eLLBzo2moDqBquqy6';
const RECORDED_BLOCK = 'fqUWZvZbT3Jmi9rspDgvedYUEoMLNhqAe8y32CSZFumQjK8Du';
const TX = '2oJCbb8pfdxEHAf9A8CdN4Afj9VSR3xzyzNkf8tDv7aM1sfNFL';
const AVAX = 'FvwEAhmxKfeiG8SnEvq42hc6whRyY3EFYAvebMqDNDGCgxN5Z';
const LOCAL_AVAX = '2fombhL7aGPwj3KH4bfrmJwW6PVnMobf9Y2fn9GwxiAAJyFDbe';
const C_CHAIN = '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5';
const UNKNOWN_ID = '2XDnKyAEr1RhhWpTpMXqrjeejN23vETmDykVzkb4PrU1fQjewh';

const use = casesAt('/ext/bc/X', 'node-json-rpc; vms/avm/service.go');
const hex = { block: '0x0000', encoding: 'hex' };
const empty = { parentID: TX, height: '18446744073709551615', txs: null };
const described = { assetID: AVAX, name: 'Avalanche', symbol: 'AVAX' };

export const xBlocks = [
	use('xChain.getBlock', 'avm.getBlock', {
		input: { blockID: RECORDED_BLOCK, encoding: 'hex' },
		answer: { recorded: 'xChain.getBlock-hex-default' },
		items: [resultOf('xChain.getBlock-hex-default')],
		rejected: [{ encoding: 'hex' }, { block: [7] }],
		...newestBlock('X', 'blockID', 'hex'),
	}),
	use('xChain.getBlock', 'avm.getBlock', {
		input: { blockID: RECORDED_BLOCK, encoding: 'json' },
		answer: { recorded: 'xChain.getBlock-json' },
		// Amounts of transactions may exceed 2^53.
		items: [resultOf('xChain.getBlock-json', 'amount')],
	}),
	use('xChain.getBlock', 'avm.getBlock', {
		input: { blockID: BLOCK },
		answer: { json: hex },
		items: [hex],
	}),
	use('xChain.getBlockByHeight', 'avm.getBlockByHeight', {
		input: { height: '275686313486' },
		answer: { json: hex },
		items: [hex],
		...newestBlock('X', 'height', 'json'),
	}),
	use('xChain.getBlockByHeight', 'avm.getBlockByHeight', {
		input: { height: 3, encoding: 'hex' },
		params: { height: '3', encoding: 'hex' },
		answer: { recorded: 'xChain.getBlockByHeight-hex' },
		items: [resultOf('xChain.getBlockByHeight-hex')],
	}),
	use('xChain.getBlockByHeight', 'avm.getBlockByHeight', {
		path: `/ext/bc/${C_CHAIN}`,
		input: { height: 7, chain: C_CHAIN, encoding: 'json' },
		params: { height: '7', encoding: 'json' },
		answer: { json: { block: empty, encoding: 'json' } },
		items: [{ block: empty, encoding: 'json' }],
	}),
	use('xChain.getHeight', 'avm.getHeight', {
		answer: { recorded: 'diff-X-height' },
		items: [{ height: 3 }],
		rejected: [{ height: null }],
		inWorld: { expected: ({ node }) => [{ height: node.chain('X').height() }] },
		refused: { input: () => ({ chain: 'nowhere' }), message: /404|not found/i },
	}),
	use('xChain.getHeight', 'avm.getHeight', {
		path: '/ext/bc/swap',
		input: { chain: 'swap' },
		params: {},
		answer: { json: { height: 5094088 } },
		items: [{ height: 5094088 }],
	}),
];

export const assets = [
	use('xChain.getAssetDescription', 'avm.getAssetDescription', {
		input: { assetID: LOCAL_AVAX },
		answer: { recorded: 'xChain.getAssetDescription-id' },
		items: [{ ...described, assetID: LOCAL_AVAX, denomination: 9 }],
		rejected: [{}],
		world: ({ node }) => ({ assetID: node.assets[1].assetId }),
		inWorld: {
			expected({ node }) {
				const { name, symbol, denomination } = node.assets[1];
				return [{ name, symbol, denomination }];
			},
		},
		refused: { input: () => ({ assetID: UNKNOWN_ID }), message: /not found/ },
	}),
	use('xChain.getAssetDescription', 'avm.getAssetDescription', {
		input: { assetID: 'AVAX' },
		answer: { json: { ...described, denomination: 9 } },
		items: [{ ...described, denomination: 9 }],
	}),
];
