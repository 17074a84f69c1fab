import type { INodeExecutionData } from 'n8n-workflow';
import type { World } from '../../../emulator';

/** What the items of each example must be, by the world that the services serve. */

type Items = (node: string) => INodeExecutionData[];
type Check = (items: Items, world: World) => void;

const L1 = 'v4h549huqJiiyzvVG63VtzFswiFN4dHfABfVEDVYpTCrmApLg';
const NODE = 'NodeID-FwJdk72TVgizzJoSQkKQ6BxutvLybp3Zs';
const LIMIT = 1_000_000_000n;
const DELEGATIONS = ['AddPermissionlessDelegatorTx', 'AddDelegatorTx'];

const jsons = (items: INodeExecutionData[]) =>
	items.map(({ json }) => json as Record<string, never>);
const pick = (items: INodeExecutionData[], field: string) =>
	jsons(items).map((one) => String(one[field]));
const owners = (world: World) => [0, 1, 2].map((index) => world.node.address(index));
const mainnetChains = (world: World) =>
	world.evmChains.filter(({ network }) => network === 'mainnet').map(({ chainId }) => chainId);

function csvOf(item: INodeExecutionData | undefined, field: string) {
	const file = item?.binary?.[field];
	expect(file?.mimeType).toBe('text/csv');
	expect(file?.fileName).toMatch(/\.csv$/);
}

