import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { aggregationRequestOf } from '../../lambdas/aggregateSignatures/event';
import { ACTION } from '../../lambdas/notify/actionSchema';
import { INSTANT_VALUES } from '../../lambdas/notify/events';
import { THROTTLED } from '../../lambdas/notify/patience';
import { settingsOf } from '../../lambdas/notify/settings';
import { CHECK_ACTION } from '../../lambdas/receive/create';
import { parseExportEvent } from '../../lambdas/shared/exportEvent';
import { topUpEvent } from '../../lambdas/topUp/event';
import { topUpSettings } from '../../lambdas/topUp/settings';
import { parseStartEvent } from '../../lambdas/startExport/event';

/** The events and commands of docs/lambdas.md are such as the functions and AWS take. */

const ROOT = path.resolve(__dirname, '../..');
const page = readFileSync(path.join(ROOT, 'docs/lambdas.md'), 'utf8');

/** A chapter of the page, by its title. */
function chapter(title: string): string {
	const [, text] = page.split(`\n## ${title}\n`);
	return text.split('\n## ')[0];
}

function blocks(text: string, language: string): string[] {
	const fence = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm');
	return [...text.matchAll(fence)].map(([, block]) => block.replace(/\\\n\s*/g, ' '));
}

const commands = blocks(page, 'sh')
	.join('\n')
	.split('\n')
	.filter((line) => line.startsWith('aws '));
const payloads = (title: string): unknown[] =>
	[
		...blocks(chapter(title), 'sh')
			.join('\n')
			.matchAll(/--payload '([^']*)'/g),
	].map(([, json]) => JSON.parse(json) as unknown);
const examples = (title: string) => blocks(chapter(title), 'json');

test('exportTransactions takes its event', () => {
	const [event, ...more] = examples('exportTransactions');
	expect(more).toEqual([]);
	expect(parseExportEvent(JSON.parse(event))).toMatchObject({
		input: { type: 'TRANSACTION_EXPORT_EVM', firstDate: '2026-10-01', lastDate: '2026-10-31' },
	});
});

test('startExport takes its events, with the moment that the scheduler puts in', () => {
	const [order, status, ...more] = examples('startExport').map((one) =>
		parseStartEvent(
			JSON.parse(one.replace('<aws.scheduler.scheduled-time>', '2026-11-01T06:00:00Z')),
		),
	);
	expect(more).toEqual([]);
	expect(order).toMatchObject({ action: 'start', rule: 'lastMonth', chains: ['43114', '43113'] });
	expect(status).toMatchObject({ action: 'status' });
});

test('aggregateSignatures takes its payload', () => {
	const [event, ...more] = payloads('aggregateSignatures');
	expect(more).toEqual([]);
	expect(aggregationRequestOf(event)).toMatchObject({ network: 'mainnet', quorumPercentage: 67 });
});

test('notify takes its settings and its actions', async () => {
	const [settings, ...more] = examples('notify');
	expect(more).toEqual([]);
	const { sources, targets } = await settingsOf(settings);
	expect(sources.map(({ name }) => name)).toEqual(['staking', 'validators', 'node']);
	expect(targets.map(({ name }) => name)).toEqual(['n8n', 'zapier', 'slack']);
	const actions = payloads('notify').map((one) => ACTION().parse(one).action);
	expect(actions).toEqual([
		...['putSources', 'listSources', 'deleteSources'],
		...['listPending', 'listDeadLetters', 'redrive', 'enableTarget', 'redrive', 'test'],
	]);
});

test('receive takes its settings and its event', async () => {
	const [settings, ...more] = examples('receive');
	expect(more).toEqual([]);
	const { webhooks } = await settingsOf(settings);
	expect(webhooks?.map(({ name }) => name)).toEqual(['payments', 'stakes']);
	expect(payloads('receive').map((one) => CHECK_ACTION().parse(one).action)).toEqual(['check']);
	const values = [...chapter('receive').matchAll(/^Values of `event`: ([^.]*)\./gm)][0][1];
	expect(values.replaceAll('`', '').split(', ').sort()).toEqual([...INSTANT_VALUES].sort());
});

test('topUp takes the settings and the events of its page', () => {
	const own = readFileSync(path.join(ROOT, 'docs/topUp.md'), 'utf8');
	const [settings, ...more] = blocks(own, 'json');
	expect(more).toEqual([]);
	expect(topUpSettings(settings)).toMatchObject({ mode: 'pay', mostLagSeconds: 60 });
	const events = [...own.matchAll(/`(\{ "action".*?\})`/g)].map(([, event]) => event);
	const { validations } = topUpSettings(settings);
	const actions = events.map((one) =>
		topUpEvent(
			JSON.parse(
				one.replace('…', one.includes('txId') ? validations[0].validationId : 'a'.repeat(20)),
			),
		),
	);
	expect(actions.map(({ action }) => action)).toEqual(['run', 'state', 'release', 'abandon']);
});

test('every error and metric of the functions is named', () => {
	const folder = path.join(ROOT, 'lambdas');
	const code = readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.map((file) => readFileSync(path.join(folder, file), 'utf8'))
		.join('\n');
	const named = (pattern: RegExp) => new Set([...code.matchAll(pattern)].map(([, name]) => name));
	const errors = named(/new HandlerError\(\s*'(\w+)'/g);
	const metrics = named(/\bmeasure\(\s*'(\w+)'/g);
	expect([errors.size > 10, metrics.size > 10]).toEqual([true, true]);
	const all = [...errors, ...metrics, THROTTLED];
	expect(all.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

describe('AWS knows', () => {
	const CLIENTS: Readonly<Record<string, string>> = {
		lambda: 'client-lambda',
		ssm: 'client-ssm',
		secretsmanager: 'client-secrets-manager',
		sqs: 'client-sqs',
	};
	/** Of the command line itself, or an argument without a name. */
	const OWN = new Set(['--cli-binary-format']);
	const pascal = (words: string) =>
		words.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());

	test('there are commands', () => expect(commands.length).toBeGreaterThan(7));

	test.each(commands)('%s', (command) => {
		const [, service, name] = command.split(' ');
		const models = path.join(ROOT, 'node_modules/@aws-sdk', CLIENTS[service], 'dist-types');
		const types = readFileSync(
			path.join(models, 'commands', `${pascal(name)}Command.d.ts`),
			'utf8',
		);
		expect(types).toContain(`class ${pascal(name)}Command`);
		const known = readFileSync(path.join(models, 'models/models_0.d.ts'), 'utf8');
		const flags = command.replace(/'[^']*'/g, '').match(/--[a-z-]+/g) ?? [];
		for (const flag of flags.filter((one) => !OWN.has(one))) {
			expect([
				flag,
				known.includes(`${pascal(flag.slice(2))}?: `) ||
					known.includes(`${pascal(flag.slice(2))}: `),
			]).toEqual([flag, true]);
		}
	});
});
