import { invoke } from '../../lab/kit/lambda/notifyKit';
import { notifyTestWorld } from '../../lab/kit/lambda/notifyTestWorld';

/** Reports to an operator about failing targets, and about dead letters of each origin. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const TOKEN = 'T0000-very-secret-token';
const world = notifyTestWorld((name) => `${name}?token=${TOKEN}`);
const { to } = world;

const staking = { name: 'staking', event: 'stakingTransaction' };
const setup = (targets: object[], sources: object[] = [staking]) => world.setup(sources, targets);
const pathOf = (path: string) => path.split('?')[0].slice(1);

/** The lines that name a target. */
const linesOf = (logged: unknown[][], name: string) =>
	logged.filter(([, about]) => (about as { target?: string } | undefined)?.target === name);

test('a failing target is named by each batch: with counts, status and reason, never its URL', async () => {
	const targets = [
		to('good'),
		to('broken'),
		to('moved'),
		to('closed', { url: `http://127.0.0.1:9/${TOKEN}` }),
		// A public name is not looked up: the URL is refused before.
		to('private', { url: `https://localhost/${TOKEN}`, allowPrivateNetwork: true }),
	];
	const given = setup(targets);
	await invoke(given);
	world.add(3);
	const elsewhere = { location: `${world.target.url}/elsewhere` };
	world.target.answer = (_count, path) => [
		{ broken: 500, moved: 302 }[pathOf(path)] ?? 200,
		elsewhere,
	];
	const { result, logged, measured } = await invoke(given);
	const connection = {
		failed: 3,
		dead: 0,
		reason: expect.stringMatching(/^the connection failed/),
	};
	expect(result.failingTargets).toEqual([
		{ name: 'broken', failed: 3, dead: 0, status: 500, reason: 'status 500' },
		{ name: 'closed', ...connection },
		{
			name: 'moved',
			// No later attempt would be accepted.
			failed: 0,
			dead: 3,
			status: 302,
			reason: 'status 302: redirects are not followed',
		},
		{ name: 'private', ...connection },
	]);
	expect(world.target.received.map(({ path }) => pathOf(path))).not.toContain('elsewhere');
	expect(linesOf(logged, 'good')).toEqual([]);
	for (const { name } of result.failingTargets) {
		const texts = new Set(linesOf(logged, name).map(([text]) => text));
		expect([...texts]).toEqual([`Deliveries to target ${name} failed`]);
	}
	expect(measured).toMatchObject({ Deliveries: 3, FailedDeliveries: 9, DeadLetters: 3 });
	expect(JSON.stringify([logged, result])).not.toContain(TOKEN);
	const items = await world.table.items();
	expect(JSON.stringify(items)).not.toContain(TOKEN);
});

test('a target whose message failed three times is counted after 15 minutes, until it accepts something', async () => {
	const given = setup([to('hook'), to('other')]);
	await invoke(given);
	world.add(1);
	world.target.answer = (_count, path) => (pathOf(path) === 'hook' ? 500 : 200);
	const failing = async (pause: number) => {
		world.clock.time += pause;
		return (await invoke(given)).measured.FailingTargets;
	};
	for (const pause of [0, 5_000, 5 * MINUTE, 15 * MINUTE - 1]) expect(await failing(pause)).toBe(0);
	expect(await failing(1)).toBe(1);
	// Nothing is due: every run still counts the target as failing.
	expect(await failing(MINUTE)).toBe(1);
	world.target.answer = () => 200;
	world.add(1);
	await failing(MINUTE);
	expect(await failing(0)).toBe(0);
});

test('a delivery that alone fails is counted as late from its fourth attempt on', async () => {
	const given = setup([to('hook')]);
	await invoke(given);
	world.add(1);
	world.target.answer = () => 503;
	const late: unknown[] = [];
	for (const pause of [0, 5_000, 5 * MINUTE, 30 * MINUTE, 2 * HOUR]) {
		world.clock.time += pause;
		const { measured } = await invoke(given);
		late.push(measured.LateDeliveries);
		// The target accepts everything else.
		world.target.answer = () => 200;
		world.add(1);
		await invoke(given);
		world.target.answer = () => 503;
	}
	expect(late).toEqual([0, 0, 0, 1, 1]);
});

