import { answerRoom } from '../shared/answer';
import { invalidEvent } from '../shared/errors';
import type { Asked } from './actionSchema';
import { type Settings, checkedSources } from './settings';
import { bucketOf } from './sourceBuckets';
import type { Store } from './store';

/** The actions on the sources in the table. */

interface SourceActionOptions {
	store: Store;
	settings: () => Promise<Settings>;
}

/** Most mistakes that one error lists. */
const LISTED = 20;

/**
 * Adds sources, or replaces those of the same name. Throws `InvalidEvent` with every mistake, and puts
 * none then; a call that ends early has put some, and can be repeated.
 */
export async function putSources(
	{ sources }: Asked<'putSources'>,
	{ store, settings }: SourceActionOptions,
) {
	const { storedSources, sources: others, webhooks = [] } = await settings();
	if (!storedSources) throw invalidEvent(['the settings must have "storedSources": true first']);
	const taken = new Set([...others, ...webhooks].map(({ name }) => name));
	const seen = new Set<string>();
	const problems = (await checkedSources(sources)).flatMap((one, at) => {
		const { name } = sources[at];
		const mistakes = 'source' in one ? [] : [...one.mistakes];
		if (taken.has(name)) mistakes.push('name must not be one of the settings');
		if (seen.has(name)) mistakes.push('name must occur once');
		seen.add(name);
		return mistakes.map((mistake) => `sources.${at}: ${mistake}`);
	});
	if (problems.length > 0) {
		const more = problems.length > LISTED ? [`and ${problems.length - LISTED} more`] : [];
		throw invalidEvent([...problems.slice(0, LISTED), ...more]);
	}
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
