import { Webhook } from 'standardwebhooks';
import { httpTransport } from '../../core';
import { type Setup, SECRET, invoke } from '../../lab/kit/lambda/notifyKit';
import { notifyTestWorld } from '../../lab/kit/lambda/notifyTestWorld';

const world = notifyTestWorld();
const { to } = world;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const staking = { name: 'staking', event: 'stakingTransaction' };
const setup = (sources: object[] = [staking], targets: object[] = [to('hook')]) =>
	world.setup(sources, targets);

test('the first run takes the baseline; new events are delivered once, signed', async () => {
	const given = setup();
	expect((await invoke(given)).result).toMatchObject({
		delivered: 0,
		sources: [{ name: 'staking', events: 0 }],
	});
	const hashes = world.add(3);
	world.clock.time += MINUTE;
	expect((await invoke(given)).result).toMatchObject({
		delivered: 3,
		failed: 0,
		dead: 0,
		sources: [{ events: 3 }],
	});
	expect((await invoke(given)).result).toMatchObject({ delivered: 0, sources: [{ events: 0 }] });
	expect(world.target.received).toHaveLength(3);
	const bodies = world.target.received.map(
		({ body }) => JSON.parse(body) as Record<string, unknown>,
	);
	expect(bodies.map(({ id }) => id).sort()).toEqual(
		hashes.map((hash) => `staking.transaction:${hash}`).sort(),
	);
	for (const { headers, body } of world.target.received) {
		expect(headers['webhook-timestamp']).toBe(String(Math.floor(world.clock.time / 1000)));
		expect(headers['webhook-id']).toMatch(/^msg_[\w-]{27}$/);
		expect(Object.keys(JSON.parse(body) as object)).toEqual(['id', 'type', 'timestamp', 'data']);
		expect(verifies(SECRET, body, headers)).toBe(true);
		expect(verifies(SECRET, `${body} `, headers)).toBe(false);
	}
});

/** The library of Standard Webhooks decides, at the time of the test's clock. */
function verifies(secret: string, body: string, headers: object): boolean {
	jest.useFakeTimers({
		now: world.clock.time,
		doNotFake: ['nextTick', 'setImmediate', 'setTimeout'],
	});
	try {
		new Webhook(secret).verify(body, headers as Record<string, string>);
		return true;
	} catch {
		return false;
	} finally {
		jest.useRealTimers();
	}
}

test('while a secret rotates, receivers find their signature with the old and the new one', async () => {
	const next = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
	const given = setup([staking], [to('hook', { secrets: [next, SECRET] })]);
	await invoke(given);
	world.add(1);
	await invoke(given);
	const [{ headers, body }] = world.target.received;
	expect(String(headers['webhook-signature']).split(' ')).toHaveLength(2);
	expect([SECRET, next].map((secret) => verifies(secret, body, headers))).toEqual([true, true]);
	expect(verifies(`whsec_${Buffer.alloc(32, 9).toString('base64')}`, body, headers)).toBe(false);
});

