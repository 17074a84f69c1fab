import fc from '../../../core/testing/properties';
import { message, parse, refusal } from './knownOperation';

/** Inputs that operations take, in the form that is sent, and inputs that are refused before anything is sent. */

const [NETWORK, FUJI] = [{ network: 'mainnet' }, { network: 'fuji' }];
const P_CHAIN = '11111111111111111111111111111111LpoYY';
const X_CHAIN = '2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM';
const C_CHAIN = '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5';
const C_FUJI = 'yH8D7ThNJkxmtkuv2jgBa4P1Rn3Qpr4pPr7QYNfcdoS6k6HWp';
const NODE = 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg';
const AVAX = 'avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5';
const OTHER = 'avax1y9ljyxf7xskaysdgehd4a8w2v35sphsc0tgjfe';
const OF_FUJI = 'fuji18jma8ppw3nhx5r4ap8clazz0dps7rv5u6wmu4t';
const WALLET = '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7';
const HASH = '8bf584d7b14b92a32a339872a66b134a70ba3ba7c305823f348db6f860253f45';
const [X, P] = [`X-${AVAX}`, `P-${AVAX}`];
const TX = '2oJCbb8pfdxEHAf9A8CdN4Afj9VSR3xzyzNkf8tDv7aM1sfNFL';
const UTXO = 'kbUThAUfmBXUmRgTpgD6r3nLj7rJUGho6xyht5nouNNypH45j';
// The last letter of each is wrong.
const [BAD_ID, BAD_NODE] = [TX.replace(/L$/, 'M'), NODE.replace(/g$/, 'h')];
const BAD_X = X.replace(/5$/, '4');

interface Rules {
	/** Values that all of its inputs have. */
	given?: object;
	/** Further values, and what is sent of them where that is another form. */
	takes?: Array<[more: object, sent?: object]>;
	refuses?: Array<[more: object, field: string, says: RegExp]>;
}

const evmExport = {
	type: 'TRANSACTION_EXPORT_EVM',
	addresses: WALLET,
	includeChains: '43114',
};
const primary = {
	type: 'TRANSACTION_EXPORT_PRIMARY_NETWORK',
	addresses: undefined,
	includeChains: 'p-chain,c-chain',
};
const quorum = (quorumPercentage: number | undefined, quorumPercentageBuffer: number) => ({
	message: '00',
	...(quorumPercentage !== undefined && { quorumPercentage }),
	quorumPercentageBuffer,
});

