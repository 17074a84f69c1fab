import { fetched, start } from './emulatorKit';
import { forTests } from '../emulatorForTests';

/** Agreement of related data: transactions, their blocks and their messages. */

const emulator = forTests(() => start({ validators: 16 }));

const CHAIN = '/v1/chains/43114';
const ofWallet = () => `${CHAIN}/addresses/${emulator.wallet(1)}`;

type Tx = { txHash: string; blockNumber: string; blockHash: string };

test('a transaction of an address is found by its hash, in its block and among the latest', async () => {
	const listed = await emulator.all(`${ofWallet()}/transactions?pageSize=100`, 'transactions');
	expect(listed.length).toBeGreaterThan(10);
	const latest = await emulator.all(`${CHAIN}/transactions?pageSize=100`, 'transactions');
	for (const one of listed.slice(0, 5)) {
		const { txHash, blockNumber, blockHash } = one.nativeTransaction as Tx;
		const { body } = await emulator.get(`${CHAIN}/transactions/${txHash}`);
		expect(body.nativeTransaction).toMatchObject(one.nativeTransaction);
		expect(body.erc20Transfers).toEqual(one.erc20Transfers);
		expect(body.internalTransactions).toEqual(one.internalTransactions);
		expect(latest).toContainEqual(one.nativeTransaction);
		const block = (await emulator.get(`${CHAIN}/blocks/${blockHash}`)).body;
		expect(block.blockNumber).toBe(blockNumber);
		const held = (await emulator.get(`${CHAIN}/blocks/${blockNumber}/transactions`)).body;
		expect(held.transactions).toHaveLength(block.txCount as number);
		expect(held.transactions).toContainEqual(one.nativeTransaction);
	}
});

test('balances of ERC-20 tokens are what the transfers left', async () => {
	const wallet = emulator.wallet(1);
	type Erc20 = { from: Of; to: Of; value: string; blockNumber: string; erc20Token: Of };
	type Of = { address: string };
	const transfers = (await emulator.all(
		`${ofWallet()}/transactions:listErc20?pageSize=100`,
		'transactions',
	)) as Erc20[];
	const balancesAt = async (block: number) => {
		const path = `${ofWallet()}/balances:listErc20?blockNumber=${block}`;
		const all = await emulator.all(path, 'erc20TokenBalances');
		return new Map(all.map(({ address, balance }) => [String(address), BigInt(balance as string)]));
	};
	const blocks = transfers.map(({ blockNumber }) => Number(blockNumber));
	const [first, last] = [Math.min(...blocks) - 1, Math.max(...blocks)];
	const before = await balancesAt(first);
	const after = await balancesAt(last);
	const tokens = [...new Set(transfers.map(({ erc20Token }) => erc20Token.address))];
	expect(tokens.length).toBeGreaterThan(1);
	for (const token of tokens) {
		const moved = transfers
			.filter(({ erc20Token }) => erc20Token.address === token)
			.reduce((sum, { from, to, value }) => {
				const received = to.address === wallet ? BigInt(value) : 0n;
				return sum + received - (from.address === wallet ? BigInt(value) : 0n);
			}, 0n);
		expect((after.get(token) ?? 0n) - (before.get(token) ?? 0n)).toBe(moved);
	}
	const [one] = tokens;
	const path = `${ofWallet()}/balances:listErc20?contractAddresses=${one}`;
	const only = await emulator.all(path, 'erc20TokenBalances');
	expect(only.map(({ address }) => String(address))).toEqual([one]);
});

