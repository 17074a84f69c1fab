import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { invokeFunction } from '../../kit/lambda/invoke';
import { startLambda } from '../../kit/lambda/lambda';
import { TABLE, startTable, startTarget } from '../../kit/lambda/notifyKit';
import { runtimeClient, whyNoRuntimeClient } from '../../kit/lambda/runtimeClient';
import { buildLambdas } from '../../../lambdas/build/lambdas';
import { webhookMessageId } from '../../../lambdas/notify/batchEvents';
import { stakingTransaction } from './eventCosts';
import { processorTime } from './processorTime';

const BATCHES = 300;
const BATCH = 10;

/**
 * Processor milliseconds per delivery of sender, as a bundle under Lambda's runtime client: staking
 * events in batches of ten, to signed targets over HTTP, with outcomes in the table. Undefined where
 * there is no runtime client.
 */
export async function senderTime(): Promise<number | undefined> {
	const reason = whyNoRuntimeClient();
	if (reason !== undefined) {
		console.log(`Not measured: processor time of sender (${reason})`);
		return undefined;
	}
	await runtimeClient();
	const folder = mkdtempSync(path.join(os.tmpdir(), 'avalanche-sender-'));
	const [built] = await buildLambdas({ outDir: folder, names: ['sender'], zip: false });
	const [table, target] = [await startTable(), await startTarget()];
	const names = Array.from({ length: BATCH }, (_, at) => `hook${at}`);
	const settings = {
		sources: [{ name: 'staking', event: 'stakingTransaction' }],
		targets: names.map((name) => ({
			name,
			url: `${target.url}/${name}`,
			secrets: [`whsec_${Buffer.alloc(32, 7).toString('base64')}`],
			allowPrivateNetwork: true,
		})),
	};
	const environment = {
		AWS_ENDPOINT_URL_DYNAMODB: table.url,
		NOTIFY_TABLE: TABLE,
		NOTIFY_SETTINGS: JSON.stringify(settings),
		NOTIFY_QUEUE_URL: 'https://sqs.us-east-1.amazonaws.com/000000000000/deliveries',
		NOTIFY_SLOW_QUEUE_URL: 'https://sqs.us-east-1.amazonaws.com/000000000000/slow',
		SENDER_CONCURRENCY: '10',
		AVALANCHE_SECRETS_IN_ENVIRONMENT: 'allow',
	};
	const lambda = await startLambda({
		functions: [{ name: 'sender', folder: built.folder, environment, timeoutSeconds: 60 }],
	});
	const data = await stakingTransaction();
	const now = Date.now();
	let made = 0;
	const record = (name: string, queue: string) => {
		const event = { id: `staking:${made++}`, type: 'staking.transaction', timestamp: '', data };
		const id = webhookMessageId('staking', event.id);
		const delivery = { target: name, id, source: 'staking', attempts: 0, createdAt: now, event };
		return {
			messageId: id,
			body: JSON.stringify(delivery),
			eventSourceARN: `arn:aws:sqs:us-east-1:000000000000:${queue}`,
		};
	};
	const send = async (batches: number, queue = 'deliveries') => {
		for (let batch = 0; batch < batches; batch++) {
			const Records = names.map((name) => record(name, queue));
			const { answer } = await invokeFunction(lambda, 'sender', { Records });
			const { batchItemFailures } = answer as { batchItemFailures: unknown[] };
			if (batchItemFailures.length > 0) throw new Error('messages failed');
		}
	};
	try {
		// The first ones warm up the code, and find that the targets answer quickly.
		await send(1, 'slow');
		await send(BATCHES);
		const [{ pid }] = lambda.environments('sender');
		const before = processorTime(Number(pid));
		await send(BATCHES);
		return (processorTime(Number(pid)) - before) / (BATCHES * BATCH);
	} finally {
		await lambda.close();
		await Promise.all([table.close(), target.close()]);
		rmSync(folder, { recursive: true, force: true });
	}
}
