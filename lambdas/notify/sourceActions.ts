import { answerRoom } from '../shared/answer';
import { firstOf, invalidEvent } from '../shared/errors';
import type { Asked } from './actionSchema';
import type { Store } from './dynamoStore';
import { type Settings, checkedSources } from './settings';
import { bucketOf } from './storedSources';

/** The actions on the sources in the table. */

type SourceActionOptions = { store: Store; settings: () => Promise<Settings> };

/**
 * Adds sources, or replaces those of the same name. Throws `InvalidEvent` with every mistake, and puts
 * none then; a call that ends early has put some, and can be repeated.
 */
export async function putSources(
	{ sources }: Asked<'putSources'>,
	{ store, settings }: SourceActionOptions,
) {
	const present = await settings();
	if (!present.storedSources)
		throw invalidEvent(['the settings must have "storedSources": true first']);
	const seen = new Set<string>();
	const checked = await checkedSources(sources, present);
	const problems = checked.flatMap(({ name, mistakes }, at) => {
		if (seen.has(name)) mistakes.push('name must occur once');
		seen.add(name);
		return mistakes.map((mistake) => `sources.${at}: ${mistake}`);
	});
	if (problems.length > 0) throw invalidEvent(firstOf(problems));
	await store.sources.put(sources);
	return { put: sources.length };
}

/**
 * Lists sources as they were given, by their items and names. `total`, in the first answer: the number of all; `next`:
 * `after` of the next call, if there is more.
 */
export async function listSources(
	{ limit, after }: Asked<'listSources'>,
	{ store }: SourceActionOptions,
) {
	const buckets = await store.sources.buckets();
	const start = after === undefined ? '' : bucketOf(after);
	const left = buckets
		.filter(({ name }) => name >= start)
		.flatMap((bucket) => {
			const sources = bucket.sources().sort((a, b) => (a.name < b.name ? -1 : 1));
			if (bucket.name !== start || after === undefined) return sources;
			return sources.filter(({ name }) => name > after);
		});
	const room = answerRoom();
	const end = left.slice(0, limit).findIndex((source) => !room.takes(source));
	const sources = left.slice(0, end === -1 ? limit : end);
	const total = buckets.reduce((sum, { count }) => sum + count, 0);
	return {
		sources,
		...(after === undefined && { total }),
		...(sources.length < left.length && { next: sources.at(-1)?.name }),
	};
}

/** Removes sources. Their positions stay: a source that is put again continues at its own. */
export async function deleteSources(
	{ names }: Asked<'deleteSources'>,
	{ store }: SourceActionOptions,
) {
	const deleted = await store.sources.remove(names);
	const gone = new Set(deleted);
	return { deleted, notFound: [...new Set(names)].filter((name) => !gone.has(name)) };
}
