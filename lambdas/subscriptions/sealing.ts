import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { HandlerError } from '../shared/errors';
import type { KeyService } from './kms';
import type { SubscriptionReader } from './dynamoReader';
import type { SubscriptionStore } from './dynamoStore';
import type { Destination } from './subscription';

/**
 * Encryption of destinations: AES-256-GCM with data keys, which KMS encrypts. A function asks KMS once for each
 * data key and keeps it in memory; the table has only what is encrypted.
 */

export type Sealer = ReturnType<typeof createSealer>;

const CIPHER = 'aes-256-gcm';
const IV = 12;
const TAG = 16;
/** The length of the id of a data key, a year. */
const ID = 4;

/** A data key is used for the values of one year. */
const keyIdAt = (now: number) => String(new Date(now).getUTCFullYear()).padStart(ID, '0');

/**
 * Seals and opens destinations by the data keys of a shelf. `about` is authenticated: what is sealed about one thing opens
 * about no other. Without `addDataKey` it only opens. `keys` is asked for the first data key.
 */
export function createSealer(
	keys: () => Promise<KeyService>,
	shelf: () => Pick<SubscriptionReader, 'dataKey'> & Partial<SubscriptionStore>,
) {
	const known = new Map<string, Promise<Uint8Array>>();

	async function read(id: string, isNew: boolean): Promise<Uint8Array> {
		const { dataKey: find, addDataKey: add } = shelf();
		const stored = await find(id);
		const { open, generate } = await keys();
		if (stored) return await open(stored);
		if (!isNew || !add) throw unreadable();
		const { plain, encrypted } = await generate();
		// Another process may have been faster: its key is used.
		return (await add(id, encrypted)) ? plain : await read(id, false);
	}

	function dataKey(id: string, isNew: boolean): Promise<Uint8Array> {
		const opened = known.get(id);
		if (opened) return opened;
		const key = read(id, isNew).catch((error: unknown) => {
			known.delete(id);
			throw error;
		});
		known.set(id, key);
		return key;
	}

	return {
		async seal(value: Destination, about: string, now: number): Promise<Uint8Array> {
			const id = keyIdAt(now);
			const iv = randomBytes(IV);
			const cipher = createCipheriv(CIPHER, await dataKey(id, true), iv);
			cipher.setAAD(Buffer.from(about));
			const text = Buffer.concat([cipher.update(JSON.stringify(value)), cipher.final()]);
			return Buffer.concat([Buffer.from(id), iv, cipher.getAuthTag(), text]);
		},
		/** Throws `SealedUnreadable`. */
		async open(sealed: Uint8Array, about: string): Promise<Destination> {
			const bytes = Buffer.from(sealed);
			const id = bytes.subarray(0, ID).toString('latin1');
			const iv = bytes.subarray(ID, ID + IV);
			const tag = bytes.subarray(ID + IV, ID + IV + TAG);
			if (tag.length < TAG || !/^\d{4}$/.test(id)) throw unreadable();
			const decipher = createDecipheriv(CIPHER, await dataKey(id, false), iv, {
				authTagLength: TAG,
			});
			decipher.setAAD(Buffer.from(about)).setAuthTag(tag);
			try {
				const text = Buffer.concat([
					decipher.update(bytes.subarray(ID + IV + TAG)),
					decipher.final(),
				]);
				return JSON.parse(text.toString('utf8')) as Destination;
			} catch {
				throw unreadable();
			}
		},
	};
}

function unreadable(): HandlerError {
	return new HandlerError(
		'SealedUnreadable',
		'A stored destination cannot be decrypted: its data key is missing, or the item was changed',
	);
}
