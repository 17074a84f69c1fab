import type { S3Client } from '@aws-sdk/client-s3';
import { endingCalls } from '../shared/awsCalls';
import { HandlerError } from '../shared/errors';
import { writeObject } from './multipart';
import type { ObjectHeaders, ObjectStore } from './objectStore';

/** A part of 5 MB takes a second; S3 recommends retrying requests that take much longer. */
const CALL_MS = 60_000;

/**
 * S3, through a client that is created on first use: it takes longer to load than all other code.
 */
export function s3Store(makeClient?: () => S3Client): ObjectStore {
	let client: S3Client | undefined;
	async function s3() {
		const sdk = await import('./s3.js');
		client ??= makeClient?.() ?? new sdk.S3Client(endingCalls(CALL_MS));
		return { sdk, client };
	}

	return {
		async checkBucket(bucket) {
			const { sdk, client: target } = await s3();
			await target.send(new sdk.HeadBucketCommand({ Bucket: bucket })).catch((error: unknown) => {
				throw storeError(error, bucket, '');
			});
		},
		async head(bucket, key) {
			const { sdk, client: target } = await s3();
			try {
				const found = await target.send(new sdk.HeadObjectCommand({ Bucket: bucket, Key: key }));
				return {
					bytes: found.ContentLength ?? 0,
					etag: found.ETag ?? '',
					metadata: found.Metadata ?? {},
				};
			} catch (error) {
				if (isNamed(error, 'NotFound', 'NoSuchKey')) return undefined;
				throw storeError(error, bucket, key);
			}
		},
		async read(bucket, key, range) {
			const { sdk, client: target } = await s3();
			const command = new sdk.GetObjectCommand({ Bucket: bucket, Key: key, Range: range });
			try {
				const { Body } = await target.send(command);
				return (await Body?.transformToByteArray()) ?? new Uint8Array();
			} catch (error) {
				throw storeError(error, bucket, key);
			}
		},
		async put(bucket, key, text, headers) {
			const { sdk, client: target } = await s3();
			const command = new sdk.PutObjectCommand({
				...objectOf(bucket, key, text, headers),
				IfNoneMatch: '*',
			});
			await target.send(command).catch((error: unknown) => {
				if (!isNamed(error, 'PreconditionFailed')) throw storeError(error, bucket, key);
			});
		},
		async putIf(bucket, key, text, headers, replaces) {
			const { sdk, client: target } = await s3();
			const command = new sdk.PutObjectCommand({
				...objectOf(bucket, key, text, headers),
				...(replaces === undefined ? { IfNoneMatch: '*' } : { IfMatch: replaces }),
			});
			try {
				await target.send(command);
				return true;
			} catch (error) {
				// The object to replace may have been replaced or deleted meanwhile.
				if (isNamed(error, 'PreconditionFailed', 'NoSuchKey', 'NotFound')) return false;
				throw storeError(error, bucket, key);
			}
		},
		async putStream(bucket, key, chunks, headers, options) {
			const clients = await s3();
			try {
				return await writeObject(clients, { Bucket: bucket, Key: key }, chunks, headers, options);
			} catch (error) {
				// Another run of this step was faster; the caller checks what it wrote.
				if (isNamed(error, 'PreconditionFailed')) return undefined;
				throw storeError(error, bucket, key);
			}
		},
		async abandon(bucket, key, { id }) {
			const { sdk, client: target } = await s3();
			const upload = { Bucket: bucket, Key: key, UploadId: id };
			await target.send(new sdk.AbortMultipartUploadCommand(upload)).catch((error: unknown) => {
				if (!isNamed(error, 'NoSuchUpload')) throw storeError(error, bucket, key);
			});
		},
	};
}

const objectOf = (
	Bucket: string,
	Key: string,
	Body: string,
	{ contentType: ContentType, metadata: Metadata }: ObjectHeaders,
) => ({ Bucket, Key, Body, ContentType, Metadata });

function isNamed(error: unknown, ...names: string[]): boolean {
	return error instanceof Error && names.includes(error.name);
}

/** An error of S3 with the key; failures of the download are unchanged. */
function storeError(error: unknown, bucket: string, key: string): unknown {
	const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
	if (!(error instanceof Error) || (status === undefined && error.name === 'Failure')) return error;
	const place = `s3://${bucket}/${key}`;
	if (status === 403) {
		const message = `S3 refuses access to ${place}: the role needs s3:GetObject, s3:PutObject, s3:AbortMultipartUpload on the keys and s3:ListBucket on the bucket`;
		return new HandlerError('DestinationDenied', message, { cause: error });
	}
	if (error.name === 'ConditionalRequestConflict') {
		const message = `Another request for ${place} was in progress: the file is uploaded again`;
		return new HandlerError('UploadLost', message, { cause: error });
	}
	if (error.name === 'NoSuchUpload') {
		const message = `The upload of ${place} has been aborted or has expired: the file is uploaded again`;
		return new HandlerError('UploadLost', message, { cause: error });
	}
	if (error.name === 'NoSuchBucket' || (key === '' && status === 404)) {
		return new HandlerError('DestinationMissing', `There is no bucket ${bucket}`, { cause: error });
	}
	const message = `S3 failed at ${place}: ${error.name}: ${error.message}`;
	return new HandlerError('DestinationError', message, { cause: error });
}
