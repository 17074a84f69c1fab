import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { HeadBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { startLocalServer } from '../../lab/kit/system/localServer';
import { forTests } from '../emulatorForTests';
import { endingCalls } from '../../lambdas/shared/awsCalls';

/** Calls of AWS's clients end where no answer comes. */

const server = forTests(async () => startLocalServer(() => undefined));
let options: object;

beforeAll(() => {
	const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
	const own = { endpoint: server.url, region: 'local', credentials, maxAttempts: 1 };
	options = { ...own, ...endingCalls(20) };
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
