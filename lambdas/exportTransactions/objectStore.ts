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

/** Where exports are kept. */
export interface ObjectStore {
	/** Fails where the bucket is missing or may not be read. */
	checkBucket(bucket: string): Promise<void>;
	/** The object, or undefined where there is none. */
	head(bucket: string, key: string): Promise<StoredObject | undefined>;
	/** Writes a text. */
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
	 * only when all of it is there, and never in place of another one.
	 */
	putStream(
		bucket: string,
		key: string,
		chunks: AsyncIterable<Uint8Array>,
		headers: ObjectHeaders,
	): Promise<void>;
}
