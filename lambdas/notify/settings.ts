import * as z from 'zod/v4';
import { matchersOf, rulesOf } from '../../core/alertLife/rules';
import type { EventDeclaration } from '../../core/events/declare';
import { readJson, RepeatedName } from '../../core/fields/jsonText';
import type { InstantEvent } from '../../core/webhooks/instantEvent';
import { isPublicUrl } from '../shared/addresses';
import { HandlerError, fieldOf } from '../shared/errors';
import { withBuiltIn } from './inhibitions';
import { declarationsOf, eventsIn, instantsOf, typesOf } from './events';
import { madeBy, nameSchema, sourceSchema } from './sourceSettings';
import type { GivenSource } from './storedSources';
import { type Target, targetSchema } from './targetSettings';
import { withEvents } from './watches';
import { type WebhookSettings, typesOfWebhook, webhookSchema } from './webhookSettings';

/** A list of entries with names. */
const listOf = <Entry extends z.ZodType>(entry: Entry) =>
	z
		.array(entry)
		.min(1, 'needs at least one')
		.refine((entries) => {
			const names = (entries as ReadonlyArray<{ name: string }>).map(({ name }) => name);
			return new Set(names).size === names.length;
		}, 'must have unique names');

/** A value that the engine of alerts checks. */
export const byEngine = <Value>(field: string, check: (value: unknown) => Value) =>
	z.unknown().transform((value, context) => madeBy(() => check(value), context, field));

const listOfRoutes = () =>
	z
		.array(
			z.strictObject({
				match: byEngine('match', (value) => matchersOf(value, 'match')),
				targets: z.array(nameSchema()).min(1, 'needs at least one'),
			}),
		)
		.min(1, 'needs at least one')
		.max(1_000);

/** The schema of settings, with the given declared events. */
const schemaOf = (
	declarations: readonly EventDeclaration[],
	instants: readonly InstantEvent[],
	{ hasOthers, hasSubscriptions }: { hasOthers: boolean; hasSubscriptions: boolean },
) => {
	const sources = listOf(sourceSchema(declarations));
	const targets = listOf(targetSchema());
	const settings = z.strictObject({
		/** The events that notify polls. */
		sources: hasOthers ? sources.default([]) : sources,
		/** True: the table has more sources (`putSources`). */
		storedSources: z.boolean('must be true or false').default(false),
		/** The events that receive is sent. */
		webhooks: listOf(webhookSchema(instants)).optional(),
		targets: hasSubscriptions ? targets.default([]) : targets,
		/** Targets that these name get only the events of those that name them. */
		routes: listOfRoutes().optional(),
		/** While an alert fires, others are held, by targets that hold events. */
		inhibitions: byEngine(
			'inhibitions',
			(given) => rulesOf({ inhibitions: withBuiltIn(given) }).inhibitions,
		).optional(),
		/** URL of the function: messages of targets with applySilences have a link to acknowledge. */
		linkUrl: z
			.string('must be a URL')
			.refine(isPublicUrl, 'must be the https URL of the function')
			.optional(),
	});
	return settings.superRefine((given, context) => {
		const { sources: polled, storedSources, webhooks = [], targets: receivers } = given;
		const types = new Map([
			...polled.map((one) => [one.name, typesOf(one.event, declarations)] as const),
			...webhooks.map((one) => [one.name, typesOfWebhook(one, instants)] as const),
		]);
		const names = new Set(receivers.map(({ name }) => name));
		const mistakes: Mistake[] = [];
		for (const [at, { name }] of webhooks.entries()) {
			if (polled.some((one) => one.name === name))
				mistakes.push([['webhooks', at, 'name'], 'must not be the name of a source']);
		}
		for (const [at, { targets: named }] of (given.routes ?? []).entries()) {
			for (const [i, name] of named.entries()) {
				if (!names.has(name))
					mistakes.push([['routes', at, 'targets', i], 'must be the name of a target']);
			}
		}
		for (const field of ['inhibitions', 'linkUrl'] as const) {
			if (given[field] === undefined || receivers.some(({ holds }) => holds)) continue;
			const needs = 'a target that holds events, such as one with applySilences';
			mistakes.push([[field], `has no effect without ${needs}`]);
		}
		for (const [at, target] of receivers.entries()) {
			// Sources of the table may have any name and any type.
			const own = storedSources ? [] : mistakesIn(target, types);
			for (const field of ['reportTo', 'escalateTo'] as const) {
				const other = target[field];
				if (other !== undefined && !names.has(other))
					own.push([[field], 'must be the name of a target']);
			}
			if (target.actionSecret !== undefined && given.linkUrl === undefined)
				own.push([['actionSecret'], 'has no effect without linkUrl']);
			mistakes.push(...own.map(([path, rule]): Mistake => [['targets', at, ...path], rule]));
		}
		for (const [path, message] of mistakes) {
			context.addIssue({ code: 'custom', path, message });
		}
	});
};