test('what waits is measured: messages held back, their age, and later attempts; the log names the oldest targets', async () => {
	const given = setup([to('hook', { perMinute: 1 }), to('broken')]);
	await invoke(given);
	world.add(2);
	world.target.answer = (_count, path) => (pathOf(path) === 'broken' ? 500 : 200);
	expect((await invoke(given)).measured).toMatchObject({ HeldBack: 1, AgeAtReceipt: 0 });
	world.clock.time += MINUTE;
	const { measured, logged } = await invoke(given);
	expect(measured.AgeAtReceipt).toBeGreaterThanOrEqual(MINUTE);
	const oldest = expect.arrayContaining([{ target: 'hook', seconds: 60 }]);
	expect(logged).toContainEqual(['A batch has ended', expect.objectContaining({ oldest })]);
	world.clock.time += 5 * MINUTE;
	await invoke(given);
	// The third attempts have failed: the next ones are in the table.
	expect((await invoke(given)).measured.LateAttempts).toBe(2);
});

test('events of a disabled target are dead letters that are counted, logged and measured', async () => {
	const given = setup([to('hook'), to('other')]);
	await invoke(given);
	world.add(1);
	world.target.answer = (_count, path) => (pathOf(path) === 'hook' ? 410 : 200);
	expect((await invoke(given)).measured).toMatchObject({ DeadLetters: 1, Deliveries: 1 });
	world.add(2);
	const { result, logged, measured } = await invoke(given);
	const about = { failed: 0, dead: 2, reason: 'the target returned status 410 (Gone)' };
	expect(result).toMatchObject({
		delivered: 2,
		dead: 2,
		failingTargets: [{ name: 'hook', ...about }],
	});
	expect(measured).toMatchObject({ DeadLetters: 2, Deliveries: 2, FailingTargets: 0 });
	expect(linesOf(logged, 'hook')).toEqual([
		['Deliveries to target hook failed', { target: 'hook', ...about }],
	]);
	expect(logged).toContainEqual(['Deliveries became dead letters', { dead: 2 }]);
	// Runs without an event make none.
	expect((await invoke(given)).result).toMatchObject({ dead: 0, failingTargets: [] });
});

test('an event that is too large is a dead letter that is counted, logged and measured', async () => {
	const node = { name: 'node', event: 'health' };
	const given = setup([to('a'), to('b')], [node]);
	await invoke(given);
	world.emulator.control.setHealth({ healthy: false, error: 'x'.repeat(400 * 1024) });
	const { result, logged, measured } = await invoke(given);
	const reason = expect.stringMatching(/^the event takes \d+ bytes, more than the 389120/);
	expect(result).toMatchObject({
		delivered: 0,
		dead: 2,
		failingTargets: [
			{ name: 'a', dead: 1, reason },
			{ name: 'b', dead: 1, reason },
		],
	});
	expect(measured.DeadLetters).toBe(2);
	expect(linesOf(logged, 'a')).toHaveLength(1);
	expect(logged).toContainEqual(['Deliveries became dead letters', { dead: 2 }]);
});

test('what was counted before the table failed is measured all the same', async () => {
	const given = setup([to('hook')]);
	await invoke(given);
	world.add(1);
	world.target.answer = () => 410;
	await invoke(given);
	world.add(3);
	const writes = { count: 0 };
	const send = world.table.client.send.bind(world.table.client);
	const spy = jest.spyOn(world.table.client, 'send').mockImplementation((async (command: never) => {
		const { input } = command as { input: { Item?: { pk?: string } } };
		if (String(input.Item?.pk).startsWith('delivery#') && ++writes.count === 3) {
			throw Object.assign(new Error('no such table'), { name: 'ResourceNotFoundException' });
		}
		return await send(command);
	}) as never);
	const { measured, logged } = await invoke(given);
	spy.mockRestore();
	expect(measured).toMatchObject({ DeadLetters: 3, UnstoredOutcomes: 1 });
	const error = expect.objectContaining({ name: 'TableUnusable' });
	expect(logged).toContainEqual(['Outcomes could not be stored', error]);
});