test('a contract of a transaction has its metadata, and the transaction that deployed it is in its block', async () => {
	const [{ erc20Token, ...transfer }] = await emulator.all(
		`${ofWallet()}/transactions:listErc20?pageSize=100`,
		'transactions',
	);
	const whole = (await emulator.get(`${CHAIN}/transactions/${transfer.txHash}`)).body;
	const nfts = [...whole.erc721Transfers, ...whole.erc1155Transfers].map(
		({ erc721Token, erc1155Token }) => erc721Token ?? erc1155Token,
	);
	expect(nfts).toHaveLength(2);
	for (const token of [erc20Token, ...nfts]) {
		const contract = (await emulator.get(`${CHAIN}/addresses/${token.address}`)).body;
		expect(contract).toMatchObject({ address: token.address, ercType: token.ercType });
		for (const key of ['name', 'symbol', 'decimals'])
			if (key in token) expect([key, contract[key]]).toEqual([key, token[key]]);
		const { txHash, deployerAddress } = contract.deploymentDetails;
		const path = `${CHAIN}/contracts/${token.address}/transactions:getDeployment`;
		const deployment = (await emulator.get(path)).body;
		expect(deployment.nativeTransaction).toMatchObject({
			txHash,
			from: { address: deployerAddress },
			method: { callType: 'CONTRACT_CREATION' },
		});
		expect(deployment.erc20Transfers).toBeUndefined();
		expect((await emulator.get(`${CHAIN}/transactions/${txHash}`)).body).toEqual(deployment);
		const { blockNumber } = deployment.nativeTransaction as Tx;
		expect(Number(blockNumber)).toBeLessThan(Number(transfer.blockNumber));
		const block = await emulator.get(`${CHAIN}/blocks/${blockNumber}/transactions`);
		expect(block.body.transactions.map((one: Tx) => one.txHash)).toEqual([txHash]);
		const deployed = `${CHAIN}/contracts/${deployerAddress}/deployments?pageSize=100`;
		expect(await emulator.all(deployed, 'contracts')).toContainEqual(contract);
		const sent = `${CHAIN}/addresses/${deployerAddress}/transactions?pageSize=100`;
		const hashes = (await emulator.all(sent, 'transactions')).map(
			({ nativeTransaction }) => nativeTransaction.txHash as string,
		);
		expect(hashes).toContain(txHash);
	}
	const unknown = (await emulator.get(`${CHAIN}/addresses/${emulator.wallet(1)}`)).body;
	expect(unknown).toEqual({ address: emulator.wallet(1), ercType: 'UNKNOWN' });
});

test('NFTs of a collection are those that their owners hold', async () => {
	const balances = `${ofWallet()}/balances`;
	const single = await emulator.all(`${balances}:listErc721`, 'erc721TokenBalances');
	const several = await emulator.all(`${balances}:listErc1155`, 'erc1155TokenBalances');
	const both = await emulator.all(`${balances}:listCollectibles`, 'collectibleBalances');
	expect(both).toEqual([...single, ...several]);
	expect(single.length * several.length).toBeGreaterThan(0);
	for (const { chainId: _, balance: __, ...token } of both) {
		const path = `${CHAIN}/nfts/collections/${token.address}/tokens`;
		expect((await emulator.get(`${path}/${token.tokenId}`)).body).toEqual(token);
		expect(await emulator.all(`${path}?pageSize=100`, 'tokens')).toContainEqual(token);
	}
	const [{ address }] = single;
	const tokens = await emulator.all(
		`${CHAIN}/nfts/collections/${address}/tokens?pageSize=100`,
		'tokens',
	);
	expect(new Set(tokens.map(({ tokenId }) => tokenId as string)).size).toBe(tokens.length);
	const none = await emulator.get(`${CHAIN}/nfts/collections/${address}/tokens/999999`);
	expect(none.status).toBe(404);
});

test('the receiver of an NFT holds it, also of an added transfer', async () => {
	const to = `0x${'77'.repeat(20)}`;
	emulator.control.addTransfers({
		transfers: [
			{ to, only: 'erc721' },
			{ to, only: 'erc1155', value: 3n },
		],
	});
	for (const receiver of [to, emulator.wallet(1)]) {
		const path = `${CHAIN}/addresses/${receiver}`;
		const held = await emulator.all(`${path}/balances:listCollectibles`, 'collectibleBalances');
		const idsOf = ({ address, tokenId }: Record<string, string>) => `${address} ${tokenId}`;
		const ids = held.map(idsOf);
		for (const [kind, token] of [
			['listErc721', 'erc721Token'],
			['listErc1155', 'erc1155Token'],
		]) {
			const all = await emulator.all(`${path}/transactions:${kind}?pageSize=100`, 'transactions');
			const received = all.filter((one) => one.to.address === receiver);
			expect(received.length).toBeGreaterThan(0);
			for (const one of received) expect(ids).toContain(idsOf(one[token]));
		}
	}
});

