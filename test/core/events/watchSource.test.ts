import type { EventDeclaration, Watched } from '../../../core/events/declare';
import type {
	NetworkEvent,
	PollContext,
	PollResult,
	SourceState,
} from '../../../core/events/event';
import { HEADLINE } from '../../../core/events/item';
import { LEVEL_FIELDS } from '../../../core/events/levelFields';
import { declareWatch } from '../../../core/events/watch';
import { watchSource } from '../../../core/events/watchSource';
import { Failure } from '../../../core/failure';
import { fieldSet, parseFields } from '../../../core/fields/fieldSet';
import * as out from '../../../core/fields/outputs';
import { watchValidator } from '../../../core/subjects/events/watchValidator/declare';
import { fakeClock } from '../protocol/fakes';
import { idsOf, restarted } from './world';

/** The engine of watches over events whose polls are given. */

type Poll = (state: SourceState | undefined, settings?: object) => PollResult;

const eventsOf = (name: string, count: number): NetworkEvent[] =>
	Array.from({ length: count }, (_, at) => ({
		id: `${name} ${at}`,
		type: name,
		timestamp: '2026-01-01T00:00:00.000Z',
		data: {},
	}));

/** A watch of events by their names, each with its poll. */
function watchOf(polls: Record<string, Poll>, failedAfter = 0) {
	const watched = Object.entries(polls).map(([name, poll]): Watched => {
		const source = {
			poll: async (settings: object, state?: SourceState) => Promise.resolve(poll(state, settings)),
			sample: async () => Promise.resolve(poll(undefined).events),
		};
		const fields = { keys: ['startFrom'], fields: { startFrom: {} } };
		const event = { name, source, fields } as unknown as EventDeclaration;
		return { event, key: name, settings: {} };
	});
	return watchSource<{ of?: string }>({
		type: 'test.watch',
		name: 'Watch',
		key: ({ of = 'one' }) => of,
		watched: () => watched,
		failedAfter: () => failedAfter,
	});
}

const contextOf = (maxEvents = 500): PollContext => ({
	client: { access: () => ({ url: 'https://service.test' }) } as never,
	clock: fakeClock(),
	deadline: Infinity,
	maxEvents,
	maxPages: 100,
});

const counted =
	(name: string, count: number): Poll =>
	(state) => ({
		events: eventsOf(name, count),
		state: { k: name, polls: Number(state?.polls ?? 0) + 1 },
		more: false,
	});

test('events that do not fit are read again by the next poll, before the others', async () => {
	const watch = watchOf({ one: counted('one', 3), other: counted('other', 2) });
	const first = await watch.poll({}, undefined, contextOf(4));
	expect(idsOf(first.events)).toEqual(['one 0', 'one 1', 'one 2']);
	expect(first).toMatchObject({ more: true, state: { parts: { other: {} } } });
	expect(first).not.toHaveProperty('skipped');

	const second = await watch.poll({}, first.state, contextOf(4));
	expect(idsOf(second.events)).toEqual(['other 0', 'other 1']);
	expect(second.state.parts).toEqual({
		one: { state: { k: 'one', polls: 1 } },
		other: { state: { k: 'other', polls: 1 } },
	});
	// All fit, to the last one.
	expect((await watch.poll({}, undefined, contextOf(5))).events).toHaveLength(5);
});

test('an event whose first polls fail or find no room loses nothing', async () => {
	const starts: unknown[] = [];
	let fails = true;
	const watch = watchOf(
		{
			one: counted('one', 3),
			late: (state, settings) => {
				if (fails) throw new Failure({ kind: 'server', message: 'down' });
				starts.push((settings as { startFrom?: number }).startFrom);
				return counted('late', 2)(state);
			},
		},
		3,
	);
	const context = contextOf(4);
	const began = context.clock.now() / 1000;
	let { state } = await watch.poll({}, undefined, context);
	fails = false;
	const found: string[][] = [];
	for (let poll = 0; poll < 2; poll++) {
		await context.clock.sleep(60_000);
		const result = await watch.poll({}, restarted(state), context);
		({ state } = result);
		found.push(idsOf(result.events));
	}
	expect(found).toEqual([
		['one 0', 'one 1', 'one 2'],
		['late 0', 'late 1'],
	]);
	expect(starts).toEqual([began, began]);
});

test('a state of other settings is not continued', async () => {
	const watch = watchOf({ one: counted('one', 1) });
	const { state } = await watch.poll({}, undefined, contextOf());
	const polled = async (of: string) =>
		((await watch.poll({ of }, state, contextOf())).state.parts as { one: { state: SourceState } })
			.one;
	expect((await polled('one')).state).toMatchObject({ polls: 2 });
	expect((await polled('another')).state).toMatchObject({ polls: 1 });
});

