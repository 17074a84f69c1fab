import type { OperationCase } from '../../testing/cases/operationCase';

/** Transactions of the P-, X- and C-Chain. Values are the examples of the documents' schemas. */

const source = 'openapi: Primary Network Transactions';
const OWNER = 'avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5';
const EXPORTER = '0xD0f2898e49d941D6d479B381d3C8F0bd8d983b4c';
const TX = '3P91K6nuDFvDodcRuJTsgdf9SvYe5pMiKk38HppsoeAiEztCP';
const AVAX = 'FvwEAhmxKfeiG8SnEvq42hc6whRyY3EFYAvebMqDNDGCgxN5Z';
const P_CHAIN = '11111111111111111111111111111111LpoYY';
const X_CHAIN = '2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM';
const C_CHAIN = '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5';
const VALIDATION = '2XDnKyAEr1RhhWpTpMXqrjeejN23vETmDykVzkb4PrU1fQjewh';
const NETWORK = { network: 'mainnet' };
const CHAINS = '/v1/networks/mainnet/blockchains';

const asset = {
	assetId: AVAX,
	name: 'Avalanche',
	symbol: 'AVAX',
	denomination: 9,
	type: 'secp256k1',
	amount: '5001000',
};
const onP = {
	txHash: TX,
	txType: 'IncreaseL1ValidatorBalanceTx',
	blockTimestamp: 1_648_672_486,
	blockNumber: '25811376',
	blockHash: '5615di9ytxujackzaXNrVuWQy5y8Yrt8chPCscMr5Ku9YxJ1S',
	consumedUtxos: [],
	emittedUtxos: [],
	value: [asset],
	amountBurned: [asset],
	amountStaked: [],
	amountL1ValidatorBalanceBurned: [asset],
	l1ValidatorDetails: [
		{
			validationId: VALIDATION,
			validationIdHex: '0x01',
			nodeId: 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg',
			subnetId: AVAX,
			weight: 100_000,
			remainingBalance: 123_456_789,
			balanceChange: 5_001_000,
		},
	],
};
const onPItem = {
	...onP,
	blockNumber: 25_811_376,
	l1ValidatorDetails: [
		{
			...onP.l1ValidatorDetails[0],
			weight: '100000',
			remainingBalance: '123456789',
			balanceChange: '5001000',
		},
	],
};
const onX = {
	txHash: '3j9JpF1aGuQtLLbo3YkvvKkWrCZViXZjdeJQWUSEY5hcqUn2c',
	chainFormat: 'linear',
	timestamp: 1_600_762_738,
	txType: 'CreateAssetTx',
	memo: '0x546865204176616c616e6368652050726f6a656374',
	consumedUtxos: [
		{
			addresses: [OWNER],
			asset,
			consumedOnChainId: X_CHAIN,
			createdOnChainId: X_CHAIN,
			creationTxHash: TX,
			credentials: [{ signature: '0x01', publicKey: '0x02' }],
			locktime: 0,
			outputIndex: '38',
			threshold: 1,
			timestamp: 1_599_696_000,
			utxoId: '68vLva9kfKUsX88ZPM8jdbf8qHUZRoZSFH6NdpAVTspkfrXDC',
			utxoType: 'transfer',
		},
	],
	emittedUtxos: [],
	amountUnlocked: [asset],
	amountCreated: [asset],
	assetCreated: {
		assetId: 'th5aLdWLi32yS9ED6uLGoMMubqHjzMsXhKWwzP6yZTYQKYzof',
		name: 'Summit Dollar',
		symbol: 'SUMD',
		denomination: 6,
		type: 'secp256k1',
		createdAtTimestamp: 1_675_444_720,
		cap: 'fixed',
	},
	blockHeight: 1005,
	blockHash: '82qPRREHmh8Cfta4PGD6GymY9ZLyvgYugqW6hj9FykpMVRz1S',
};
const onXItem = { ...onX, consumedUtxos: [{ ...onX.consumedUtxos[0], outputIndex: 38 }] };
const old = {
	...onX,
	chainFormat: 'non-linear',
	blockHeight: undefined,
	blockHash: undefined,
	vertices: [
		{
			hash: '82qPRREHmh8Cfta4PGD6GymY9ZLyvgYugqW6hj9FykpMVRz1S',
			height: 1961,
			timestamp: 1_600_762_738,
		},
	],
};
const oldJson = JSON.parse(JSON.stringify(old)) as object;
const oldItem = JSON.parse(
	JSON.stringify({ ...old, consumedUtxos: onXItem.consumedUtxos }),
) as object;
const onC = {
	txHash: '3j9JpF1aGuQtLLbo3YkvvKkWrCZViXZjdeJQWUSEY5hcqUn2c',
	blockHeight: 1005,
	blockHash: '0x57a5cb7704561d1d59bd563b6421021b7563960c05ba3ae0e36fc36917c742ee',
	timestamp: 1_600_762_738,
	memo: '0x',
	amountUnlocked: [asset],
	amountCreated: [asset],
	sourceChain: C_CHAIN,
	destinationChain: P_CHAIN,
	txType: 'ExportTx',
	evmInputs: [
		{
			fromAddress: EXPORTER,
			asset,
			credentials: [{ signature: '0x01' }],
		},
	],
	emittedUtxos: [],
};

