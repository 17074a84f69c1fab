import path from 'node:path';
import { invokeFunction } from '../lab/kit/lambda/invoke';
import { whyNoRuntimeClient } from '../lab/kit/lambda/runtimeClient';
import { type Stack, startStack } from '../lab/kit/lambda/stack';
import { startReceivers, targetsAt } from '../lab/kit/channels/receivers';
import { unsignedHex } from '../lab/kit/lambda/aggregateKit';
import { startDeliveryQueues } from '../lab/kit/lambda/localQueues';
import { RECEIVER_VARIABLE, localReceiver } from './lib/localReceiver';
import { KMS_KEY, KMS_SIGNING_KEY, startKms } from '../lab/kit/lambda/kmsServer';
import { SECRET, TABLE, startTable, startTarget } from '../lab/kit/lambda/notifyKit';
import { SUBSCRIPTIONS, startSubscriptionsTable } from '../lab/kit/lambda/subscriptionKit';
import { buildLambdas } from '../lambdas/build/lambdas';
import { calledBack } from './lib/callbackDemo';
import { DEMO_FORMATS, checkedFormats, incidents } from './lib/formatsDemo';
import { eventsOfSeveral, startResultQueue } from './lib/messagesDemo';
import { PAYMENTS, receiveDemo } from './lib/receiveDemo';
import { subscriptionsDemo } from './lib/subscriptionsDemo';
import { TOP_UP_PARAMETER, topUpDemo } from './lib/topUpDemo';

/**
 * `npm run lambdas`: builds the functions and invokes each once, under AWS's own runtime client and
 * by AWS's own SDK, against services, S3, DynamoDB and Parameter Store on this machine.
 */

const ADDRESS = '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7';

async function call(stack: Stack, name: string, event: unknown): Promise<unknown> {
	const begun = performance.now();
	const { failed, answer } = await invokeFunction(stack.lambda, name, event);
	const ms = Math.round(performance.now() - begun);
	console.log(`\n${name} ${shortJson(event)}\n→ ${failed ? 'failed' : 'answered'} after ${ms} ms`);
	console.log(shortJson(answer));
	if (failed) throw new Error(`${name} failed`);
	return answer;
}

/** JSON for output: long texts and lists are cut. */
function shortJson(value: unknown): string {
	return JSON.stringify(
		value,
		(_, item: unknown) => {
			if (typeof item === 'string' && item.length > 160) return `${item.slice(0, 160)}…`;
			return Array.isArray(item) && item.length > 3
				? [...(item as unknown[]).slice(0, 3), `… ${item.length} in total`]
				: item;
		},
		2,
	);
}

/** A relayer whose balance crosses a threshold, and recovers. */
const RELAYER = '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7';

