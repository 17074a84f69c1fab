import { createHash } from 'node:crypto';
import { HandlerError } from '../shared/errors';
import { type TableItem, type TableItems, pack, unpack } from './tableItems';

export interface Bucket {
	name: string;
	/** Number of its sources: one or more. */
	count: number;
	sources: () => GivenSource[];
}

/** A source as it was given; it is checked when it is put and when it is read. */
export type GivenSource = Readonly<Record<string, unknown>> & { name: string };

/** DynamoDB accepts 400 KB an item. */
const MOST_BYTES = 380 * 1024;
const PK = 'sources';
const bucketKey = (bucket: string) => ({ pk: PK, sk: bucket });

type ByName = Record<string, GivenSource>;

/**
 * Sources that are in the table beside those of the settings, as they were given, in 100 items by a digest
 * of their names: a run reads few items, and a shard reads its own only.
 */
export function storedSources({ get, change, all }: TableItems) {
	const contentOf = ({ data }: TableItem = {}) =>
		data === undefined ? {} : unpack<ByName>(data as Uint8Array);

	/** Changes the items of all these names, one after the other. */
	async function changeEach(
		names: readonly string[],
		apply: (sources: ByName, names: readonly string[]) => ByName,
	): Promise<void> {
		for (const [bucket, own] of Map.groupBy(names, bucketOf)) {
			await change(bucketKey(bucket), (item) => {
				const sources = apply(contentOf(item), own);
				const data = pack(sources);
				if (data.length > MOST_BYTES) {
					const rule =
						'remove sources that are not needed (deleteSources), or run a second notify with its own table';
					throw new HandlerError(
						'SourcesFull',
						`The item of these sources has no room for more: ${rule}`,
					);
				}
				return { count: Object.keys(sources).length, data };
			});
		}
	}

	return {
		/** All items that have sources, in the order of their names. */
		async buckets(): Promise<Bucket[]> {
			const items = await all('pk = :pk', { ':pk': PK }, { ConsistentRead: true });
			return items.flatMap((item) => {
				const [name, count] = [String(item.sk), Number(item.count)];
				const sources = () => Object.values(contentOf(item));
				return count > 0 ? [{ name, count, sources }] : [];
			});
		},

		/** The sources of some items. */
		async read(names: readonly string[]): Promise<GivenSource[]> {
			const items = await Promise.all(names.map(async (name) => await get(bucketKey(name))));
			return items.flatMap((item) => Object.values(contentOf(item)));
		},

		/** Adds sources, or replaces those of the same name. Throws `SourcesFull` if an item is too large. */
		async put(sources: readonly GivenSource[]): Promise<void> {
			const byName = new Map(sources.map((one) => [one.name, one]));
			await changeEach([...byName.keys()], (before, own) => {
				const added = own.map((name) => [name, byName.get(name) as GivenSource] as const);
				return { ...before, ...Object.fromEntries(added) };
			});
		},

		/** Removes sources; the names of those that were there. */
		async remove(names: readonly string[]): Promise<string[]> {
			const removed = new Set<string>();
			await changeEach([...new Set(names)], (before, own) => {
				for (const name of own) if (Object.hasOwn(before, name)) removed.add(name);
				return Object.fromEntries(Object.entries(before).filter(([name]) => !own.includes(name)));
			});
			return [...removed];
		},
	};
}

/** Number of table items that the sources are distributed over, by their names. */
const BUCKETS = 100;

/** The item of a source: two digits. */
export function bucketOf(name: string): string {
	const number = createHash('sha256').update(name).digest().readUInt32BE(0) % BUCKETS;
	return String(number).padStart(2, '0');
}
