import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';

/** S3 on this machine. */
export interface S3 {
	/** For AWS_ENDPOINT_URL_S3. */
	url: string;
	client(): S3Client;
	/** Keys of a bucket, sorted. */
	keys(bucket: string): Promise<string[]>;
	text(bucket: string, key: string): Promise<string>;
	close(): Promise<void>;
}

/** What AWS's clients want to know where there is no AWS. */
export const AWS_ENVIRONMENT = {
	AWS_REGION: 'us-east-1',
	AWS_ACCESS_KEY_ID: 'local',
	AWS_SECRET_ACCESS_KEY: 'local',
} as const;

/** Starts S3 with empty buckets; objects are kept in files until it is closed. */
export async function startS3(buckets: readonly string[]): Promise<S3> {
	const folder = mkdtempSync(path.join(os.tmpdir(), 'avalanche-s3-'));
	const child = fork(path.join(__dirname, 's3Server.mjs'), [folder, ...buckets], {
		stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
		execArgv: [],
	});
	const [{ port }] = (await Promise.race([
		once(child, 'message'),
		once(child, 'exit').then(() => Promise.reject(new Error('S3 did not start'))),
	])) as [{ port: number }];
	const url = `http://127.0.0.1:${port}`;
	const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
	const client = () =>
		new S3Client({ endpoint: url, region: 'us-east-1', forcePathStyle: true, credentials });
	const own = client();
	return {
		url,
		client,
		async keys(bucket) {
			const { Contents = [] } = await own.send(new ListObjectsV2Command({ Bucket: bucket }));
			return Contents.map(({ Key = '' }) => Key).sort();
		},
		async text(bucket, key) {
			const { Body } = await own.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
			return (await Body?.transformToString()) ?? '';
		},
		async close() {
			own.destroy();
			const ended = once(child, 'exit');
			child.disconnect();
			await ended;
			rmSync(folder, { recursive: true, force: true });
		},
	};
}
