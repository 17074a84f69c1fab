import { testTarget } from '../notify/testTarget';
import { sampleAlert } from '../../core/channels/sample';
import { ApiError, checked, invalid, notFound } from './apiError';
import type { ApiCall, CallAnswer } from './call';
import { changeOne, confirmOne } from './changeOne';
import { isChallenge } from './challenge';
import { createOne } from './createOne';
import { targetOf } from './destination';
import {
	ATTEMPTS_PAGE,
	CHANGE,
	CONFIRMATION,
	HELD,
	NEW,
	NOTHING,
	PAGE,
	SAMPLES,
	TEST,
} from './input';
import { isAllowed, rowsOf } from './matching';
import { type Destination, type Subscription, isOn, nameOf } from './subscription';
import { shown, shownAttempt, shownNext } from './views';

/** The calls of the API, after its caller is known. */

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
	// The step that follows looks for what is held twice, ten minutes apart.
	if (found.alertLife) await store.addNews([nameOf(found)], call.clock.now());
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

/** A call about what is held, loaded when it is needed. */
const ofHeld =
	(name: 'silence' | 'silences' | 'unsilence' | 'acknowledge') => async (call: ApiCall) => {
		checked(NOTHING(), call.query);
		const found = await ofCaller(call);
		return await (await import('./heldCalls.js')).heldCalls[name](call, found);
	};

async function held(call: ApiCall): Promise<CallAnswer> {
	const { limit } = checked(HELD(), call.query);
	const found = await ofCaller(call);
	return await (await import('./heldCalls.js')).heldCalls.held(call, found, limit);
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
	held,
	silence: ofHeld('silence'),
	silences: ofHeld('silences'),
	unsilence: ofHeld('unsilence'),
	acknowledge: ofHeld('acknowledge'),
	test,
	confirm,
	samples,
	me,
} satisfies Record<string, (call: ApiCall) => Promise<CallAnswer>>;
