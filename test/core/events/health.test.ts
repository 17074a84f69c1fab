import fc, { rounds } from '../../../core/testing/properties';
import type {
	EventSource,
	NetworkEvent,
	PollResult,
	SourceState,
} from '../../../core/events/event';
import { health } from '../../../core/subjects/events/health/declare';
import type { HttpResponse } from '../../../core/protocol/ports';
import { answer, caught } from '../protocol/fakes';
import { hostOf, idsOf, restarted } from './world';

interface HealthSettings {
	path?: 'health' | 'readiness' | 'liveness';
	tags?: string[];
	holdPolls?: number;
	unreachableAfter?: number;
	fireFirst?: boolean;
}

const complete = (settings: HealthSettings) => ({ path: 'health', ...settings });
const healthSource: Pick<EventSource<HealthSettings>, 'poll' | 'sample'> = {
	poll: async (settings, ...rest) => await health.source.poll(complete(settings), ...rest),
	sample: async (settings, ...rest) => await health.source.sample(complete(settings), ...rest),
};

const FAILING = {
	healthy: false,
	checks: {
		network: {
			message: { connectedPeers: 0 },
			error: 'not connected to a minimum of 1 peer(s) only 0',
			timestamp: '2026-03-01T00:00:30Z',
			duration: 5000,
			contiguousFailures: 3,
			timeOfFirstFailure: '2026-03-01T00:00:00Z',
		},
		database: { timestamp: '2026-03-01T00:00:30Z', duration: 100 },
		bootstrapped: { error: 'not yet run', timestamp: '0001-01-01T00:00:00Z', duration: 0 },
	},
};
const PASSING = {
	healthy: true,
	checks: { database: { timestamp: '2026-03-01T00:00:30Z', duration: 100 } },
};

/** Behavior of a node that gets a request. */
type Says =
	| 'healthy'
	| 'unhealthy'
	| 'bare 503'
	| 'silence'
	| 'error'
	| 'no content'
	| 'accepted'
	| 'login page';

const ANSWERS: Record<Exclude<Says, 'silence'>, HttpResponse> = {
	healthy: answer(PASSING),
	unhealthy: answer(FAILING, 503),
	'bare 503': answer('<html>Service Unavailable</html>', 503),
	error: answer({ message: 'Internal error' }, 500),
	'no content': answer('', 204),
	accepted: answer(PASSING, 202),
	'login page': answer('<html>Log in</html>'),
};

function node() {
	const host = hostOf(() => {
		if (host.says === 'silence')
			throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
		return ANSWERS[host.says];
	}) as ReturnType<typeof hostOf> & { says: Says };
	host.says = 'healthy';
	return host;
}

/** Polls a node that says these things, a minute apart; failed polls keep the state. */
async function watch(settings: HealthSettings, all: readonly Says[]) {
	const host = node();
	let state: SourceState | undefined;
	const polls: Array<PollResult | Error> = [];
	for (const says of all) {
		host.says = says;
		try {
			const result = await healthSource.poll(settings, state, host.context());
			const again = await healthSource.poll(settings, state, host.context());
			expect(again).toEqual(result);
			state = restarted(result.state);
			polls.push(result);
		} catch (error) {
			polls.push(error as Error);
		}
		host.clock.time += 60_000;
	}
	const events = polls.flatMap((poll) => (poll instanceof Error ? [] : poll.events));
	return { host, polls, events, state };
}

const turns = (events: readonly NetworkEvent[]) =>
	events.map(({ data }) => `${String(data.from)} > ${String(data.to)}`);

