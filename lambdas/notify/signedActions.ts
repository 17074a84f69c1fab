import { createHmac } from 'node:crypto';
import * as z from 'zod/v4';
import type { LifeAlert } from '../../core/alertLife/alert';
import { posted } from '../../core/channels/channel';
import { shortKey } from '../../core/channels/pagerDuty';
import { slackReply } from '../../core/channels/slack';
import { MINUTE_MS } from '../../core/formats/timeUnits';
import {
	type HttpEvent,
	bodyBytes,
	headerIn,
	requestMethod,
	type HttpAnswer,
	jsonAnswer,
} from '../shared/http';
import { lazily } from '../shared/remembered';
import { sameDigest } from '../subscriptions/tokens';
import { acknowledgeByLink, acknowledgeIncidents } from './heldActions';
import { type HoldingOptions, heldTargets, originOf } from './holding';
import { isSent } from './recipients';
import type { Send } from './send';
import type { Settings, Target } from './settings';

/**
 * Acknowledgements at the URL of links by PagerDuty's webhooks (version 3) and by the buttons of a Slack app. The
 * signature of a request is verified before its content is read.
 * https://developer.pagerduty.com/docs/verifying-webhook-signatures
 * https://docs.slack.dev/authentication/verifying-requests-from-slack
 */

/**
 * A request that has the form of a signed one: `before` is the text that is signed with the body, and `signatures`
 * are lower-case hexadecimal digits.
 */
type SignedAction = NonNullable<ReturnType<typeof signedIn>>;

const MOST_BYTES = 256 * 1024;
/** Age of a request of Slack, and of an event of PagerDuty, whose webhooks are repeated for 20 minutes (ms). */
const SLACK_MS = 5 * MINUTE_MS;
const PAGER_DUTY_MS = 30 * MINUTE_MS;
const LONGEST_NAME = 100;

/** The signed parts of a request; undefined for what cannot be one, or is too old, which is refused before anything is read. */
export function signedIn(event: HttpEvent, now: number) {
	const body = requestMethod(event) === 'POST' ? bodyBytes(event, MOST_BYTES) : undefined;
	if (!body) return undefined;
	const slack = /^v0=([0-9a-f]{64})$/.exec(headerIn(event, 'x-slack-signature') ?? '');
	if (slack) {
		const seconds = headerIn(event, 'x-slack-request-timestamp') ?? '';
		const isFresh = isWithin(Number(seconds) * 1000, now, SLACK_MS);
		const before = `v0:${seconds}:`;
		return isFresh ? { format: 'slack' as const, body, before, signatures: [slack[1]] } : undefined;
	}
	// One signature for each secret, while one replaces another.
	const given = (headerIn(event, 'x-pagerduty-signature') ?? '').split(',').slice(0, 5);
	const signatures = given.flatMap((one) => /^\s*v1=([0-9a-f]{64})$/.exec(one)?.[1] ?? []);
	if (signatures.length === 0) return undefined;
	return { format: 'pagerDuty' as const, body, before: '', signatures };
}

const isWithin = (at: number, now: number, ms: number) => Math.abs(now - at) <= ms;

/** The targets whose secret has signed the request. */
export function signersOf(
	{ format, body, before, signatures }: SignedAction,
	{ targets }: Pick<Settings, 'targets'>,
): Target[] {
	return targets.filter(({ actionSecret, ...target }) => {
		if (actionSecret === undefined || target.format !== format) return false;
		const own = createHmac('sha256', actionSecret).update(before).update(body).digest('hex');
		return signatures.some((one) => sameDigest(one, own));
	});
}

const PAGER_DUTY = lazily(() =>
	z.object({
		event: z.object({
			event_type: z.literal('incident.acknowledged'),
			occurred_at: z.string().transform((text) => Date.parse(text)),
			agent: z.object({ summary: z.string().nullish() }).nullish(),
			/** The key of an incident is the `dedup_key` of its first alert. */
			data: z.object({ incident_key: z.string() }),
		}),
	}),
);

const SLACK = lazily(() =>
	z.object({
		type: z.literal('block_actions'),
		user: z.object({ id: z.string(), username: z.string().optional() }),
		actions: z.array(z.object({ action_id: z.string(), value: z.string().optional() })).min(1),
		response_url: z.url({ protocol: /^https$/ }),
	}),
);

const DONE = jsonAnswer(200, {});
const nameOf = (name: string, service: string) => `${name.slice(0, LONGEST_NAME)} (${service})`;

interface SignedOptions extends HoldingOptions {
	send: Send;
	/** The targets whose secret has signed the request: it acknowledges only what one of them is sent. */
	signers: readonly Target[];
}

/** Acknowledges what a request with a signature asks for. Other events and buttons are answered without an effect. */
export async function answerSigned(
	{ format, body }: SignedAction,
	options: SignedOptions,
): Promise<HttpAnswer> {
	const text = format === 'slack' ? new URLSearchParams(body.toString()).get('payload') : body;
	const given = jsonIn(String(text));
	await (format === 'slack' ? pressed(given, options) : acknowledged(given, options));
	return DONE;
}

function jsonIn(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** An incident of PagerDuty that was acknowledged: the alert that opened it, unless it began later. */
async function acknowledged(given: unknown, options: SignedOptions): Promise<void> {
	const { data: found } = PAGER_DUTY().safeParse(given);
	if (!found) return;
	const { occurred_at: begunBy, agent, data } = found.event;
	const { signers, settings } = options;
	if (!isWithin(begunBy, options.clock.now(), PAGER_DUTY_MS)) return;
	const by = nameOf(agent?.summary ?? 'somebody', 'PagerDuty');
	for (const { target } of await heldTargets(options.settings, options.store)) {
		const { state } = await options.store.held.life(target.name);
		const alerts = Object.values(state?.alerts ?? {}).map(({ latest }) => latest);
		const alert = alerts.find((one) => shortKey(one.alertKey) === data.incident_key);
		if (!alert || !signers.some((one) => isRecipient(one, target, alert, settings))) continue;
		const { alertKey } = alert;
		await acknowledgeIncidents([{ alertKey, by, begunBy }], target.name, options);
	}
}

/** True if a signer is sent an alert of a target, whatever its severity was, or its escalations. */
function isRecipient(
	signer: Target,
	{ name, escalateTo }: Target,
	alert: LifeAlert,
	{ routes }: Pick<Settings, 'routes'>,
): boolean {
	if (signer.name === name || signer.name === escalateTo) return true;
	const { source } = originOf(alert);
	const atAnySeverity = () => ({ ...alert, severity: 'resolved' as const });
	return isSent(signer, { source, event: alert.event, alert: atAnySeverity }, routes);
}

/** A button of Slack that was pressed; its channel is told the effect. */
async function pressed(given: unknown, options: SignedOptions): Promise<void> {
	const { data: found } = SLACK().safeParse(given);
	const id = found?.actions.find(({ action_id: action }) => action === 'acknowledge')?.value;
	if (!found || id === undefined) return;
	const { user, response_url: url } = found;
	const by = nameOf(user.username ?? user.id, 'Slack');
	const said =
		(await acknowledgeByLink(id, by, options.signers, options)) ??
		'The button is not valid any more.';
	await options.send(
		{ url, allowPrivateNetwork: false, timeoutSeconds: 1 },
		posted(url, slackReply(`${by}: ${said}`)),
	);
}
