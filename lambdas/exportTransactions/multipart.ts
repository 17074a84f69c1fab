import type { CompletedPart, S3Client } from '@aws-sdk/client-s3';
import { collectYoung } from './collect';
import type { ObjectHeaders } from './objectStore';

/** Bytes of one part: at 10,000 parts, objects of up to 48 GB. */
const PART_BYTES = 5 * 1024 * 1024;
/** Bytes that are read between two collections. */
const COLLECT_BYTES = 1024 * 1024;

type Sdk = typeof import('@aws-sdk/client-s3');

/**
 * Writes a stream as one object. Its memory is two parts, used in turn: one is sent while the other
 * is filled. (The SDK's own uploader makes new ones for each part, and collecting them lags behind.)
 * The object appears when it is whole, and only where none is; a failed upload leaves no parts.
 */
export async function writeObject(
	{ sdk, client }: { sdk: Sdk; client: S3Client },
	target: { Bucket: string; Key: string },
	chunks: AsyncIterable<Uint8Array>,
	{ contentType, metadata }: ObjectHeaders,
): Promise<void> {
	const about = { ...target, ContentType: contentType, Metadata: metadata };
	const buffers = [Buffer.allocUnsafeSlow(PART_BYTES), Buffer.allocUnsafeSlow(PART_BYTES)];
	const parts: CompletedPart[] = [];
	let uploadId: string | undefined;
	let sending: Promise<void> = Promise.resolve();
	let current = 0;
	let filled = 0;
	let uncollected = 0;

	async function send(body: Buffer, PartNumber: number) {
		const upload = { ...target, UploadId: uploadId, PartNumber };
		const { ETag, ChecksumCRC32 } = await client.send(
			new sdk.UploadPartCommand({ ...upload, Body: body }),
		);
		parts.push({ ETag, ChecksumCRC32, PartNumber });
	}

	/** Hands the filled part over, once the one before it has gone, and goes on with the other. */
	async function flush() {
		uploadId ??= (await client.send(new sdk.CreateMultipartUploadCommand(about))).UploadId;
		await sending;
		sending = send(buffers[current].subarray(0, filled), parts.length + 1);
		// It is awaited with the next part; until then its failure is nobody's surprise.
		sending.catch(() => undefined);
		current = 1 - current;
		filled = 0;
	}

	try {
		for await (const chunk of chunks) {
			for (let at = 0; at < chunk.length; ) {
				const taken = Math.min(chunk.length - at, PART_BYTES - filled);
				buffers[current].set(chunk.subarray(at, at + taken), filled);
				filled += taken;
				at += taken;
				if (filled === PART_BYTES) await flush();
			}
			uncollected += chunk.length;
			if (uncollected >= COLLECT_BYTES) {
				collectYoung();
				uncollected = 0;
			}
		}
		if (uploadId === undefined) {
			const Body = buffers[current].subarray(0, filled);
			await client.send(new sdk.PutObjectCommand({ ...about, Body, IfNoneMatch: '*' }));
			return;
		}
		if (filled > 0) await flush();
		await sending;
		const whole = { ...target, UploadId: uploadId, MultipartUpload: { Parts: parts } };
		await client.send(new sdk.CompleteMultipartUploadCommand({ ...whole, IfNoneMatch: '*' }));
	} catch (error) {
		await sending.catch(() => undefined);
		if (uploadId !== undefined) {
			const upload = { ...target, UploadId: uploadId };
			// What cannot be taken back now is left to the bucket's lifecycle rule.
			await client.send(new sdk.AbortMultipartUploadCommand(upload)).catch(() => undefined);
		}
		throw error;
	}
}
