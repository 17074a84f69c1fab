import type { EventSource } from '../../../core';
import { eventCases } from '../../kit/events/case';
import { instead } from './builtParts';

/**
 * The campaign against a package that is weakened on purpose, one promise at a time: each must show
 * as a finding. The built modules are changed in memory; nothing on the disk is touched.
 */

interface Weakening {
	name: string;
	/** The class that must notice. */
	finds: string;
	/** Applies the weakening. Returns a function that undoes it. */
	apply(): () => void;
}

export const WEAKENINGS: readonly Weakening[] = [
	{
		name: 'prototype keys are let through',
		finds: 'prototypes',
		apply: () =>
			instead(
				'core/formats/json',
				'parseJson',
				() => (text: string) => JSON.parse(text) as unknown,
			),
	},
	{
		name: 'what a poll throws has no kind',
		finds: 'polls',
		apply: pollingBare,
	},
	{
		name: 'names of tokens are believed',
		finds: 'belief',
		apply: () => ofTransfers(believing),
	},
	{
		name: 'floods of unknown tokens are let through',
		finds: 'belief',
		apply: () =>
			ofTransfers(({ poll }) => async (settings, ...given) => {
				return await poll({ ...(settings as object), mostUnknown: 1_000_000 }, ...given);
			}),
	},
];

type Poll = EventSource<unknown>['poll'];

/** The event sources of all events, or of one. */
function sourcesOf(value?: string): Array<EventSource<unknown>> {
	const chosen = eventCases.filter(({ event }) => value === undefined || event.value === value);
	return [...new Set(chosen.map(({ event }) => event.source as EventSource<unknown>))];
}

/** Replaces the polls of transfer events; returns a function that restores them. */
function ofTransfers(changed: (original: { poll: Poll }) => Poll): () => void {
	const sources = sourcesOf('transfer');
	const originals = sources.map(({ poll }) => poll);
	for (const [at, source] of sources.entries()) source.poll = changed({ poll: originals[at] });
	return () => sources.forEach((source, at) => (source.poll = originals[at]));
}

/** A poll whose titles name a token as its contract does, without the contract's address. */
function believing({ poll }: { poll: Poll }): Poll {
	return async (...given) => {
		const result = await poll(...given);
		for (const { data } of result.events)
			data.title = String(data.title).replace(/"(.*)" \(token [^)]*\)/, '$1');
		return result;
	};
}

/** Polls of every event throw an error of another kind than the core's. */
function pollingBare(): () => void {
	const sources = sourcesOf();
	const originals = sources.map(({ poll }) => poll);
	for (const [at, source] of sources.entries()) {
		source.poll = async (...given) => {
			try {
				return await originals[at](...given);
			} catch (error) {
				throw new TypeError((error as Error).message);
			}
		};
	}
	return () => sources.forEach((source, at) => (source.poll = originals[at]));
}
