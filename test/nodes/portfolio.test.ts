import type { INodeParameters } from 'n8n-workflow';
import { emulatorForTests } from '../emulatorForTests';
import type { NetworkWorld, Utxo } from '../../emulator/world';
import { engineForTests, jsonOf } from './harness';
import { cChainOf, tokensIn } from '../../core/testing/cases/evmWorld';

/** *Token Balance: Get Portfolio* in n8n's engine, on the local services. */

const emulator = emulatorForTests();
const engine = engineForTests(() => ({ dataUrl: emulator.dataUrl, nodeUrl: emulator.nodeUrl }));
let network: NetworkWorld;
beforeAll(() => {
	network = emulator.world.network('mainnet');
});

async function run(parameters: INodeParameters) {
	const outcome = await engine.execute({
		node: 'avalanche',
		parameters: { resource: 'tokenBalance', operation: 'getPortfolio', ...parameters },
		items: [{ json: {} }],
	});
	return jsonOf(outcome);
}

/** The requests since a number of them, as method and path. */
const requestsAfter = (count: number) =>
	emulator.control
		.requests()
		.slice(count)
		.map(({ path }) => path);

const exact = { options: { amounts: 'baseUnits' } };
const AVAX = () => network.assets[0].assetId;
const sum = (amounts: readonly bigint[]) => amounts.reduce((all, one) => all + one, 0n);

/** The total of the rows of a state and an asset. */
const totalOf = (rows: Array<Record<string, unknown>>, state: string, asset = AVAX()) =>
	sum(
		rows
			.filter((row) => row.state === state && row.assetId === asset)
			.map(({ balance }) => BigInt(String(balance))),
	);

test('the P- and X-Chain: each output of the ledger is counted once, in its state', async () => {
	const [first, second] = [0, 8].map((at) => network.address(at));
	const owners = [first, second];
	const rows = await run({ addresses: `P-${first}, ${second}`, ...exact });
	const at = emulator.world.clock.seconds();
	const all = owners.flatMap((owner) => [
		...network.utxos('P', owner),
		...network.utxos('X', owner),
	]);
	const isLocked = ({ locktime, stakeableLocktime = 0 }: Utxo) =>
		Math.max(locktime, stakeableLocktime) > at;
	for (const { assetId } of network.assets) {
		const own = all.filter((utxo) => utxo.assetId === assetId);
		const amounts = (locked: boolean) =>
			own.filter((utxo) => isLocked(utxo) === locked).map(({ amount }) => amount);
		expect(totalOf(rows, 'available', assetId)).toBe(sum(amounts(false)));
		expect(totalOf(rows, 'locked', assetId)).toBe(sum(amounts(true)));
	}
	const staked = network.staking.find({ addresses: new Set(owners) });
	const running = staked.filter(
		({ amount, timestamp, startTimestamp }) =>
			timestamp <= at && amount > 0n && startTimestamp !== undefined,
	);
	expect(totalOf(rows, 'staked') + totalOf(rows, 'pendingStake')).toBe(
		sum(running.map(({ amount }) => amount)),
	);
	const chains = ['P', 'X', 'C'] as const;
	const shared = owners.flatMap((owner) =>
		chains.flatMap((from) => chains.flatMap((to) => network.atomicUtxos(to, from, owner))),
	);
	expect(shared.length).toBeGreaterThan(6);
	expect(totalOf(rows, 'inTransfer')).toBe(sum(shared.map(({ amount }) => amount)));
	const ways = rows
		.filter(({ state }) => state === 'inTransfer')
		.map((row) => [row.chain, row.toChain]);
	expect(ways.sort()).toEqual(
		chains
			.flatMap((from) =>
				chains.filter((to) => to !== from).map((to) => [`${from}-Chain`, `${to}-Chain`]),
			)
			.sort(),
	);
	expect(rows.every(({ balance }) => balance !== '0')).toBe(true);
	expect(rows.filter(({ state }) => state === 'pendingReward')[0]).toMatchObject({
		chain: 'P-Chain',
		symbol: 'AVAX',
		nodeId: expect.stringMatching(/^NodeID-/) as string,
		rewardTime: expect.stringMatching(/^20/) as string,
	});
});

