import { EPOCH, start, STAKING } from './emulatorKit';
import { forTests } from '../emulatorForTests';
import { type HttpEndpoint, readSpec, type Type } from '../../emulator/spec/read';
import { answerFaults } from '../../lab/kit/answerFaults';

const emulator = forTests(() => start({ validators: 16 }));

const address = (index: number) => emulator.world.node.address(index);
const P = '11111111111111111111111111111111LpoYY';
const X = '2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM';

describe('staking transactions', () => {
	test('carry the fields of the documents, each of them at least once', async () => {
		const endpoint = readSpec().find(({ id }) => id.endsWith('/transactions:listStaking'));
		const page = (endpoint as HttpEndpoint).output as Extract<Type, { kind: 'schema' }>;
		const list = page.fields.find(({ name }) => name === 'transactions')?.type;
		const each = (list as Extract<Type, { kind: 'list' }>).of as typeof page;
		const pages = ['mainnet', 'fuji'].map((network) =>
			emulator.all(`${STAKING.replace('mainnet', network)}?pageSize=100`, 'transactions'),
		);
		const transactions = (await Promise.all(pages)).flat();
		for (const tx of transactions) expect(answerFaults(each, tx)).toEqual([]);
		const names = new Set(transactions.flatMap((tx) => Object.keys(tx)));
		expect([...names].sort()).toEqual(each.fields.map(({ name }) => name).sort());
	});

	test('are filtered by address, type and time, and sorted', async () => {
		const one = await emulator.all(
			`${STAKING}?addresses=P-${address(3)},X-${address(4)}&pageSize=7&sortOrder=asc`,
			'transactions',
		);
		expect(one.length).toBeGreaterThan(10);
		for (const { rewardAddresses } of one) {
			expect([address(3), address(4)]).toEqual(expect.arrayContaining(rewardAddresses));
		}
		const times = one.map(({ blockTimestamp }) => blockTimestamp);
		expect(times).toEqual([...times].sort((a, b) => a - b));

		const from = EPOCH - 40 * 86_400;
		const to = EPOCH - 20 * 86_400;
		const query = `txTypes=AddPermissionlessValidatorTx&txTypes=AddDelegatorTx`;
		const some = await emulator.all(
			`${STAKING}?${query}&startTimestamp=${from}&endTimestamp=${to}`,
			'transactions',
		);
		expect(some.length).toBeGreaterThan(5);
		for (const { txType, blockTimestamp } of some) {
			expect(['AddPermissionlessValidatorTx', 'AddDelegatorTx']).toContain(txType);
			expect(blockTimestamp).toBeGreaterThan(from);
			expect(blockTimestamp).toBeLessThan(to);
		}
		const newestFirst = some.map(({ blockTimestamp }) => blockTimestamp);
		expect(newestFirst).toEqual([...newestFirst].sort((a, b) => b - a));
	});

	test('give 10 items by default, and the chain that answered', async () => {
		const { body } = await emulator.get(STAKING.replace('p-chain', P));
		expect(body.transactions).toHaveLength(10);
		expect(body.chainInfo).toEqual({ chainName: 'p-chain', network: 'mainnet' });
		const test = await emulator.get(STAKING.replace('mainnet', 'testnet'));
		expect(test.body.chainInfo).toEqual({ chainName: 'p-chain', network: 'fuji' });
	});

	test('pages keep their place while late and new transactions arrive', async () => {
		const path = `${STAKING}?pageSize=100&sortOrder=asc`;
		const first = await emulator.get(path);
		const late = { timestamp: EPOCH - 3600 * 24 * 100, addresses: [address(0)] };
		const hashes = emulator.control.addTransactions({ transactions: [late, {}] });
		const found = [...first.body.transactions];
		let token = first.body.nextPageToken;
		while (token) {
			const { body } = await emulator.get(`${path}&pageToken=${token}`);
			found.push(...body.transactions);
			token = body.nextPageToken;
		}
		const ids = found.map(({ txHash }) => txHash);
		expect(new Set(ids).size).toBe(ids.length);
		// The late one sorts before or after the first page; the new one comes last.
		expect(ids.length).toBeGreaterThanOrEqual(501);
		expect(ids.at(-1)).toBe(hashes[1]);
	});
});

test('primary-network balances have the arrays of their chain', async () => {
	const path = (chain: string) => `/v1/networks/mainnet/blockchains/${chain}/balances`;
	const owners = Array.from({ length: 32 }, (_, i) => address(i)).join(',');
	const p = await emulator.get(`${path('p-chain')}?addresses=${owners}`);
	const arrays = ['unlockedUnstaked', 'unlockedStaked', 'lockedPlatform', 'lockedStakeable'];
	const rest = ['lockedStaked', 'pendingStaked', 'atomicMemoryUnlocked', 'atomicMemoryLocked'];
	expect(Object.keys(p.body.balances)).toEqual([...arrays, ...rest]);
	for (const entries of Object.values<object[]>(p.body.balances)) {
		expect(entries.length).toBeGreaterThan(0);
	}
	const c = await emulator.get(`${path('c-chain')}?addresses=${owners}`);
	expect(Object.keys(c.body.balances)).toEqual(['atomicMemoryUnlocked', 'atomicMemoryLocked']);
	expect(c.body.chainInfo.chainName).toBe('c-chain');
	const before = await emulator.get(`${path('p-chain')}?addresses=${owners}&blockTimestamp=1000`);
	expect(before.body.balances.unlockedUnstaked).toEqual([]);
	const x = await emulator.get(`${path(X)}?addresses=X-${address(0)}`);
	expect(x.body.balances.unlocked[0].utxoCount).toBeGreaterThan(1024);
});

