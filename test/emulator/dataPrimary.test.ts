import { EPOCH, type Json, NOON, start } from './emulatorKit';
import { forTests } from '../emulatorForTests';

/** Answers of the primary network's endpoints must agree: they come from the same world. */

const NETWORK = '/v1/networks/mainnet';
const P = `${NETWORK}/blockchains/p-chain`;
const X = `${NETWORK}/blockchains/x-chain`;

const emulator = forTests(start);

const get = async (path: string) => (await emulator.get(path)).body as Json;
const all = async (path: string, name: string) => (await emulator.all(path, name)) as Json[];
const owner = (index: number) => emulator.world.node.address(index);

test.each([P, X])(
	'a transaction of %s is found by address, by hash and in its block',
	async (chain) => {
		const list = await all(
			`${chain}/transactions?addresses=${owner(1)}&pageSize=100`,
			'transactions',
		);
		expect(list.length).toBeGreaterThan(2);
		for (const tx of list.slice(0, 3)) {
			expect(await get(`${chain}/transactions/${String(tx.txHash)}`)).toEqual(tx);
			const block = await get(`${chain}/blocks/${String(tx.blockHash)}`);
			expect(block.transactions).toContain(tx.txHash);
			expect(block.blockTimestamp).toBe(tx.blockTimestamp ?? tx.timestamp);
			expect(await get(`${chain}/blocks/${String(block.blockNumber)}`)).toEqual(block);
		}
	},
);

test('a staking transaction that was added is in its block', async () => {
	const { txHash, blockNumber } = emulator.world.node.staking.add({});
	expect((await get(`${P}/blocks/${blockNumber}`)).transactions).toEqual([txHash]);
	expect((await get(`${P}/transactions/${txHash}`)).blockNumber).toBe(String(blockNumber));
});

test.each([
	[P, 'txHash'],
	[X, 'creationTxHash'],
])('UTXOs of %s are outputs of their transactions', async (chain, made) => {
	const utxos = await all(`${chain}/utxos?addresses=${owner(2)}&pageSize=100`, 'utxos');
	expect(utxos.length).toBeGreaterThan(1);
	for (const utxo of utxos.slice(0, 3)) {
		const { emittedUtxos } = await get(`${chain}/transactions/${String(utxo[made])}`);
		expect(emittedUtxos).toContainEqual(utxo);
	}
});

test('UTXOs add up to the balance, by GET and by POST', async () => {
	const utxos = await all(`${X}/utxos?addresses=${owner(3)}&pageSize=100`, 'utxos');
	const { balances } = await get(`${X}/balances?addresses=${owner(3)}`);
	const held = [...balances.unlocked, ...balances.locked] as Json[];
	const sum = (amounts: string[]) => amounts.reduce((total, each) => total + BigInt(each), 0n);
	expect(sum(utxos.map(({ asset }) => (asset as Json).amount as string))).toBe(
		sum(held.map(({ amount }) => amount as string)),
	);
	const posted = await emulator.post(`${X}/utxos?pageSize=1024`, { addresses: owner(3) });
	expect(posted.body.utxos).toEqual(utxos);
	const activity = await get(`${X}/lastActivityTimestampByAddresses?addresses=${owner(3)}`);
	expect(activity.timestamp).toBe(Math.max(...utxos.map(({ timestamp }) => Number(timestamp))));
});

test('UTXOs are sorted by amount, from the least that is asked for', async () => {
	const query = `addresses=${owner(0)}&sortBy=amount&sortOrder=asc&minUtxoAmount=5000000000`;
	const utxos = await all(`${X}/utxos?${query}&pageSize=100`, 'utxos');
	const amounts = utxos.map(({ asset }) => BigInt((asset as Json).amount as string));
	expect(amounts[0]).toBeGreaterThanOrEqual(5_000_000_000n);
	expect(amounts).toEqual([...amounts].sort((a, b) => (a < b ? -1 : 1)));
});

