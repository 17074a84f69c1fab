import { createHash } from 'node:crypto';
import type { Clock } from '../../core/protocol/ports';
import { inParallel } from './parallel';
import { nextAttempt } from './schedule';
import type { Send, SendResult } from './send';
import type { Target } from './settings';
import type { Delivery, Settlement, Store } from './store';
import { webhookRequest } from './webhook';

export interface DeliverOptions {
	store: Store;
	send: Send;
	clock: Clock;
	targets: ReadonlyMap<string, Target>;
	/** Why a target takes no more, by its name; a 410 adds to it. */
	disabled: Map<string, string>;
	/** Unix milliseconds: no attempt may end after it. */
	deadline: number;
}

/** How many attempts of a run ended how. */
export interface Delivered {
	delivered: number;
	failed: number;
	dead: number;
}

const BATCH = 100;
const PARALLEL_SENDS = 10;
/** Beyond the target's own timeout: after it another run may take the delivery over. */
const CLAIM_SLACK_MS = 30_000;
const GONE = 'the target answered 410: it is gone';

/** A mark of a target's URL, which itself may hold a secret. */
export function urlMarkOf({ url }: Pick<Target, 'url'>): string {
	return createHash('sha256').update(url).digest('base64url').slice(0, 16);
}

/**
 * Sends everything that is due until nothing is or time is up. A delivery is claimed before it is
 * sent, so that of two runs one sends it; a run that dies after sending leaves it to be sent again,
 * under the same id, when its claim has run out.
 */
export async function deliverDue(options: DeliverOptions): Promise<Delivered> {
	const { store, clock, deadline } = options;
	const count: Delivered = { delivered: 0, failed: 0, dead: 0 };
	const longest = Math.max(
		0,
		...[...options.targets.values()].map((target) => target.timeoutSeconds * 1000),
	);
	const inTime = () => clock.now() + longest < deadline;
	while (inTime()) {
		const due = await store.queued('pending', clock.now(), BATCH);
		let claims = 0;
		await inParallel(due, PARALLEL_SENDS, async (delivery) => {
			if (!inTime()) return;
			const claimed = await store.claim(delivery, clock.now() + longest + CLAIM_SLACK_MS);
			if (!claimed) return;
			claims++;
			const settlement = await attempt(claimed, options);
			await store.settle(claimed, settlement);
			if (settlement.to === 'delivered') count.delivered++;
			else if (settlement.to === 'dead') count.dead++;
			else count.failed++;
		});
		// The index may lag behind the table: what another run has taken is not waited for.
		if (claims === 0) break;
	}
	return count;
}

async function attempt(delivery: Delivery, options: DeliverOptions): Promise<Settlement> {
	const { store, send, clock, targets, disabled } = options;
	const { attempts } = delivery;
	const target = targets.get(delivery.target);
	const why = target ? disabled.get(target.name) : 'the target is not configured any more';
	if (!target || why !== undefined) {
		return { to: 'dead', at: clock.now(), attempts, lastError: String(why) };
	}
	const result = await send(
		target,
		webhookRequest(target, delivery.id, delivery.event, clock.now()),
	);
	const now = clock.now();
	const { status = 0 } = result;
	if (status >= 200 && status < 300) return { to: 'delivered', at: now };
	if (status === 410) {
		disabled.set(target.name, GONE);
		await store.disable(target.name, { at: now, reason: GONE, urlMark: urlMarkOf(target) });
		return { to: 'dead', at: now, attempts: attempts + 1, lastError: GONE };
	}
	const lastError = reasonOf(result);
	const dueAt = nextAttempt(attempts + 1, now, result.retryAfterMs);
	return dueAt === undefined
		? { to: 'dead', at: now, attempts: attempts + 1, lastError }
		: { to: 'pending', dueAt, attempts: attempts + 1, lastError };
}

/** A redirect is a failure: a signed event goes where it was meant to, and nowhere else. */
function reasonOf({ status, error }: SendResult): string {
	if (status === undefined) return error ?? 'no answer';
	return status >= 300 && status < 400
		? `status ${status}: redirects are not followed`
		: `status ${status}`;
}
