import {
	AbortMultipartUploadCommand,
	CompleteMultipartUploadCommand,
	type CompletedPart,
	CreateMultipartUploadCommand,
	PutObjectCommand,
	type S3Client,
	UploadPartCommand,
} from '@aws-sdk/client-s3';
import { giveBack } from './storedForm';

/** Bytes of one part: a file of `MAX_DOWNLOAD_BYTES` has 1,639; S3 allows 10,000. */
const PART_BYTES = 5 * 1024 * 1024;

/** The headers of an object. */
export interface ObjectHeaders {
	contentType: string;
	metadata: Record<string, string>;
}

/** A partly uploaded object. It is stored in a checkpoint, so its parts are short. */
export interface OpenUpload {
	id: string;
	/** ETag and checksum of each part, in order. */
	parts: Array<[etag: string, crc32: string]>;
	/** Bytes of all parts. */
	bytes: number;
}

export interface WriteOptions {
	/** An upload to continue: `chunks` then start after its bytes. */
	before?: OpenUpload;
	/** Called at the end of a part, with the bytes written by this call: true stops there. */
	enough?: (bytes: number) => boolean;
}

/**
 * Writes a stream as one object. Its memory is two parts, used in turn: one is sent while the other
 * is filled. The function takes ownership of the chunks: their memory is freed as soon as it has
 * been copied. The object appears when it is complete, and only if there is none.
 *
 * Returns the upload to continue if `enough` stopped it before the end of the stream, otherwise
 * undefined. If it fails, an upload that it started itself leaves no parts.
 */
export async function writeObject(
	client: S3Client,
	target: { Bucket: string; Key: string },
	chunks: AsyncIterable<Uint8Array>,
	{ contentType, metadata }: ObjectHeaders,
	{ before, enough = () => false }: WriteOptions = {},
): Promise<OpenUpload | undefined> {
	const about = { ...target, ContentType: contentType, Metadata: metadata };
	const buffers = [Buffer.allocUnsafeSlow(PART_BYTES), Buffer.allocUnsafeSlow(PART_BYTES)];
	const parts = [...(before?.parts ?? [])];
	let uploadId = before?.id;
	let sending: Promise<void> = Promise.resolve();
	let current = 0;
	let filled = 0;
	let written = 0;

	async function send(body: Buffer, PartNumber: number) {
		const upload = { ...target, UploadId: uploadId, PartNumber };
		const { ETag = '', ChecksumCRC32 = '' } = await client.send(
			new UploadPartCommand({ ...upload, Body: body, ChecksumAlgorithm: 'CRC32' }),
		);
		parts[PartNumber - 1] = [ETag, ChecksumCRC32];
	}

	/** Sends the filled part after the one before it, and continues with the other. */
	async function flush() {
		uploadId ??= await begin();
		await sending;
		sending = send(buffers[current].subarray(0, filled), parts.length + 1);
		// It is awaited with the next part; until then its rejection is marked as handled.
		sending.catch(() => undefined);
		current = 1 - current;
		written += filled;
		filled = 0;
	}

	async function begin() {
		// Parts have this checksum; S3 requires its declaration to verify the checksum of the whole
		// object.
		const declared = { ...about, ChecksumAlgorithm: 'CRC32' as const };
		return (await client.send(new CreateMultipartUploadCommand(declared))).UploadId ?? '';
	}

	/** True if the stream has more than requested. */
	async function fill(): Promise<boolean> {
		for await (const chunk of chunks) {
			for (let at = 0; at < chunk.length; ) {
				// Only if more follows, so that the next call does not start at the end.
				if (filled === 0 && written > 0 && enough(written)) return true;
				const taken = Math.min(chunk.length - at, PART_BYTES - filled);
				buffers[current].set(chunk.subarray(at, at + taken), filled);
				filled += taken;
				at += taken;
				if (filled === PART_BYTES) await flush();
			}
			giveBack(chunk);
		}
		return false;
	}

	try {
		if (await fill()) {
			await sending;
			return { id: uploadId ?? '', parts, bytes: (before?.bytes ?? 0) + written };
		}
		if (uploadId === undefined) {
			const Body = buffers[current].subarray(0, filled);
			await client.send(new PutObjectCommand({ ...about, Body, IfNoneMatch: '*' }));
			return undefined;
		}
		if (filled > 0) await flush();
		await sending;
		const Parts = parts.map(
			([ETag, ChecksumCRC32], index): CompletedPart => ({
				ETag,
				...(ChecksumCRC32 && { ChecksumCRC32 }),
				PartNumber: index + 1,
			}),
		);
		const whole = { ...target, UploadId: uploadId, MultipartUpload: { Parts } };
		await client.send(new CompleteMultipartUploadCommand({ ...whole, IfNoneMatch: '*' }));
		return undefined;
	} catch (error) {
		await sending.catch(() => undefined);
		if (uploadId !== undefined && !before) {
			const upload = { ...target, UploadId: uploadId };
			// If the upload cannot be aborted now, the bucket's lifecycle rule removes it.
			await client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined);
		}
		throw error;
	} finally {
		// No request is in progress.
		buffers.forEach(giveBack);
	}
}