test('a watch of another subject begins anew, one of other events does not', () => {
	const keyOf = (node: string, given: object = {}) => {
		const settings = { network: 'mainnet', nodeIds: [`NodeID-${node}`], ...given };
		return watchValidator.source.key(parseFields(watchValidator.fields, settings, 'test') as never);
	};
	const one = '7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg';
	expect(keyOf(one, { events: ['delegation'] })).toBe(keyOf(one));
	expect(keyOf(one)).not.toBe(keyOf('MFrZFVCXPv5iCn6M9K6XduxGTYp891xXZ'));
	expect(keyOf(one)).not.toBe(keyOf(one, { network: 'fuji' }));
});

/** A watch whose only event cannot be read, but has a state. */
function failingWatch() {
	const poll = async (_: unknown, state?: SourceState) => {
		if (state) throw new Failure({ kind: 'network', service: 'node', message: 'no route' });
		return await Promise.resolve({ events: [], state: { k: 'k' }, more: false });
	};
	const text = { type: 'test.one', description: 'One.', what: 'one', reads: '', remembers: '' };
	const event: EventDeclaration = {
		...{ ...text, value: 'one', name: 'One', fields: fieldSet(LEVEL_FIELDS) },
		output: out.object({ ...HEADLINE }),
		source: { key: () => 'k', poll, sample: () => Promise.resolve([]) },
	};
	const watch = { ...text, type: 'test.watch', value: 'watch', name: 'Watch', fields: {} };
	const events = [{ event, chosen: true, settings: () => ({}) }] as const;
	return declareWatch({ ...watch, subject: () => ({}), events });
}

test.each([
	[{}, 3],
	[{ failedChecks: 2 }, 2],
])('with %j, an event that fails is reported after %i polls', async (given, polls) => {
	const watch = failingWatch();
	const settings = parseFields(watch.fields, { events: ['one'], ...given }, 'test');
	let { state } = await watch.source.poll(settings, undefined, contextOf());
	const counts: number[] = [];
	for (let poll = 0; poll < 4; poll++) {
		const result = await watch.source.poll(settings, state, contextOf());
		({ state } = result);
		counts.push(result.events.length);
	}
	expect(counts).toEqual([1, 2, 3, 4].map((poll) => Number(poll === polls)));
});

test('a sample has what can be read, and names what cannot; it fails where nothing can', async () => {
	const failing = new Set<string>();
	const poll =
		(name: string): Poll =>
		(state) => {
			if (failing.has(name)) throw new Failure({ kind: 'server', message: `${name} fails` });
			return counted(name, 1)(state);
		};
	const watch = watchOf({ one: poll('one'), other: poll('other') });
	const notes: string[] = [];
	const context = { ...contextOf(), note: (sentence: string) => notes.push(sentence) };
	const sampled = async (given: PollContext) => idsOf(await watch.sample({}, given, 2));
	expect(await sampled(context)).toEqual(['one 0', 'other 0']);
	failing.add('one');
	expect(await sampled(context)).toEqual(['other 0']);
	expect(notes).toEqual(['one cannot be read: one fails']);
	expect(await sampled(contextOf())).toEqual(['other 0']);
	failing.add('other');
	await expect(sampled(context)).rejects.toThrow('one fails');
});

test('a reason for which several events fail is reported once, with their names, and its end', async () => {
	let fails = false;
	const poll =
		(name: string): Poll =>
		(state) => {
			if (fails) throw new Failure({ kind: 'network', service: 'node', message: 'no route' });
			return counted(name, 0)(state);
		};
	const watch = watchOf(
		{ Uptime: poll('Uptime'), Balance: poll('Balance'), other: counted('other', 0) },
		2,
	);
	const textsOf = ({ events }: PollResult) => events.map(({ data }) => [data.title, data.text]);
	let { state } = await watch.poll({}, undefined, contextOf());
	const next = async () => {
		const result = await watch.poll({}, state, contextOf());
		({ state } = result);
		return textsOf(result);
	};
	fails = true;
	expect(await next()).toEqual([]);
	expect(await next()).toEqual([
		[
			expect.stringContaining('the check fails'),
			expect.stringMatching(/^Uptime, Balance cannot be read: no route/),
		],
	]);
	expect(await next()).toEqual([]);
	fails = false;
	expect(await next()).toEqual([[expect.stringContaining('works again'), expect.any(String)]]);
});
