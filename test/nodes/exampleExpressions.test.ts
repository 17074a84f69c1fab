import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { LOCAL_KEY } from '../../emulator';
import { emulatorForTests } from '../emulatorForTests';
import { exampleNames } from '../../lab/kit/n8n/import';
import { type Evaluated, type ExampleRun, runExample, workflowOf } from './exampleExpressions';
import { engineForTests } from './harness';

/** Every expression of every example has the value that the item it reads means. */

const emulator = emulatorForTests({ exports: { durationMs: 0 } });
const engine = engineForTests(() => {
	const { dataUrl, metricsUrl, nodeUrl } = emulator;
	return { apiKey: LOCAL_KEY, dataUrl, metricsUrl, nodeUrl };
});
const runs: Record<string, ExampleRun> = {};
// A hook for each: a busy machine takes long for all of them.
for (const name of exampleNames())
	beforeAll(async () => {
		runs[name] = await runExample(engine, workflowOf(name), emulator);
	});

type Json = Record<string, string>;

/** Whole units of the exact text beside an amount. */
const inWholeUnits = (json: Json, field: string, decimals = 9) =>
	Number(json[`${field}Exact`]) / 10 ** decimals;
const day = (time: string) => new Date(time).toISOString().slice(0, 10);
const lastMonth = (at: number) => {
	const now = new Date();
	return new Date(now.getFullYear(), now.getMonth() - 1 + at, 1 - at, 12).toISOString();
};

/** Expressions that convert an amount or a time, by example, node and parameter. */
const EXPECTED: Record<string, (json: Json, time: number) => unknown> = {
	'ending-stakes > In 90 Days > conditions.conditions[0].leftValue': (json) =>
		new Date(json.endTimestamp).toISOString(),
	'ending-stakes > With Dates > assignments.assignments[2].value': (json) =>
		inWholeUnits(json, 'amountStaked'),
	'ending-stakes > With Dates > assignments.assignments[3].value': ({ endTimestamp }) =>
		new Date(endTimestamp).toISOString().slice(0, 16).replace('T', ' '),
	'ending-stakes > With Dates > assignments.assignments[4].value': ({ endTimestamp }, time) =>
		Math.floor((Date.parse(endTimestamp) - time) / 86_400_000),
	'error-branches > Balances > assignments.assignments[1].value': (json) =>
		inWholeUnits(json, 'unlockedUnstaked'),
	'l1-low-balance > Runs Low > conditions.conditions[0].leftValue': (json) =>
		inWholeUnits(json, 'remainingBalance'),
	'l1-low-balance > Format > item': (json) => {
		const validators = json.validators as unknown as Json[];
		const lines = validators.map(
			(one) => `${one.nodeId}: ${inWholeUnits(one, 'remainingBalance')} AVAX`,
		);
		const title = `${validators.length} validators run low`;
		return { title, text: lines.join(', '), severity: 'warning' };
	},
	'monthly-export-to-s3 > Export Last Month > firstDate': () => day(lastMonth(0)),
	'monthly-export-to-s3 > Export Last Month > lastDate': () => day(lastMonth(1)),
	'monthly-export-to-s3 > Put Into the Bucket > fileName': () => `${lastMonth(0).slice(0, 7)}.csv`,
	'node-health-and-index > Last Five Blocks > startIndex': ({ index }) => Number(index) - 4,
	'wait-for-export > Until the Next Check > amount': () => 2,
	'stake-totals > 100,000 AVAX or More > conditions.conditions[0].leftValue': (json) =>
		inWholeUnits(json, 'amountDelegated'),
	'tax-report > Of the Year > conditions.conditions[0].leftValue': ({ blockTimestamp }) =>
		new Date(blockTimestamp).getUTCFullYear(),
	'tps-chart > Points > assignments.assignments[0].value': ({ timestamp }) => day(timestamp),
	'tps-table > Rows > assignments.assignments[1].value': ({ timestamp }) => day(timestamp),
	'weekly-staking-report > Rows of the Report > assignments.assignments[2].value': (json) =>
		json.rewardType === 'VALIDATOR_FEE' ? 0 : inWholeUnits(json, 'amountStaked'),
	'weekly-staking-report > Rows of the Report > assignments.assignments[3].value': (json) =>
		json.rewardType === 'VALIDATOR_FEE' ? '0' : json.amountStakedExact,
	'weekly-staking-report > Rows of the Report > assignments.assignments[4].value': (json) =>
		inWholeUnits(json, 'estimatedReward'),
	'weekly-staking-report > Rows of the Report > assignments.assignments[5].value': (json) =>
		json.estimatedRewardExact,
	'weekly-staking-report > Rows of the Report > assignments.assignments[7].value': (json) =>
		day(json.endTimestamp),
	'rewards-to-google-sheets > Row > assignments.assignments[3].value': (json) =>
		inWholeUnits(json, 'reward'),
	'rewards-to-google-sheets > Row > assignments.assignments[4].value': (json) =>
		inWholeUnits(json, 'amountStaked'),
	'rewards-to-google-sheets > Row > assignments.assignments[0].value': ({ endTime }) =>
		day(endTime),
};