test('the list of validators has what each node says of itself', async () => {
	const list = await all(
		`${NETWORK}/validators?validationStatus=active&pageSize=100`,
		'validators',
	);
	const { primary, permissioned, subnets } = emulator.world.node;
	const others = subnets.filter(({ kind }) => kind === 'permissioned');
	const expected = [primary, ...others.map(({ id }) => permissioned(id))].flatMap((one) =>
		one.current(),
	);
	expect(list).toHaveLength(expected.length);
	const [first] = list;
	const own = await all(
		`${NETWORK}/validators/${String(first.nodeId)}?validationStatus=active`,
		'validators',
	);
	expect(own).toContainEqual(first);
	expect((await get(NETWORK)).validatorDetails.validatorCount).toBe(primary.current().length);
});

test('validators are filtered and sorted', async () => {
	const live = await start({ dialect: 'live' });
	const query =
		'validationStatus=active&minFeePercentage=5&maxUptimePerformance=98&sortBy=delegationFee';
	const list = (await live.all(
		`${NETWORK}/validators?${query}&sortOrder=asc`,
		'validators',
	)) as Json[];
	const fees = list.map(({ delegationFee }) => Number(delegationFee));
	expect(fees.length).toBeGreaterThan(1);
	expect(fees).toEqual([...fees].sort((a, b) => a - b));
	expect(fees[0]).toBeGreaterThanOrEqual(5);
	for (const { uptimePerformance } of list) expect(uptimePerformance).toBeLessThanOrEqual(98);
	await live.close();
});

test('rewards that were paid belong to stakes that have ended', async () => {
	const rewards = await all(`${NETWORK}/rewards?pageSize=100`, 'historicalRewards');
	expect(new Set(rewards.map(({ rewardType }) => String(rewardType)))).toContain('VALIDATOR');
	for (const { endTimestamp } of rewards) expect(endTimestamp).toBeLessThanOrEqual(NOON / 1000);
	const [{ nodeId }] = rewards;
	const own = await all(`${NETWORK}/rewards?nodeIds=${String(nodeId)}`, 'historicalRewards');
	expect(own).toEqual(rewards.filter((one) => one.nodeId === nodeId));
});

test('an auto-renewed stake is one validation, and each of its periods pays a reward', async () => {
	const live = await start({ dialect: 'live' });
	const { control, world } = live;
	const now = world.clock.seconds();
	const given = { weight: 2_000n, potentialReward: 100n, startTime: now, endTime: now + 86_400 };
	const { nodeId, txId } = control.addValidator({ ...given, renewal: { shares: 250_000 } });
	control.moveClock({ ms: 2 * 86_400_000 });
	const rewards = (await live.all(
		`${NETWORK}/rewards?nodeIds=${nodeId}`,
		'historicalRewards',
	)) as Json[];
	expect(rewards).toMatchObject([
		{ txHash: txId, endTimestamp: now + 2 * 86_400, reward: { amount: '76' }, outputIndex: 0 },
		{ txHash: txId, endTimestamp: now + 86_400, reward: { amount: '75' }, outputIndex: 0 },
	]);
	const path = `${P}/transactions:listStaking?txTypes=RewardAutoRenewedValidatorTx&pageSize=100`;
	const ended = (await live.all(path, 'transactions')) as Json[];
	const own = ended.filter(({ stakingTxHash }) => stakingTxHash === txId);
	expect(own.map(({ txHash }) => String(txHash)).sort()).toEqual(
		rewards.map(({ rewardTxHash }) => String(rewardTxHash)).sort(),
	);
	const validators = (await live.all(`${NETWORK}/validators/${nodeId}`, 'validators')) as Json[];
	expect(validators).toMatchObject([
		{
			txHash: txId,
			startTimestamp: now + 2 * 86_400,
			amountStaked: '2050',
			validationStatus: 'active',
		},
	]);
	const [{ rewardAddresses }] = world.node.primary.history(nodeId);
	const balances = `${P}/balances?addresses=${rewardAddresses[0]}`;
	const balanceOf = async (query = '') =>
		((await live.get(`${balances}${query}`)).body as Json).balances as Json;
	expect(await balanceOf()).toMatchObject({ restakedRewards: '50' });
	expect(await balanceOf(`&blockTimestamp=${now}`)).not.toHaveProperty('restakedRewards');
	await live.close();
});

