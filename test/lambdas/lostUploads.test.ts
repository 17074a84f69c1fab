import { s3Error } from '../../lab/kit/lambda/failingStore';
import { reserve } from '../../lambdas/exportTransactions/reservation';
import type { ObjectStore } from '../../lambdas/exportTransactions/s3Store';
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

const NOW = 1_794_052_800_000;
const at = (ms: number) => new Date(NOW + ms).toISOString();
test.each<
	[string, metadata: Record<string, string> | undefined, written: boolean[], taken?: string]
>([
	['that nobody has reserved', undefined, [true]],
	['of this execution', { execution: 'own', until: at(1) }, []],
	['of another execution whose time is over', { execution: 'other', until: at(0) }, [true]],
	['that are not a reservation', {}, [true]],
	['that others write at the same time', undefined, [false, false, true]],
	['of another execution', { execution: 'other', until: at(1) }, [], `by other until ${at(1)}`],
	['that others always write', undefined, Array(5).fill(false), 'by another execution'],
])('keys %s', async (_, metadata, written, ...[taken]) => {
	const writes: unknown[] = [];
	const store = {
		head: async () => metadata && { metadata, etag: 'tag', bytes: 1 },
		async putIf(...given: unknown[]) {
			writes.push(given.at(-1));
			return written[writes.length - 1];
		},
	} as unknown as ObjectStore;
	const wanted = { bucket: 'exports', key: 'key', owner: 'own', until: NOW + 5 };
	const reserved = reserve({ store, clock: { now: () => NOW } }, wanted);
	if (taken === undefined) await reserved;
	else await expect(reserved).rejects.toThrow(`are reserved ${taken} (s3://exports/key)`);
	expect(writes).toEqual(written.map(() => metadata && 'tag'));
});
