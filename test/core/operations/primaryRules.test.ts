import { parseFields } from '../../../core/fields/fieldSet';
import { knownOperation } from './knownOperation';
import { caught } from '../protocol/fakes';

/** Inputs that operations of the primary network and of the metrics service accept and refuse. */

const parse = (id: string, input: object) => {
	return parseFields(knownOperation(id).input, input, id) as Record<string, unknown>;
};
const message = async (id: string, input: object) => (await caught(() => parse(id, input))).message;

const VALIDATORS = ['staking.getManyValidators', { network: 'mainnet' }] as const;

test.each([
	['a fee with a fraction', { minFeePercentage: '2.5' }, { minFeePercentage: 2.5 }],
	[
		'the bounds themselves',
		{ minFeePercentage: 2, maxFeePercentage: 100 },
		{ maxFeePercentage: 100 },
	],
	[
		'amounts that only digits tell apart',
		{ minDelegationCapacity: '719999999.999999999', maxDelegationCapacity: '720000000' },
		{
			minDelegationCapacity: '719999999999999999',
			maxDelegationCapacity: '720000000000000000',
		},
	],
	['a range of no length', { minTimeRemaining: 5, maxTimeRemaining: 5 }, { minTimeRemaining: 5 }],
])('validators by %s', (_, given, sent) => {
	const [id, input] = VALIDATORS;
	expect(parse(id, { ...input, ...given })).toMatchObject(sent);
});

test.each([
	['a fee below the least', { minFeePercentage: 1.9 }, /"Min Fee".*must be a number from 2 to 100/],
	['an uptime in words', { minUptimePerformance: 'high' }, /must be a number from 0 to 100/],
	[
		'an uptime that is not a number',
		{ minUptimePerformance: NaN },
		/must be a number from 0 to 100/,
	],
	['an empty uptime', { minUptimePerformance: ' ' }, /must be a number from 0 to 100/],
	[
		'fees the wrong way round',
		{ minFeePercentage: 5, maxFeePercentage: 4.5 },
		/"Max Fee".*must not be less than "Min Fee"/,
	],
	[
		'a capacity that cannot be',
		{ minDelegationCapacity: '720000000.000000001' },
		/"Min Capacity \(AVAX\)".*must be an amount in AVAX .* not above 720000000;/,
	],
	[
		'a part of a nAVAX',
		{ minDelegationCapacity: '1.0000000001' },
		/must be an amount in AVAX .* with at most 9 decimals/,
	],
	[
		'amounts the wrong way round',
		{ minDelegationCapacity: '10', maxDelegationCapacity: '9' },
		/must not be less than "Min Capacity \(AVAX\)"/,
	],
])('validators refuse %s', async (_, given, says) => {
	const [id, input] = VALIDATORS;
	expect(await message(id, { ...input, ...given })).toMatch(says);
});

test.each([
	'43114',
	'2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5',
	'total',
	'mainnet',
	'testnet',
])('chain metrics take %s', (chainId) => {
	expect(parse('metric.getChainMetric', { chainId, metric: 'TXCOUNT' })).toEqual({
		chainId,
		metric: 'txCount',
	});
});

test('chain metrics refuse other names', async () => {
	const input = { chainId: 'fuji', metric: 'txCount' };
	expect(await message('metric.getChainMetric', input)).toMatch(/or total, mainnet, testnet/);
	expect(
		await message('metric.getRollingWindowMetric', { chainId: '1', metric: 'cumulativeTxCount' }),
	).toMatch(/"Metric" \(metric\) must be one of/);
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
	])('refuse %s', async (_, input, says) => {
		expect(await message('lookingGlass.compositeQuery', input)).toMatch(says);
	});

	test.each([
		['a list', (queries: unknown) => queries],
		['JSON text', (queries: unknown) => JSON.stringify(queries)],
	])('the error names the parameter, its value and its rule: %s', async (_, written) => {
		const params = { ...days, evmChainId: '43114' };
		const queries = [
			{ id: 'a', type: 'AllTimeNativeBalance', params: { ...params, minBalance: '1' } },
			{ id: 'b', type: 'AnyTimeNativeBalance', params: { ...params, minBalance: 'much' } },
		];
		expect(await message('lookingGlass.compositeQuery', query(written(queries)))).toMatch(
			/\(queries\) .*sub-query 2 has an invalid "minBalance": it must be a whole number from 0 to \d+, not "much"; given: /,
		);
		const unknown = [{ id: 'a', type: 'Balance', params }];
		expect(await message('lookingGlass.compositeQuery', query(written(unknown)))).toMatch(
			/\(queries\) .*sub-query 1 must have a type, one of LatestBalance, .*, not "Balance"; given: /,
		);
	});
});

test.each([
	'c-chain',
	'2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5',
	'yH8D7ThNJkxmtkuv2jgBa4P1Rn3Qpr4pPr7QYNfcdoS6k6HWp',
])('a block of the C-Chain (%s) by the hash that lists return', (blockchainId) => {
	const hash = `0x${'1f'.repeat(32)}`;
	const given = { network: 'mainnet', blockchainId, blockId: hash };
	expect(parse('primaryBlock.get', given)).toMatchObject({ blockId: hash });
});

test.each(['p-chain', 'x-chain', '2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM'])(
	'no block of %s by a hash of the EVM',
	async (blockchainId) => {
		const given = { network: 'mainnet', blockchainId, blockId: `0x${'1f'.repeat(32)}` };
		expect(await message('primaryBlock.get', given)).toMatch(
			/"Block" \(blockId\) must be a block number or a block hash in cb58/,
		);
	},
);

test('historical rewards need addresses or nodes', async () => {
	const id = 'staking.getManyHistoricalRewards';
	expect(await message(id, { network: 'mainnet' })).toMatch(
		/"Addresses" \(addresses\) is required unless "Node IDs" \(nodeIds\) is given/,
	);
	const nodeIds = ['NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg'];
	expect(parse(id, { network: 'mainnet', nodeIds })).toMatchObject({ nodeIds });
});
