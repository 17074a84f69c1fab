import { instead } from '../attack/builtParts';
import type { Weakening } from '../lambdas/weakened';

/** Defences of the receivers that the judges take out, and that histories must find missing. */

/** Defences of the function: changes of its sources. */
export const FUNCTION_WEAKENINGS: ReadonlyArray<Weakening<'receive'>> = [
	{
		name: 'a check reads no list',
		file: 'lambdas/receive/check.ts',
		from: 'if (!polled) return',
		to: 'if (!polled || name !== "") return',
	},
	{
		name: 'a check repairs nothing',
		file: 'lambdas/receive/check.ts',
		from: '= await repaired(entry, registered, deadline, options);',
		to: '= registered ? { repairs: [] } : await repaired(entry, registered, deadline, options);',
	},
	{
		name: 'an event has the id of its message',
		file: 'lambdas/receive/take.ts',
		from: 'return { events, ...(reason !== undefined && { missing: reason }) };',
		to: 'return { events: events.map((one) => ({ ...one, id: one.id + message.messageId })) };',
	},
	{
		name: 'messages of any webhook are taken',
		file: 'lambdas/receive/take.ts',
		from: '.find(([, one]) => isOf(one))?.[0];',
		to: '.find(([, one]) => isOf(one))?.[0] ?? Object.keys(registered)[0];',
	},
	{
		name: 'a message counts as taken before its events are stored',
		file: 'lambdas/receive/take.ts',
		from: "if (before === 'taken') return { outcome: 'repeated', ...ids };",
		to: "if (before === 'taken') return { outcome: 'repeated', ...ids };\n\tawait registry.noteMessage(ids, 'taken', clock.now());",
	},
].map((one) => ({ ...one, finds: 'receive' as const }));

interface BuiltWeakening {
	name: string;
	/** Applies the weakening to the built node. Returns a function that undoes it. */
	apply(): () => void;
}

type Events = { events: Array<{ id: string; data: object }> };
type Instant = { event: { eventsOf(...given: unknown[]): Promise<Events> } };
type Keep = (client: unknown, options: { registered?: object }) => Promise<object>;

/** Defences of the node: parts of the built package. */
export const NODE_WEAKENINGS: readonly BuiltWeakening[] = [
	{
		name: 'signatures are not verified',
		apply: () =>
			instead('nodes/AvalancheWebhookTrigger/secrets', 'messageVerifier', () => ({
				verify: async ({ body }: { body: Uint8Array }) => ({
					ok: true,
					message: JSON.parse(Buffer.from(body).toString('utf8')) as unknown,
				}),
				forget: () => undefined,
			})),
	},
	{
		name: 'messages of any webhook are taken',
		apply: () =>
			instead('nodes/AvalancheWebhookTrigger/ownMessage', 'isOwnMessage', () => async () => true),
	},
	{
		name: 'items are not compared with those that were handed on',
		apply: () =>
			instead('nodes/AvalancheTrigger/handOn', 'newOnes', () => {
				return async (_: unknown, items: unknown) => items;
			}),
	},
	{
		name: 'a check reads no list',
		apply: () => instead('nodes/AvalancheTrigger/poll', 'poll', () => async () => null),
	},
	{
		name: 'a check repairs nothing',
		apply: () =>
			instead('core/subjects/events/shared/webhookUpkeep', 'keepWebhooks', (original: Keep) => {
				return async (client: unknown, options: { registered?: object }) =>
					options.registered
						? { registered: options.registered, repairs: [] }
						: await original(client, options);
			}),
	},
	{
		name: 'an event has an id of its own in messages',
		apply: () => instead('nodes/AvalancheWebhookTrigger/settings', 'instantOfForm', renamingEvents),
	},
];

/** The same form, whose messages give events other ids than the list. */
function renamingEvents(original: (form: unknown) => Instant) {
	return (form: unknown) => {
		const instant = original(form);
		const eventsOf = async (...given: unknown[]) => {
			const { events, ...rest } = await instant.event.eventsOf(...given);
			const renamed = events.map(({ id, data }) => {
				return { id: `${id}#`, data: { ...data, id: `${id}#` } };
			});
			return { ...rest, events: renamed };
		};
		return { ...instant, event: { ...instant.event, eventsOf } };
	};
}
