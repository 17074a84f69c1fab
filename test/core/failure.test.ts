import { inspect } from 'node:util';
import { Failure, type NetworkReason, isFailure } from '../../core/failure';
import { namingService, networkFailure } from '../../core/networkFailure';

const failed = (code: string, message = '', name = 'Error') =>
	Object.assign(new Error(message), { code, name });

describe('a network failure', () => {
	it.each<[string, unknown, string]>([
		['timeout', failed('ETIMEDOUT'), 'ETIMEDOUT'],
		['timeout', failed('ECONNABORTED', 'timeout of 5000ms exceeded'), 'ECONNABORTED'],
		['timeout', failed('UND_ERR_HEADERS_TIMEOUT'), 'UND_ERR_HEADERS_TIMEOUT'],
		['timeout', failed('', 'The operation was aborted due to timeout', 'TimeoutError'), ''],
		['timeout', failed('', 'This operation was aborted', 'AbortError'), ''],
		['reset', failed('ECONNRESET', 'read ECONNRESET'), 'ECONNRESET'],
		['reset', failed('', 'socket hang up'), ''],
		['reset', failed('UND_ERR_SOCKET', 'other side closed'), 'UND_ERR_SOCKET'],
		['reset', new TypeError('terminated'), ''],
		['refused', failed('ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:9650'), 'ECONNREFUSED'],
		['dns', failed('ENOTFOUND', 'getaddrinfo ENOTFOUND data.test'), 'ENOTFOUND'],
		['dns', failed('EAI_AGAIN'), 'EAI_AGAIN'],
		[
			'tls',
			failed('DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate'),
			'DEPTH_ZERO_SELF_SIGNED_CERT',
		],
		['tls', failed('ERR_TLS_CERT_ALTNAME_INVALID'), ''],
		['other', new Error('what?'), ''],
		['other', 'a text', ''],
		['other', undefined, ''],
	])('of reason %s', (reason, error, code) => {
		const failure = networkFailure(error);
		expect(failure).toMatchObject({ kind: 'network', reason, retryable: true });
		if (code) expect(failure.message).toContain(`(${code})`);
	});

	it('is found behind the error that a library throws', () => {
		const error = new TypeError('fetch failed', {
			cause: failed('ECONNREFUSED', 'connect ECONNREFUSED 10.0.0.1:1'),
		});
		expect(networkFailure(error)).toMatchObject({ reason: 'refused' });
	});

	it('never repeats what the library said: URLs and headers can stand in it', () => {
		const error = failed('ECONNRESET', 'GET https://user:hunter22@host/?key=hunter22');
		expect(networkFailure(error).message).not.toContain('hunter22');
	});

	it('leaves a failure as it is', () => {
		const failure = new Failure({
			kind: 'invalid-response',
			message: 'too large',
			retryable: false,
		});
		expect(networkFailure(failure)).toBe(failure);
	});

	it('keeps what led to it as its cause, without requests, headers and URLs', () => {
		const request = { headers: { 'x-api-key': 'hunter22' } };
		const inner = failed('ECONNRESET', 'read https://user:hunter22@host/hunter22?key=hunter22');
		const error = Object.assign(new TypeError('fetch failed', { cause: inner }), {
			config: request,
			request,
			code: 'ERR_FETCH',
		});
		const { cause } = networkFailure(error);
		expect(cause).toMatchObject({ name: 'TypeError', message: 'fetch failed', code: 'ERR_FETCH' });
		expect((cause as Error).stack).toContain('failure.test.ts');
		expect((cause as Error).cause).toMatchObject({
			code: 'ECONNRESET',
			message: 'read https://host',
		});
		expect(inspect(networkFailure(error), { depth: 20, showHidden: true })).not.toContain(
			'hunter22',
		);
		expect(JSON.stringify(networkFailure(error))).not.toContain('cause');
	});

	it('names the service and its host', () => {
		const name = 'The node at node.test:9650';
		const said = (code: string) => namingService(networkFailure(failed(code)), name).message;
		expect(said('ECONNREFUSED')).toBe(`${name} refused the connection (ECONNREFUSED)`);
		expect(said('EHOSTUNREACH')).toBe(
			`${name} could not be reached: there is no route to its host (EHOSTUNREACH)`,
		);
		expect(said('ENOTFOUND')).toMatch(/^The node at node.test:9650 could not be reached: its host/);
		expect(said('ECONNRESET')).toMatch(/^The node at node.test:9650 closed the connection/);
		const failure = networkFailure(failed('ECONNRESET'));
		expect(namingService(failure, name)).toMatchObject({ reason: 'reset', retryable: true });
		expect(namingService(failure, name).cause).toBe(failure.cause);
		const other = new Failure({ kind: 'server', message: 'The service failed' });
		expect(namingService(other, name)).toBe(other);
	});

	it('ends with causes that go in a circle', () => {
		const error: Error & { cause?: unknown } = new Error('round');
		error.cause = error;
		expect(networkFailure(error).reason).toBe('other');
	});
});

it('recognizes a failure of another copy of the core', () => {
	const other = Object.assign(new Error('x'), { name: 'Failure', kind: 'server' });
	expect(isFailure(other)).toBe(true);
	expect(isFailure(new Error('x'))).toBe(false);
	expect(isFailure({ name: 'Failure', kind: 'server' })).toBe(false);
});

describe('isFailure with kinds', () => {
	const failure: unknown = new Failure({ kind: 'network', message: 'no route' });

	it('is true for a failure of one of them only', () => {
		expect(isFailure(failure)).toBe(true);
		expect(isFailure(failure, 'network')).toBe(true);
		expect(isFailure(failure, 'rpc', 'network')).toBe(true);
		expect(isFailure(failure, 'rpc', 'server')).toBe(false);
		expect(isFailure(new Error('network'), 'network')).toBe(false);
		expect(isFailure(undefined, 'network')).toBe(false);
	});

	it('narrows the type: a network failure has a reason', () => {
		if (!isFailure(failure, 'network')) throw new Error('not narrowed');
		const reason: NetworkReason = failure.reason;
		expect(reason).toBe('other');
	});

	it('gives a union that a check of the kind narrows', () => {
		if (!isFailure(failure) || failure.kind !== 'network') throw new Error('not narrowed');
		const reason: NetworkReason = failure.reason;
		expect(reason).toBe('other');
	});
});

describe('walk', () => {
	const innermost = failed('ECONNRESET', 'read ECONNRESET');
	const middle = new TypeError('fetch failed', { cause: innermost });
	const failure = new Failure({ kind: 'network', message: 'closed', cause: middle });

	it('returns the first error that matches, the failure itself included', () => {
		expect(failure.walk(() => true)).toBe(failure);
		expect(failure.walk((error) => error instanceof TypeError)).toBe(middle);
		expect(failure.walk((error) => 'code' in error && error !== failure)).toBe(innermost);
		expect(failure.walk((error) => error instanceof RangeError)).toBeUndefined();
	});

	it('returns the innermost cause without a test', () => {
		expect(failure.walk()).toBe(innermost);
		const alone = new Failure({ kind: 'server', message: 'down' });
		expect(alone.walk()).toBe(alone);
	});

	it('ends in a circle of causes', () => {
		const circle = new Error('first');
		circle.cause = new Error('second', { cause: circle });
		const found = new Failure({ kind: 'server', message: 'down', cause: circle });
		expect(found.walk((error) => error instanceof RangeError)).toBeUndefined();
		expect(found.walk().message).toBe('second');
	});
});
