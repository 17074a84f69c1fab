import type { INodeExecutionData, IRunData } from 'n8n-workflow';
import type { World } from '../../../emulator';
import { transactionOf } from '../../../emulator/world/evmTransactions';
import { walletOf } from '../../../emulator/world/tokens';
import { tokensIn } from '../../../core/testing/cases/evmWorld';
import { itemsOf } from './executions';
import { checkTaxReport } from './taxReportCheck';

/** Checks of the items of each example, by the world that the services serve. */

type Items = (node: string) => INodeExecutionData[];
type Row = Record<string, string>;
type Check = (items: Items, world: World) => void;

const L1 = 'v4h549huqJiiyzvVG63VtzFswiFN4dHfABfVEDVYpTCrmApLg';
const NODE = 'NodeID-FwJdk72TVgizzJoSQkKQ6BxutvLybp3Zs';
const LIMIT = 1_000_000_000n;
const DELEGATIONS = ['AddPermissionlessDelegatorTx', 'AddDelegatorTx'];

const jsons = (items: INodeExecutionData[]) =>
	items.map(({ json }) => json as Record<string, never>);
const pick = (items: INodeExecutionData[], field: string) =>
	jsons(items).map((one) => String(one[field]));
const dayOf = (time: string) => new Date(time).toISOString().slice(0, 10);
const owners = (world: World) => [0, 1, 2].map((index) => world.node.address(index));
const mainnetChains = (world: World) =>
	world.evmChains.filter(({ network }) => network === 'mainnet').map(({ chainId }) => chainId);

function csvOf(item: INodeExecutionData | undefined, field: string) {
	const file = item?.binary?.[field];
	expect(file?.mimeType).toBe('text/csv');
	expect(file?.fileName).toMatch(/\.csv$/);
}

