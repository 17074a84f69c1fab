import fc from '../../../core/testing/properties';
import { Failure, type FailureDetails, type FailureKind } from '../../../core/failure';
import {
	DEFAULT_RETRY,
	type RetryPolicy,
	triesOf,
	withRetries,
} from '../../../core/protocol/retry';
import { caught, fakeClock } from './fakes';

const fail = (details: Partial<FailureDetails> & { retryable?: boolean } = {}) =>
	new Failure({ kind: 'server', message: 'no', ...details });

/** A call that throws these failures in turn, then answers; counts how often it was made. */
function failing(...failures: Error[]) {
	const call = async () => {
		const failure = failures[call.made++];
		if (failure) throw failure;
		return 'answer';
	};
	call.made = 0;
	return call;
}

const policy = (changes: Partial<RetryPolicy> = {}) => ({ ...DEFAULT_RETRY, ...changes });

describe('retries', () => {
	it('repeat until the answer comes', async () => {
		const call = failing(
			fail(),
			fail({ kind: 'network', reason: 'reset' }),
			fail({ kind: 'invalid-response' }),
		);
		expect(await withRetries(call, policy(), { clock: fakeClock() })).toBe('answer');
		expect(call.made).toBe(4);
	});

	it.each<FailureKind>(['invalid-input', 'unauthorized', 'forbidden', 'not-found', 'rpc'])(
		'leave %s alone',
		async (kind) => {
			const call = failing(fail({ kind }));
			expect(await caught(() => withRetries(call, policy(), { clock: fakeClock() }))).toMatchObject(
				{ kind },
			);
			expect(call.made).toBe(1);
		},
	);

	it.each<FailureKind>([
		'rate-limited',
		'server',
		'bad-gateway',
		'unavailable',
		'network',
		'invalid-response',
	])('repeat %s', async (kind) => {
		const call = failing(fail({ kind }));
		expect(await withRetries(call, policy(), { clock: fakeClock() })).toBe('answer');
	});

	it('leave alone what says that it is final, and what is not a failure', async () => {
		for (const error of [fail({ retryable: false }), new TypeError('a bug')]) {
			const call = failing(error);
			expect(await caught(() => withRetries(call, policy(), { clock: fakeClock() }))).toBe(error);
			expect(call.made).toBe(1);
		}
	});

	it('end with the last failure after as many as the policy allows', async () => {
		const failures = Array.from({ length: 9 }, (_, index) => fail({ message: String(index) }));
		for (const retries of [0, 1, 4]) {
			const call = failing(...failures);
			const error = await caught(() =>
				withRetries(call, policy({ retries }), { clock: fakeClock() }),
			);
			expect(error.message).toBe(String(retries));
			expect(call.made).toBe(retries + 1);
		}
	});

	it('pause for a random part of a bound that doubles up to its limit', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.double({ min: 0, max: 0.999_999, noNaN: true }), {
					minLength: 8,
					maxLength: 8,
				}),
				async (chances) => {
					let next = 0;
					const clock = fakeClock(0, () => chances[next++]);
					const call = failing(...chances.map(() => fail()));
					await withRetries(
						call,
						policy({ retries: 8, baseMs: 500, maxMs: 20_000, budgetMs: 1e9 }),
						{ clock },
					);
					const bounds = [500, 1_000, 2_000, 4_000, 8_000, 16_000, 20_000, 20_000];
					expect(clock.slept).toEqual(bounds.map((bound, index) => bound * chances[index]));
				},
			),
		);
	});

	it('never come back sooner than the service asked, whatever the chance', async () => {
		for (const chance of [0, 0.5, 0.99]) {
			const clock = fakeClock(0, () => chance);
			const call = failing(fail({ kind: 'rate-limited', retryAfterMs: 30_000 }));
			await withRetries(call, policy(), { clock });
			expect(clock.slept).toHaveLength(1);
			expect(clock.slept[0]).toBeGreaterThanOrEqual(30_000);
			expect(clock.slept[0]).toBeLessThan(31_000);
		}
	});

	it('never pass the budget, and give the failure back at once where it would', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 0, max: 50_000 }),
				fc.array(fc.option(fc.integer({ min: 0, max: 40_000 }), { nil: undefined }), {
					maxLength: 12,
				}),
				fc.double({ min: 0, max: 0.999, noNaN: true }),
				async (budgetMs, waits, chance) => {
					const clock = fakeClock(0, () => chance);
					const call = failing(
						...waits.map((retryAfterMs) => fail({ kind: 'rate-limited', retryAfterMs })),
					);
					await withRetries(call, policy({ retries: 99, budgetMs, rateLimitMs: budgetMs }), {
						clock,
					}).catch(() => undefined);
					expect(clock.time).toBeLessThanOrEqual(budgetMs);
				},
			),
		);
		const clock = fakeClock(0);
		const hour = fail({ kind: 'rate-limited', retryAfterMs: 3_600_000 });
		expect(await caught(() => withRetries(failing(hour), policy(), { clock }))).toBe(hour);
		expect(clock.slept).toEqual([]);
	});
});

