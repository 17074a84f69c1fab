import { createHash } from 'node:crypto';
import type { SourceState } from '../../core/events/event';
import { contentChunks } from './chunks';

/**
 * The state of a source in parts, for one that is too large for an item of a table. A part is known by a
 * digest of its bytes, and a small change of the state changes few parts: long texts in base64, such as
 * the fingerprints of validators, are cut as the bytes that they stand for.
 */

/** Parts by their digests. */
export type Parts = ReadonlyMap<string, Uint8Array>;

/** The digests of the parts of the JSON text, and of each long text in it, in order. */
export type PartNames = string[][];

/** Minimum length of a text that is cut by itself. */
const LONG_TEXT = 16 * 1024;
/** Stands in the JSON text for a long text: the number of that text, from 1. */
const REFERENCE = '~text';

/** Cuts a state into parts. */
export function inParts(state: SourceState): { names: PartNames; parts: Parts } {
	const texts: Uint8Array[] = [];
	const json = JSON.stringify(state, (_key, value: unknown) => {
		const bytes = typeof value === 'string' ? bytesIn(value) : undefined;
		return bytes ? { [REFERENCE]: texts.push(bytes) } : value;
	});
	const parts = new Map<string, Uint8Array>();
	const names = [Buffer.from(json), ...texts].map((bytes) =>
		contentChunks(bytes).map((chunk) => {
			const name = createHash('sha256').update(chunk).digest('base64url').slice(0, 22);
			parts.set(name, chunk);
			return name;
		}),
	);
	return { names, parts };
}

/** The state of which these are the parts; undefined if one of them is missing. */
export function fromParts([json, ...texts]: PartNames, parts: Parts): SourceState | undefined {
	if ([json, ...texts].flat().some((name) => !parts.has(name))) return undefined;
	const joined = (names: readonly string[]) =>
		Buffer.concat(names.map((name) => parts.get(name) as Uint8Array));
	return JSON.parse(joined(json).toString('utf8'), (_key, value: unknown) => {
		const index = (value as { [REFERENCE]?: number } | null)?.[REFERENCE];
		return index === undefined ? value : joined(texts[index - 1]).toString('base64');
	}) as SourceState;
}

/** The bytes that a long text in base64 stands for; undefined for any other text. */
function bytesIn(text: string): Uint8Array | undefined {
	if (text.length < LONG_TEXT) return undefined;
	const bytes = Buffer.from(text, 'base64');
	return bytes.toString('base64') === text ? bytes : undefined;
}