test('a failing target is tried on the schedule under one id, then the letter is dead, listed and redriven', async () => {
	const given = setup();
	await invoke(given);
	world.add(1);
	world.target.answer = () => 500;
	// One millisecond before an attempt is due nothing is sent; at its time one is.
	const pauses = [
		0,
		5_000,
		5 * MINUTE,
		30 * MINUTE,
		2 * HOUR,
		5 * HOUR,
		10 * HOUR,
		14 * HOUR,
		20 * HOUR,
		24 * HOUR,
	];
	for (const [index, pause] of pauses.entries()) {
		if (index > 0) {
			world.clock.time += pause - 1;
			await invoke(given);
			expect(world.target.received).toHaveLength(index);
			world.clock.time += 1;
		}
		const { result } = await invoke(given);
		expect(world.target.received).toHaveLength(index + 1);
		expect(result).toMatchObject(index < 9 ? { failed: 1, dead: 0 } : { failed: 0, dead: 1 });
	}
	world.clock.time += 100 * HOUR;
	await invoke(given);
	expect(world.target.received).toHaveLength(10);
	expect(new Set(world.target.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
	expect(
		new Set(world.target.received.map(({ headers }) => headers['webhook-timestamp'])).size,
	).toBe(10);

	const { deadLetters } = (await invoke(given, { action: 'listDeadLetters' }))
		.result as unknown as {
		deadLetters: Array<Record<string, unknown>>;
	};
	expect(deadLetters).toEqual([
		expect.objectContaining({
			target: 'hook',
			source: 'staking',
			attempts: 10,
			reason: 'status 500',
		}),
	]);
	world.target.answer = () => 204;
	const { id } = deadLetters[0];
	expect((await invoke(given, { action: 'redrive', ids: [id] })).result).toEqual({
		redriven: [id],
	});
	expect((await invoke(given)).result).toMatchObject({ delivered: 1 });
	expect(world.target.received.at(-1)?.headers['webhook-id']).toBe(id);
	expect((await invoke(given, { action: 'listDeadLetters' })).result).toEqual({ deadLetters: [] });
});

test('410 disables a target until it is enabled or its URL changes; its events are kept as dead letters', async () => {
	const both = [to('hook'), to('other')];
	const given = setup([staking], both);
	await invoke(given);
	world.add(2);
	world.target.answer = (_count, path) => (path === '/hook' ? 410 : 200);
	expect((await invoke(given)).result).toMatchObject({ delivered: 2, dead: 2 });
	world.target.answer = () => 200;
	world.add(1);
	expect((await invoke(given)).result).toMatchObject({ delivered: 1, disabledTargets: ['hook'] });
	const dead = (await invoke(given, { action: 'listDeadLetters', target: 'hook' }))
		.result as unknown as {
		deadLetters: object[];
	};
	expect(dead.deadLetters).toHaveLength(3);
	await invoke(given, { action: 'enableTarget', target: 'hook' });
	await invoke(given, { action: 'redrive', target: 'hook' });
	expect((await invoke(given)).result).toMatchObject({ delivered: 3, disabledTargets: [] });

	world.target.answer = (_count, path) => (path === '/hook' ? 410 : 200);
	world.add(1);
	await invoke(given);
	const moved = setup([staking], [to('hook', { url: `${world.target.url}/moved` }), to('other')]);
	world.add(1);
	expect((await invoke(moved)).result).toMatchObject({ delivered: 2, disabledTargets: [] });
});

test('validators and health are events, too; targets select sources and types', async () => {
	const sources = [
		staking,
		{ name: 'validators', event: 'validator', source: 'primary', leaves: true },
		{ name: 'node', event: 'health' },
	];
	const targets = [
		to('all'),
		to('joins', { types: ['validator.joined'] }),
		to('node', { sources: ['node'] }),
	];
	const given = setup(sources, targets);
	await invoke(given);
	world.add(1);
	const { nodeId } = world.emulator.control.addValidator({});
	world.emulator.control.setHealth({ healthy: false });
	await invoke(given);
	const types = (path: string) =>
		world.target.received
			.filter((one) => one.path === path)
			.map(({ body }) => (JSON.parse(body) as { type: string }).type);
	expect(types('/all').sort()).toEqual([
		'health.changed',
		'staking.transaction',
		'validator.joined',
	]);
	expect(types('/joins')).toEqual(['validator.joined']);
	expect(types('/node')).toEqual(['health.changed']);
	expect(world.target.received.some(({ body }) => body.includes(nodeId))).toBe(true);
});

test('Slack gets a text from a template, whose values cannot be markup', async () => {
	const template =
		'{{type}} {{data.to}} ({{ data.failingChecks }}) {{data.__proto__.x}}{{nothing}}';
	const slack = to('slack', { format: 'slack', template, secrets: undefined });
	const given = setup([{ name: 'node', event: 'health' }], [slack]);
	await invoke(given);
	world.emulator.control.setHealth({ healthy: false, error: 'a <!channel> & b' });
	await invoke(given);
	const [{ body, headers }] = world.target.received;
	const { text, ...rest } = JSON.parse(body) as { text: string };
	expect(rest).toEqual({});
	// Texts that Slack would make a link of are interrupted by marks that are not visible.
	expect(text.replaceAll('\u200b', '')).toMatch(
		/^health\.changed unhealthy \(\[.*a &lt;!channel&gt; &amp; b.*\]\) $/,
	);
	expect(headers['webhook-signature']).toBeUndefined();
});

test('a failed source is reported at the end; the others and deliveries continue, and nothing is lost', async () => {
	const given = setup([{ name: 'node', event: 'health' }, staking]);
	await invoke(given);
	world.add(1);
	world.emulator.control.setHealth({ healthy: false });
	world.emulator.control.addFaults({
		faults: [{ service: 'node', kind: 'status', status: 500, times: 4 }],
	});
	await expect(invoke(given)).rejects.toMatchObject({
		name: 'SourceFailed',
		message: expect.stringMatching(/node \(ServiceError/),
	});
	expect(world.target.received).toHaveLength(1);
	expect((await invoke(given)).result).toMatchObject({ delivered: 1 });
	expect(JSON.parse(world.target.received[1].body)).toMatchObject({ type: 'health.changed' });
});

test('more events than one poll takes come in the same run', async () => {
	const given = { ...setup(), maxEvents: 4 };
	await invoke(given);
	const hashes = world.add(30);
	expect((await invoke(given)).result).toMatchObject({ delivered: 30, sources: [{ events: 30 }] });
	expect(
		new Set(world.target.received.map(({ body }) => (JSON.parse(body) as { id: string }).id)).size,
	).toBe(hashes.length);
});

test.each([
	[{ action: 'dance' }, /action.*must be run, listPending, listDeadLetters/],
	[{ action: 'listDeadLetters', limit: 0 }, /limit/],
	[{ action: 'enableTarget' }, /target is required/],
	[{ action: 'redrive', colour: 1 }, /there is no field colour/],
])('event %j is refused, naming the field', async (event, text) => {
	await expect(invoke(setup(), event)).rejects.toMatchObject({
		name: 'InvalidEvent',
		message: expect.stringMatching(text),
	});
});

/** The table and a transport that sends no request before so many cursors were read. */
function holding(cursors: number): Pick<Setup, 'table' | 'transport'> {
	let read = 0;
	let release: () => void = () => undefined;
	const all = new Promise<void>((resolve) => (release = resolve));
	const send = async (command: { input: { Key?: { sk?: string } } }) => {
		const answer: unknown = await world.table.client.send(command as never);
		// The polls that follow ask for their lists before the next turn of the event loop.
		if (command.input.Key?.sk === 'cursor' && ++read === cursors) setImmediate(release);
		return answer;
	};
	return {
		table: { ...world.table, client: { send } as never },
		transport: async (request) => {
			await all;
			return await httpTransport(request);
		},
	};
}

test('sources of one list that are read at the same time send one request for it', async () => {
	const kinds = ['stakingTransaction', 'validator', 'health'].map((event) => ({
		name: event,
		event,
	}));
	const requestsOf = async (sources: object[]) => {
		await invoke(setup(sources));
		const before = world.emulator.control.requests().length;
		world.clock.time += MINUTE;
		const { result } = await invoke({ ...setup(sources), ...holding(sources.length) });
		expect(result.sources.map(({ error }) => error)).toEqual(sources.map(() => undefined));
		return world.emulator.control.requests().length - before;
	};
	for (const kind of kinds) {
		const alone = await requestsOf([kind]);
		const six = Array.from({ length: 6 }, (_, at) => ({ ...kind, name: `${kind.name}-${at}` }));
		expect({ ...kind, requests: await requestsOf(six) }).toEqual({ ...kind, requests: alone });
	}
});

test('of two runs that read a source at the same time, one goes on; each event is delivered once', async () => {
	const given = setup();
	await invoke(given);
	const hashes = world.add(3);
	const both = { ...given, ...holding(2) };
	const runs = await Promise.all([invoke(both), invoke(both)]);
	const read = runs.flatMap(({ result }) => result.sources);
	expect(read.map(({ events, contended }) => [events, contended]).sort()).toEqual([
		[0, true],
		[3, false],
	]);
	expect((await invoke(given)).result).toMatchObject({ sources: [{ events: 0 }] });
	const ids = world.target.received.map(({ body }) => (JSON.parse(body) as { id: string }).id);
	expect(ids.sort()).toEqual(hashes.map((hash) => `staking.transaction:${hash}`).sort());
});