it('nothing is tried again after the deadline', async () => {
	const clock = fakeClock(1_000_000);
	const failures = Array.from({ length: 9 }, () =>
		fail({ kind: 'rate-limited', retryAfterMs: 4_000 }),
	);
	const call = failing(...failures);
	await caught(() => withRetries(call, policy({ retries: 9, deadline: 1_010_000 }), { clock }));
	expect(call.made).toBe(3);
	expect(clock.time).toBeLessThanOrEqual(1_010_000);
});

describe('a request that creates', () => {
	it.each<[string, FailureDetails]>([
		['429', { kind: 'rate-limited', message: '', status: 429 }],
		['a refused connection', { kind: 'network', message: '', reason: 'refused' }],
		['an unknown host', { kind: 'network', message: '', reason: 'dns' }],
	])('is repeated after %s', async (_, details) => {
		const call = failing(fail(details));
		expect(await withRetries(call, policy(), { clock: fakeClock(), creates: true })).toBe('answer');
		expect(call.made).toBe(2);
	});

	it.each<[string, FailureDetails]>([
		['a timeout', { kind: 'network', message: '', reason: 'timeout' }],
		['a reset', { kind: 'network', message: '', reason: 'reset' }],
		['a TLS failure', { kind: 'network', message: '', reason: 'tls' }],
		['an unknown failure', { kind: 'network', message: '', reason: 'other' }],
		['500', { kind: 'server', message: '', status: 500 }],
		['502', { kind: 'bad-gateway', message: '', status: 502 }],
		['503 with Retry-After', { kind: 'unavailable', message: '', status: 503, retryAfterMs: 1 }],
		['an unreadable answer', { kind: 'invalid-response', message: '' }],
	])('is never repeated after %s', async (_, details) => {
		const call = failing(fail(details));
		expect(
			await caught(() => withRetries(call, policy(), { clock: fakeClock(), creates: true })),
		).toMatchObject({
			kind: details.kind,
		});
		expect(call.made).toBe(1);
	});

	it('is not repeated a second time after an ambiguous failure that followed a clear one', async () => {
		const call = failing(fail({ kind: 'rate-limited' }), fail());
		await caught(() => withRetries(call, policy(), { clock: fakeClock(), creates: true }));
		expect(call.made).toBe(2);
	});
});

test('progress begins the count of tries anew', async () => {
	const clock = fakeClock();
	const tries = triesOf(policy({ retries: 2 }), { clock });
	const failure = fail();
	for (let progress = 0; progress < 3; progress++) {
		await tries.again(failure);
		await tries.again(failure);
		await expect(tries.again(failure)).rejects.toBe(failure);
		tries.anew();
	}
	expect(clock.slept).toHaveLength(6);
});