const chainInfo = (chainName: string) => ({ chainName, network: 'mainnet' });

export const primaryTransactions: OperationCase[] = [
	{
		id: 'primaryTransaction.get',
		input: { ...NETWORK, blockchainId: 'p-chain', txHash: TX },
		request: { path: `${CHAINS}/p-chain/transactions/${TX}` },
		answer: { json: onP },
		items: [onPItem],
		world: ({ node }) => ({
			...NETWORK,
			blockchainId: 'p-chain',
			txHash: node.chain('P').block(9)?.txs[0].id,
		}),
		source,
	},
	{
		id: 'primaryTransaction.get',
		input: { ...NETWORK, blockchainId: X_CHAIN, txHash: TX },
		request: { path: `${CHAINS}/${X_CHAIN}/transactions/${TX}` },
		answer: { json: oldJson },
		items: [oldItem],
		source,
	},
	{
		id: 'primaryTransaction.getMany',
		input: {
			...NETWORK,
			blockchainId: 'p-chain',
			addresses: OWNER,
			l1ValidationId: VALIDATION,
			txTypes: ['IncreaseL1ValidatorBalanceTx', 'BaseTx'],
			startTimestamp: '2023-07-16T20:57:29Z',
			endTimestamp: 1_689_800_249,
			sortOrder: 'asc',
		},
		request: {
			path: `${CHAINS}/p-chain/transactions?addresses=${OWNER}&txTypes=IncreaseL1ValidatorBalanceTx&txTypes=BaseTx&startTimestamp=1689541049&endTimestamp=1689800249&l1ValidationId=${VALIDATION}&sortOrder=asc`,
		},
		answer: { json: { transactions: [onP], chainInfo: chainInfo('p-chain') } },
		items: [onPItem],
		world: ({ node }) => ({
			...NETWORK,
			blockchainId: 'p-chain',
			addresses: [`P-${node.address(1)}`],
		}),
		source,
	},
	{
		id: 'primaryTransaction.getMany',
		input: { ...NETWORK, blockchainId: 'c-chain', addresses: [EXPORTER], txTypes: ['ExportTx'] },
		request: {
			path: `${CHAINS}/c-chain/transactions?addresses=${EXPORTER}&txTypes=ExportTx`,
		},
		answer: { json: { transactions: [onC], chainInfo: chainInfo('c-chain') } },
		items: [onC],
		source,
	},
	{
		id: 'primaryTransaction.getManyByAsset',
		input: { ...NETWORK, blockchainId: 'x-chain', assetId: AVAX, txTypes: 'CreateAssetTx' },
		request: { path: `${CHAINS}/x-chain/assets/${AVAX}/transactions?txTypes=CreateAssetTx` },
		answer: { json: { transactions: [onX], chainInfo: chainInfo('x-chain') } },
		items: [onXItem],
		world: ({ node }) => ({
			...NETWORK,
			blockchainId: 'x-chain',
			assetId: node.assets[1].assetId,
		}),
		source,
	},
];