export const CHECKS: Record<string, Check> = {
	'aggregate-and-relay'(items) {
		const [signed] = jsons(items('Aggregate Signatures'));
		const [verdict] = jsons(items('Verify the Signed Message'));
		expect(String(signed.signedMessage)).toMatch(/^(0x)?0000/);
		expect(verdict).toMatchObject({ verified: true });
		expect(items('Relay It')).toHaveLength(1);
	},
	'delegation-alert'(items, world) {
		const delegations = items('New Delegation');
		expect(delegations.length).toBeGreaterThan(0);
		expect(new Set(pick(delegations, 'nodeId'))).toEqual(new Set([NODE]));
		for (const json of jsons(delegations)) {
			const tx = world.node.staking.byHash(String(json.txHash));
			expect(DELEGATIONS).toContain(tx?.txType);
			expect(json.amountStaked).toBe(String(tx?.amount));
		}
		expect(items('Tell the Team')).toHaveLength(delegations.length);
		expect(pick(items('Write the Message'), 'text')[0]).toMatch(/got a delegation of [\d,.]+ AVAX/);
	},
	'export-and-download'(items) {
		const [first, again] = [items('Export')[0], items('Read the Export Again')[0]];
		csvOf(first, 'export');
		expect(again.json.operationId).toBe(first.json.operationId);
		expect(again.binary).toBeUndefined();
	},
	'l1-low-balance'(items, world) {
		const active = world.node.l1.of(L1).filter(({ balance }) => balance > 0n);
		const low = active.filter(({ balance }) => balance < LIMIT).map(({ nodeId }) => nodeId);
		expect(items('Validators of the L1')).toHaveLength(active.length);
		expect(pick(items('Runs Low'), 'nodeId').sort()).toEqual([...low].sort());
		const [{ validators }] = jsons(items('Warn')) as unknown as [{ validators: unknown[] }];
		expect(validators).toHaveLength(low.length);
	},
	'l1-validator-balances'(items, world) {
		const expected = world.node.l1.of(L1).map(({ nodeId }) => nodeId);
		expect(pick(items('Balances Left'), 'nodeId').sort()).toEqual([...expected].sort());
		expect(items('Uptime on the L1').length).toBeGreaterThan(0);
	},
	'monthly-export-to-s3'(items) {
		csvOf(items('Export Last Month')[0], 'export');
		csvOf(items('Put Into the Bucket')[0], 'export');
	},
	'node-health-and-index'(items, world) {
		expect(jsons(items('Health'))[0]).toMatchObject({ healthy: true });
		const height = Number(jsons(items('X-Chain Height'))[0].height);
		expect(height).toBeLessThanOrEqual(world.node.chain('X').height());
		expect(items('Last Five Blocks')).toHaveLength(5);
		for (const { binary } of items('Last Five Blocks')) expect(binary).toHaveProperty('container');
	},
	'node-health-to-slack'(items) {
		expect(jsons(items('Node Health Changed'))[0]).toMatchObject({ to: 'healthy' });
		expect(items('Say That It Is Well')).toHaveLength(1);
		// A test event shows an unhealthy sample, too, marked as one.
		expect(jsons(items('Say What Fails'))).toHaveLength(1);
		expect(jsons(items('Node Health Changed'))[1]).toMatchObject({ to: 'unhealthy', sample: true });
	},
	'staking-overview'(items, world) {
		const kinds = ['AddPermissionlessValidatorTx', 'AddPermissionlessDelegatorTx'];
		const own = new Set(owners(world));
		const expected = world.node.staking
			.find({})
			.filter(
				({ txType, addresses }) => kinds.includes(txType) && addresses.some((one) => own.has(one)),
			)
			.map(({ txHash }) => txHash);
		expect(pick(items('Staking Transactions'), 'txHash').sort()).toEqual(expected.sort());
		expect(items('P-Chain Balances').length).toBeGreaterThan(0);
		expect(items('Pending Rewards').length).toBeGreaterThan(0);
	},
	'start-lambda-export'(items, world) {
		const chains = mainnetChains(world);
		const [order] = jsons(items('Start the Export'));
		expect(order).toMatchObject({ rule: 'lastMonth', type: 'TRANSACTION_EXPORT_EVM' });
		expect([...(order.chains as string[])].sort()).toEqual(chains.sort());
	},
	'tps-table'(items, world) {
		const chains = mainnetChains(world);
		expect(pick(items('Supported Chains'), 'chainId').sort()).toEqual(chains.sort());
		const rates = pick(items('Busiest First'), 'TPS').map(Number);
		expect(rates.length).toBeGreaterThan(1);
		expect(rates).toEqual([...rates].sort((a, b) => b - a));
		const [{ table }] = jsons(items('HTML Table')) as unknown as [{ table: string }];
		expect(table.match(/<tr/g)).toHaveLength(rates.length + 1);
	},
	'validator-agent'(items) {
		const [{ output }] = jsons(items('AI Agent')) as unknown as [{ output: string }];
		expect(output).toContain(NODE);
		expect(output).toContain('amountDelegated');
	},
	'stake-totals'(items) {
		// Exact amounts, against the numbers that n8n's own nodes worked with.
		const least = 100_000_000_000_000n;
		const exact = pick(items('Delegations'), 'amountDelegated').map(BigInt);
		const kept = exact.filter((amount) => amount >= least);
		expect(kept.length).toBeGreaterThan(1);
		expect(kept.length).toBeLessThan(exact.length);
		const largestFirst = [...kept].sort((a, b) => (a < b ? 1 : -1)).map(String);
		expect(pick(items('Largest First'), 'amountDelegated')).toEqual(largestFirst);
		const total = kept.reduce((sum, amount) => sum + amount, 0n);
		const [totals] = jsons(items('Totals')) as unknown as Array<Record<string, number>>;
		expect(totals.count_txHash).toBe(kept.length);
		expect(totals.sum_amountDelegatedAvax).toBeCloseTo(Number(total) / 1e9, 6);
		expect(totals.max_amountDelegatedAvax).toBe(Number(largestFirst[0]) / 1e9);
	},
	'weekly-staking-report'(items) {
		const rewards = items('Pending Rewards');
		expect(rewards.length).toBeGreaterThan(0);
		const rows = items('Rows of the Report');
		expect(pick(rows, 'Transaction')).toEqual(pick(rewards, 'txHash'));
		for (const [index, row] of jsons(rows).entries()) {
			const staked = Number(rewards[index].json.amountStaked) / 1e9;
			expect(row).toMatchObject({ 'Staked (AVAX)': staked });
		}
		const [{ binary }] = items('Excel File');
		expect(binary?.report.fileName).toMatch(/^staking-.*\.xlsx$/);
	},
};
