import { s3Store } from '../../lambdas/exportTransactions/s3Store';
import { type S3, startS3 } from '../kit/lambda/s3';
import { s3Error } from './exportKit';

/**
 * What the store makes of an upload that S3 does not know any more, and of a conflict.
 */
const MB = 1024 * 1024;
const HEADERS = { contentType: 'text/csv', metadata: {} };
let s3: S3;
let store: ReturnType<typeof s3Store>;

beforeAll(async () => {
	s3 = await startS3(['exports']);
	store = s3Store(() => s3.client());
});
afterAll(() => s3.close());

async function* text(content: string) {
	yield new TextEncoder().encode(content);
}
/** Bytes that make two parts. */
async function* long(letter: string) {
	for (let at = 0; at < 6; at++) yield new TextEncoder().encode(letter.repeat(MB));
}

it('an upload that is gone is lost, not the bucket', async () => {
	const upload = await store.putStream('exports', 'gone', long('a'), HEADERS, {
		enough: () => true,
	});
	if (!upload) throw new Error('the upload was to stay open');
	await store.abandon('exports', 'gone', upload);
	// Giving it up again changes nothing.
	await store.abandon('exports', 'gone', upload);
	const more = store.putStream('exports', 'gone', long('b'), HEADERS, { before: upload });
	await expect(more).rejects.toMatchObject({
		name: 'UploadLost',
		message: expect.stringContaining('has been aborted or has expired'),
	});
	const nowhere = store.putStream('nowhere', 'key', text('a'), HEADERS);
	await expect(nowhere).rejects.toMatchObject({ name: 'DestinationMissing' });
});

it('a conflict is not the success of another', async () => {
	const refusing = s3Store(() => {
		const client = s3.client();
		client.middlewareStack.add(
			() => () => Promise.reject(s3Error('ConditionalRequestConflict', 409)),
			{ step: 'initialize' },
		);
		return client;
	});
	const written = refusing.putStream('exports', 'conflict', text('a'), HEADERS);
	await expect(written).rejects.toMatchObject({ name: 'UploadLost' });
});
