import {
	GetObjectCommand,
	ListMultipartUploadsCommand,
	ListObjectsV2Command,
	type S3Client,
} from '@aws-sdk/client-s3';
import { localS3Client, s3Backend } from './backends';

/** S3 on this machine. */
export interface S3 {
	/** For AWS_ENDPOINT_URL_S3. */
	url: string;
	client(): S3Client;
	/** Keys of a bucket, sorted. */
	keys(bucket: string): Promise<string[]>;
	text(bucket: string, key: string): Promise<string>;
	/** Keys of uploads that are neither completed nor aborted. */
	uploads(bucket: string): Promise<string[]>;
	close(): Promise<void>;
}

/** Variables that AWS's clients require even without AWS. */
export const AWS_ENVIRONMENT = {
	AWS_REGION: 'us-east-1',
	AWS_ACCESS_KEY_ID: 'local',
	AWS_SECRET_ACCESS_KEY: 'local',
} as const;

/** Starts S3 with empty buckets. */
export async function startS3(buckets: readonly string[]): Promise<S3> {
	const { url, close } = await s3Backend(buckets);
	const client = () => localS3Client(url);
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
		async uploads(bucket) {
			const command = new ListMultipartUploadsCommand({ Bucket: bucket });
			const { Uploads = [] } = await own.send(command);
			return Uploads.map(({ Key = '' }) => Key).sort();
		},
		async close() {
			own.destroy();
			await close();
		},
	};
}
