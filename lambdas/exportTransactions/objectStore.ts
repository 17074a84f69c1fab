/** An object that exists. */
export interface StoredObject {
	bytes: number;
	etag: string;
	metadata: Record<string, string>;
}

/** What is written with an object. */
export interface ObjectHeaders {
	contentType: string;
	metadata: Record<string, string>;
}

/** An object that is uploaded in part. It goes into a checkpoint: its parts are kept short. */
export interface OpenUpload {
	id: string;
	/** ETag and checksum of each part, in order. */
	parts: Array<[etag: string, crc32: string]>;
	/** Bytes of all parts. */
	bytes: number;
}

/** Where exports are kept. */
export interface ObjectStore {
	/** Fails where the bucket is missing or may not be read. */
	checkBucket(bucket: string): Promise<void>;
	/** The object, or undefined where there is none. */
	head(bucket: string, key: string): Promise<StoredObject | undefined>;
	/** Writes a text, never in place of another object. */
	put(bucket: string, key: string, text: string, headers: ObjectHeaders): Promise<void>;
	/**
	 * Writes a text where there is no object, or only in place of the one with the ETag `replaces`.
	 * Returns whether it was written.
	 */
	putIf(
		bucket: string,
		key: string,
		text: string,
		headers: ObjectHeaders,
		replaces?: string,
	): Promise<boolean>;
	/**
	 * Writes what `chunks` gives as one object, in parts and with constant memory. The object appears
	 * only when all of it is there, and never in place of another one. `enough` may stop it at the end
	 * of a part: then it returns the upload, which a later call goes on with as `before`.
	 *
	 * Throws `UploadLost` where the file has to be uploaded again from its beginning.
	 */
	putStream(
		bucket: string,
		key: string,
		chunks: AsyncIterable<Uint8Array>,
		headers: ObjectHeaders,
		options?: { before?: OpenUpload; enough?: (bytes: number) => boolean },
	): Promise<OpenUpload | undefined>;
	/** Gives an upload up, with its parts. */
	abandon(bucket: string, key: string, upload: OpenUpload): Promise<void>;
}
