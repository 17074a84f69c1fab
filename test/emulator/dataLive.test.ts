import { fetched, start, STAKING } from './dataHelpers';
import { forTests } from '../emulatorForTests';

/** Differences of the deployed services from the documents. */
const emulator = forTests(() =>
	start({ dialect: 'live', apiKeys: ['live-key'], keyRequired: true }),
);

const KEY = { 'x-glacier-api-key': 'live-key' };
const get = (path: string) => emulator.get(path, KEY);

test('the key comes in another header', async () => {
	expect((await get('/v1/chains')).status).toBe(200);
	expect((await emulator.get('/v1/chains', { 'x-data-api-key': 'live-key' })).status).toBe(401);
});

test('messages of errors are arrays', async () => {
	const { status, body } = await get(`${STAKING}?pageSize=101&sortOrder=up`);
	expect(status).toBe(400);
	expect(body).toEqual({ message: expect.any(Array), error: 'Bad Request', statusCode: 400 });
	expect(body.message.length).toBeGreaterThan(1);
});

test('exports and signatures answer 201', async () => {
	const options = { addresses: [emulator.world.node.address(0)], includeChains: ['p-chain'] };
	const body = { type: 'TRANSACTION_EXPORT_PRIMARY_NETWORK_STAKING', options };
	const started = await emulator.post('/v1/operations/transactions:export', body, KEY);
	expect([started.status, started.body.operationType]).toEqual([201, body.type]);
	const tx = emulator.world.node.staking.find({ txTypes: new Set(['RegisterL1ValidatorTx']) })[0];
	const path = `/v1/signatureAggregator/mainnet/aggregateSignatures`;
	expect((await get(`${path}/${tx.txHash}`)).status).toBe(201);
	const alone = await emulator.post(path, { justification: '0x0a24' }, KEY);
	expect([alone.status, alone.body.message]).toEqual([400, ['Error unpacking warp message']]);
});

test('prices are numbers', async () => {
	const path = `/v1/chains/43114/addresses/${emulator.wallet(0)}/balances:getNative`;
	const { nativeTokenBalance } = (await get(path)).body;
	expect(typeof nativeTokenBalance.price.value).toBe('number');
	expect(typeof nativeTokenBalance.balanceValue.value).toBe('number');
});

test('rewards of running delegations are estimates', async () => {
	const path = '/v1/networks/mainnet/delegators?delegationStatus=';
	const [active] = (await get(`${path}active`)).body.delegators;
	expect(Object.keys(active)).toEqual(
		expect.arrayContaining(['estimatedGrossReward', 'estimatedNetReward']),
	);
	expect(active).not.toHaveProperty('grossReward');
	const [completed] = (await get(`${path}completed`)).body.delegators;
	expect(completed).toHaveProperty('netReward');
});

test('validators differ by state', async () => {
	const nodes = emulator.world.node.primary.current();
	const of = async (index: number, state: string) =>
		(await get(`/v1/networks/mainnet/validators/${nodes[index].nodeId}?validationStatus=${state}`))
			.body.validators[0];
	const active = await of(0, 'active');
	for (const key of [
		'stakePercentage',
		'uptimePerformance',
		'potentialRewards',
		'validatorHealth',
	]) {
		expect(active).toHaveProperty(key);
	}
	expect(active).not.toHaveProperty('rewards');
	expect(await of(0, 'completed')).toHaveProperty('rewards.rewardTxHash');
	const pending = await of(2, 'pending');
	expect(pending).not.toHaveProperty('delegatorCount');
});

test('the metrics service names its next page otherwise', async () => {
	const url = `${emulator.metricsUrl}/v1/avg_tps/43114`;
	const { body } = await fetched(url);
	expect(body.nextPageToken).toBeUndefined();
	const next = await fetched(`${url}?pageToken=${body.nextPageStartKey}`);
	expect(next.body.results[0].timestamp).toBe(body.results.at(-1).timestamp - 86_400);
});

test('the bounds of time filters belong to the range', async () => {
	const { body } = await get(`${STAKING}?pageSize=1`);
	const at = body.transactions[0].blockTimestamp;
	const within = await get(`${STAKING}?startTimestamp=${at}&endTimestamp=${at}`);
	expect(within.body.transactions.length).toBeGreaterThan(0);
});

test('several values of a filter are repeated, or joined by commas', async () => {
	const types = ['AddValidatorTx', 'AddDelegatorTx'];
	const query = (joined: string) => get(`${STAKING}?pageSize=100&txTypes=${joined}`);
	const { body } = await query(types.join('&txTypes='));
	expect(body.transactions.length).toBeGreaterThan(0);
	expect((await query(types.join())).body.transactions).toEqual(body.transactions);
	expect((await query('AddValidatorTx,Other')).status).toBe(400);
});

test('Fuji already serves newer types of transactions', async () => {
	const path = `${STAKING.replace('mainnet', 'fuji')}?txTypes=RewardAutoRenewedValidatorTx`;
	expect((await get(path)).body.transactions.length).toBeGreaterThan(0);
});

test('an evm transaction has what it has', async () => {
	const path = `/v1/chains/43114/addresses/${emulator.wallet(1)}/transactions:listErc20`;
	const { transactions } = (await get(path)).body;
	const details = await Promise.all(
		transactions.map(async ({ txHash }: { txHash: string }) => {
			return (await get(`/v1/chains/43114/transactions/${txHash}`)).body;
		}),
	);
	expect(details.some((detail) => detail.erc721Transfers === undefined)).toBe(true);
	for (const detail of details) expect(['0', '1']).toContain(detail.nativeTransaction.txStatus);
});

test('a summary of ICM messages has a row for each group', async () => {
	const response = await fetch(`${emulator.metricsUrl}/v2/icm/summary?groupBy=srcBlockchainId`);
	const { result } = (await response.json()) as { result: unknown[] };
	expect(result).toHaveLength(emulator.world.evmChains.length);
});
