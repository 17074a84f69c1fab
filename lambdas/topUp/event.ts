import * as z from 'zod/v4';
import { isId } from '../../core/formats/ids';
import { parseEvent } from '../shared/errors';
import { lazily } from '../shared/remembered';

const EVENT = lazily(() =>
	z.discriminatedUnion(
		'action',
		[
			z.strictObject({ action: z.literal('run') }),
			z.strictObject({ action: z.literal('state') }),
			z.strictObject({
				action: z.literal('release'),
				/** ID of the question: `open.approval.id` in the result of a run. */
				approval: z
					.string('must be the id of a question')
					.regex(/^[a-z0-9]{20}$/, 'must be the id of a question'),
			}),
			z.strictObject({
				action: z.literal('abandon'),
				/** ID of the last signed transaction: whoever abandons a payment has to name it. */
				txId: z.string('must be a transaction id').refine(isId, 'must be a transaction id'),
			}),
		],
		'must be "run", "state", "release" or "abandon"',
	),
);

export type TopUpEvent = z.output<ReturnType<typeof EVENT>>;

/**
 * The action of an event. Records of a queue or a topic, which may have events of notify, begin a run: they decide
 * on nothing else. Throws `InvalidEvent`.
 */
export function topUpEvent(event: unknown): TopUpEvent {
	const given = (event ?? {}) as Record<string, unknown>;
	if (Array.isArray(given.Records)) return { action: 'run' };
	return parseEvent(EVENT(), event ?? undefined);
}