type Mistake = [path: Array<string | number>, message: string];

/**
 * Mistakes for sources and types that a target selects and no source has: it would receive nothing.
 */
function mistakesIn(
	target: { sources?: readonly string[]; types?: readonly string[] },
	typesBySource: ReadonlyMap<string, readonly string[]>,
): Mistake[] {
	const { sources = [...typesBySource.keys()], types = [] } = target;
	const possible = new Set(sources.flatMap((name) => typesBySource.get(name) ?? []));
	const noSource = sources.flatMap((name, at): Mistake[] =>
		typesBySource.has(name)
			? []
			: [[['sources', at], 'must be the name of a source or of a webhook']],
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
export type { Target, WebhookSettings };

/**
 * Parses sources, webhooks and targets from JSON, without loss of digits. With subscriptions, targets are
 * not required. Throws `ConfigurationError` that lists every invalid field; values are not shown, because
 * they contain secrets.
 */
export async function settingsOf(text: string, hasSubscriptions = false): Promise<Settings> {
	let json: unknown;
	try {
		json = withEvents(readJson(text));
	} catch (error) {
		const mistake = error instanceof RepeatedName ? `: ${error.message}` : '';
		throw wrong([`the text is not valid JSON${mistake}`]);
	}
	const [declarations, instants] = await Promise.all([
		declarationsOf(eventsIn(json, 'sources')),
		instantsOf(eventsIn(json, 'webhooks')),
	]);
	const { webhooks, storedSources } = (json ?? {}) as Record<string, unknown>;
	const hasOthers = webhooks !== undefined || storedSources === true;
	const schema = schemaOf(declarations, instants, { hasOthers, hasSubscriptions });
	const result = schema.safeParse(json);
	if (result.success) return result.data;
	throw wrong(result.error.issues.map(saidOfIssue));
}

function saidOfIssue(issue: z.core.$ZodIssue): string {
	const { field, strays } = fieldOf(issue);
	return strays ? `there is no field ${strays.join(', ')}` : `${field || 'it'} ${issue.message}`;
}

/**
 * Checks sources that are not in the settings, each by itself, by the same rules and the names that the settings
 * have. The source of an entry is undefined if it has mistakes.
 */
export async function checkedSources(
	given: readonly GivenSource[],
	settings: Pick<Settings, 'sources' | 'webhooks'>,
) {
	const { sources } = withEvents({ sources: given }) as { sources: GivenSource[] };
	const schema = sourceSchema(await declarationsOf(eventsIn({ sources }, 'sources')));
	const taken = new Set(
		[...settings.sources, ...(settings.webhooks ?? [])].map(({ name }) => name),
	);
	return sources.map((one) => {
		const { data, error } = schema.safeParse(one);
		const mistakes = (error?.issues ?? []).map(saidOfIssue);
		if (taken.has(one.name)) mistakes.push('name must not be one of the settings');
		return { name: one.name, mistakes, source: mistakes.length === 0 ? data : undefined };
	});
}

function wrong(problems: readonly string[]): HandlerError {
	const list = [...new Set(problems)].map((line) => `- ${line}`).join('\n');
	return new HandlerError('ConfigurationError', `The notify settings are invalid:\n${list}`);
}
