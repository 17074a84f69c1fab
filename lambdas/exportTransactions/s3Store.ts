import {
	AbortMultipartUploadCommand,
	GetObjectCommand,
	HeadBucketCommand,
	HeadObjectCommand,
	PutObjectCommand,
	S3Client,
} from '@aws-sdk/client-s3';
import { endingCalls } from '../shared/awsCalls';
import { HandlerError } from '../shared/errors';
import { type ObjectHeaders, type OpenUpload, type WriteOptions, writeObject } from './multipart';

/** A part of 5 MB takes a second; S3 recommends retrying requests that take much longer. */
const CALL_MS = 60_000;

export type ObjectStore = ReturnType<typeof s3Store>;
/** An object that exists. */
export type StoredObject = NonNullable<Awaited<ReturnType<ObjectStore['head']>>>;

/** The store of exports in S3. Its errors name the object. */
export function s3Store(client = new S3Client(endingCalls(CALL_MS))) {
	/** The answer of a call about an object; undefined after an error of one of these names. */
	const answered = async <T>(bucket: string, key: string, call: Promise<T>, ...names: string[]) =>
		await call.catch((error: unknown) => {
			if (error instanceof Error && names.includes(error.name)) return undefined;
			throw storeError(error, bucket, key);
		});
	return {
		/** Throws if the bucket is missing or may not be read. */
		async checkBucket(Bucket: string): Promise<void> {
			await answered(Bucket, '', client.send(new HeadBucketCommand({ Bucket })));
		},
		/** The object, or undefined if there is none. */
		async head(Bucket: string, Key: string) {
			const call = client.send(new HeadObjectCommand({ Bucket, Key }));
			const found = await answered(Bucket, Key, call, 'NotFound', 'NoSuchKey');
			if (!found) return undefined;
			const { ContentLength: bytes = 0, ETag: etag = '', Metadata: metadata = {} } = found;
			return { bytes, etag, metadata };
		},
		/** The bytes of a range of an object, such as `bytes=-1`. */
		async read(Bucket: string, Key: string, Range: string): Promise<Uint8Array> {
			const found = client.send(new GetObjectCommand({ Bucket, Key, Range }));
			const bytes = found.then(async ({ Body }) => await Body?.transformToByteArray());
			return (await answered(Bucket, Key, bytes)) ?? new Uint8Array();
		},
		/**
		 * Writes a text if there is no object, or only over the one with the ETag `replaces`. Returns
		 * whether it was written.
		 */
		async putIf(
			bucket: string,
			key: string,
			text: string,
			{ contentType, metadata }: ObjectHeaders,
			replaces?: string,
		): Promise<boolean> {
			const command = new PutObjectCommand({
				...{ Bucket: bucket, Key: key, Body: text, ContentType: contentType, Metadata: metadata },
				...(replaces === undefined ? { IfNoneMatch: '*' } : { IfMatch: replaces }),
			});
			// The object to replace may have been replaced or deleted meanwhile.
			const others = ['PreconditionFailed', 'NoSuchKey', 'NotFound'];
			return (await answered(bucket, key, client.send(command), ...others)) !== undefined;
		},
		/**
		 * Writes `chunks` as one object (`writeObject`). Throws `UploadLost` if the file must be uploaded again from
		 * its beginning.
		 */
		async putStream(
			bucket: string,
			key: string,
			chunks: AsyncIterable<Uint8Array>,
			headers: ObjectHeaders,
			options?: WriteOptions,
		): Promise<OpenUpload | undefined> {
			const target = { Bucket: bucket, Key: key };
			const written = writeObject(client, target, chunks, headers, options);
			// Another run of this step was faster; the caller checks what it wrote.
			return await answered(bucket, key, written, 'PreconditionFailed');
		},
		/** Aborts an upload and deletes its parts. */
		async abandon(bucket: string, key: string, { id }: OpenUpload): Promise<void> {
			const upload = { Bucket: bucket, Key: key, UploadId: id };
			const call = client.send(new AbortMultipartUploadCommand(upload));
			await answered(bucket, key, call, 'NoSuchUpload');
		},
	};
}

/** An error of S3 with the key; failures of the download are unchanged. */
function storeError(error: unknown, bucket: string, key: string): unknown {
	const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
	if (!(error instanceof Error) || (status === undefined && error.name === 'Failure')) return error;
	const object = `s3://${bucket}/${key}`;
	const named = (name: string, message: string) =>
		new HandlerError(name, message, { cause: error });
	if (status === 403) {
		return named(
			'DestinationDenied',
			`S3 refuses access to ${object}: the role needs s3:GetObject, s3:PutObject, s3:AbortMultipartUpload on the keys and s3:ListBucket on the bucket`,
		);
	}
	if (error.name === 'ConditionalRequestConflict') {
		const message = `Another request for ${object} was in progress: the file is uploaded again`;
		return named('UploadLost', message);
	}
	if (error.name === 'NoSuchUpload') {
		const message = `The upload of ${object} has been aborted or has expired: the file is uploaded again`;
		return named('UploadLost', message);
	}
	if (error.name === 'NoSuchBucket' || (key === '' && status === 404)) {
		return named('DestinationMissing', `There is no bucket ${bucket}`);
	}
	return named('DestinationError', `S3 failed at ${object}: ${error.name}: ${error.message}`);
}
