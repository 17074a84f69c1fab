import type { World } from '../../../testing/network';
import type { OperationCase } from '../../../testing/cases/operationCase';

/** UTXOs and last activity. Values are the examples of the documents' schemas. */

const source = 'openapi: Primary Network UTXOs';
const OWNER = 'avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5';
const OTHER = 'avax1h2ccj9f5ay5acl6tyn9mwmw32p8wref8vl8ctg';
const TX = '3j9JpF1aGuQtLLbo3YkvvKkWrCZViXZjdeJQWUSEY5hcqUn2c';
const AVAX = 'FvwEAhmxKfeiG8SnEvq42hc6whRyY3EFYAvebMqDNDGCgxN5Z';
const UTXO = '68vLva9kfKUsX88ZPM8jdbf8qHUZRoZSFH6NdpAVTspkfrXDC';
const P_CHAIN = '11111111111111111111111111111111LpoYY';
const X_CHAIN = '2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM';

const asset = {
	assetId: AVAX,
	name: 'Avalanche',
	symbol: 'AVAX',
	denomination: 9,
	type: 'secp256k1',
	amount: '5001000',
};
const onP = {
	addresses: [OWNER],
	asset,
	consumedOnChainId: P_CHAIN,
	createdOnChainId: P_CHAIN,
	utxoId: UTXO,
	utxoBytes: '0x0000',
	amount: '5001000',
	assetId: AVAX,
	blockNumber: '25811376',
	blockTimestamp: 1_599_696_000,
	outputIndex: 0,
	platformLocktime: 0,
	staked: true,
	threshold: 1,
	txHash: TX,
	utxoStartTimestamp: 1_599_696_000,
	utxoEndTimestamp: 1_600_696_000,
	rewardType: 'DELEGATOR',
	utxoType: 'STAKE',
};
const onX = {
	addresses: [OWNER, OTHER],
	asset,
	consumedOnChainId: X_CHAIN,
	consumingTxHash: TX,
	consumingTxTimestamp: 1_599_706_000,
	createdOnChainId: X_CHAIN,
	creationTxHash: TX,
	credentials: [{ signature: '0x01', publicKey: '0x02' }],
	groupId: 1,
	locktime: 0,
	outputIndex: '38',
	payload: '0x616263',
	threshold: 2,
	timestamp: 1_599_696_000,
	utxoId: UTXO,
	utxoType: 'mint',
};
const chainInfo = { chainName: 'p-chain', network: 'mainnet' };

/** Input for the UTXOs of two addresses of the emulated network. */
const ownersOf = ({ node }: World, chain: 'P' | 'X') => ({
	network: 'mainnet',
	blockchainId: `${chain.toLowerCase()}-chain`,
	addresses: [1, 2].map((index) => `${chain}-${node.address(index)}`),
});

export const utxos: OperationCase[] = [
	{
		id: 'primaryNetwork.getManyUtxos',
		input: {
			network: 'mainnet',
			blockchainId: 'p-chain',
			addresses: [`P-${OWNER}`, OTHER],
			minUtxoAmount: 1000,
			includeSpent: true,
			sortBy: 'amount',
			sortOrder: 'desc',
			pageSize: 100,
		},
		request: {
			path: `/v1/networks/mainnet/blockchains/p-chain/utxos?addresses=P-${OWNER},${OTHER}&minUtxoAmount=1000&includeSpent=true&sortBy=amount&sortOrder=desc&pageSize=100`,
		},
		answer: { json: { utxos: [onP], chainInfo } },
		items: [{ ...onP, blockNumber: 25_811_376 }],
		world: (world) => ownersOf(world, 'P'),
		source,
	},
	{
		id: 'primaryNetwork.getManyUtxos',
		input: {
			network: 'mainnet',
			blockchainId: 'x-chain',
			addresses: OWNER,
			assetId: AVAX,
		},
		request: {
			path: `/v1/networks/mainnet/blockchains/x-chain/utxos?addresses=${OWNER}&assetId=${AVAX}`,
		},
		answer: { json: { utxos: [onX], chainInfo: { ...chainInfo, chainName: 'x-chain' } } },
		items: [{ ...onX, outputIndex: 38 }],
		source,
	},
	{
		id: 'primaryNetwork.getManyUtxosPost',
		input: {
			network: 'mainnet',
			blockchainId: 'x-chain',
			addresses: [OWNER, OTHER],
			includeSpent: false,
			pageSize: 1024,
		},
		request: {
			method: 'POST',
			path: '/v1/networks/mainnet/blockchains/x-chain/utxos?includeSpent=false&pageSize=1024',
			// One text, as webhooks.md section 6 says of the other operation with this body.
			body: { addresses: `${OWNER},${OTHER}` },
		},
		answer: { json: { utxos: [onX], chainInfo } },
		items: [{ ...onX, outputIndex: 38 }],
		world: (world) => ownersOf(world, 'X'),
		source,
	},
];

const activity = {
	timestamp: 1_599_696_000,
	blockNumber: '25811376',
	txHash: TX,
	utxoId: UTXO,
	isConsumed: false,
	chainName: 'p-chain',
	network: 'mainnet',
};

export const lastActivity: OperationCase[] = [
	{
		id: 'primaryNetwork.getLastActivity',
		input: { network: 'mainnet', blockchainId: 'p-chain', addresses: [OWNER, OTHER] },
		request: {
			path: `/v1/networks/mainnet/blockchains/p-chain/lastActivityTimestampByAddresses?addresses=${OWNER},${OTHER}`,
		},
		answer: { json: activity },
		items: [{ ...activity, blockNumber: 25_811_376 }],
		world: (world) => ownersOf(world, 'P'),
		source,
	},
	{
		id: 'primaryNetwork.getLastActivityPost',
		input: { network: 'mainnet', blockchainId: 'p-chain', addresses: [OWNER, OTHER] },
		request: {
			method: 'POST',
			path: '/v1/networks/mainnet/blockchains/p-chain/lastActivityTimestampByAddresses',
			body: { addresses: `${OWNER},${OTHER}` },
		},
		answer: { json: activity },
		items: [{ ...activity, blockNumber: 25_811_376 }],
		world: (world) => ownersOf(world, 'X'),
		source: 'webhooks.md section 6',
	},
];
