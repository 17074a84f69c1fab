import { s3Store } from '../../lambdas/exportTransactions/s3Store';
import { type S3, startS3 } from '../kit/lambda/s3';

/**
 * What conditional writes hold. Only `npm run test:aws` runs these: the stand-in for S3 of `npm test`
 * ignores conditions.
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

it('a file is never written in place of another', async () => {
	await store.putStream('exports', 'small', text('first'), HEADERS);
	await store.putStream('exports', 'small', text('second'), HEADERS);
	expect(await s3.text('exports', 'small')).toBe('first');
	await store.putStream('exports', 'large', long('a'), HEADERS);
	await store.putStream('exports', 'large', long('b'), HEADERS);
	expect((await s3.text('exports', 'large'))[0]).toBe('a');
	await store.put('exports', 'manifest', 'first', HEADERS);
	await store.put('exports', 'manifest', 'second', HEADERS);
	expect(await s3.text('exports', 'manifest')).toBe('first');
});

it('of 20 that write at once one is kept whole', async () => {
	const letters = [...'abcdefghijklmnopqrst'];
	await Promise.all(
		letters.map((letter) => store.putStream('exports', 'race', text(letter.repeat(1000)), HEADERS)),
	);
	const won = await s3.text('exports', 'race');
	expect(won).toBe(won[0].repeat(1000));
	await Promise.all(
		[...'abcdef'].map((letter) => store.putStream('exports', 'race-2', long(letter), HEADERS)),
	);
	const whole = await s3.text('exports', 'race-2');
	expect(whole === whole[0].repeat(6 * MB)).toBe(true);
});

it('a reservation is taken by one, and replaced only as it was seen', async () => {
	const put = (owner: string, replaces?: string) =>
		store.putIf('exports', 'reservation', owner, HEADERS, replaces);
	const taken = await Promise.all([...'abcdefgh'].map((owner) => put(owner)));
	expect(taken.filter(Boolean)).toHaveLength(1);
	const seen = await store.head('exports', 'reservation');
	expect(await put('later', '"0123456789abcdef0123456789abcdef"')).toBe(false);
	const replaced = await Promise.all([...'ij'].map((owner) => put(owner, seen?.etag)));
	expect(replaced.filter(Boolean)).toHaveLength(1);
});
