import { KMS_KEY, type KmsServer, startKms } from '../../../lab/kit/lambda/kmsServer';
import { memoryKeys } from '../../../lab/kit/lambda/memoryKeys';
import { sealerOf } from '../../../lab/kit/lambda/subscriptionKit';
import { kmsKeys } from '../../../lambdas/subscriptions/kms';

/** Destinations are sealed by data keys of KMS, each for its own subscription. */

const YEAR = Date.UTC(2026, 10, 25);
const NEXT = Date.UTC(2027, 0, 2);
const VALUE = { url: 'https://a.example.org/' };

/** A shelf in memory. */
function shelf() {
	const dataKeys = new Map<string, Uint8Array>();
	return {
		dataKeys,
		dataKey: async (id: string) => dataKeys.get(id),
		addDataKey: async (id: string, encrypted: Uint8Array) => {
			if (dataKeys.has(id)) return false;
			dataKeys.set(id, encrypted);
			return true;
		},
	};
}

test('what is sealed opens for the same subscription only, and not after any change', async () => {
	const [keys, stored] = [memoryKeys(), shelf()];
	const sealed = await sealerOf(keys, stored).seal(VALUE, 'sub:a:1', YEAR);
	const other = sealerOf(keys, stored);
	expect(await other.open(sealed, 'sub:a:1')).toEqual(VALUE);
	await expect(other.open(sealed, 'sub:a:2')).rejects.toMatchObject({ name: 'SealedUnreadable' });
	for (let at = 0; at < sealed.length; at++) {
		const changed = Uint8Array.from(sealed);
		changed[at] ^= 1;
		await expect(other.open(changed, 'sub:a:1')).rejects.toThrow(/cannot be decrypted/);
	}
	// A data key that is missing is not made by what opens.
	expect([...stored.dataKeys.keys()]).toEqual(['2026']);
	await expect(other.open(sealed.subarray(0, 20), 'sub:a:1')).rejects.toThrow(
		/cannot be decrypted/,
	);
});

test('a year has a data key, which several processes share, and which is opened once in each', async () => {
	const [keys, stored] = [memoryKeys(), shelf()];
	const [one, two, third] = [1, 2, 3].map(() => sealerOf(keys, stored));
	const both = await Promise.all([one.seal(VALUE, 'x', YEAR), two.seal(VALUE, 'x', YEAR)]);
	const later = await one.seal(VALUE, 'x', NEXT);
	expect([...stored.dataKeys.keys()]).toEqual(['2026', '2027']);
	keys.calls.open = 0;
	for (const sealed of [...both, later, ...both])
		expect(await third.open(sealed, 'x')).toEqual(VALUE);
	expect(keys.calls.open).toBe(2);
});

test('a data key that KMS could not open is asked for again', async () => {
	const [keys, stored] = [memoryKeys(), shelf()];
	const sealed = await sealerOf(keys, stored).seal(VALUE, 'x', YEAR);
	let calls = 0;
	const open = async (encrypted: Uint8Array) => {
		if (++calls === 1) throw new Error('throttled');
		return await keys.open(encrypted);
	};
	const sealer = sealerOf({ ...keys, open }, stored);
	await expect(sealer.open(sealed, 'x')).rejects.toThrow('throttled');
	expect(await sealer.open(sealed, 'x')).toEqual(VALUE);
});

describe('by the client of KMS', () => {
	let server: KmsServer;
	beforeAll(async () => {
		server = await startKms();
		Object.assign(process.env, {
			AWS_ENDPOINT_URL_KMS: server.url,
			AWS_REGION: 'us-east-1',
			AWS_ACCESS_KEY_ID: 'local',
			AWS_SECRET_ACCESS_KEY: 'local',
		});
	});
	afterAll(() => server.close());

	it('a data key is made and opened', async () => {
		const keys = kmsKeys(KMS_KEY);
		const { plain, encrypted } = await keys.generate();
		expect(plain).toHaveLength(32);
		expect(Buffer.from(await keys.open(encrypted))).toEqual(Buffer.from(plain));
	});

	it('a key that cannot be used is an error with its name', async () => {
		await expect(kmsKeys('another').generate()).rejects.toMatchObject({
			name: 'KeyUnavailable',
			message: expect.stringMatching(/NotFoundException.*SUBSCRIPTIONS_KEY/),
		});
		await expect(kmsKeys(KMS_KEY).open(new Uint8Array(60))).rejects.toThrow(/InvalidCiphertext/);
	});
});
