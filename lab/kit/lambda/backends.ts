import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import {
	type AttributeDefinition,
	CreateTableCommand,
	DeleteTableCommand,
	DescribeTableCommand,
	DynamoDBClient,
	type GlobalSecondaryIndex,
} from '@aws-sdk/client-dynamodb';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import dynalite from 'dynalite';

/**
 * Replacements of DynamoDB and S3. By default they are written in Node, one for each suite; under
 * `npm run opinion -- aws` they are DynamoDB Local and moto, one for all suites, which then run one after
 * the other.
 */

/** A service that a suite has for itself until it closes it. */
export interface Backend {
	url: string;
	close(): Promise<void>;
}

/** Set by `npm run opinion -- aws`. */
export const BACKEND_VARIABLES = { dynamo: 'TEST_DYNAMODB_URL', s3: 'TEST_S3_URL' } as const;

/** True where suites share one DynamoDB, and its tables. */
export function sharedDynamo(): boolean {
	return process.env[BACKEND_VARIABLES.dynamo] !== undefined;
}

export async function dynamoBackend(): Promise<Backend> {
	const url = process.env[BACKEND_VARIABLES.dynamo];
	if (url) return { url, close: async () => undefined };
	const server = dynalite({ createTableMs: 0, updateTableMs: 0, deleteTableMs: 0 });
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

/** An empty table with the keys `pk` and `sk`, and other attributes and indexes if it has some. */
export async function freshTable(
	endpoint: string,
	TableName: string,
	{
		attributes = [],
		indexes,
	}: { attributes?: AttributeDefinition[]; indexes?: GlobalSecondaryIndex[] } = {},
) {
	const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
	const raw = new DynamoDBClient({ endpoint, region: 'local', credentials, maxAttempts: 3 });
	if (sharedDynamo()) {
		// A suite that failed may have left it.
		await raw.send(new DeleteTableCommand({ TableName })).catch((error: Error) => {
			if (error.name !== 'ResourceNotFoundException') throw error;
		});
	}
	const keys = ['pk', 'sk'].map((name) => ({ AttributeName: name, AttributeType: 'S' as const }));
	await raw.send(
		new CreateTableCommand({
			TableName,
			BillingMode: 'PAY_PER_REQUEST',
			AttributeDefinitions: [...keys, ...attributes],
			KeySchema: [
				{ AttributeName: 'pk', KeyType: 'HASH' },
				{ AttributeName: 'sk', KeyType: 'RANGE' },
			],
			GlobalSecondaryIndexes: indexes,
		}),
	);
	// It refuses writes until it is active.
	for (let status: string | undefined; status !== 'ACTIVE'; ) {
		const { Table } = await raw.send(new DescribeTableCommand({ TableName }));
		status = Table?.TableStatus;
	}
	const client = DynamoDBDocumentClient.from(raw, {
		marshallOptions: { removeUndefinedValues: true },
	});
	return { client, destroy: () => raw.destroy() };
}

/** A client of S3 at an address on this machine. */
export function localS3Client(endpoint: string): S3Client {
	const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
	return new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials });
}

/** S3 with empty buckets. */
export async function s3Backend(buckets: readonly string[]): Promise<Backend> {
	const url = process.env[BACKEND_VARIABLES.s3];
	if (!url) return await ownS3(buckets);
	await fetch(`${url}/moto-api/reset`, { method: 'POST' });
	const client = localS3Client(url);
	for (const Bucket of buckets) await client.send(new CreateBucketCommand({ Bucket }));
	client.destroy();
	return { url, close: async () => undefined };
}

/** Objects are kept in files until it is closed. */
async function ownS3(buckets: readonly string[]): Promise<Backend> {
	const folder = mkdtempSync(path.join(os.tmpdir(), 'avalanche-s3-'));
	const child = fork(path.join(__dirname, 's3Server.mjs'), [folder, ...buckets], {
		stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
		execArgv: [],
	});
	const [{ port }] = (await Promise.race([
		once(child, 'message'),
		once(child, 'exit').then(() => Promise.reject(new Error('S3 did not start'))),
	])) as [{ port: number }];
	return {
		url: `http://127.0.0.1:${port}`,
		async close() {
			const ended = once(child, 'exit');
			child.disconnect();
			await ended;
			rmSync(folder, { recursive: true, force: true });
		},
	};
}