test('subnets hold their blockchains, by list and by id', async () => {
	const subnets = await all(`${NETWORK}/subnets`, 'subnets');
	const blockchains = await all(`${NETWORK}/blockchains`, 'blockchains');
	expect(subnets.flatMap((subnet) => subnet.blockchains as Json[]).length).toBe(blockchains.length);
	for (const subnet of subnets) {
		expect(await get(`${NETWORK}/subnets/${String(subnet.subnetId)}`)).toEqual(subnet);
	}
	for (const blockchain of blockchains) {
		const { blockchainId } = blockchain;
		expect(await get(`${NETWORK}/blockchains/${String(blockchainId)}`)).toEqual(blockchain);
	}
});

test.each([
	`${P}/transactions/${'1'.repeat(32)}LpoYY`,
	`${P}/blocks/999999999`,
	`${NETWORK}/subnets/2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM`,
	`${NETWORK}/blockchains/${'1'.repeat(32)}LpoYY`,
	`${X}/assets/2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM`,
	`${X}/vertices/${'1'.repeat(32)}LpoYY`,
])('%s is not there', async (path) => {
	expect((await emulator.get(path)).status).toBe(404);
});

describe('series of the metrics service', () => {
	const DAY = 86_400;
	const points = async (path: string): Promise<Json[]> => {
		const response = await fetch(emulator.metricsUrl + path);
		return ((await response.json()) as Json).results as Json[];
	};
	const TX = '/v2/chains/43114/metrics/txCount';

	test('the ends of a range do not count; newest first', async () => {
		const found = await points(`${TX}?startTimestamp=${EPOCH - 3 * DAY}&endTimestamp=${EPOCH}`);
		expect(found.map(({ timestamp }) => Number(timestamp))).toEqual([EPOCH - DAY, EPOCH - 2 * DAY]);
	});

	test('hours add up to their day, and the newest point grows', async () => {
		const [today, yesterday] = await points(`${TX}?pageSize=2`);
		expect(today.timestamp).toBe(EPOCH);
		const range = `startTimestamp=${EPOCH - DAY - 1}&endTimestamp=${EPOCH}`;
		const hours = await points(`${TX}?timeInterval=hour&${range}`);
		expect(hours).toHaveLength(24);
		const sum = hours.reduce((total, { value }) => total + Number(value), 0);
		expect(Math.abs(sum - Number(yesterday.value))).toBeLessThanOrEqual(24);
		emulator.world.clock.advance(3_600_000);
		expect(Number((await points(`${TX}?pageSize=1`))[0].value)).toBeGreaterThan(
			Number(today.value),
		);
	});

	test('weeks begin on Mondays, months come when they are complete', async () => {
		const weeks = await points(`${TX}?timeInterval=week&pageSize=3`);
		for (const { timestamp } of weeks)
			expect(new Date(Number(timestamp) * 1000).getUTCDay()).toBe(1);
		// Early in November the newest month is October.
		const months = await points(`${TX}?timeInterval=month&pageSize=2`);
		expect(months.map(({ timestamp }) => new Date(Number(timestamp) * 1000).toISOString())).toEqual(
			['2026-10-01T00:00:00.000Z', '2026-09-01T00:00:00.000Z'],
		);
	});

	test('staking metrics are the validators of the world', async () => {
		const [count] = await points('/v2/networks/mainnet/metrics/validatorCount?pageSize=1');
		expect(count.value).toBe(emulator.world.node.primary.current().length);
	});

	test('a summary is one object, as its schema says', async () => {
		const response = await fetch(`${emulator.metricsUrl}/v2/icm/summary?groupBy=srcBlockchainId`);
		const { result } = (await response.json()) as { result: Json };
		expect(Object.keys(result)).toEqual(expect.arrayContaining(['lastHour', 'srcBlockchainId']));
	});
});
