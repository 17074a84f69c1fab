import type { Attempted } from '../notify/attempt';
import type { Delivery } from '../notify/store';

/**
 * The table of subscriptions: `pk` and `sk` (texts); `expiresAt` (Unix seconds) is its time to live.
 *
 *   tokens                     <id>                 a token
 *   owner#<owner>              count                the number of its subscriptions, never too small
 *   owner#<owner>              minute#<minute>      calls that change or send
 *   owner#<owner>              sub#<id>             a subscription
 *   match#<event>#<subject>    <severity>#<target>  a row of the index; v: version of its subscription
 *   life#<target>              life                 what a subscription was told, and what is held
 *   silences#<target>          silences             the silences of a subscription
 *   due#<digit>                <time>#<target>      the time of a step; with #<random> at its end, that of news
 *   attempts#<target>          <time>#<message>     an attempt to deliver
 *   samples                    <type>               the newest event of a type
 *   keys                       <year>               an encrypted data key
 *
 * The subscription is the truth, and rows are hints: a row of a subscription that does not exist any more, or
 * does not select the event, has no effect. Rows are put before the subscription selects by them.
 */

/** One attempt to deliver an event to a subscription. */
export type AttemptRecord = ReturnType<typeof recordOf>;

/**
 * The record of an attempt, as the owner of the subscription sees it: `message` is the id of the message, `attempt`
 * counts from 1, `outcome` is `pending` if it is sent again later, `status` is that of the response if there was one,
 * and `ms` is the duration of the request.
 */
export function recordOf(delivery: Delivery, attempted: Attempted, at: number) {
	const { target, id, event, attempts } = delivery;
	const { settlement, status, ms } = attempted;
	return {
		...{ target, message: id, type: event.type, at, attempt: attempts + 1 },
		...{ outcome: settlement.to, status, ms },
		reason: 'lastError' in settlement ? settlement.lastError : undefined,
	};
}
