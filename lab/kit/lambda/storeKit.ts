import type { S3Client } from '@aws-sdk/client-s3';
import { type ObjectStore, s3Store } from '../../../lambdas/exportTransactions/s3Store';
import { type S3, startS3 } from './s3';

/** The store of exportTransactions over S3 on this machine, and contents to write. */

const MB = 1024 * 1024;
export const LONG_BYTES = 6 * MB;
export const HEADERS = { contentType: 'text/csv', metadata: {} };

/** Runs before and after the tests of a file. */
export function withStore() {
	const own = {} as { s3: S3; store: ObjectStore };
	beforeAll(async () => {
		own.s3 = await startS3(['exports']);
		own.store = s3Store(own.s3.client());
	});
	afterAll(() => own.s3.close());
	return {
		store: () => own.store,
		/** The store over a client that the test changes. */
		over(change: (client: S3Client) => void) {
			const client = own.s3.client();
			change(client);
			return s3Store(client);
		},
		text: (key: string) => own.s3.text('exports', key),
	};
}

export async function* text(content: string) {
	yield new TextEncoder().encode(content);
}

/** Bytes that make two parts. */
export async function* long(letter: string) {
	for (let at = 0; at < LONG_BYTES; at += MB) yield new TextEncoder().encode(letter.repeat(MB));
}
