import type { TestAnswer } from '../../lambdas/notify/testTarget';
import { type Setup, invoke, invokeUntil } from '../../lab/kit/lambda/notifyKit';
import { dyingEverywhere } from '../../core/testing/deaths';
import { notifyTestWorld } from '../../lab/kit/lambda/notifyTestWorld';

/**
 * Messages that notify sends to its targets on its own: tests, heartbeats, and events that were
 * missed meanwhile.
 */

const TOKEN = 'T000-very-secret';
const world = notifyTestWorld((name) => `${TOKEN}/${name}`);
const { to } = world;

const HOUR = 3_600_000;
const staking = { name: 'staking', event: 'stakingTransaction' };
const setup = (...targets: object[]) => world.setup([staking], targets);
const bodies = () =>
	world.target.received.map(({ body }) => JSON.parse(body) as Record<string, never>);
const ask = async <T>(given: Setup, event: object) => (await invoke(given, event)).result as T;

describe('test', () => {
	const test_ = (given: Setup, more: object = {}) =>
		ask<TestAnswer>(given, { action: 'test', target: 'hook', ...more });

	test('sends a sample to one target, and says what the answer means; nothing is stored', async () => {
		const answer = await test_(setup(to('hook'), to('other')));
		expect(answer).toEqual({
			tested: 'hook',
			channel: 'Standard Webhooks',
			accepted: true,
			requests: [
				{
					severity: 'warning',
					status: 200,
					verdict: 'delivered',
					said: 'Standard Webhooks accepted the message (status 200).',
				},
			],
		});
		expect(world.target.received.map(({ path }) => path)).toEqual([`/${TOKEN}/hook`]);
		const [{ data }] = bodies() as unknown as Array<{ data: Record<string, unknown> }>;
		expect(data).toMatchObject({ sample: true, severity: 'warning' });
		expect(data.title).toMatch(/^Sample: /);
		expect(await world.table.items()).toEqual([]);
	});

	test('an incident that the sample opens is resolved by its second message, under the same key', async () => {
		const routingKey = 'R'.repeat(32);
		const pager = { format: 'pagerDuty', routingKey, url: `${world.target.url}/enqueue` };
		const hook = { name: 'hook', allowPrivateNetwork: true, ...pager };
		const { accepted, requests } = await test_(setup(hook), { severity: 'critical' });
		expect(accepted).toBe(true);
		expect(requests.map(({ severity }) => severity)).toEqual(['critical', 'resolved']);
		const [opened, closed] = bodies() as unknown as Array<Record<string, unknown>>;
		expect([opened.event_action, closed.event_action]).toEqual(['trigger', 'resolve']);
		expect(closed.dedup_key).toBe(opened.dedup_key);
		expect(JSON.stringify(requests)).not.toContain(routingKey);
	});

	test.each<[status: number, verdict: string, said: RegExp]>([
		[503, 'retry', /did not accept the message now: status 503\. A delivery would be sent again\./],
		[400, 'rejected', /rejected the message: status 400\. A delivery would become a dead letter/],
		[413, 'tooLarge', /rejected the message as too large: status 413/],
		[410, 'disable', /accepts no messages here: .*410 \(Gone\)\. The target would be disabled\./],
	])(
		'status %s is told in words, without the URL, and changes nothing',
		async (status, verdict, said) => {
			world.target.answer = () => status;
			const given = setup(to('hook'));
			const answer = await test_(given);
			expect(answer).toMatchObject({ accepted: false, requests: [{ status, verdict }] });
			expect(answer.requests[0].said).toMatch(said);
			expect(JSON.stringify(answer)).not.toContain(TOKEN);
			expect((await ask<{ targets: object[] }>(given, { action: 'listPending' })).targets).toEqual(
				[],
			);
		},
	);

	test('a target that does not answer, and one that does not exist', async () => {
		const silent = { ...to('hook'), url: `http://127.0.0.1:9/${TOKEN}` };
		const answer = await test_(setup(silent));
		expect(answer.requests[0].said).toMatch(/the connection failed \(ECONNREFUSED\)/);
		expect(answer.requests[0]).not.toHaveProperty('status');
		await expect(test_(setup(to('a'), to('b')))).rejects.toMatchObject({
			name: 'UnknownTarget',
			message: 'There is no target "hook"; the settings have a, b',
		});
	});
});

