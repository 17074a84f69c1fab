import { testTarget } from '../notify/testTarget';
import { sampleAlert } from '../../core/channels/sample';
import { type ServiceOptions } from './activate';
import { ApiError, checked, invalid, notFound } from './apiError';
import { type Caller } from './caller';
import { changeOne, confirmOne } from './changeOne';
import { isChallenge } from './challenge';
import { createOne } from './createOne';
import { targetOf } from './destination';
import { ATTEMPTS_PAGE, CHANGE, CONFIRMATION, NEW, NOTHING, PAGE, SAMPLES, TEST } from './input';
import { isAllowed, rowsOf } from './matching';
import { type Destination, type Subscription, isOn, nameOf } from './subscription';
import { shown, shownAttempt, shownNext } from './views';

/** The calls of the API, after its caller is known. */

/** A call: its parameters, and what it needs to be answered. */
export interface ApiCall extends ServiceOptions {
	caller: Caller;
	/** The id in the path. */
	id: string;
	query: Record<string, string | undefined>;
	/** The body as JSON. */
	body: unknown;
	/** The header idempotency-key. */
	repeatKey?: string;
}

export interface CallAnswer {
	status: number;
	/** Undefined: the response has no body. */
	body?: unknown;
}

async function ofCaller({ store, caller: { owner }, id }: ApiCall): Promise<Subscription> {
	// The key has the owner: another's subscription is not found.
	const found = await store.find({ owner, id });
	if (!found) throw notFound();
	return found;
}

async function destinationOf(
	{ sealer }: ApiCall,
	subscription: Subscription,
): Promise<Destination> {
	return (await sealer.open(subscription.sealed, nameOf(subscription))) as Destination;
}

async function create(call: ApiCall): Promise<CallAnswer> {
	checked(NOTHING(), call.query);
	return await createOne(call, call.caller, checked(NEW(), call.body), call.repeatKey);
}

async function list(call: ApiCall): Promise<CallAnswer> {
	const { store, caller, clock } = call;
	const { limit, after } = checked(PAGE(), call.query);
	const { items, next } = await store.list(caller.owner, limit, after);
	const subscriptions = [];
	for (const one of items) {
		subscriptions.push(shown(one, await destinationOf(call, one), clock.now()));
	}
	return { status: 200, body: { subscriptions, ...shownNext(next) } };
}

async function read(call: ApiCall): Promise<CallAnswer> {
	checked(NOTHING(), call.query);
	const found = await ofCaller(call);
	return { status: 200, body: shown(found, await destinationOf(call, found), call.clock.now()) };
}

async function change(call: ApiCall): Promise<CallAnswer> {
	checked(NOTHING(), call.query);
	const body = checked(CHANGE(), call.body);
	return await changeOne(call, call.caller, await ofCaller(call), body);
}

async function remove(call: ApiCall): Promise<CallAnswer> {
	checked(NOTHING(), call.query);
	const { store } = call;
	const found = await ofCaller(call);
	await store.remove(found);
	await store.removeRows(rowsOf(found), Number.MAX_SAFE_INTEGER);
	return { status: 204 };
}

async function deliveries(call: ApiCall): Promise<CallAnswer> {
	const { limit, after } = checked(ATTEMPTS_PAGE(), call.query);
	const found = await ofCaller(call);
	const { items, next } = await call.store.attempts(nameOf(found), limit, after);
	return { status: 200, body: { deliveries: items.map(shownAttempt), ...shownNext(next) } };
}

async function test(call: ApiCall): Promise<CallAnswer> {
	checked(NOTHING(), call.query);
	const { severity } = checked(TEST(), call.body ?? {});
	const found = await ofCaller(call);
	const now = call.clock.now();
	if (!isOn(found, now)) {
		throw new ApiError(409, 'NotActive', 'The subscription is not active: nothing is sent to it');
	}
	const target = targetOf(found, await destinationOf(call, found), now);
	const { accepted, requests } = await testTarget(target, severity, call);
	return { status: 200, body: { accepted, requests } };
}

async function confirm(call: ApiCall): Promise<CallAnswer> {
	checked(NOTHING(), call.query);
	const { challenge } = checked(CONFIRMATION(), call.body);
	const found = await ofCaller(call);
	if (found.status !== 'pending') {
		throw new ApiError(409, 'NotPending', 'The subscription is not waiting for a confirmation');
	}
	if (!isChallenge(found, challenge, call.clock.now())) {
		throw invalid([['challenge', 'must be that of the newest message, not older than a day']], {});
	}
	return await confirmOne(call, call.caller, found);
}

async function samples(call: ApiCall): Promise<CallAnswer> {
	const { store, clock, caller } = call;
	const { limit } = checked(SAMPLES(), call.query);
	const real = (await store.samples()).filter((one) => isAllowed(caller.allowed, one));
	const generated = (['warning', 'resolved', 'critical', 'info'] as const).map((severity) =>
		sampleAlert(severity, clock.now()),
	);
	const events = real.length > 0 ? real.map(({ event }) => event) : generated;
	return { status: 200, body: { events: events.slice(0, limit) } };
}

async function me({ caller, query }: ApiCall): Promise<CallAnswer> {
	checked(NOTHING(), query);
	const { expiresAt: end } = caller;
	const expiresAt = end && new Date(end).toISOString();
	return { status: 200, body: { ...caller, expiresAt } };
}

export const calls = {
	create,
	list,
	read,
	change,
	remove,
	deliveries,
	test,
	confirm,
	samples,
	me,
} satisfies Record<string, (call: ApiCall) => Promise<CallAnswer>>;
