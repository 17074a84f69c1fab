import { readFileSync } from 'node:fs';
import type { Plugin } from 'esbuild';
import { startFunctionUrl } from '../../kit/lambda/functionUrl';
import type { TestTarget } from '../../kit/lambda/notifyKit';
import type { SubscriptionsTable } from '../../kit/lambda/subscriptionKit';
import type { Stack } from '../../kit/lambda/stack';
import { DEFAULT_LIMITS, SCOPES, newToken } from '../../lambdas/subscriptions/tokens';

/** The part of `npm run lambdas` about subscriptions: one is made, confirmed, sent an event, listed and ended. */

const RECEIVER = 'https://receiver.example.org';
const PATH = '/subscriber';
/** The variable that names the receiver on this machine. */
export const RECEIVER_VARIABLE = 'DEMO_RECEIVER';

const START =
	/export function sendWebhook\(target: Reach, request: WebhookRequest\): Promise<SendResult> \{\n/;

/**
 * Sends what is for one public name to the receiver on this machine, which has no public address. All other
 * addresses are checked as always.
 */
export const localReceiver: Plugin = {
	name: 'local-receiver',
	setup(builder) {
		builder.onLoad({ filter: /notify[\\/]send\.ts$/ }, ({ path }) => {
			const source = readFileSync(path, 'utf8');
			if (!START.test(source)) throw new Error('send.ts has no function sendWebhook any more');
			const detour = `
				const place = process.env.${RECEIVER_VARIABLE};
				if (place && request.url?.startsWith('${RECEIVER}/')) {
					const url = request.url.replace('${RECEIVER}', place);
					return sendWebhook({ ...target, url, allowPrivateNetwork: true }, { ...request, url });
				}`;
			return { contents: source.replace(START, (found) => `${found}${detour}\n`), loader: 'ts' };
		});
	},
};

type Call = (name: string, event: unknown) => Promise<unknown>;

/** Runs it; lines for the output. Throws if a step does not do what it should. */
export async function subscriptionsDemo(
	{ emulator, lambda }: Stack,
	target: TestTarget,
	{ store }: SubscriptionsTable,
	call: Call,
): Promise<string[]> {
	const url = await startFunctionUrl(lambda, 'subscriptions', 'NONE');
	const { text, token } = newToken(
		{ name: 'demo', scopes: SCOPES, limits: DEFAULT_LIMITS },
		Date.now(),
	);
	await store.addToken(token);
	const told: string[] = [];
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
		told.push(`${method} ${path} → ${response.status} ${answer.slice(0, 300)}`);
		if (!response.ok) throw new Error(told.at(-1));
		return (answer === '' ? {} : JSON.parse(answer)) as Record<string, unknown>;
	}
	const received = () => target.received.filter(({ path }) => path === PATH);
	/** A transaction, and a run of notify that sends it. */
	async function happen(): Promise<void> {
		emulator.control.addTransactions({ transactions: [{}] });
		await call('notify', {});
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
		return told;
	} finally {
		target.answer = () => 200;
		await url.close();
	}
}