const RULES: Record<string, Rules> = {
	'icmMessage.aggregateSignatures': {
		given: NETWORK,
		takes: [
			[{ justification: '0x0a' }],
			[quorum(80, 20)],
			[quorum(undefined, 33)],
			[{ message: '00', signingSubnetId: HASH }],
		],
		refuses: [
			[{}, 'message', /Message.*required unless.*Justification/],
			[
				quorum(80, 21),
				'quorumPercentageBuffer',
				/sum of quorum \(80\) and buffer \(21\) at 100 or/,
			],
			[quorum(undefined, 34), 'quorumPercentageBuffer', /quorum \(67\)/],
			[{ message: '00', signingSubnetId: '0x0a' }, 'signingSubnetId', /subnet id/],
		],
	},
	'transactionExport.start': {
		given: evmExport,
		takes: [
			[{ firstDate: '2026-09-01', lastDate: '2026-09-01' }],
			[{ startDate: '2026-09-01', endDate: '2026-09-02' }],
			[{ ...primary, cChainEvmAddresses: [WALLET] }],
			[
				{
					type: 'TRANSACTION_EXPORT_PRIMARY_NETWORK_STAKING',
					addresses: [AVAX],
					includeChains: [P_CHAIN, X_CHAIN, C_FUJI],
				},
			],
		],
		refuses: [
			[{ addresses: undefined }, 'addresses', /required/],
			[{ addresses: AVAX }, 'addresses', /0x addresses/],
			[{ includeChains: '1,p-chain' }, 'includeChains', /EVM chain ids/],
			[{ cChainEvmAddresses: WALLET }, 'cChainEvmAddresses', /primary network/],
			[primary, 'addresses', /cChainEvmAddresses/],
			[{ ...primary, addresses: WALLET }, 'addresses', /X- or P-Chain/],
			[
				{ ...primary, addresses: AVAX, includeChains: '43114' },
				'includeChains',
				/p-chain, x-chain, c-chain/,
			],
			[
				{ firstDate: '2026-09-02', lastDate: '2026-09-01' },
				'lastDate',
				/before "First Date" \(firstDate\), 2026-09-02/,
			],
			[
				{ startDate: '2026-09-02', endDate: '2026-09-01' },
				'endDate',
				/before "Start Date" \(startDate\), 2026-09-02/,
			],
		],
	},
	'transactionExport.get': { refuses: [[{ operationId: '../x' }, 'operationId', /operation id/]] },
	'staking.getManyTransactions': {
		given: NETWORK,
		takes: [
			// Types beyond the contract that the service is known to have, and unknown ones in capital letters.
			[{ txTypes: ['AddValidatorTx', 'AddAutoRenewedValidatorTx'] }],
			[
				{ txTypes: 'AddValidatorTX, addpermissionlessdelegatortx, unknown' },
				{ txTypes: ['AddValidatorTx', 'AddPermissionlessDelegatorTx', 'UNKNOWN'] },
			],
			[{ startTimestamp: 1_790_000_000, endTimestamp: 1_790_000_000 }],
			[{ network: 'testnet', addresses: OF_FUJI }, { network: 'testnet' }],
			[
				{
					addresses: ` P-${OTHER}\n${AVAX},`,
					txTypes: 'AddValidatorTx, AddDelegatorTx',
					startTimestamp: '2026-09-01T00:00:00Z',
					pageSize: '25',
				},
				{
					addresses: [`P-${OTHER}`, AVAX],
					txTypes: ['AddValidatorTx', 'AddDelegatorTx'],
					startTimestamp: 1788220800,
					pageSize: 25,
				},
			],
		],
		refuses: [
			// The value of the list that breaks the rule is shown.
			[{ addresses: [AVAX, OF_FUJI] }, 'addresses', /given: "fuji1/],
			[{ txTypes: 'AddValidatorTransaction' }, 'txTypes', /one or more of .*AddValidatorTx/],
			[
				{ startTimestamp: '2026-09-02T00:00:00Z', endTimestamp: '2026-09-01' },
				'endTimestamp',
				/before "After" \(startTimestamp\), 2026-09-02T00:00:00Z/,
			],
		],
	},
	'staking.getManyDelegators': {
		takes: [
			[
				{ network: 'Mainnet', sortOrder: 'DESC', delegationStatus: 'Active' },
				{ network: 'mainnet', sortOrder: 'desc', delegationStatus: 'active' },
			],
		],
		refuses: [[{ ...FUJI, rewardAddresses: AVAX }, 'rewardAddresses', /fuji1/]],
	},
	'staking.getManyPendingRewards': {
		given: NETWORK,
		takes: [[{ nodeIds: NODE }, { nodeIds: [NODE] }]],
		refuses: [[{}, 'addresses', /required unless/]],
	},
	'staking.getManyHistoricalRewards': {
		given: NETWORK,
		takes: [[{ nodeIds: [NODE] }]],
		refuses: [
			[
				{},
				'addresses',
				/"Addresses" \(addresses\) is required unless "Node IDs" \(nodeIds\) is given/,
			],
		],
	},
	'staking.getManyValidators': {
		given: NETWORK,
		takes: [
			[{ minFeePercentage: '2.5' }, { minFeePercentage: 2.5 }],
			[{ minFeePercentage: 2, maxFeePercentage: 100 }],
			// Amounts that only digits tell apart.
			[
				{ minDelegationCapacity: '719999999.999999999', maxDelegationCapacity: '720000000' },
				{
					minDelegationCapacity: '719999999999999999',
					maxDelegationCapacity: '720000000000000000',
				},
			],
			[{ minTimeRemaining: 5, maxTimeRemaining: 5 }],
		],
		refuses: [
			[{ minFeePercentage: 1.9 }, 'minFeePercentage', /"Min Fee".*must be a number from 2 to 100/],
			...['high', NaN, ' '].map((minUptimePerformance): [object, string, RegExp] => [
				{ minUptimePerformance },
				'minUptimePerformance',
				/must be a number from 0 to 100/,
			]),
			[
				{ minFeePercentage: 5, maxFeePercentage: 4.5 },
				'maxFeePercentage',
				/"Max Fee".*must not be less than "Min Fee"/,
			],
			[
				{ minDelegationCapacity: '720000000.000000001' },
				'minDelegationCapacity',
				/"Min Capacity \(AVAX\)".*must be an amount in AVAX .* not above 720000000;/,
			],
			[
				{ minDelegationCapacity: '1.0000000001' },
				'minDelegationCapacity',
				/must be an amount in AVAX .* with at most 9 decimals/,
			],
			[
				{ minDelegationCapacity: '10', maxDelegationCapacity: '9' },
				'maxDelegationCapacity',
				/must not be less than "Min Capacity \(AVAX\)"/,
			],
		],
	},
	'primaryBlock.getManyVertices': {
		given: NETWORK,
		takes: [[{ blockchainId: X_CHAIN }]],
		refuses: [P_CHAIN, C_FUJI].map((blockchainId) => [
			{ blockchainId },
			'blockchainId',
			/one of x-chain/,
		]),
	},
	'primaryBlock.get': {
		given: { ...NETWORK, blockId: `0x${'1f'.repeat(32)}` },
		takes: ['c-chain', C_CHAIN, C_FUJI].map((blockchainId) => [{ blockchainId }]),
		refuses: ['p-chain', 'x-chain', X_CHAIN].map((blockchainId) => [
			{ blockchainId },
			'blockId',
			/"Block" \(blockId\) must be a block number or a block hash in cb58/,
		]),
	},
	'primaryNetwork.getBalance': {
		given: { ...NETWORK, addresses: AVAX },
		takes: [[{ blockchainId: 'P-Chain' }, { blockchainId: 'p-chain', addresses: [AVAX] }]],
	},
	'tokenBalance.getNative': {
		given: { chainId: '43114', address: WALLET },
		takes: [[{ currency: 'USD' }, { currency: 'usd' }]],
	},
	'chain.getMany': { takes: [[{ feature: 'NFTIndexing' }, { feature: 'nftIndexing' }]] },
	'evmTransaction.getManyErc20Transfers': {
		given: { chainId: '43114', address: WALLET },
		refuses: [
			[
				{ startBlock: 200, endBlock: '100' },
				'endBlock',
				/before "Start Block" \(startBlock\), 200/,
			],
			[{ pageToken: '../1' }, 'pageToken', /page token/],
		],
	},
	'metric.getChainMetric': {
		given: { metric: 'TXCOUNT' },
		takes: ['43114', C_CHAIN, 'total', 'mainnet', 'testnet'].map((chainId) => [
			{ chainId },
			{ metric: 'txCount' },
		]),
		refuses: [[{ chainId: 'fuji' }, 'chainId', /or total, mainnet, testnet/]],
	},
	'metric.getRollingWindowMetric': {
		refuses: [
			[
				{ chainId: '1', metric: 'cumulativeTxCount' },
				'metric',
				/"Metric" \(metric\) must be one of/,
			],
		],
	},
	'xChain.getBalance': {
		// The form has a default for an asset that is left out.
		takes: [[{ address: X }], [{ address: `${TX}-${AVAX}`, assetID: 'AVAX' }]],
		refuses: [
			[{ assetID: 'AVAX' }, 'address', /"Address" \(address\) is required/],
			[{ address: BAD_X, assetID: 'AVAX' }, 'address', /checksum/],
			[{ address: `../${X}`, assetID: 'AVAX' }, 'address', /bech32/],
			[{ address: X, assetID: BAD_ID }, 'assetID', /or an alias.*typing error.*checksum/],
		],
	},
	'xChain.getBlock': {
		given: { blockID: TX },
		refuses: ['../P', 'X/wallet', '..'].map((chain) => [{ chain }, 'chain', /blockchain id/]),
	},
	'xChain.getBlockByHeight': {
		refuses: [
			[{ height: -1 }, 'height', /from 0 to 18446744073709551615/],
			[{ height: '18446744073709551616' }, 'height', /whole number/],
			[{ height: 2 ** 53 }, 'height', /whole number/],
		],
	},
	'xChain.getManyUtxos': {
		given: { addresses: [X] },
		takes: [
			[{ addresses: Array(1024).fill(X), limit: 1024 }],
			[{ limit: 1, startIndexAddress: X, startIndexUtxo: UTXO }],
			[{ addresses: [`X-${OF_FUJI}`] }],
		],
		refuses: [
			[{ addresses: Array(1025).fill(X) }, 'addresses', /1 to 1024/],
			[{ addresses: [X, BAD_X] }, 'addresses', /lre4"/],
			[{ limit: 0 }, 'limit', /from 1 to 1024/],
			[{ limit: 1025 }, 'limit', /from 1 to 1024/],
			[{ sourceChain: 'P/x' }, 'sourceChain', /blockchain id/],
			[{ startIndexUtxo: UTXO }, 'startIndexUtxo', /together with "Start Address"/],
			[{ startIndexAddress: X }, 'startIndexAddress', /together with "Start UTXO"/],
		],
	},
	'pChain.getBalance': {
		takes: [[{ addresses: [P] }]],
		refuses: [[{ addresses: X }, 'addresses', /preceded by P-/]],
	},
	'pChainStaking.getCurrentSupply': {
		refuses: [[{ subnetID: 'primary' }, 'subnetID', /must be a subnet id \(cb58\)/]],
	},
	'pChainStaking.getManyValidators': {
		takes: [[{ subnetID: P_CHAIN, nodeIDs: [NODE] }]],
		refuses: [[{ nodeIDs: [NODE, BAD_NODE] }, 'nodeIDs', /St3Lh"/]],
	},
	'pChainStaking.getManyValidatorsAtHeight': {
		takes: [[{ height: '18446744073709551614' }]],
		refuses: [
			[{ height: 'latest' }, 'height', /or proposed/],
			// The largest uint64 is a name for "proposed" inside the node, which refuses it as a number.
			[{ height: '18446744073709551615' }, 'height', /18446744073709551614/],
		],
	},
	'health.getHealth': {
		refuses: [
			[{ tags: 'a/b' }, 'tags', /must be tags/],
			[{ tags: ['a b'] }, 'tags', /must be tags/],
		],
	},
	'health.getLivenessRpc': { refuses: [[{ tags: 'a' }, 'tags', /takes no fields/]] },
	'index.getLastAcceptedContainer': { takes: [[{}]] },
	'index.getManyContainers': {
		given: { index: 'X/tx' },
		takes: [
			[{ numToFetch: 1 }],
			[{ startIndex: '0', numToFetch: 0 }],
			[{ startIndex: '0', numToFetch: 1024 }],
		],
	},
	'evmSubnet.getActiveRules': {
		given: { blockchainId: 'C' },
		takes: [[{ timestamp: 0 }]],
		refuses: [[{ timestamp: 1788220800000 }, 'timestamp', /Unix seconds/]],
	},
	'evmSubnet.getFeeConfig': {
		given: { blockchainId: 'C' },
		refuses: [
			[{ blockchainId: 'C/../P' }, 'blockchainId', /blockchain id/],
			[{ block: 'newest' }, 'block', /latest, pending, earliest/],
			[{ block: -1 }, 'block', /block number/],
			[{ block: '9223372036854775808' }, 'block', /block number/],
			[{ block: `0x${'1'.repeat(63)}` }, 'block', /hash/],
		],
	},
};

describe.each(Object.entries(RULES))('%s', (id, { given = {}, takes = [], refuses = [] }) => {
	const whole = (more: object) =>
		Object.fromEntries(
			Object.entries({ ...given, ...more }).filter(([, value]) => value !== undefined),
		);

	if (takes.length > 0)
		test.each(takes)('takes %j', (more, sent = {}) =>
			expect(parse(id, whole(more))).toMatchObject(sent),
		);

	if (refuses.length > 0)
		test.each(refuses)('refuses %j: %s', (more, field, says) => {
			expect(refusal(id, whole(more))).toMatchObject({
				kind: 'invalid-input',
				field,
				message: expect.stringMatching(says) as string,
			});
		});
});

test('block numbers become hex quantities of the same number', () => {
	const sent = (block: string) =>
		String(parse('evmSubnet.getFeeConfig', { blockchainId: 'C', block }).block);
	fc.assert(
		fc.property(fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }), fc.nat(3), (number, zeros) => {
			const quantity = sent(number.toString());
			expect(quantity).toMatch(/^0x(0|[1-9a-f][0-9a-f]*)$/);
			expect(BigInt(quantity)).toBe(number);
			const digits = number.toString(16);
			expect(sent(`0x${'0'.repeat(Math.min(zeros, 16 - digits.length))}${digits}`)).toBe(quantity);
		}),
	);
});

describe('composite queries', () => {
	const days = { firstDate: '2026-01-01', lastDate: '2026-06-30' };
	const held = {
		evmChainId: '43114',
		contractAddress: '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E',
	};
	const query = (queries: unknown) => ({ operator: 'OR', queries });
	const one = (type: string, params: object) => query([{ id: 'a', type, params }]);

	test('values are brought to the form that is sent', () => {
		const given = JSON.stringify([
			{
				id: 'a',
				type: 'AllTimeNativeBalance',
				params: { ...days, minBalance: 5, evmChainId: 43_114 },
			},
		]);
		expect(parse('lookingGlass.compositeQuery', query(given)).queries).toEqual([
			{
				id: 'a',
				type: 'AllTimeNativeBalance',
				params: { ...days, minBalance: '5', evmChainId: '43114' },
			},
		]);
	});

	test('holders take days or moments', () => {
		const moments = { startTs: 1, endTs: 2 };
		for (const range of [days, moments]) {
			const input = one('AnyTimeNftHolders', { ...held, ...range });
			expect(parse('lookingGlass.compositeQuery', input).queries).toEqual(input.queries);
		}
	});

	test.each([
		['no sub-query', query([]), /must be a list of one or more sub-queries/],
		['no list', query('AllTimeNativeBalance'), /must be a list of one or more sub-queries/],
		['no object', query([7]), /sub-query 1 must be an object with id, type and params/],
		['no id', query([{ type: 'LatestBalance', params: {} }]), /must have an id/],
		['an unknown type', one('Balance', {}), /must have a type, one of LatestBalance, /],
		['a type of the language', one('constructor', {}), /must have a type, one of/],
		['no params', query([{ id: 'a', type: 'LatestBalance' }]), /must have params/],
		[
			'a parameter of another type',
			one('AllTimeNativeBalance', { ...days, minBalance: '1', ...held }),
			/no parameter "contractAddress": those of AllTimeNativeBalance are firstDate, lastDate, minBalance, evmChainId/,
		],
		[
			'a missing parameter',
			one('AllTimeErc20Balance', { ...days, ...held }),
			/sub-query 1 lacks "minBalance", which must be a whole number/,
		],
		[
			'days the wrong way round',
			one('AnyTimeNftHolders', { ...held, firstDate: '2026-02-01', lastDate: '2026-01-01' }),
			/has its "lastDate", "2026-01-01", before its "firstDate", "2026-02-01"/,
		],
		[
			'the end of a range of moments without its start',
			one('AnyTimeNftHolders', { ...held, endTs: 2 }),
			/sub-query 1 lacks "startTs", which must be a whole number, 0 or more; given: \{"id":"a"/,
		],
		[
			'a name twice',
			query('[{"id":"a","id":"b","type":"LatestBalance","params":{}}]'),
			/the name "id" occurs twice/,
		],
		[
			'an id twice',
			query(
				[1, 2].map(() => ({ id: 'a', type: 'AnyTimeNftHolders', params: { ...held, ...days } })),
			),
			/must contain valid sub-queries: two have the id "a"/,
		],
	])('refuse %s', (_, input, says) => {
		expect(message('lookingGlass.compositeQuery', input)).toMatch(says);
	});

	test.each([
		['a list', (queries: unknown) => queries],
		['JSON text', (queries: unknown) => JSON.stringify(queries)],
	])('the error names the parameter, its value and its rule: %s', (_, written) => {
		const params = { ...days, evmChainId: '43114' };
		const queries = [
			{ id: 'a', type: 'AllTimeNativeBalance', params: { ...params, minBalance: '1' } },
			{ id: 'b', type: 'AnyTimeNativeBalance', params: { ...params, minBalance: 'much' } },
		];
		expect(message('lookingGlass.compositeQuery', query(written(queries)))).toMatch(
			/\(queries\) .*sub-query 2 has an invalid "minBalance": it must be a whole number from 0 to \d+, not "much"; given: /,
		);
		const unknown = [{ id: 'a', type: 'Balance', params }];
		expect(message('lookingGlass.compositeQuery', query(written(unknown)))).toMatch(
			/\(queries\) .*sub-query 1 must have a type, one of LatestBalance, .*, not "Balance"; given: /,
		);
	});
});