describe('the health of a node', () => {
	it('is reported when it changes, in either direction, with all details', async () => {
		const { events } = await watch({}, [
			'healthy',
			'healthy',
			'unhealthy',
			'unhealthy',
			'unhealthy',
			'healthy',
		]);
		const key = expect.stringMatching(/^health\.changed:.{12}:node$/) as string;
		const common = { event: 'health.changed', subject: 'node', url: null, alertKey: key };
		const check = { since: null, message: null, consecutiveFailures: 1 };
		expect(events.map(({ data }) => data)).toEqual([
			{
				...{ ...common, id: events[0].id, severity: 'critical' },
				title: 'The node is unhealthy',
				text: 'The node answers with 503. Node: not synced. Failing checks: network (not connected to a minimum of 1 peer(s) only 0), bootstrapped (not yet run).',
				...{ from: 'healthy', to: 'unhealthy', statusCode: 503, previousStateSeconds: 120 },
				...{ at: '2026-03-01T00:02:00.000Z', occurredAt: '2026-03-01T00:02:00.000Z' },
				failingChecks: [
					{
						name: 'network',
						message: { connectedPeers: 0 },
						error: 'not connected to a minimum of 1 peer(s) only 0',
						since: '2026-03-01T00:00:00Z',
						consecutiveFailures: 3,
					},
					{ ...check, name: 'bootstrapped', error: 'not yet run' },
				],
			},
			{
				...{ ...common, id: events[1].id, severity: 'resolved' },
				title: 'The node is healthy again',
				text: 'The node answers with 200 again.',
				...{ from: 'unhealthy', to: 'healthy', statusCode: 200, previousStateSeconds: 180 },
				...{ at: '2026-03-01T00:05:00.000Z', occurredAt: '2026-03-01T00:05:00.000Z' },
				failingChecks: [],
			},
		]);
		expect(events.map(({ timestamp }) => timestamp)).toEqual(events.map(({ data }) => data.at));
	});

	it('is unhealthy with 503, whatever the body', async () => {
		const { events } = await watch({}, ['healthy', 'bare 503', 'unhealthy', 'bare 503']);
		expect(turns(events)).toEqual(['healthy > unhealthy']);
		expect(events[0].data).toMatchObject({ statusCode: 503, failingChecks: [] });
	});

	it.each<[Says, Record<string, unknown>]>([
		['error', { kind: 'server', status: 500 }],
		['silence', { kind: 'network', reason: 'refused' }],
		['no content', { name: 'Failure' }],
		['accepted', { kind: 'invalid-response', status: 202 }],
		['login page', { kind: 'invalid-response' }],
	])('is not told by anything else: %s', async (says, failure) => {
		for (const before of ['healthy', 'unhealthy'] as const) {
			const settings = { unreachableAfter: 0 };
			const { polls, events } = await watch(settings, [before, says, before, says]);
			expect(events).toEqual([]);
			expect(polls[1]).toMatchObject(failure);
			expect(polls[3]).toMatchObject(failure);
		}
		const { polls } = await watch({}, [says]);
		expect(polls[0]).toMatchObject(failure);
	});

	it('is reported at the first check if the settings say so', async () => {
		for (const says of ['healthy', 'unhealthy'] as const) {
			const { events } = await watch({ fireFirst: true }, [says, says]);
			expect(turns(events)).toEqual([`null > ${says}`]);
			expect(events[0].data).not.toHaveProperty('previousStateSeconds');
		}
	});

	it('must hold for as many polls as were asked for, and counts from the first of them', async () => {
		const { events } = await watch({ holdPolls: 3 }, [
			'healthy',
			'unhealthy',
			'unhealthy',
			'healthy',
			'unhealthy',
			'unhealthy',
			'bare 503',
			'healthy',
			'healthy',
			'healthy',
		]);
		expect(turns(events)).toEqual(['healthy > unhealthy', 'unhealthy > healthy']);
		expect(events.map(({ timestamp }) => timestamp)).toEqual([
			'2026-03-01T00:04:00.000Z',
			'2026-03-01T00:07:00.000Z',
		]);
		expect(events.map(({ data }) => data.previousStateSeconds)).toEqual([240, 180]);
	});

	it('turns unhealthy after so many polls without an answer as were asked for', async () => {
		const { events, polls } = await watch({ unreachableAfter: 3 }, [
			...(['healthy', 'silence', 'silence', 'silence', 'healthy'] as const),
		]);
		expect(turns(events)).toEqual(['healthy > unhealthy', 'unhealthy > healthy']);
		expect(polls.some((poll) => poll instanceof Error)).toBe(false);
		expect(events[0]).toMatchObject({
			timestamp: '2026-03-01T00:03:00.000Z',
			data: {
				title: 'The node cannot be reached',
				text: expect.stringContaining('refused'),
				statusCode: null,
				failingChecks: [],
				unreachable: expect.stringContaining('refused'),
			},
		});
		expect(events[1].data).not.toHaveProperty('unreachable');
	});

	it('is reported as a simple model of the rules does, over any history', async () => {
		const says = fc.constantFrom<Says>('healthy', 'unhealthy', 'bare 503', 'silence', 'error');
		await fc.assert(
			fc.asyncProperty(
				fc.array(says, { maxLength: 40 }),
				fc.integer({ min: 1, max: 4 }),
				fc.option(fc.integer({ min: 0, max: 4 }), { nil: undefined }),
				async (history, holdPolls, unreachableAfter) => {
					const { events, state } = await watch({ holdPolls, unreachableAfter }, history);
					expect(turns(events)).toEqual(expectedTurns(history, holdPolls, unreachableAfter));
					expect(new Set(idsOf(events)).size).toBe(events.length);
					if (state) expect(JSON.stringify(state).length).toBeLessThan(200);
				},
			),
			{ numRuns: rounds(500) },
		);
	});

	it.each<[HealthSettings, string]>([
		[{}, '/ext/health'],
		[{ path: 'readiness' }, '/ext/health/readiness'],
		[{ path: 'liveness' }, '/ext/health/liveness'],
		[{ tags: ['a', 'b'] }, '/ext/health?tag=a&tag=b'],
		[{ tags: [] }, '/ext/health'],
	])('is asked for at its path: %j', async (settings, path) => {
		const host = node();
		await healthSource.poll(settings, undefined, host.context());
		expect(host.requests[0].url.replace('https://services.test', '')).toBe(path);
		expect(host.requests[0].method).toBe('GET');
	});

	it('begins anew with another path or other tags, not with other rules', async () => {
		const host = node();
		const { state } = await healthSource.poll({}, undefined, host.context());
		host.says = 'unhealthy';
		for (const settings of [{ path: 'readiness' }, { tags: ['a'] }] as HealthSettings[]) {
			expect((await healthSource.poll(settings, state, host.context())).events).toEqual([]);
		}
		for (const settings of [
			{ holdPolls: 1 },
			{ unreachableAfter: 2 },
			{ fireFirst: true },
		] as HealthSettings[]) {
			expect(turns((await healthSource.poll(settings, state, host.context())).events)).toEqual([
				'healthy > unhealthy',
			]);
		}
	});

	describe('where a host forgets polls without events', () => {
		/** Polls a node that gives these answers, one a check; polls without events leave no state. */
		async function forgetful(settings: HealthSettings, all: readonly Says[]) {
			const host = node();
			const limits = () => ({ deadline: host.clock.now() + 18_000, checksInOnePoll: true });
			let { state } = await healthSource.poll(settings, undefined, host.context(limits()));
			const answers = [...all];
			const events: NetworkEvent[] = [];
			let polls = 0;
			for (; answers.length > 0; polls++) {
				host.clock.time += 60_000;
				const context = host.context(limits());
				const { client } = context;
				const call: typeof client.call = async (operation, input) => {
					if (operation.id.startsWith('health.')) host.says = answers.shift() ?? 'healthy';
					return await client.call(operation, input);
				};
				const result = await healthSource.poll(settings, state, {
					...context,
					client: { ...client, call },
				});
				expect(host.clock.now()).toBeLessThanOrEqual(context.deadline);
				events.push(...result.events);
				if (result.events.length > 0) state = restarted(result.state);
			}
			return { events, polls };
		}

		it('the checks that must agree are made within one poll', async () => {
			for (const [settings, says] of [
				[{}, 'silence'],
				[{ holdPolls: 2 }, 'unhealthy'],
			] as const) {
				const { events, polls } = await forgetful(settings, [says, says, 'healthy', 'healthy']);
				expect(turns(events)).toEqual(['healthy > unhealthy', 'unhealthy > healthy']);
				expect(polls).toBeLessThanOrEqual(3);
				const brief = await forgetful(settings, [says, 'healthy', says, 'healthy']);
				expect(brief.events).toEqual([]);
				expect(brief.polls).toBe(2);
			}
		});

		it('and as many as its time allows where more were asked for', async () => {
			const settings = { holdPolls: 1000, unreachableAfter: 1000 };
			for (const says of ['unhealthy', 'silence'] as const) {
				const { events } = await forgetful(settings, Array<Says>(60).fill(says));
				expect(turns(events)).toEqual(['healthy > unhealthy']);
			}
		});
	});

	it('shows an unhealthy sample, marked as one, where the node is healthy', async () => {
		const host = node();
		const [now, sample, ...others] = await healthSource.sample({}, host.context(), 10);
		expect(others).toEqual([]);
		expect(now.data).toMatchObject({ from: null, to: 'healthy', failingChecks: [] });
		expect(now.data).not.toHaveProperty('sample');
		expect(sample.data).toMatchObject({
			sample: true,
			from: 'healthy',
			to: 'unhealthy',
			statusCode: 503,
			title: 'Sample: The node is unhealthy',
			text: expect.stringMatching(
				/^This is a sample, not a real event\. The node answers/,
			) as unknown,
			// A check that the node has.
			failingChecks: [{ name: 'database', consecutiveFailures: 3 }],
		});
		const { events } = await watch({}, ['healthy', 'unhealthy']);
		expect(Object.keys(sample.data)).toEqual([...Object.keys(events[0].data), 'sample']);
	});

	it('of now is a sample', async () => {
		const host = node();
		host.says = 'unhealthy';
		const events = await healthSource.sample({ unreachableAfter: 1 }, host.context(), 10);
		expect(events).toHaveLength(1);
		expect(events[0].data).toMatchObject({ from: null, to: 'unhealthy', statusCode: 503 });
		host.says = 'silence';
		expect(
			await caught(() => healthSource.sample({ unreachableAfter: 1 }, host.context(), 10)),
		).toMatchObject({ kind: 'network' });
	});
});

/**
 * The rules, read once more: an answer of 200 or 503 shows a state; a state counts once as many
 * shows in a row say it; so many silences in a row count as unhealthy at once; all else is nothing.
 */
function expectedTurns(
	history: readonly Says[],
	holdPolls: number,
	unreachableAfter = 2,
): string[] {
	const events: string[] = [];
	let current: 'healthy' | 'unhealthy' | undefined;
	let shows = 0;
	let silences = 0;
	for (const says of history) {
		if (says === 'error') continue;
		if (says === 'silence') {
			if (current === undefined || unreachableAfter === 0) continue;
			silences++;
			if (silences < unreachableAfter) continue;
			shows = 0;
			if (current === 'healthy') events.push('healthy > unhealthy');
			current = 'unhealthy';
			continue;
		}
		silences = 0;
		const saysNow = says === 'healthy' ? 'healthy' : 'unhealthy';
		if (current === undefined) {
			current = saysNow;
		} else if (saysNow === current) {
			shows = 0;
		} else if (++shows >= holdPolls) {
			events.push(`${current} > ${saysNow}`);
			current = saysNow;
			shows = 0;
		}
	}
	return events;
}
