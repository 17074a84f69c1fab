import { start, STAKING } from './emulatorKit';
import { forTests } from '../emulatorForTests';

/** Differences of the deployed services from the documents. */
const emulator = forTests(() =>
	start({ dialect: 'live', apiKeys: ['live-key'], keyRequired: true }),
);

const KEY = { 'x-glacier-api-key': 'live-key' };
const get = (path: string) => emulator.get(path, KEY);

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