test('holders of a contract hold what the balances say', async () => {
	const metrics = async (path: string) =>
		(await fetched(`${emulator.metricsUrl}/v2/chains/43114/contracts/${path}`)).body;
	const [nft] = await emulator.all(`${ofWallet()}/balances:listErc721`, 'erc721TokenBalances');
	const holders = await metrics(`${nft.address}/nfts:listHolders?pageSize=5000`);
	expect(holders).toMatchObject({ nftSymbol: [nft.symbol] });
	expect(holders.totalHolders).toBe(holders.addresses.length);
	const [erc20] = await emulator.all(`${ofWallet()}/balances:listErc20`, 'erc20TokenBalances');
	const owners = await metrics(`${erc20.address}/balances?threshold=1&pageSize=5000`);
	const lists = [
		[holders.addresses, 'listErc721', 'erc721TokenBalances', nft.address],
		[owners.addresses, 'listErc20', 'erc20TokenBalances', erc20.address],
	];
	for (const [addresses, list, name, contract] of lists) {
		const found = addresses.find((one: { address: string }) => one.address === emulator.wallet(1));
		const held = (await emulator.all(`${ofWallet()}/balances:${list}`, name)).filter(
			({ address }) => address === contract,
		);
		const amount = list === 'listErc721' ? held.length : held[0].balance;
		expect(found).toEqual({ address: emulator.wallet(1), sortKey: String(amount) });
	}
	const none = await metrics(`${erc20.address}/balances?threshold=${10n ** 40n}`);
	expect(none.addresses).toEqual([]);
});

test('the metadata of a reindexed NFT is as old as its reindexing', async () => {
	const [nft] = await emulator.all(`${ofWallet()}/balances:listErc721`, 'erc721TokenBalances');
	const path = `${CHAIN}/nfts/collections/${nft.address}/tokens/${nft.tokenId}`;
	expect((await emulator.post(`${path}:reindex`, '')).status).toBe(201);
	const { metadata } = (await emulator.get(path)).body;
	expect(metadata.metadataLastUpdatedTimestamp).toBe(emulator.world.clock.seconds());
	const [again] = await emulator.all(`${ofWallet()}/balances:listErc721`, 'erc721TokenBalances');
	expect(again.metadata).toEqual(metadata);
});

test('transactions by order, range and status', async () => {
	const path = `${ofWallet()}/transactions`;
	const numbers = (list: Array<{ nativeTransaction: Tx }>) =>
		list.map(({ nativeTransaction }) => Number(nativeTransaction.blockNumber));
	const newest = numbers(await emulator.all(`${path}?pageSize=100`, 'transactions'));
	const oldest = numbers(await emulator.all(`${path}?pageSize=100&sortOrder=asc`, 'transactions'));
	expect(oldest).toEqual([...newest].reverse());
	const [start, , end] = oldest;
	const some = await emulator.all(`${path}?startBlock=${start}&endBlock=${end}`, 'transactions');
	expect(numbers(some)).toEqual(newest.filter((number) => number >= start && number < end));
	const failed = await emulator.all(`${CHAIN}/transactions?status=failed`, 'transactions');
	expect(failed.length).toBeGreaterThan(0);
	for (const { txStatus } of failed) expect(txStatus).toBe('0');
});

test('a message has its transactions on both chains, which name it', async () => {
	const messages = await emulator.all('/v1/icm/messages?pageSize=100&network=mainnet', 'messages');
	const states = new Set(messages.map(({ status }) => String(status)));
	expect([...states].sort()).toEqual(['delivered', 'pending']);
	const message = messages.find(({ status }) => status === 'delivered');
	const ends = [
		[message.sourceEvmChainId, message.sourceTransaction, 'SOURCE_TRANSACTION'],
		[message.destinationEvmChainId, message.destinationTransaction, 'DESTINATION_TRANSACTION'],
	];
	for (const [chainId, { txHash, timestamp }, direction] of ends) {
		const { body } = await emulator.get(`/v1/chains/${chainId}/transactions/${txHash}`);
		expect(body.nativeTransaction.blockTimestamp).toBe(timestamp);
		expect(body.teleporterMessageInfo).toMatchObject({
			teleporterMessageId: message.messageId,
			direction,
		});
	}
	expect((await emulator.get(`/v1/icm/messages/${message.messageId}`)).body).toEqual(message);
	const own = `/v1/icm/addresses/${message.from}/messages?pageSize=100`;
	expect(await emulator.all(own, 'messages')).toContainEqual(message);
});
