import { s3Error } from '../../lab/kit/lambda/failingStore';
import { HEADERS, long, text, withStore } from '../../lab/kit/lambda/storeKit';

/** Behavior of the store for an upload that S3 does not know any more, and for a conflict. */
const s3 = withStore();

it('an upload that is gone is lost, not the bucket', async () => {
	const store = s3.store();
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
	const refusing = s3.over((client) => {
		client.middlewareStack.add(
			() => () => Promise.reject(s3Error('ConditionalRequestConflict', 409)),
			{ step: 'initialize' },
		);
	});
	const written = refusing.putStream('exports', 'conflict', text('a'), HEADERS);
	await expect(written).rejects.toMatchObject({ name: 'UploadLost' });
});
