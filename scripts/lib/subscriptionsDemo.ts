import { startFunctionUrl } from '../../lab/kit/lambda/functionUrl';
import { RECEIVER } from './localReceiver';
import type { TestTarget } from '../../lab/kit/lambda/notifyKit';
import type { SubscriptionsTable } from '../../lab/kit/lambda/subscriptionKit';
import type { Stack } from '../../lab/kit/lambda/stack';
import { DEFAULT_LIMITS, SCOPES, newToken } from '../../lambdas/subscriptions/tokens';

/** The part of `npm run lambdas` about subscriptions: one is made, confirmed, sent an event, listed and ended. */

const PATH = '/subscriber';

/**
 * Runs it; lines for the output. Throws if a step does not do what it should.
 *
 * @param deliver lets notify read its sources, and everything be delivered
 */
export async function subscriptionsDemo(
	{ emulator, lambda }: Stack,
	target: TestTarget,
	{ store }: SubscriptionsTable,
	deliver: () => Promise<unknown>,
): Promise<string[]> {
	const url = await startFunctionUrl(lambda, 'subscriptions', 'NONE');
	const { text, token } = newToken(
		{ name: 'demo', scopes: SCOPES, limits: DEFAULT_LIMITS },
		Date.now(),
	);
	await store.addToken(token);
	const lines: string[] = [];
	async function api(
		method: string,
		path: string,
		body?: unknown,
	): Promise<Record<string, unknown>> {
		const response = await fetch(`${url.url.slice(0, -1)}${path}`, {
			method,
			headers: { authorization: `Bearer ${text}`, 'content-type': 'application/json' },
			...(body !== undefined && { body: JSON.stringify(body) }),
		});
		const answer = await response.text();
		lines.push(`${method} ${path} → ${response.status} ${answer.slice(0, 300)}`);
		if (!response.ok) throw new Error(lines.at(-1));
		return (answer === '' ? {} : JSON.parse(answer)) as Record<string, unknown>;
	}
	const before = target.received.length;
	const received = () => target.received.slice(before).filter(({ path }) => path === PATH);
	/** A transaction, and a run of notify that sends it. */
	async function happen(): Promise<void> {
		emulator.control.addTransactions({ transactions: [{}] });
		await deliver();
	}
	function expectReceived(count: number, when: string): void {
		if (received().length !== count) {
			throw new Error(`The subscriber has ${received().length} messages ${when}, not ${count}`);
		}
	}
	try {
		const wish = { url: `${RECEIVER}${PATH}`, events: ['staking.transaction'] };
		const { id } = await api('POST', '/subscriptions', wish);
		const path = `/subscriptions/${String(id)}`;
		expectReceived(1, 'after the challenge');
		const [, challenge] = /"challenge":"([\w-]+)"/.exec(received()[0].body) ?? [];
		await api('POST', `${path}/confirm`, { challenge });
		await happen();
		expectReceived(2, 'after an event');
		await api('GET', `${path}/deliveries`);
		target.answer = (_, at) => (at === PATH ? 410 : 200);
		await happen();
		expectReceived(3, 'after an event that it refuses');
		const { status } = await api('GET', path);
		if (status !== 'ended') throw new Error(`The subscription is ${String(status)} after a 410`);
		await happen();
		expectReceived(3, 'after its end');
		await api('DELETE', path);
		return lines;
	} finally {
		target.answer = () => 200;
		await url.close();
	}
}