test('EVM chains: the rows of the service with its prices; AVAX elsewhere at the same price', async () => {
	const [wallet] = tokensIn(emulator.world).wallets;
	const before = emulator.control.requests().length;
	const rows = await run({ addresses: `${wallet},P-${network.address(0)}` });
	const cChain = cChainOf(emulator.world);
	const [native, ...others] = rows.filter(({ chainId }) => chainId === '43114');
	expect(native).toMatchObject({
		chain: cChain.name,
		address: wallet,
		state: 'available',
		symbol: 'AVAX',
		price: cChain.price,
		currency: 'usd',
	});
	expect(native.value).toBeCloseTo(Number(native.balance) * Number(native.price), 1);
	expect(others.length).toBeGreaterThan(1);
	expect(others.every(({ contract }) => /^0x/.test(String(contract)))).toBe(true);
	const [onP] = rows.filter(({ chainId, state }) => chainId === 'p-chain' && state === 'available');
	expect(onP).toMatchObject({ symbol: 'AVAX', price: cChain.price, currency: 'usd' });
	expect(onP.value).toBeCloseTo(Number(onP.balance) * Number(cChain.price), 1);
	expect(onP.balanceExact).toMatch(/^\d+$/);
	expect(new Set(rows.map(({ chainId }) => chainId)).size).toBeGreaterThan(2);
	expect(requestsAfter(before).some((path) => path.includes('balances:getNative'))).toBe(false);
});

test('only the chains that were asked for; without an EVM address the price is read alone', async () => {
	const [wallet] = tokensIn(emulator.world).wallets;
	const rows = await run({ addresses: wallet, options: { chainIds: '43114' } });
	expect(new Set(rows.map(({ chainId }) => chainId))).toEqual(new Set(['43114']));
	const before = emulator.control.requests().length;
	const primary = await run({ addresses: network.address(1), options: { currency: 'eur' } });
	expect(primary.some(({ currency }) => currency === 'eur')).toBe(true);
	expect(requestsAfter(before).filter((path) => path.includes('balances:getNative'))).toHaveLength(
		1,
	);
});

test('a chain that does not respond fails the whole: no row is left out', async () => {
	emulator.control.addFaults({
		faults: [{ path: '/rewards:listPending', kind: 'status', status: 403 }],
	});
	const failed = run({ addresses: `P-${network.address(0)}` });
	await expect(failed).rejects.toMatchObject({
		message: expect.stringMatching(/403|forbidden/i) as string,
	});
	emulator.control.clearFaults();
});

test('an address of the other network is refused', async () => {
	const fuji = `P-${emulator.world.network('fuji').address(0)}`;
	await expect(run({ addresses: fuji })).rejects.toMatchObject({
		message: expect.stringMatching(/address of Fuji/) as string,
	});
	expect((await run({ addresses: fuji, network: 'fuji' })).length).toBeGreaterThan(0);
});

test.each([
	[{ addresses: 'mine' }, /addresses.*mine/i],
	[{ addresses: '0x12' }, /addresses/i],
	[{ addresses: '' }, /addresses/i],
	[
		{ addresses: '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7', options: { chainIds: 'C' } },
		/chain/i,
	],
])('%p is refused before anything is sent', async (parameters, error) => {
	const before = emulator.control.requests().length;
	await expect(run(parameters as INodeParameters)).rejects.toMatchObject({
		message: expect.stringMatching(error) as string,
	});
	expect(emulator.control.requests().length).toBe(before);
});

test('what somebody named AVAX has no price of AVAX and no part of its sum; what is marked as spam is left out', async () => {
	const [, asset] = network.assets as Array<{ symbol: string; assetId: string }>;
	const tokens = tokensIn(emulator.world);
	const [wallet] = tokens.wallets;
	const [named, spam] = tokens.erc20;
	Object.assign(asset, { symbol: 'AVAX' });
	Object.assign(named, { symbol: 'AVAX' });
	Object.assign(spam, { malicious: true });
	const addresses = `${wallet},P-${network.address(0)}`;
	const rows = await run({ addresses });
	const [onX] = rows.filter(({ assetId }) => assetId === asset.assetId);
	expect(onX).toMatchObject({
		symbol: `"AVAX" (asset ${asset.assetId.slice(0, 6)}…${asset.assetId.slice(-4)})`,
		...{ known: false, asset: asset.assetId },
	});
	expect(onX.value ?? null).toBeNull();
	const isOf = ({ contract }: { contract?: unknown }, address: string) =>
		String(contract).toLowerCase() === address;
	const [token] = rows.filter((row) => isOf(row, named.address));
	expect(token.symbol).toMatch(/^"AVAX" \(token 0x\w{4}…\w{4}\)$/);
	expect(token).toMatchObject({ known: false, tokenReputation: 'Benign' });
	// The sum of the example: AVAX of all chains, and nothing else.
	const avax = rows.filter((row) => row.asset === 'AVAX');
	expect(new Set(avax.map(({ chainId }) => chainId))).toEqual(
		new Set(['43114', 'c-chain', 'p-chain', 'x-chain']),
	);
	expect(rows.filter((row) => row.symbol === 'AVAX')).toEqual(avax);
	expect(rows.filter((row) => isOf(row, spam.address))).toEqual([]);
	const whole = await run({ addresses, options: { filterSpamTokens: false } });
	const [marked] = whole.filter((row) => isOf(row, spam.address));
	expect(marked.tokenReputation).toBe('Malicious');
	expect([marked.price ?? null, marked.value ?? null]).toEqual([null, null]);
});
