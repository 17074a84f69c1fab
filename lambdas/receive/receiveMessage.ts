import type { AnyClient } from '../../core/clientTypes';
import type { Clock } from '../../core/protocol/ports';
import {
	MAX_BODY_BYTES,
	REFUSALS,
	SIGNATURE_HEADER,
	type SignatureScheme,
	type SignedRequest,
} from '../../core/webhooks/signature';
import type { MessageVerifier } from '../../core/webhooks/verifier';
import { sharedSecret } from '../../core/subjects/events/shared/webhookUpkeep';
import type { Settings } from '../notify/settings';
import { HandlerError } from '../shared/errors';
import {
	type HttpEvent,
	bodyBytes,
	headerIn,
	requestMethod,
	type HttpAnswer,
	jsonAnswer,
} from '../shared/http';
import type { Telemetry } from '../shared/telemetry';
import { type Outbox, openOutbox } from './outbox';
import type { Registry } from './registry';
import { OUTCOMES, type Taken, take } from './take';

/** A request with a message: bounds it, verifies it, takes it, and answers within the service's 10 s. */

export interface MessageOptions {
	environment: { SIGNATURE_SCHEME: SignatureScheme };
	verifier: MessageVerifier;
	settings: () => Promise<Settings>;
	table: () => Promise<{ registry: Registry } & Parameters<typeof openOutbox>[0]>;
	client: () => Promise<AnyClient>;
	clock: Clock;
	telemetry: Pick<Telemetry, 'logger' | 'measure'>;
	/** The error to be logged. */
	handlerErrorOf: (error: unknown) => Error;
	/** Unix milliseconds: the request is answered by then. */
	end: number;
}

/** Time to write the events of a message, after its record was read. */
const WRITE_MS = 2_000;

/** Answers a request. Writes one line to the log, without the body. */
export async function receiveMessage(
	event: HttpEvent,
	options: MessageOptions,
): Promise<HttpAnswer> {
	const { clock, telemetry, end } = options;
	const begun = clock.now();
	const answered = (status: number, about: Record<string, unknown>): HttpAnswer => {
		const ms = clock.now() - begun;
		telemetry.measure('MessageTime', ms, 'ms');
		const level = status === 200 ? 'info' : 'warn';
		telemetry.logger[level]('A message was answered', { status, ms, ...about });
		return jsonAnswer(status, { message: String(about.outcome) });
	};
	const request = refusedOr(event);
	if ('status' in request) {
		telemetry.measure('RefusedMessages');
		return answered(request.status, { outcome: request.message });
	}
	const ended = new AbortController();
	const late = clock.sleep(Math.max(0, end - begun), ended.signal).then(
		() => {
			throw new HandlerError('TimedOut', 'There was no time left to take the message');
		},
		() => undefined as never,
	);
	try {
		const result = await Promise.race([verifiedAndTaken(request, options), late]);
		if (typeof result === 'string') return answered(401, { outcome: result });
		return answered(OUTCOMES[result.outcome][0], { ...result });
	} catch (error) {
		// The service sends it again.
		telemetry.measure('FailedMessages');
		const handled = options.handlerErrorOf(error);
		const reason =
			handled instanceof HandlerError ? `${handled.name}: ${handled.message}` : handled.name;
		return answered(503, { outcome: 'The message cannot be taken now', reason });
	} finally {
		ended.abort();
	}
}

/** The signed body, or the refusal of the request. */
function refusedOr(event: HttpEvent): SignedRequest | { status: number; message: string } {
	if (requestMethod(event) !== 'POST') return { status: 405, message: 'Use POST' };
	const body = bodyBytes(event, MAX_BODY_BYTES);
	if (!body) return { status: 413, message: REFUSALS.oversized };
	return { body, signature: headerIn(event, SIGNATURE_HEADER) };
}

/** Refuses a message that the service did not sign, or takes it. */
async function verifiedAndTaken(
	request: SignedRequest,
	options: MessageOptions,
): Promise<string | Taken> {
	const { environment, verifier, client, telemetry, clock, end } = options;
	const verdict = await verifier.verify(request, {
		mark: '',
		secret: async () => await sharedSecret(await client()),
		scheme: environment.SIGNATURE_SCHEME,
	});
	if (!verdict.ok) {
		telemetry.measure(verdict.reason === 'forged' ? 'SignatureFailures' : 'RefusedMessages');
		return REFUSALS[verdict.reason];
	}
	telemetry.measure('Messages');
	const [settings, { registry, ...outlet }] = await Promise.all([
		options.settings(),
		options.table(),
	]);
	let outbox: Outbox | undefined;
	const taken = await take(verdict.message, {
		webhooks: settings.webhooks ?? [],
		registry,
		outbox: () => (outbox = openOutbox(outlet, settings)),
		client,
		clock,
		readEnd: end - WRITE_MS,
		deadline: end,
	});
	const [, metric] = OUTCOMES[taken.outcome];
	if (metric !== undefined) telemetry.measure(metric);
	if (outbox) {
		const { deliveries, dead } = outbox.counts();
		telemetry.measure('NewDeliveries', deliveries);
		telemetry.measure('DeadLetters', dead);
	}
	return taken;
}
