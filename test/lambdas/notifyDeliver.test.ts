import { headed } from '../../core';
import { dynamoStore } from '../../lambdas/notify/dynamoStore';
import { settingsOf } from '../../lambdas/notify/settings';
import { openOutbox } from '../../lambdas/receive/outbox';
import { makeWorld, targetNamed } from '../../campaigns/notifyWorld/world';

/** The action `deliver`, with which receive has notify send at once. */

const events = (count: number) =>
	Array.from({ length: count }, (_, at) => {
		const id = `token.transfer:${at}`;
		const texts = { subject: 'a', title: 'b', text: 'c', occurredAt: '2026-11-07T12:00:00.000Z' };
		const head = { id, event: 'token.transfer', severity: 'info', url: null, alertKey: id };
		return headed({ ...head, ...texts } as never, {});
	});

async function putBy(world: ReturnType<typeof makeWorld>, count: number) {
	const { targets } = await settingsOf(JSON.stringify(world.state.settings));
	const store = dynamoStore(world.table as never, 'notify');
	return await world.clock.run(async () => {
		const outbox = await openOutbox(store, targets, world.clock);
		await outbox.put('payments', events(count), Infinity);
		return Object.fromEntries([...outbox.added].map(([name, ids]) => [name, [...ids]]));
	});
}

test('it sends what was put, also before the index shows it, and reads no source', async () => {
	const world = makeWorld({
		targets: [targetNamed('a'), targetNamed('b')],
		table: { lagMs: 3_000 },
	});
	const added = await putBy(world, 3);
	const { report } = await world.invoke({ action: 'deliver', added });
	expect(report).toMatchObject({ delivered: 6, sources: [] });
	expect(world.arrivals.map(({ target, id }) => `${target} ${id}`).sort()).toEqual(
		['a', 'b'].flatMap((name) => [0, 1, 2].map((at) => `${name} token.transfer:${at}`)),
	);
	expect((await world.invoke({ action: 'deliver', added })).report).toMatchObject({ delivered: 0 });
	// Its baseline is not taken yet.
	expect(world.table.items().some(({ pk }) => String(pk).startsWith('source#'))).toBe(false);
});

test('without ids, a later run sends', async () => {
	const world = makeWorld({ targets: [targetNamed('a')], table: { lagMs: 3_000 } });
	await putBy(world, 1);
	expect((await world.invoke({ action: 'deliver' })).report).toMatchObject({ delivered: 0 });
	world.clock.time += 60_000;
	expect((await world.invoke()).report).toMatchObject({ delivered: 1 });
});

test.each([
	[{ action: 'deliver', added: [] }, /added/],
	[{ action: 'deliver', added: { a: 'x' } }, /added\.a/],
	[{ action: 'deliver', target: 'a' }, /there is no field target/],
])('%j is refused', async (event, message) => {
	const world = makeWorld({ targets: [targetNamed('a')] });
	const { error } = await world.invoke(event);
	expect(error).toMatchObject({
		name: 'InvalidEvent',
		message: expect.stringMatching(message) as string,
	});
});
