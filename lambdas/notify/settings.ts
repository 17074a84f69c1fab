import * as z from 'zod/v4';
import { type EventDeclaration, readJson, RepeatedName } from '../../core';
import { HandlerError } from '../shared/errors';
import { isPublicUrl } from '../shared/addresses';
import { declarationsOf, eventsIn, typesOf } from './events';
import { nameSchema, sourceSchema } from './sourceSettings';

const unique = (items: ReadonlyArray<{ name: string }>) =>
	new Set(items.map((item) => item.name)).size === items.length;

/** The schema of settings, with the given declared events. */
const schemaOf = (declarations: readonly EventDeclaration[]) => {
	const name = nameSchema();
	const secret = z
		.string()
		.regex(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/, 'must be whsec_ and 24 bytes or more in base64');

	const target = z
		.strictObject({
			name,
			url: z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' }),
			/** `event`: one event as JSON (Zapier, n8n and anything else). `slack`: `{ text }`. */
			format: z.enum(['event', 'slack'], 'must be event or slack').default('event'),
			template: z.string().min(1, 'must not be empty').max(3_000).optional(),
			/** Newest first; two or more while a secret rotates. */
			secrets: z.array(secret).min(1).max(5).optional(),
			/** Sends without a signature: receivers cannot verify the sender. */
			unsigned: z.boolean().optional(),
			/** Names of sources; all by default. */
			sources: z.array(name).min(1, 'needs at least one').optional(),
			/** Event types, such as validator.joined; all by default. */
			types: z.array(z.string()).min(1, 'needs at least one').optional(),
			/** Allows a target in a private network, and without TLS. */
			allowPrivateNetwork: z.boolean().default(false),
			timeoutSeconds: z.number().int().min(1).max(30).default(15),
			/** Maximum number of simultaneous requests. */
			concurrency: z.number().int().min(1).max(20).default(10),
			/** Requests that one run starts per minute; unlimited by default. */
			perMinute: z.number().int().min(1).max(60_000).optional(),
		})
		.superRefine(({ url, format, secrets, unsigned, allowPrivateNetwork }, context) => {
			const wrong = (field: string, message: string) =>
				context.addIssue({ code: 'custom', path: [field], message });
			if (!allowPrivateNetwork && !isPublicUrl(url)) {
				wrong('url', 'must be https and public (or set allowPrivateNetwork)');
			}
			if (format === 'event' && !secrets && !unsigned) {
				wrong('secrets', 'are required: receivers check them (or set unsigned)');
			}
		});

	const settings = z.strictObject({
		sources: z
			.array(sourceSchema(declarations))
			.min(1, 'needs at least one')
			.refine(unique, 'must have unique names'),
		targets: z.array(target).min(1, 'needs at least one').refine(unique, 'must have unique names'),
	});
	return settings.superRefine(({ sources, targets }, context) => {
		const types = new Map(sources.map((one) => [one.name, typesOf(one.event, declarations)]));
		for (const [at, given] of targets.entries()) {
			const mistakes = mistakesIn(given, types);
			for (const [path, message] of mistakes) {
				context.addIssue({ code: 'custom', path: ['targets', at, ...path], message });
			}
		}
	});
};

type Mistake = [path: Array<string | number>, message: string];

/** What a target selects and no source has: it would be sent nothing, in silence. */
function mistakesIn(
	target: { sources?: readonly string[]; types?: readonly string[] },
	typesBySource: ReadonlyMap<string, readonly string[]>,
): Mistake[] {
	const { sources = [...typesBySource.keys()], types = [] } = target;
	const possible = new Set(sources.flatMap((name) => typesBySource.get(name) ?? []));
	const noSource = sources.flatMap((name, at): Mistake[] =>
		typesBySource.has(name) ? [] : [[['sources', at], 'must be the name of a source']],
	);
	const noType = types.flatMap((type, at): Mistake[] =>
		possible.has(type)
			? []
			: [[['types', at], `must be a type of its sources' events: ${[...possible].join(', ')}`]],
	);
	return noSource.length > 0 ? noSource : noType;
}

export type Settings = z.output<ReturnType<typeof schemaOf>>;
export type SourceSettings = Settings['sources'][number];
export type Target = Settings['targets'][number];

/**
 * Parses sources and targets from JSON, without loss of digits. Throws `ConfigurationError` that lists
 * every invalid field; values are not shown, because they contain secrets.
 */
export async function settingsOf(text: string): Promise<Settings> {
	let json: unknown;
	try {
		json = readJson(text);
	} catch (error) {
		const mistake = error instanceof RepeatedName ? `: ${error.message}` : '';
		throw wrong([`the text is not valid JSON${mistake}`]);
	}
	const result = schemaOf(await declarationsOf(eventsIn(json))).safeParse(json);
	if (result.success) return result.data;
	throw wrong(
		result.error.issues.map((issue) => {
			const at = issue.path.map(String).join('.');
			if (issue.code === 'unrecognized_keys') {
				return `there is no field ${issue.keys.map((key) => (at ? `${at}.${key}` : key)).join(', ')}`;
			}
			return `${at || 'it'} ${issue.message}`;
		}),
	);
}

function wrong(problems: readonly string[]): HandlerError {
	const list = [...new Set(problems)].map((line) => `- ${line}`).join('\n');
	return new HandlerError('ConfigurationError', `The notify settings are invalid:\n${list}`);
}
