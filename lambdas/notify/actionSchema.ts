import * as z from 'zod/v4';
import { lazily } from '../shared/remembered';
import { momentSchema, severitySchema } from '../shared/schemas';
import { positionSchema } from './pages';
import { MOST_LINKS } from './store';
import { nameSchema } from './sourceSettings';

/** The actions of an event. An event without `action` starts a run. */
export const ACTION = lazily(() => {
	const target = z.string().min(1).max(64);
	const limit = z.number('must be a number').int().min(1).max(1000).default(100);
	const paged = (list: 'late' | 'dead') => {
		return { target: target.optional(), limit, after: positionSchema(list).optional() };
	};
	const by = z.string().min(1).max(300);
	return z
		.discriminatedUnion(
			'action',
			[
				z.strictObject({
					action: z.literal('run'),
					/** Set by the function itself: the sources that this invocation reads. */
					shard: z
						.strictObject({
							/** The table items that hold the sources. */
							buckets: z.array(z.string().max(8)).max(100),
							/** Names of the sources, if they are the rest of an earlier invocation. */
							only: z.array(z.string().max(64)).max(100_000).optional(),
							/** The holder of the lease. */
							holder: z.string().max(64),
							/** Number of invocations before this one that read a part of the same shard. */
							links: z.number().int().min(0).max(MOST_LINKS),
						})
						.optional(),
				}),
				z.strictObject({ action: z.literal('listPending'), ...paged('late') }),
				z.strictObject({ action: z.literal('listDeadLetters'), ...paged('dead') }),
				z.strictObject({
					action: z.literal('redrive'),
					...paged('dead'),
					ids: z.array(z.string().min(1).max(64)).min(1).max(1000).optional(),
					/** Unix milliseconds: only deliveries that were made then or later. */
					since: momentSchema().optional(),
					/** Unix milliseconds: only deliveries that were made before. */
					until: momentSchema().optional(),
				}),
				z.strictObject({ action: z.literal('enableTarget'), target }),
				z.strictObject({
					action: z.literal('putSources'),
					sources: z
						.array(z.looseObject({ name: nameSchema() }))
						.min(1)
						.max(10_000),
				}),
				z.strictObject({
					action: z.literal('listSources'),
					limit,
					after: nameSchema().optional(),
				}),
				z.strictObject({
					action: z.literal('deleteSources'),
					names: z.array(nameSchema()).min(1).max(10_000),
				}),
				z.strictObject({
					action: z.literal('silence'),
					/** As in the settings; the engine checks it. */
					match: z.unknown(),
					target: target.optional(),
					until: momentSchema(),
					by: by.optional(),
					why: by.optional(),
				}),
				z.strictObject({ action: z.literal('listSilences') }),
				z.strictObject({ action: z.literal('endSilence'), id: z.string().min(1).max(64) }),
				z.strictObject({
					action: z.literal('acknowledge'),
					alertKey: z.string().min(1).max(2_000),
					target: target.optional(),
					by,
					/** The start of the incident: no other one is acknowledged. */
					since: momentSchema().optional(),
				}),
				z.strictObject({
					action: z.literal('listHeld'),
					target,
					limit: z.number('must be a number').int().min(1).max(200).default(100),
				}),
				z.strictObject({
					action: z.literal('test'),
					target,
					severity: severitySchema().default('warning'),
				}),
			],
			'must be run, listPending, listDeadLetters, redrive, enableTarget, silence, listSilences, endSilence, acknowledge, listHeld, test, putSources, listSources or deleteSources',
		)
		.superRefine((given, context) => {
			if (given.action !== 'redrive') return;
			const { ids, since, until } = given;
			const wrong = (field: string, message: string) =>
				context.addIssue({ code: 'custom', path: [field], message });
			if (ids && (since ?? until) !== undefined) {
				wrong('ids', 'must not be given with since or until');
			}
			if (since !== undefined && until !== undefined && since >= until) {
				wrong('until', 'must be later than since');
			}
		});
});
export type NotifyAction = z.output<ReturnType<typeof ACTION>>;
/** An action by its name. */
export type Asked<Name extends NotifyAction['action']> = Extract<NotifyAction, { action: Name }>;
