import { HEADERS, LONG_BYTES, long, text, withStore } from '../../lab/kit/lambda/storeKit';

/**
 * Guarantees of conditional writes. Only `npm run opinion -- aws` runs these: the stand-in for S3 of `npm
 * test` ignores conditions.
 */
const s3 = withStore();

it('a file is never written in place of another', async () => {
	const store = s3.store();
	await store.putStream('exports', 'small', text('first'), HEADERS);
	await store.putStream('exports', 'small', text('second'), HEADERS);
	expect(await s3.text('small')).toBe('first');
	await store.putStream('exports', 'large', long('a'), HEADERS);
	await store.putStream('exports', 'large', long('b'), HEADERS);
	expect((await s3.text('large'))[0]).toBe('a');
	await store.putIf('exports', 'manifest', 'first', HEADERS);
	await store.putIf('exports', 'manifest', 'second', HEADERS);
	expect(await s3.text('manifest')).toBe('first');
});

it('of 20 that write at once one is kept whole', async () => {
	const store = s3.store();
	const letters = [...'abcdefghijklmnopqrst'];
	await Promise.all(
		letters.map((letter) => store.putStream('exports', 'race', text(letter.repeat(1000)), HEADERS)),
	);
	const won = await s3.text('race');
	expect(won).toBe(won[0].repeat(1000));
	await Promise.all(
		[...'abcdef'].map((letter) => store.putStream('exports', 'race-2', long(letter), HEADERS)),
	);
	const whole = await s3.text('race-2');
	expect(whole === whole[0].repeat(LONG_BYTES)).toBe(true);
});

it('a reservation is taken by one, and replaced only as it was seen', async () => {
	const store = s3.store();
	const put = (owner: string, replaces?: string) =>
		store.putIf('exports', 'reservation', owner, HEADERS, replaces);
	const taken = await Promise.all([...'abcdefgh'].map((owner) => put(owner)));
	expect(taken.filter(Boolean)).toHaveLength(1);
	const found = await store.head('exports', 'reservation');
	expect(await put('later', '"0123456789abcdef0123456789abcdef"')).toBe(false);
	const replaced = await Promise.all([...'ij'].map((owner) => put(owner, found?.etag)));
	expect(replaced.filter(Boolean)).toHaveLength(1);
});