/** Every item has been handed on with words that people can read. */
const inWords =
	(node: string): Check =>
	(items) => {
		const alerts = jsons(items(node)) as unknown as Array<Record<string, string>>;
		expect(alerts.length).toBeGreaterThan(0);
		for (const { title, text } of alerts) {
			expect(title).toMatch(/\w{3}/);
			expect(text).toMatch(/\w{3}/);
			expect(title + text).not.toMatch(/undefined|\bnull\b|\[object|NaN/);
		}
	};

/** The same for the messages of an alert set: it sends what Format makes of each event. */
const alerted: Check = (items, world) => {
	inWords('Alert')(items, world);
	const sent = pick(items('Webhook'), 'jsonBody').map((body) => JSON.parse(body) as unknown);
	expect(sent).toEqual(jsons(items('Format')).map(({ body }) => body));
	const written = JSON.stringify(sent).replaceAll('\u200b', '');
	for (const { title } of jsons(items('Alert'))) {
		expect(written).toContain(JSON.stringify(title).slice(1, -1));
	}
};

/** Nodes whose requests leave this machine. */
export const ELSEWHERE = [
	'slack',
	'telegram',
	'discord',
	'emailSend',
	'googleSheets',
	's3',
	'awsLambda',
	'awsS3',
	'httpRequest',
	'quickChart',
].map((one) => `n8n-nodes-base.${one}`);
/** Nodes at which an execution can be started by hand. */
export const STARTS = [
	'n8n-nodes-base.manualTrigger',
	'n8n-nodes-base.webhook',
	'n8n-nodes-avalanche-network.avalancheTrigger',
];

export const CHECKS: Record<string, Check> = {
	'aggregate-and-relay'(items) {
		const [signed] = jsons(items('Aggregate Signatures'));
		const [verdict] = jsons(items('Verify the Signed Message'));
		expect(String(signed.signedMessage)).toMatch(/^(0x)?0000/);
		expect(verdict).toMatchObject({ verified: true });
		expect(items('Relay It')).toHaveLength(1);
	},
	'custom-call'(items) {
		const read = jsons(items('Validators')) as unknown as Row[];
		expect(read.length).toBeGreaterThan(1);
		const versions = jsons(items('Most First')) as unknown as Array<Record<string, number>>;
		const counts = versions.map(({ count_nodeId: count }) => count);
		expect(counts.reduce((sum, count) => sum + count, 0)).toBe(read.length);
		expect(new Set(pick(items('Most First'), 'avalancheGoVersion'))).toEqual(
			new Set(pick(items('Validators'), 'avalancheGoVersion')),
		);
	},
	'acknowledge-in-slack'(items, world) {
		inWords('Watch My Validator')(items, world);
		const fires = jsons(items('Watch My Validator')).filter(({ firingSince }) => firingSince);
		expect(items('Tell the Team')).toHaveLength(items('Watch My Validator').length);
		expect(items('Fires?')).toHaveLength(fires.length);
		const [question] = pick(items('Who Takes Care?'), 'message');
		for (const { title } of fires) expect(question).toContain(title);
	},
	'chat-for-each-validator'(items) {
		// No rule has the validator of the test.
		expect(pick(items('Others'), 'text')).toEqual(
			jsons(items('Format')).map(({ body }) => (body as unknown as Row).text),
		);
		expect(items('Others').length).toBeGreaterThan(0);
	},
	'confirmed-delegations'(items) {
		const delegations = jsons(items('New Delegation'));
		expect(delegations.length).toBeGreaterThan(0);
		// A manual execution confirms nothing.
		const expected = delegations.map(({ id }) => ({ eventId: id, confirmed: false }));
		expect(jsons(items('Confirm'))).toEqual(expected);
		const texts = delegations.map(({ title }) => `🔵 ${String(title)}`);
		expect(pick(items('Tell the Team'), 'text')).toEqual(texts);
	},
	'delegation-alert'(items, world) {
		const delegations = items('New Delegation');
		expect(delegations.length).toBeGreaterThan(0);
		expect(new Set(pick(delegations, 'nodeId'))).toEqual(new Set([NODE]));
		for (const json of jsons(delegations)) {
			const tx = world.node.staking.byHash(String(json.txHash));
			expect(DELEGATIONS).toContain(tx?.txType);
			expect(json.amountExact).toBe(String(tx?.amount));
		}
		expect(items('Tell the Team')).toHaveLength(delegations.length);
		expect(pick(items('Format'), 'text')).toEqual(pick(delegations, 'text'));
	},
	'export-and-download'(items) {
		const [first, again] = [items('Export')[0], items('Read the Export Again')[0]];
		csvOf(first, 'export');
		expect(again.json.operationId).toBe(first.json.operationId);
		expect(again.binary).toBeUndefined();
	},
	'wait-for-export'(items) {
		const [started] = items('Start the Export');
		const statuses = pick(items('State'), 'operationStatus');
		expect(statuses.at(-1)).toBe('COMPLETED');
		expect(items('Until the Next Check')).toHaveLength(statuses.length);
		const [file] = items('The File');
		csvOf(file, 'export');
		expect(file.json.operationId).toBe(started.json.operationId);
	},
	'l1-low-balance'(items, world) {
		const active = world.node.l1.of(L1).filter(({ balance }) => balance > 0n);
		const low = active.filter(({ balance }) => balance < LIMIT).map(({ nodeId }) => nodeId);
		expect(items('Validators of the L1')).toHaveLength(active.length);
		expect(pick(items('Runs Low'), 'nodeId').sort()).toEqual([...low].sort());
		const [{ validators }] = jsons(items('One Message')) as unknown as [{ validators: Row[] }];
		const balances = new Map(active.map(({ nodeId, balance }) => [nodeId, balance]));
		expect(validators).toHaveLength(low.length);
		for (const { nodeId, remainingBalance } of validators)
			expect(remainingBalance).toBe(Number(balances.get(nodeId)) / 1e9);
		for (const { nodeId, remainingBalanceExact } of jsons(items('Runs Low')))
			expect(remainingBalanceExact).toBe(String(balances.get(String(nodeId))));
	},
	'l1-validator-balances'(items, world) {
		const expected = world.node.l1.of(L1).map(({ nodeId }) => nodeId);
		expect(pick(items('Balances Left'), 'nodeId').sort()).toEqual([...expected].sort());
		expect(new Set(pick(items('Uptime on the L1'), 'nodeId'))).toEqual(new Set(expected));
	},
	'monthly-export-to-s3'(items) {
		csvOf(items('Export Last Month')[0], 'export');
		csvOf(items('Put Into the Bucket')[0], 'export');
	},
	'node-health-and-index'(items, world) {
		expect(jsons(items('Health'))[0]).toMatchObject({ healthy: true });
		const height = Number(jsons(items('X-Chain Height'))[0].height);
		expect(height).toBeLessThanOrEqual(world.node.chain('X').height());
		const last = Number(jsons(items('Last Accepted Block'))[0].index);
		const five = [4, 3, 2, 1, 0].map((before) => String(last - before));
		expect(pick(items('Last Five Blocks'), 'index')).toEqual(five);
		for (const { binary } of items('Last Five Blocks')) expect(binary).toHaveProperty('container');
	},
	'node-health-to-slack'(items) {
		expect(jsons(items('Node Health Changed'))[0]).toMatchObject({ to: 'healthy' });
		expect(items('Tell the Team')).toHaveLength(2);
		// A test event shows an unhealthy sample, too, marked as one.
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
	'token-transfers'(items, world) {
		const [{ result: symbol, address }] = jsons(items('Symbol')) as unknown as [Row];
		const tokens = tokensIn(world);
		const token = tokens.erc20.find((one) => one.address === address);
		expect(symbol).toBe(token?.symbol);
		const sent = tokens
			.transfers()
			.filter((one) => one.token === token && one.blockNumber <= 900_100)
			.filter((one) => transactionOf(one).succeeded);
		const values = sent.map(({ value }) => Number(`${value}e-${token?.decimals ?? 0}`));
		expect(values.length).toBeGreaterThan(1);
		expect(pick(items('Rows'), 'Value').map(Number)).toEqual(values);
		expect(pick(items('Rows'), 'To').map((to) => to.toLowerCase())).toEqual(
			sent.map(({ to }) => to),
		);
	},
	portfolio(items, world) {
		const rows = jsons(items('Holdings')) as unknown as Array<Record<string, string | number>>;
		expect(new Set(rows.map(({ chainId }) => String(chainId)))).toEqual(
			new Set(['43114', 'p-chain', 'x-chain', ...rows.map(({ chainId }) => String(chainId))]),
		);
		const stakes = rows.filter(({ state }) => state === 'staked' || state === 'pendingStake');
		const staked = stakes.reduce((sum, { balanceExact }) => sum + BigInt(balanceExact), 0n);
		const own = world.network('mainnet').staking.find({ addresses: new Set(owners(world)) });
		const running = own.filter(
			({ amount, startTimestamp }) => amount > 0n && startTimestamp !== undefined,
		);
		expect(staked).toBe(running.reduce((sum, { amount }) => sum + amount, 0n));
		const totals = jsons(items('Largest First')) as unknown as Array<Record<string, number>>;
		expect(totals.length).toBeGreaterThan(2);
		const values = totals.map(({ sum_value: value }) => value).filter((value) => value > 0);
		expect(values).toEqual([...values].sort((a, b) => b - a));
	},
	'uptime-to-telegram'(items) {
		const [{ text }] = jsons(items('Tell Me')) as unknown as Row[];
		expect(text).toMatch(/uptime/i);
	},
	'rewards-to-google-sheets'(items) {
		const rows = items('Append');
		expect(pick(rows, 'Transaction')).toEqual(pick(items('Reward Paid'), 'rewardTxHash'));
		for (const { json } of rows) expect(json['Reward (AVAX)']).toBeGreaterThan(0);
	},
	'silence-by-form': inWords('Watch My Validator'),
	'stake-end-alert'(items) {
		const [mail] = jsons(items('Email')) as unknown as Row[];
		expect(mail.subject).toMatch(/ends/);
		expect(mail.html).toContain('<h2>');
		const [first] = jsons(items('Stake Ending')) as unknown as Row[];
		expect(first.event).toBe('stake.ending');
	},
	'tax-report'(items, world) {
		checkTaxReport(items, world);
		if (items('Rows').length > 0) csvOf(items('CSV File')[0], 'report');
	},
	'validator-dashboard'(items) {
		const [{ page, status }] = jsons(items('Page')) as unknown as Row[];
		expect(status).toBe(200);
		const validators = jsons(items('Validators')) as unknown as Row[];
		expect(validators.length).toBeGreaterThan(3);
		for (const { nodeId, uptimePerformance } of validators) {
			expect(page).toContain(`>${nodeId}</a>`);
			expect(page).toContain(`>${Number(uptimePerformance).toFixed(2)} %</text>`);
		}
		expect(items('Answer')).toHaveLength(1);
	},
	'tps-table'(items, world) {
		const chains = mainnetChains(world);
		expect(pick(items('Supported Chains'), 'chainId').sort()).toEqual(chains.sort());
		const rates = pick(items('Busiest First'), 'TPS').map(Number);
		expect(rates.length).toBeGreaterThan(1);
		const read = pick(items('With Metrics'), 'value').map(Number);
		expect(rates).toEqual([...read].sort((a, b) => b - a));
		const [{ table }] = jsons(items('HTML Table')) as unknown as [{ table: string }];
		expect(table.match(/<tr/g)).toHaveLength(rates.length + 1);
		expect(table.match(/>\d{4}-\d{2}-\d{2}</g)).toHaveLength(rates.length);
	},
	'validator-agent'(items) {
		const [{ output }] = jsons(items('AI Agent')) as unknown as [{ output: string }];
		expect(output).toContain(NODE);
		expect(output).toContain('amountDelegated');
	},
	'stake-totals'(items) {
		// Exact amounts, against the numbers that n8n's own nodes worked with.
		const least = 100_000_000_000_000n;
		const exact = pick(items('Delegations'), 'amountDelegatedExact').map(BigInt);
		const expected = exact.filter((amount) => amount >= least);
		expect(expected.length).toBeGreaterThan(1);
		expect(expected.length).toBeLessThan(exact.length);
		const largestFirst = [...expected].sort((a, b) => (a < b ? 1 : -1)).map(String);
		expect(pick(items('Largest First'), 'amountDelegatedExact')).toEqual(largestFirst);
		const total = expected.reduce((sum, amount) => sum + amount, 0n);
		const [totals] = jsons(items('Totals')) as unknown as Array<Record<string, number>>;
		expect(totals.count_txHash).toBe(expected.length);
		expect(totals.sum_amountDelegated).toBeCloseTo(Number(total) / 1e9, 6);
		expect(totals.max_amountDelegated).toBe(Number(largestFirst[0]) / 1e9);
	},
	'treasury-deposits'(items) {
		const [deposit] = jsons(items('Deposit')) as unknown as Row[];
		expect(deposit).toMatchObject({ event: 'token.transfer', direction: 'received', amount: 250 });
		const [sent] = jsons(items('Tell the Team')) as unknown as Row[];
		expect(sent.text).toContain(deposit.title);
		const { blocks } = JSON.parse(sent.blocksUi) as { blocks: unknown[] };
		expect(JSON.stringify(blocks)).toContain('250');
	},
	'validator-activity'(items, world) {
		const [delegation] = jsons(items('New Delegation')) as unknown as Row[];
		expect(delegation).toMatchObject({ nodeId: NODE, amount: 25 });
		expect(world.node.staking.byHash(delegation.txHash)?.txType).toBe(DELEGATIONS[0]);
		const [sent] = jsons(items('Tell Me')) as unknown as Row[];
		expect(sent.text).toContain('<b>');
		expect(sent.text).toContain(NODE);
	},
	'send-alert'(items) {
		const [{ jsonBody }] = jsons(items('Webhook')) as unknown as [{ jsonBody: string }];
		const { text, blocks } = JSON.parse(jsonBody) as { text: string; blocks: unknown[] };
		expect(text).toMatch(/^🟠 Sample: the uptime/);
		expect(JSON.stringify(blocks)).toContain('This is a sample');
	},
	'validator-alerts': alerted,
	'l1-administration': alerted,
	'l1-alerts': alerted,
	'relayer-alerts': alerted,
	'safe-alerts': alerted,
	'stale-feed': alerted,
	'top-up-approval': inWords('Decide'),
	'treasury-alerts': alerted,
	'from-lambda': inWords('Send the Alert'),
	'from-alertmanager'(items) {
		expect(pick(items('Event'), 'severity')).toEqual(['critical', 'resolved']);
		const sent = pick(items('Webhook'), 'jsonBody');
		expect(sent.map((body) => body.includes('Disk Space: 8.5, below 10'))).toEqual([true, true]);
	},
	'from-zapier'(items) {
		expect(pick(items('Validator'), 'nodeId')).toEqual([NODE]);
	},
	'staking-digest'(items) {
		const running = jsons(items('Running Stakes')) as unknown as Array<Record<string, string>>;
		const stakes = running.filter(({ rewardType }) => rewardType !== 'VALIDATOR_FEE');
		expect(stakes.length).toBeGreaterThan(1);
		const sum = (rows: typeof running, field: string) =>
			Number(rows.reduce((total, row) => total + BigInt(row[`${field}Exact`]), 0n)) / 1e9;
		const [digest] = jsons(items('Write the Digest')) as unknown as Array<Record<string, number>>;
		expect(digest.stakes).toBe(stakes.length);
		expect(digest.staked).toBeCloseTo(sum(stakes, 'amountStaked'), 6);
		expect(digest.expected).toBeCloseTo(sum(running, 'estimatedReward'), 6);
		expect(String(digest.html).match(/width:\d+px;height/g)).toHaveLength(
			Math.min(10, stakes.length),
		);
		expect(pick(items('Email'), 'html')).toEqual([digest.html]);
	},
	'ending-stakes'(items) {
		const days = pick(items('With Dates'), 'Days Left').map(Number);
		expect(days.length).toBeGreaterThan(0);
		for (const left of days) expect(left).toBeLessThan(90);
		const ends = pick(items('In 90 Days'), 'endTimestamp').map(
			(time) => `${dayOf(time)} ${new Date(time).toISOString().slice(11, 16)}`,
		);
		expect(pick(items('With Dates'), 'Ends')).toEqual(ends);
	},
	'name-balances'(items, world) {
		const owner = walletOf(world.random, 0);
		expect(pick(items('Address'), 'value').map((one) => one.toLowerCase())).toEqual([owner]);
		expect(items('Balance')).toHaveLength(1);
	},
	'new-transactions'(items) {
		const read = pick(items('Latest Transactions'), 'txHash');
		expect(read.length).toBeGreaterThan(0);
		expect(pick(items('Not Seen Before'), 'txHash')).toEqual(read);
		expect(pick(items('With a Link'), 'link')[0]).toBe(
			`https://subnets.avax.network/c-chain/tx/${read[0]}`,
		);
	},
	'balances-in-batches'(items, world) {
		expect(items('Balance')).toHaveLength(owners(world).length);
		const sum = pick(items('Balance'), 'unlockedStaked').reduce(
			(total, one) => total + Number(one),
			0,
		);
		const [total] = jsons(items('Total')) as unknown as Array<Record<string, number>>;
		expect(total.sum_unlockedStaked).toBeCloseTo(sum, 6);
		expect(total.count_symbol).toBe(owners(world).length);
	},
	'tps-chart'(items) {
		const [{ labelsArray, data }] = jsons(items('Chart')) as unknown as Array<
			Record<string, string>
		>;
		const rates = pick(items('Oldest First'), 'value').map(Number);
		expect(rates).toHaveLength(30);
		expect(JSON.parse(data)).toEqual(rates);
		const days = JSON.parse(labelsArray) as string[];
		expect(days).toHaveLength(30);
		expect(days.every((day) => /^\d{4}-\d{2}-\d{2}$/.test(day))).toBe(true);
	},
	'export-to-excel'(items) {
		csvOf(items('Export')[0], 'export');
		expect(items('Rows').length).toBeGreaterThan(1);
		const [{ binary }] = items('Excel File');
		expect(binary?.spreadsheet.fileName).toBe('transactions.xlsx');
	},
	'error-branches'(items) {
		expect(items('Balances')).toHaveLength(2);
		const [failed] = jsons(items('Correct It')) as unknown as Array<Record<string, string>>;
		expect(failed.message).toMatch(/"Addresses" \(addresses\).*typing error/);
		expect(items('Try Again Later')).toEqual([]);
	},
	'weekly-staking-report'(items) {
		const rewards = items('Pending Rewards');
		expect(rewards.length).toBeGreaterThan(0);
		const rows = items('Rows of the Report');
		expect(pick(rows, 'Transaction')).toEqual(pick(rewards, 'txHash'));
		for (const [index, row] of jsons(rows).entries()) {
			const { rewardType, amountStakedExact, endTimestamp } = rewards[index].json;
			// The row of a fee repeats the stake of its validator.
			const staked = rewardType === 'VALIDATOR_FEE' ? 0 : Number(amountStakedExact) / 1e9;
			expect(row).toMatchObject({ 'Staked (AVAX)': staked });
			expect(Object.values(row)).toContain(dayOf(String(endTimestamp)));
		}
		const [{ binary }] = items('Excel File');
		expect(binary?.report.fileName).toMatch(/^staking-.*\.xlsx$/);
	},
};

/** Checks the items of an example's execution. */
export function checkExample(name: string, runData: IRunData, world: World): void {
	if (!(name in CHECKS)) throw new Error(`There is no check of the items of ${name}`);
	CHECKS[name]((node) => itemsOf(runData, node), world);
}