async function main(): Promise<void> {
	const reason = whyNoRuntimeClient();
	if (reason) throw new Error(reason);
	const outDir = path.resolve(__dirname, '../dist-lambdas');
	await buildLambdas({ outDir, zip: false, plugins: [localReceiver] });
	const folderOf = (name: string) => path.join(outDir, name);
	console.log(
		"Starting (the first time, Lambda's runtime client is compiled, which takes a minute)",
	);
	const [table, target] = [await startTable(), await startTarget()];
	const waiting = await startTarget();
	// As n8n does while the waiting execution is not stored.
	waiting.answer = (count) => (count === 0 ? 404 : 200);
	const [receivers, results] = [await startReceivers(), await startResultQueue()];
	const [subscribed, kms] = [await startSubscriptionsTable(table), await startKms()];
	const settings = {
		sources: [
			{ name: 'staking', event: 'stakingTransaction' },
			{
				name: 'relayer',
				event: 'balanceCrossed',
				asset: 'native',
				addresses: RELAYER,
				below: '1, 0.1',
			},
		],
		webhooks: [PAYMENTS],
		targets: [
			{ name: 'hook', url: `${target.url}/`, secrets: [SECRET], allowPrivateNetwork: true },
			...targetsAt(receivers.url, DEMO_FORMATS),
		],
	};
	const subscriptions = {
		AWS_ENDPOINT_URL_DYNAMODB: table.url,
		AWS_ENDPOINT_URL_KMS: kms.url,
		SUBSCRIPTIONS_TABLE: SUBSCRIPTIONS,
		SUBSCRIPTIONS_KEY: KMS_KEY,
		[RECEIVER_VARIABLE]: target.url,
	};
	const queues = await startDeliveryQueues(results.url);
	const outbox = {
		...subscriptions,
		...queues.environment,
		NOTIFY_TABLE: TABLE,
		NOTIFY_SETTINGS: JSON.stringify(settings),
		AVALANCHE_SECRETS_IN_ENVIRONMENT: 'allow',
	};
	const stack = await startStack({
		folderOf,
		emulator: { exports: { durationMs: 3_000 } },
		exportTransactions: {
			environment: {
				EXPORT_CALLBACK_KEY: SECRET,
				AVALANCHE_SECRETS_IN_ENVIRONMENT: 'allow',
				EXPORT_ALLOW_PRIVATE_CALLBACKS: 'true',
			},
		},
		others: [
			{
				name: 'aggregateSignatures',
				folder: folderOf('aggregateSignatures'),
				environment: results.environment,
			},
			{ name: 'notify', folder: folderOf('notify'), environment: outbox },
			{
				name: 'sender',
				folder: folderOf('sender'),
				environment: { ...outbox, SENDER_CONCURRENCY: '10' },
			},
			{
				name: 'subscriptions',
				folder: folderOf('subscriptions'),
				environment: subscriptions,
			},
			{
				name: 'receive',
				folder: folderOf('receive'),
				environment: outbox,
			},
			{
				name: 'topUp',
				folder: folderOf('topUp'),
				environment: {
					AWS_ENDPOINT_URL_DYNAMODB: table.url,
					AWS_ENDPOINT_URL_KMS: kms.url,
					TOP_UP_SETTINGS_PARAMETER: TOP_UP_PARAMETER,
					TOP_UP_TABLE: TABLE,
					TOP_UP_KEY: KMS_SIGNING_KEY,
				},
			},
		],
	});
	try {
		const callback = `${waiting.url}/webhook-waiting/1`;
		const order = { rule: 'lastMonth', chains: ['43114'], addresses: [ADDRESS], callback };
		const { started } = (await call(stack, 'startExport', order)) as {
			started: Array<{ name: string }>;
		};
		await call(stack, 'startExport', order);
		console.log('\nexportTransactions runs: it waits for the service, then copies the file to S3');
		await stack.lambda.settled();
		const names = started.map(({ name }) => name);
		await call(stack, 'startExport', { action: 'status', names });
		console.log(`\nCallbacks of the export\n${calledBack(waiting.received).join('\n')}`);
		console.log(
			`Objects in S3\n${(await stack.s3.keys('exports')).map((key) => `  ${key}`).join('\n')}`,
		);

		const { emulator } = stack;
		const [blockchain] = emulator.world.node.subnets[1].blockchains;
		await call(stack, 'aggregateSignatures', { message: unsignedHex(blockchain.id) });
		const several = eventsOfSeveral(blockchain.id);
		await call(stack, 'aggregateSignatures', several.list);
		await call(stack, 'aggregateSignatures', several.batch);
		const sent = (await results.received()).map((body) => body.slice(0, 160));
		console.log(`\nResults in the queue\n${sent.join('\n')}`);
		if (sent.length !== several.batch.Records.length) throw new Error('Results are missing');

		/** Invokes sender with all that is in the queues. */
		const sendAll = async () => void (await queues.drain((event) => call(stack, 'sender', event)));
		const run = async () => {
			await call(stack, 'notify', {});
			await sendAll();
		};
		const balance = (milli: bigint) =>
			emulator.control.setEvmBalance({ address: RELAYER, balance: milli * 10n ** 15n });
		balance(5_000n);
		await run();
		emulator.control.addTransactions({ transactions: [{}] });
		balance(400n);
		await run();
		balance(3_000n);
		await run();
		console.log(
			`\nRequests to the webhook\n${target.received.map(({ body }) => body.slice(0, 400)).join('\n')}`,
		);
		const checked = checkedFormats(target.received, receivers.received);
		console.log(`\nThe same events in ${DEMO_FORMATS.length} formats\n${checked.join('\n')}`);
		const opened = incidents(receivers.received);
		console.log(`\nIncidents of PagerDuty\n${opened.join('\n')}`);
		if (!opened.some((line) => line.startsWith('resolved: '))) {
			throw new Error('No incident was resolved');
		}
		await call(stack, 'notify', { action: 'test', target: 'slack' });
		const lines = await receiveDemo(
			stack,
			target,
			(name, event) => call(stack, name, event),
			sendAll,
		);
		console.log(`\n${lines.join('\n')}`);
		const said = await subscriptionsDemo(stack, target, subscribed, run);
		console.log(`\nA subscription, from its start to its end\n${said.join('\n')}`);
		await topUpDemo(stack, (name, event) => call(stack, name, event));
	} finally {
		await stack.close();
		queues.close();
		await Promise.all([results.close(), subscribed.close(), kms.close()]);
		await Promise.all([table.close(), target.close(), waiting.close(), receivers.close()]);
	}
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
