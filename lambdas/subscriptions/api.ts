import { ApiError, checked, invalid, notFound } from './apiError';
import { type ApiCall, type CallAnswer, viewOf, attemptView, nextPage } from './views';
import type { Scope } from './tokens';
import { testTarget } from '../notify/testTarget';
import { sampleAlert } from '../../core/channels/sample';
import { changeOne, confirmOne } from './changeOne';
import { isChallenge } from './challenge';
import { createOne } from './createOne';
import { targetOf } from './destination';
import { ATTEMPTS_PAGE, CHANGE, CONFIRMATION, NEW, NOTHING, PAGE, SAMPLES, TEST } from './input';
import { isAllowed, rowsOf } from './matching';
import { type Subscription, isOn, nameOf } from './subscription';

/** The calls of the API, after its caller is known. */

async function ofCaller({ store, caller: { owner }, id }: ApiCall): Promise<Subscription> {
	// The key has the owner: another's subscription is not found.
	const found = await store.find({ owner, id });
	if (!found) throw notFound();
	return found;
}

const destinationOf = async ({ sealer }: ApiCall, one: Subscription) =>
	await sealer.open(one.sealed, nameOf(one));

const create = async (call: ApiCall) => await createOne(call, checked(NEW(), call.body));

async function list(call: ApiCall): Promise<CallAnswer> {
	const { store, caller, clock } = call;
	const { limit, after } = checked(PAGE(), call.query);
	const { items, next } = await store.list(caller.owner, limit, after);
	const subscriptions = [];
	for (const one of items) {
		subscriptions.push(viewOf(one, await destinationOf(call, one), clock.now()));
	}
	return { status: 200, body: { subscriptions, ...nextPage(next) } };
}

async function read(call: ApiCall): Promise<CallAnswer> {
	const found = await ofCaller(call);
	return { status: 200, body: viewOf(found, await destinationOf(call, found), call.clock.now()) };
}

async function change(call: ApiCall): Promise<CallAnswer> {
	const body = checked(CHANGE(), call.body);
	return await changeOne(call, await ofCaller(call), body);
}

async function remove(call: ApiCall): Promise<CallAnswer> {
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
	return { status: 200, body: { deliveries: items.map(attemptView), ...nextPage(next) } };
}

/** A call about what is held, loaded when it is needed. */
const ofHeld =
	(name: 'silence' | 'silences' | 'unsilence' | 'acknowledge' | 'held') =>
	async (call: ApiCall) => {
		const found = await ofCaller(call);
		return await (await import('./heldCalls.js')).heldCalls[name](call, found);
	};

const held = ofHeld('held');

async function test(call: ApiCall): Promise<CallAnswer> {
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
	const { challenge } = checked(CONFIRMATION(), call.body);
	const found = await ofCaller(call);
	if (found.status !== 'pending') {
		throw new ApiError(409, 'NotPending', 'The subscription is not waiting for a confirmation');
	}
	if (!isChallenge(found, challenge, call.clock.now())) {
		throw invalid([['challenge', 'must be that of the newest message, not older than a day']], {});
	}
	return await confirmOne(call, found);
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

async function me({ caller }: ApiCall): Promise<CallAnswer> {
	const { expiresAt: end } = caller;
	const expiresAt = end && new Date(end).toISOString();
	return { status: 200, body: { ...caller, expiresAt } };
}

/** The paths of the API. */

/**
 * A path: its name, such as `POST /subscriptions`, for the log too; the scope that the token needs, any token if there
 * is none; and whether the call changes or sends, so that it counts for the rate. Only lists have parameters.
 */
const route = (name: string, run: (call: ApiCall) => Promise<CallAnswer>, scope?: Scope) => {
	const bare = (call: ApiCall) => checked(NOTHING(), call.query) && run(call);
	const [method, template] = name.split(' ');
	const ids = { '{id}': '(?<id>[a-z0-9]{20})', '{part}': '(?<part>[a-z0-9]{12})' };
	const pattern = Object.entries(ids).reduce(
		(text, [id, form]) => text.replace(id, form),
		template,
	);
	const form = new RegExp(`^${pattern}/?$`);
	return { name, method, form, run: LISTS.has(run) ? run : bare, scope, counts: method !== 'GET' };
};
const LISTS: ReadonlySet<unknown> = new Set([list, deliveries, held, samples]);
type Route = ReturnType<typeof route>;

const ROUTES: readonly Route[] = [
	route('POST /subscriptions', create, 'write'),
	route('GET /subscriptions', list, 'read'),
	route('GET /subscriptions/{id}', read, 'read'),
	route('PATCH /subscriptions/{id}', change, 'write'),
	route('DELETE /subscriptions/{id}', remove, 'write'),
	route('GET /subscriptions/{id}/deliveries', deliveries, 'read'),
	route('GET /subscriptions/{id}/held', held, 'read'),
	route('POST /subscriptions/{id}/acknowledge', ofHeld('acknowledge'), 'write'),
	route('GET /subscriptions/{id}/silences', ofHeld('silences'), 'read'),
	route('POST /subscriptions/{id}/silences', ofHeld('silence'), 'write'),
	route('DELETE /subscriptions/{id}/silences/{part}', ofHeld('unsilence'), 'write'),
	route('POST /subscriptions/{id}/test', test, 'test'),
	route('POST /subscriptions/{id}/confirm', confirm, 'write'),
	route('GET /events', samples, 'events'),
	route('GET /me', me),
];

/** The route of a request, and the ids in its path. Throws `ApiError` with status 404 or 405. */
export function routeOf(method: string, path: string): { route: Route; id: string; part: string } {
	const there = ROUTES.flatMap((one) => {
		const found = one.form.exec(path);
		return found ? [{ route: one, id: '', part: '', ...found.groups }] : [];
	});
	const asked = there.find(({ route: one }) => one.method === method);
	if (asked) return asked;
	if (there.length === 0) throw new ApiError(404, 'NotFound', 'There is nothing at this path');
	const allow = there.map(({ route: one }) => one.method).join(', ');
	const message = `The path has ${allow}`;
	throw new ApiError(405, 'MethodNotAllowed', message, undefined, { allow });
}