describe('heartbeatHours', () => {
	// The clock of the tests begins at noon.
	const MIDNIGHT = 12 * HOUR;

	const beats = () =>
		world.target.received
			.filter(({ body }) => body.includes('notify.heartbeat'))
			.map(({ path, headers }) => [path.split('/').at(-1), headers['webhook-id']]);

	test('a message comes in every interval, also when nothing happens, and only to its target', async () => {
		const given = setup(
			to('daily', { heartbeatHours: 24, types: ['staking.transaction'] }),
			to('quiet'),
		);
		await invoke(given);
		expect(beats()).toHaveLength(1);
		world.clock.time += MIDNIGHT - 1;
		await invoke(given);
		expect(beats()).toHaveLength(1);
		world.clock.time += 1;
		await invoke(given);
		await invoke(given);
		world.clock.time += 24 * HOUR;
		await invoke(given);
		expect(beats().map(([name]) => name)).toEqual(['daily', 'daily', 'daily']);
		expect(new Set(beats().map(([, id]) => id)).size).toBe(3);
		expect(bodies()[0]).toMatchObject({
			type: 'notify.heartbeat',
			data: { severity: 'info', subject: 'daily', title: 'notify is running', sources: 1 },
		});
	});

	test('a run that ends anywhere repeats it under the same id', async () => {
		const given = setup(to('hook', { heartbeatHours: 1 }));
		let hours = 0;
		await dyingEverywhere(async (death) => {
			world.clock.time += HOUR;
			hours++;
			const died = await invokeUntil(given, death);
			// A claim of the run that ended has expired by then.
			world.clock.time += 120_000;
			await invoke(given);
			return died;
		});
		expect(hours).toBeGreaterThan(8);
		expect(new Set(beats().map(([, id]) => id)).size).toBe(hours);
		expect(beats().length).toBeGreaterThan(hours);
	});

	test('a disabled target is sent none; the state ends with the setting', async () => {
		world.target.answer = () => 410;
		await invoke(setup(to('hook', { heartbeatHours: 1 })));
		world.target.answer = () => 200;
		world.clock.time += 2 * HOUR;
		const { result } = await invoke(setup(to('hook', { heartbeatHours: 1 })));
		expect(result).toMatchObject({ delivered: 0, disabledTargets: ['hook'] });
		expect(beats()).toHaveLength(1);
		const given = setup(to('hook', { heartbeatHours: 1 }));
		await ask(given, { action: 'enableTarget', target: 'hook' });
		await invoke(given);
		expect(beats()).toHaveLength(2);
	});
});

describe('redrive of a time', () => {
	test('sends what a disabled target has missed in it, in pages, under the same ids', async () => {
		const given = setup(to('hook'));
		await invoke(given);
		world.target.answer = () => 410;
		world.add(1);
		await invoke(given);
		const lost = world.target.received[0].headers['webhook-id'];
		const times: string[] = [];
		const made: string[][] = [];
		for (let hour = 0; hour < 3; hour++) {
			world.clock.time += HOUR;
			times.push(new Date(world.clock.time).toISOString());
			made.push(world.add(4).map((hash) => `staking.transaction:${hash}`));
			expect((await invoke(given)).result).toMatchObject({ dead: 4 });
		}
		world.target.answer = () => 200;
		await ask(given, { action: 'enableTarget', target: 'hook' });
		const redriven: string[] = [];
		let after: string | undefined;
		do {
			const [since, until] = [times[1], times[2]];
			const order = { action: 'redrive', target: 'hook', since, until, limit: 3 };
			const answer = await ask<{ redriven: string[]; next?: string }>(given, {
				...order,
				...(after !== undefined && { after }),
			});
			expect(answer.redriven.length).toBeLessThanOrEqual(3);
			redriven.push(...answer.redriven);
			after = answer.next;
		} while (after !== undefined);
		expect(redriven).toHaveLength(4);
		world.target.received.length = 0;
		expect((await invoke(given)).result).toMatchObject({ delivered: 4 });
		expect(
			bodies()
				.map(({ id }) => String(id))
				.sort(),
		).toEqual([...made[1]].sort());
		// The rest, with the one that disabled the target, under the id of its first attempt.
		const rest = await ask<{ redriven: string[] }>(given, { action: 'redrive', target: 'hook' });
		expect(rest.redriven).toHaveLength(9);
		expect(rest.redriven).toContain(lost);
	});

	test.each<[object, RegExp]>([
		[
			{ since: 'yesterday' },
			/since: must be a time such as 2026-11-23T12:00:00Z; given: "yesterday"/,
		],
		[
			{ since: '2026-11-07T12:00:00Z', until: '2026-11-07T12:00:00Z' },
			/until: must be later than since/,
		],
		[
			{ until: '2026-11-07T12:00:00Z', ids: ['msg_1'] },
			/ids: must not be given with since or until/,
		],
	])('%j is refused, naming the field', async (more, message) => {
		await expect(ask(setup(to('hook')), { action: 'redrive', ...more })).rejects.toMatchObject({
			name: 'InvalidEvent',
			message: expect.stringMatching(message),
		});
	});
});
