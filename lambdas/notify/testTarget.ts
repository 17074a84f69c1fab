import { sampleAlert } from '../../core/channels/sample';
import type { Verdict } from '../../core/channels/verdict';
import type { Severity } from '../../core/events/item';
import type { Clock } from '../../core/protocol/ports';
import { verdictOf } from './attempt';
import { OWN_SOURCE } from './disable';
import type { SendResult } from './aws';
import type { Send } from './send';
import type { Target } from './settings';
import { webhookMessageId } from './batchEvents';
import { channelOfTarget, webhookRequest } from './webhook';

/** The answer of a test. */
export type TestAnswer = Awaited<ReturnType<typeof testTarget>>;

/**
 * Sends a sample to one target immediately, also if it is disabled. Nothing is stored, and nothing
 * is sent again. A channel with incidents also gets the end of the sample, so that no incident
 * stays open. `accepted`: every request was; `said`: one sentence, without URL and secrets.
 */
export async function testTarget(
	target: Target,
	severity: Severity,
	{ send, clock }: { send: Send; clock: Pick<Clock, 'now'> },
) {
	const channel = channelOfTarget(target);
	const key = `test:${clock.now().toString(36)}`;
	const requests = [];
	const severities: Severity[] =
		channel.incidents && severity !== 'resolved' ? [severity, 'resolved'] : [severity];
	for (const each of severities) {
		const now = clock.now();
		const event = sampleAlert(each, now, key);
		const id = webhookMessageId(OWN_SOURCE, event.id);
		const answer = await send(target, webhookRequest(target, id, event, now));
		const verdict = verdictOf(target, answer);
		const { status } = answer;
		requests.push({
			severity: each,
			...(status !== undefined && { status }),
			verdict: verdict.kind,
			said: saidOf(channel.name, answer, verdict),
		});
		if (verdict.kind !== 'delivered') break;
	}
	const accepted = requests.every(({ verdict }) => verdict === 'delivered');
	return { tested: target.name, channel: channel.name, accepted, requests };
}

/** The verdict on a response, as one sentence. `name`: of the channel. */
export function saidOf(name: string, { status }: SendResult, verdict: Verdict): string {
	switch (verdict.kind) {
		case 'delivered':
			return `${name} accepted the message (status ${status ?? 0}).`;
		case 'retry': {
			const { reason, afterMs } = verdict;
			const wait = afterMs === undefined ? '' : `, not before ${Math.ceil(afterMs / 1000)} s`;
			return `${name} did not accept the message now: ${reason}. A delivery would be sent again${wait}.`;
		}
		case 'rejected':
			return `${name} rejected the message: ${verdict.reason}. A delivery would become a dead letter at once.`;
		case 'tooLarge':
			return `${name} rejected the message as too large: ${verdict.reason}. A delivery would become a dead letter at once.`;
		case 'disable':
			return `${name} accepts no messages here: ${verdict.reason}. The target would be disabled.`;
	}
}