test('pending rewards are of running periods', async () => {
	const path = '/v1/networks/mainnet/rewards:listPending';
	const rewards = await emulator.all(`${path}?addresses=${address(1)}`, 'pendingRewards');
	expect(rewards.length).toBeGreaterThan(10);
	for (const reward of rewards) {
		expect(reward.addresses).toContain(address(1));
		expect(reward.startTimestamp).toBeLessThanOrEqual(EPOCH + 43_200);
		expect(reward.endTimestamp).toBeGreaterThan(EPOCH + 43_200);
	}
	const [{ nodeId }] = rewards;
	const ofNode = await emulator.all(`${path}?nodeIds=${nodeId}&pageSize=2`, 'pendingRewards');
	const types = ofNode.map(({ rewardType }) => rewardType);
	expect(types).toEqual(expect.arrayContaining(['VALIDATOR', 'VALIDATOR_FEE', 'DELEGATOR']));
	expect(new Set(ofNode.map((reward) => reward.nodeId))).toEqual(new Set([nodeId]));
});

test('validator details list the periods of a node in every state', async () => {
	const nodes = emulator.world.node.primary.current();
	const path = (index: number) => `/v1/networks/mainnet/validators/${nodes[index].nodeId}`;
	const periods = await emulator.all(`${path(0)}?pageSize=5`, 'validators');
	expect(periods).toHaveLength(13);
	const rewards = periods.map((period) => ['rewards' in period, 'potentialRewards' in period]);
	expect(rewards).toEqual([[false, true], ...Array.from({ length: 12 }, () => [true, false])]);
	const states = periods.map(({ validationStatus }) => validationStatus);
	expect(states).toEqual(['active', ...Array.from({ length: 12 }, () => 'completed')]);
	const active = await emulator.all(`${path(0)}?validationStatus=active`, 'validators');
	expect(active).toEqual([periods[0]]);
	const pending = await emulator.all(`${path(2)}?validationStatus=pending`, 'validators');
	expect(pending.map(({ startTimestamp }) => startTimestamp > EPOCH + 43_200)).toEqual([true]);
	const subnet = emulator.world.node.subnets.find(({ kind }) => kind === 'permissioned')!;
	const [{ nodeId }] = emulator.world.node.permissioned(subnet.id).current();
	expect(emulator.control.removeValidator({ subnetId: subnet.id, nodeId })).toBe(true);
	const removed = await emulator.get(
		`/v1/networks/mainnet/validators/${nodeId}?validationStatus=removed`,
	);
	expect(removed.body.validators[0]).toMatchObject({ nodeId, subnetId: subnet.id });
});

test('delegators are filtered by state, node and reward address', async () => {
	const path = '/v1/networks/mainnet/delegators';
	const all = await emulator.all(`${path}?pageSize=100`, 'delegators');
	for (const one of all) {
		const isPaid = one.delegationStatus === 'completed';
		expect(['grossReward' in one, 'estimatedGrossReward' in one]).toEqual([isPaid, !isPaid]);
	}
	for (const state of ['active', 'completed', 'pending']) {
		const some = await emulator.all(`${path}?delegationStatus=${state}`, 'delegators');
		expect(some.length).toBeGreaterThan(0);
		expect(some).toEqual(all.filter(({ delegationStatus }) => delegationStatus === state));
	}
	const [{ nodeId, rewardAddresses }] = all;
	const query = `nodeIds=${nodeId}&rewardAddresses=P-${rewardAddresses[0]}`;
	const one = await emulator.all(`${path}?${query}`, 'delegators');
	expect(one).toEqual(
		all.filter((d) => d.nodeId === nodeId && d.rewardAddresses[0] === rewardAddresses[0]),
	);
});

test('L1 validators: active ones by default, numbers beyond 2^53 as plain JSON numbers', async () => {
	const path = '/v1/networks/mainnet/l1Validators';
	const active = await emulator.all(`${path}?pageSize=3`, 'validators');
	for (const one of active) {
		expect(one.remainingBalance).toBeGreaterThan(0);
	}
	const every = await emulator.all(`${path}?includeInactiveL1Validators=true`, 'validators');
	expect(every.length).toBeGreaterThan(active.length);
	const inactive = every.filter(({ remainingBalance }) => remainingBalance === 0);
	expect(every).toHaveLength(active.length + inactive.length);
	const { subnetId, nodeId, validationId } = active[1];
	const ofSubnet = await emulator.all(`${path}?subnetId=${subnetId}`, 'validators');
	expect(ofSubnet).toEqual(active.filter((one) => one.subnetId === subnetId));
	const one = await emulator.get(
		`${path}?subnetId=${subnetId}&nodeId=${nodeId}&l1ValidationId=${validationId}`,
	);
	expect(one.body.validators).toEqual([active[1]]);
	expect(one.text).toContain('"weight":18446744073709551,');
	expect(one.text).toContain('"remainingBalance":9007199254740993,');
	expect(one.body.blockHeight).toMatch(/^\d+$/);
});

