import { calls } from './api';
import { ApiError } from './apiError';
import type { ApiCall, CallAnswer } from './call';
import type { Scope } from './tokens';

/** The paths of the API. */

/**
 * A path: its name, such as `POST /subscriptions`, for the log too; the scope that the token needs, any token if there
 * is none; and whether the call changes or sends, so that it counts for the rate.
 */
const route = (name: string, run: (call: ApiCall) => Promise<CallAnswer>, scope?: Scope) => {
	return { name, run, scope, counts: !name.startsWith('GET ') };
};
type Route = ReturnType<typeof route>;

const ROUTES: readonly Route[] = [
	route('POST /subscriptions', calls.create, 'write'),
	route('GET /subscriptions', calls.list, 'read'),
	route('GET /subscriptions/{id}', calls.read, 'read'),
	route('PATCH /subscriptions/{id}', calls.change, 'write'),
	route('DELETE /subscriptions/{id}', calls.remove, 'write'),
	route('GET /subscriptions/{id}/deliveries', calls.deliveries, 'read'),
	route('GET /subscriptions/{id}/held', calls.held, 'read'),
	route('POST /subscriptions/{id}/acknowledge', calls.acknowledge, 'write'),
	route('GET /subscriptions/{id}/silences', calls.silences, 'read'),
	route('POST /subscriptions/{id}/silences', calls.silence, 'write'),
	route('DELETE /subscriptions/{id}/silences/{part}', calls.unsilence, 'write'),
	route('POST /subscriptions/{id}/test', calls.test, 'test'),
	route('POST /subscriptions/{id}/confirm', calls.confirm, 'write'),
	route('GET /events', calls.samples, 'events'),
	route('GET /me', calls.me),
];

const ID = /^[a-z0-9]{20}$/;
const PART = /^[a-z0-9]{12}$/;

/** The template of a path, and the ids in it; a path of another form has no route. */
function templateOf(path: string): { template: string; id: string; part: string } {
	// A template itself is no path.
	if (path.includes('{')) return { template: '', id: '', part: '' };
	const parts = path.replace(/\/$/, '').split('/');
	const id = parts[1] === 'subscriptions' && ID.test(parts[2] ?? '') ? parts[2] : '';
	const part = id && PART.test(parts[4] ?? '') ? parts[4] : '';
	if (id) parts[2] = '{id}';
	if (part) parts[4] = '{part}';
	return { template: parts.join('/'), id, part };
}

/** The route of a request, and the ids in its path. Throws `ApiError` with status 404 or 405. */
export function routeOf(method: string, path: string): { route: Route; id: string; part: string } {
	const { template, id, part } = templateOf(path);
	const there = ROUTES.filter(({ name }) => name.split(' ')[1] === template);
	const found = there.find(({ name }) => name.split(' ')[0] === method);
	if (found) return { route: found, id, part };
	if (there.length === 0) throw new ApiError(404, 'NotFound', 'There is nothing at this path');
	const allow = there.map(({ name }) => name.split(' ')[0]).join(', ');
	const message = `The path has ${allow}`;
	throw new ApiError(405, 'MethodNotAllowed', message, undefined, { allow });
}
