/** An object that exists. */
export interface StoredObject {
	bytes: number;
	etag: string;
	metadata: Record<string, string>;
}

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

/** The store of exports. */
export interface ObjectStore {
	/** Throws if the bucket is missing or may not be read. */
	checkBucket(bucket: string): Promise<void>;
	/** The object, or undefined if there is none. */
	head(bucket: string, key: string): Promise<StoredObject | undefined>;
	/** The bytes of a range of an object, such as `bytes=-1`. */
	read(bucket: string, key: string, range: string): Promise<Uint8Array>;
	/** Writes a text, never over another object. */
	put(bucket: string, key: string, text: string, headers: ObjectHeaders): Promise<void>;
	/**
	 * Writes a text if there is no object, or only over the one with the ETag `replaces`. Returns
	 * whether it was written.
	 */
	putIf(
		bucket: string,
		key: string,
		text: string,
		headers: ObjectHeaders,
		replaces?: string,
	): Promise<boolean>;
	/**
	 * Writes `chunks` as one object, in parts and with constant memory. The object appears only
	 * when it is complete, and never replaces another one. `enough` may stop it at the end of a
	 * part: then it returns the upload, which a later call continues as `before`.
	 *
	 * Throws `UploadLost` if the file must be uploaded again from its beginning.
	 */
	putStream(
		bucket: string,
		key: string,
		chunks: AsyncIterable<Uint8Array>,
		headers: ObjectHeaders,
		options?: { before?: OpenUpload; enough?: (bytes: number) => boolean },
	): Promise<OpenUpload | undefined>;
	/** Aborts an upload and deletes its parts. */
	abandon(bucket: string, key: string, upload: OpenUpload): Promise<void>;
}
