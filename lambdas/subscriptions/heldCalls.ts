import * as z from 'zod/v4';
import { dynamoStore } from '../notify/dynamoStore';
import {
	acknowledgeIncidents,
	endSilence,
	listHeld,
	listSilences,
	silenceAlerts,
} from '../notify/heldActions';
import type { HoldingOptions } from '../notify/holding';
import { byEngine } from '../notify/settings';
import { matchersOf } from '../../core/alertLife/rules';
import { HandlerError } from '../shared/errors';
import { lazily } from '../shared/remembered';
import { momentSchema } from '../shared/schemas';
import type { ApiCall, CallAnswer } from './views';
import { ApiError, checked, invalid, notFound } from './apiError';
import { bareTarget, holdingOfOne } from './dueSteps';
import { HELD, jsonBody } from './input';
import { type Subscription, nameOf } from './subscription';

/** Silences, acknowledgements, and what was held, of one subscription. */

const text = (most: number) =>
	z
		.string('must be text')
		.min(1, 'must not be empty')
		.max(most, `must have at most ${most} characters`);

const SILENCE = lazily(() =>
	jsonBody({
		match: byEngine('match', (value) => matchersOf(value, 'match')),
		until: momentSchema(),
		by: text(300).optional(),
		why: text(300).optional(),
	}),
);

const ACKNOWLEDGEMENT = lazily(() =>
	jsonBody({
		...{ alertKey: text(2_000), since: momentSchema().optional(), by: text(300).optional() },
	}),
);

const MOST_MS = 20_000;

/** The options of the actions of notify, for this subscription alone. */
function optionsOf(call: ApiCall, subscription: Subscription): HoldingOptions & { name: string } {
	const { store, clock } = call;
	const name = nameOf(subscription);
	const now = clock.now();
	const none = () => Promise.reject(new Error('The API puts nothing into the queue'));
	const options: HoldingOptions = {
		...{ settings: { targets: [] }, clock, deadline: now + MOST_MS },
		store: store.openAs(dynamoStore),
		queue: { send: none },
		note: () => undefined,
	};
	return { ...holdingOfOne(name, bareTarget(subscription, now), store, options), name };
}

/** Executes an action of notify; its errors become errors of the request. */
async function acted<Answer>(
	call: ApiCall,
	subscription: Subscription,
	action: (options: HoldingOptions) => Promise<Answer>,
): Promise<Answer> {
	if (!subscription.alertLife) {
		const message = 'The subscription has no alertLife: nothing is held. Add it by PATCH';
		throw new ApiError(409, 'NotHolding', message);
	}
	const { name, ...options } = optionsOf(call, subscription);
	// A step looks for the effect twice, ten minutes apart.
	await call.store.addNews([name], call.clock.now());
	return await action(options).catch((error: unknown) => {
		if (!(error instanceof HandlerError) || error.name !== 'InvalidEvent') throw error;
		const [, field, rule] = /: "?([\w.]+)"?:? (.*?)(?:; given: .*)?$/s.exec(error.message) ?? [];
		throw invalid([[field ?? '', rule ?? error.message]], call.body);
	});
}

async function silence(call: ApiCall, subscription: Subscription): Promise<CallAnswer> {
	const { match, until, by = call.caller.name, why } = checked(SILENCE(), call.body);
	const body = await acted(call, subscription, (options) =>
		silenceAlerts({ match, until, by, why }, options),
	);
	return { status: 201, body };
}

async function silences(call: ApiCall, subscription: Subscription): Promise<CallAnswer> {
	return { status: 200, body: await listSilences(optionsOf(call, subscription)) };
}

async function unsilence(call: ApiCall, subscription: Subscription): Promise<CallAnswer> {
	const { silences: all } = await listSilences(optionsOf(call, subscription));
	if (!all.some(({ id }) => id === call.part)) throw notFound();
	await acted(call, subscription, (options) => endSilence(call.part, options));
	return { status: 204 };
}

async function acknowledge(call: ApiCall, subscription: Subscription): Promise<CallAnswer> {
	const { alertKey, since, by = call.caller.name } = checked(ACKNOWLEDGEMENT(), call.body);
	const given = { alertKey, by, ...(since !== undefined && { since }) };
	const { acknowledged, answers } = await acted(call, subscription, (options) =>
		acknowledgeIncidents([given], undefined, options),
	);
	const [{ result, text: said }] = answers;
	return { status: 200, body: { acknowledged, result, text: said } };
}

async function held(call: ApiCall, subscription: Subscription): Promise<CallAnswer> {
	const { limit } = checked(HELD(), call.query);
	const { name: target, store } = optionsOf(call, subscription);
	return { status: 200, body: await listHeld({ target, limit }, store) };
}

export const heldCalls = { silence, silences, unsilence, acknowledge, held };
