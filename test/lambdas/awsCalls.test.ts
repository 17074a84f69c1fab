import { readFileSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { HeadBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { endingCalls } from '../../lambdas/shared/awsCalls';

/** Calls of AWS's clients end where no answer comes. */

const server = createServer(() => undefined);
let options: object;

beforeAll(async () => {
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
	options = { endpoint, region: 'local', credentials, maxAttempts: 1, ...endingCalls(20) };
});
afterAll(async () => {
	server.closeAllConnections();
	await new Promise((resolve) => server.close(resolve));
});

test.each<[string, () => Promise<unknown>]>([
	['S3', () => new S3Client(options).send(new HeadBucketCommand({ Bucket: 'exports' }))],
	[
		'DynamoDB',
		() => new DynamoDBClient(options).send(new DescribeTableCommand({ TableName: 'a' })),
	],
	['Lambda', () => new LambdaClient(options).send(new InvokeCommand({ FunctionName: 'a' }))],
	['Parameter Store', () => new SSMClient(options).send(new GetParameterCommand({ Name: 'a' }))],
])('%s: a call without an answer ends', async (_, call) => {
	await expect(call()).rejects.toMatchObject({ name: 'TimeoutError' });
});

test('every client that a function makes ends its calls', () => {
	const folder = path.resolve(__dirname, '../../lambdas');
	const made = readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.flatMap((file) => [
			...readFileSync(path.join(folder, file), 'utf8').matchAll(/new [\w.]*Client\([^;]*?;/g),
		])
		.map(([text]) => text);
	expect(made).toHaveLength(11);
	for (const text of made) expect(text).toContain('endingCalls(');
});