/** Expressions that convert: each has an expected value. */
const CONVERTS = /DateTime|toLocale|Math\.|amount|balance|reward\b|unlocked|startOf|endOf/i;

/** Values that may be absent, by example, node and parameter. */
const OPTIONAL = new Set([
	// Only exports that were cut short have it.
	'monthly-export-to-s3 > Cut Short? > conditions.conditions[0].leftValue',
	// The URL of the channel, which users write into the node that sends.
	...[
		'from-alertmanager',
		'l1-administration',
		'l1-alerts',
		'relayer-alerts',
		'safe-alerts',
		'stale-feed',
		'treasury-alerts',
		'validator-alerts',
	].map((set) => `${set} > Format > url`),
]);

/** True for a value of nothing, and for text that was made of nothing. An object may hold null. */
function isBroken(value: unknown): boolean {
	if (value === undefined || value === null || value === '') return true;
	const text = typeof value === 'string' ? value : JSON.stringify(value);
	const isJson = /^[[{]/.test(text);
	return /undefined|NaN|Invalid|\[object/.test(text) || (!isJson && /\bnull\b/.test(text));
}

const pathOf = (name: string, { node, parameter }: Evaluated) => `${name} > ${node} > ${parameter}`;
const plain = (value: unknown) =>
	typeof value === 'object' && value !== null && 'toISO' in value
		? new Date(String(value)).toISOString()
		: value;

// The nodes of its channels are evaluated below, each with its own settings.
const others = exampleNames().filter((name) => name !== 'send-alert');

test.each(others)('%s: every value is there', (name) => {
	const { evaluated } = runs[name];
	const broken = evaluated.filter((one) => !OPTIONAL.has(pathOf(name, one)) && isBroken(one.value));
	expect(broken).toEqual([]);
	// Nodes whose expressions were not evaluated have no items to read.
	const written = workflowOf(name).nodes.filter(
		({ parameters, type }) => JSON.stringify(parameters).includes('"=') && !/Tool$/.test(type),
	);
	const names = new Set(evaluated.map(({ node }) => node));
	expect(written.map(({ name: node }) => node).filter((node) => !names.has(node))).toEqual([]);
});

test.each(exampleNames())('%s: amounts are in whole units, times are those of the item', (name) => {
	const converting = runs[name].evaluated.filter((one) => CONVERTS.test(one.expression));
	for (const one of converting) {
		const path = pathOf(name, one);
		const expected = EXPECTED[path];
		if (!expected) throw new Error(`No expected value for ${path}: ${one.expression}`);
		expect([path, plain(one.value)]).toEqual([path, expected(one.json as Json, one.time)]);
	}
});

test('every expected value was compared', () => {
	const paths = Object.entries(runs).flatMap(([name, { evaluated }]) =>
		evaluated.map((one) => pathOf(name, one)),
	);
	expect(Object.keys(EXPECTED).filter((path) => !paths.includes(path))).toEqual([]);
});

test('the digest sums the exact amounts of stakes and rewards', () => {
	const { items, time } = runs['staking-digest'];
	const rowsOf = (node: string) => items[node].map(({ json }) => json as Json);
	const running = rowsOf('Running Stakes');
	const stakes = running.filter(({ rewardType }) => rewardType !== 'VALIDATOR_FEE');
	const since = time - Number(rowsOf('Settings')[0].days) * 86_400_000;
	const paid = rowsOf('Rewards Paid').filter(
		({ endTimestamp }) => Date.parse(endTimestamp) >= since,
	);
	const sum = (rows: Json[], field: string) =>
		Number(rows.reduce((total, row) => total + BigInt(row[`${field}Exact`]), 0n)) / 1e9;
	const [digest] = items['Write the Digest'].map(({ json }) => json);
	expect(stakes.length).toBeGreaterThan(1);
	expect(digest).toMatchObject({
		staked: sum(stakes, 'amountStaked'),
		expected: sum(running, 'estimatedReward'),
		rewardsPaid: sum(paid, 'reward'),
		stakes: stakes.length,
		rewards: paid.length,
	});
	const ends = stakes.map(({ endTimestamp }) => day(endTimestamp)).sort();
	const written = String(digest.text).match(/^\d{4}-\d\d-\d\d(?= )/gm);
	expect(written).toEqual(ends.slice(0, 10));
	expect(JSON.stringify(digest)).not.toMatch(/undefined|NaN|Invalid|\[object/);
});

/** The nodes of the channels in send-alert, with what their expressions must hold. */
const CHANNELS: Array<[channel: string, node: string, value: RegExp]> = [
	['webhook', 'Webhook', /"blocks".*Sample: the uptime/],
	['slack', 'Slack', /blocks.*Sample: the uptime/],
	['telegram', 'Telegram', /<b>Sample: the uptime/],
	['discord', 'Discord', /embeds|Sample: the uptime/],
	['pagerduty', 'PagerDuty', /"summary":"Sample: the uptime/],
	['email', 'Email', /<h2>Sample: the uptime/],
];

test.each(CHANNELS)(
	'send-alert to %s: its node gets the whole message',
	async (channel, name, has) => {
		const workflow = workflowOf('send-alert');
		const settings: IDataObject = {
			channel,
			webhookUrl: 'https://hooks.slack.com/services/T000/B000/XXXX',
			slackChannel: '#alerts',
			telegramChatId: '-1001234567890',
			emailFrom: 'from@example.org',
			emailTo: 'to@example.org',
		};
		const node = workflow.nodes.find((one) => one.name === 'Settings');
		const { assignments } = node?.parameters.assignments as unknown as {
			assignments: Array<{ name: string; value: unknown }>;
		};
		for (const one of assignments) one.value = settings[one.name] ?? one.value;
		const { evaluated, items } = await runExample(engine, workflow, emulator);
		const [formatted]: INodeExecutionData[] = items.Format;
		expect(formatted.json.channel).toBe(
			{ pagerduty: 'pagerDuty', webhook: 'slack' }[channel] ?? channel,
		);
		const own = evaluated.filter((one) => one.node === name);
		expect(own.length).toBeGreaterThan(0);
		expect(own.filter(({ value }) => isBroken(value))).toEqual([]);
		const texts = own.map(({ value }) =>
			typeof value === 'string' ? value : JSON.stringify(value),
		);
		// Channels separate the letters of links by a mark that is not visible.
		expect(texts.join('\n').replaceAll('\u200b', '')).toMatch(has);
	},
);