test('vertices: latest first, and those of a height', async () => {
	const path = '/v1/networks/mainnet/blockchains/x-chain/vertices';
	const latest = await emulator.all(`${path}?pageSize=100`, 'vertices');
	const indices = latest.map(({ vertexIndex }) => vertexIndex);
	expect(indices).toEqual(latest.map((_, i) => latest.length - 1 - i));
	const at5 = await emulator.all(`${path}:listByHeight?vertexHeight=5&sortOrder=asc`, 'vertices');
	expect(at5).toEqual(latest.filter(({ vertexHeight }) => vertexHeight === 5).reverse());
	expect(at5).toHaveLength(12);
	const none = await emulator.get(`${path}:listByHeight?vertexHeight=5000`);
	expect([none.status, none.body.vertices]).toEqual([200, []]);
});

describe('EVM chains', () => {
	const of = (index: number, rest: string) =>
		`/v1/chains/43114/addresses/${emulator.wallet(index)}/${rest}`;

	test('native balance by chain id and by blockchain id', async () => {
		const byId = await emulator.get(of(0, 'balances:getNative'));
		const C = '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5';
		const path = of(0, 'balances:getNative').replace('43114', C);
		expect((await emulator.get(path)).body).toEqual(byId.body);
		const early = await emulator.get(`${of(0, 'balances:getNative')}?blockNumber=10&currency=eur`);
		expect(early.body.nativeTokenBalance.price.currencyCode).toBe('eur');
		expect(BigInt(early.body.nativeTokenBalance.balance)).toBeLessThan(
			BigInt(byId.body.nativeTokenBalance.balance),
		);
	});

	test('ERC-20 transfers from startBlock to before endBlock', async () => {
		const all = await emulator.all(of(1, 'transactions:listErc20?pageSize=3'), 'transactions');
		expect(all.length).toBeGreaterThan(9);
		for (const transfer of all) {
			expect([transfer.from.address, transfer.to.address]).toContain(emulator.wallet(1));
		}
		const [first, last] = [Number(all.at(-2).blockNumber), Number(all[1].blockNumber)];
		const some = await emulator.all(
			of(1, `transactions:listErc20?startBlock=${first}&endBlock=${last}`),
			'transactions',
		);
		const within = ({ blockNumber }: { blockNumber: string }) =>
			Number(blockNumber) >= first && Number(blockNumber) < last;
		expect(some).toEqual(all.filter(within));
		expect(some.map(({ blockNumber }) => Number(blockNumber))).toContain(first);
	});

	test('NFTs in pages of up to 500, by contract', async () => {
		const page = await emulator.get(of(0, 'balances:listErc721?pageSize=500'));
		expect(page.body.erc721TokenBalances).toHaveLength(500);
		const list = await emulator.all(
			of(0, 'balances:listErc721?pageSize=500'),
			'erc721TokenBalances',
		);
		const { address: contract } = list[0];
		const some = await emulator.all(
			of(0, `balances:listErc721?contractAddress=${contract}&pageSize=500`),
			'erc721TokenBalances',
		);
		expect(some).toEqual(list.filter((token) => token.address === contract));
		const multiple = await emulator.get(of(0, 'balances:listErc1155?blockNumber=900003'));
		expect(multiple.body.erc1155TokenBalances).toHaveLength(4);
	});

	test('a transaction has all parts of the documents', async () => {
		const sent = await emulator.get('/v1/icm/messages?sourceBlockchainId=43114');
		const { txHash } = sent.body.messages[0].sourceTransaction;
		const detail = await emulator.get(`/v1/chains/43114/transactions/${txHash}`);
		const parts = ['erc20Transfers', 'erc721Transfers', 'erc1155Transfers'];
		const more = ['internalTransactions', 'networkTokenDetails', 'nativeTransaction'];
		expect(Object.keys(detail.body).sort()).toEqual(
			[...parts, ...more, 'teleporterMessageInfo'].sort(),
		);
		const { nativeTransaction } = detail.body;
		expect(nativeTransaction.txHash).toBe(txHash);
	});

	test('the supported chains, by network and feature', async () => {
		const { body } = await emulator.get('/v1/chains');
		const ids = body.chains.map(({ chainId }: { chainId: string }) => chainId);
		expect(ids).toEqual(expect.arrayContaining(['43114', '43113']));
		const test = await emulator.get('/v1/chains?network=testnet&feature=teleporter');
		expect(test.body.chains.length).toBeGreaterThan(0);
		for (const chain of test.body.chains) {
			expect(chain.isTestnet).toBe(true);
			expect(chain.enabledFeatures).toContain('teleporter');
		}
	});
});
