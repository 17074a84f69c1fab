import { bech32Encode, Failure, parseFields } from '../../core';
import type { Transport } from '../../core/protocol/ports';
import type { EventDeclaration } from '../../core/events/declare';
import type { NetworkEvent, PollContext, SourceState } from '../../core/events/event';
import { httpTransport } from '../../core/transports/http';
import { eventDeclarations } from '../../core/subjects/events/all';
import type { World } from '../../emulator';
import { emulatorForTests } from '../emulatorForTests';
import { caught } from '../core/protocol/fakes';
import { restarted } from '../core/events/world';
import fc from '../../core/testing/properties';
import { eventCases } from '../../lab/kit/events/case';
import { changes, pollContext, pollsOf } from '../../lab/kit/events/run';

/** Watches beside the single events that they are made of. */

const emulator = emulatorForTests({ transactions: 40, validators: 30 });
afterEach(() => emulator.control.reset());

const contextOf = (
	transport?: Transport,
	given: Partial<PollContext> & { nodeUrl?: string } = {},
): PollContext => pollContext(emulator, { transport, ...given });

const watches = eventCases.filter(({ event }) => event.watched);
const byId = (a: NetworkEvent, b: NetworkEvent) => (a.id < b.id ? -1 : 1);
const dataOf = (events: readonly NetworkEvent[]) => [...events].sort(byId).map(({ data }) => data);

/** Requests by method, URL and body. */
function counting() {
	const asked: string[] = [];
	const transport: Transport = async (request) => {
		// The numbers of JSON-RPC calls differ by request.
		const body = request.body?.replace(/"id":\d+/g, '');
		asked.push(`${request.method} ${request.url} ${body}`);
		return await httpTransport(request);
	};
	return { asked, transport };
}

/** Polls a watch, and the events that it selects as single events. */
function sideBySide(event: EventDeclaration, settings: unknown) {
	const selected = event.watched!.settingsOf(settings).filter((one) => one.settings);
	const singles = selected.map((one) => pollsOf(one.event, one.settings));
	const watch = pollsOf(event, settings);
	return async () => {
		const together = counting();
		const apart = counting();
		const events = await watch(contextOf(together.transport));
		const expected: NetworkEvent[] = [];
		for (const poll of singles) expected.push(...(await poll(contextOf(apart.transport))));
		return { events, expected, together: together.asked, apart: apart.asked };
	};
}

test('there is a watch of a validator, an L1, its administration, an address and a node', () => {
	const values = eventDeclarations.filter(({ watched }) => watched).map(({ value }) => value);
	expect(values).toEqual([
		...['watchAddress', 'watchL1', 'watchL1Administration', 'watchNode', 'watchValidator'],
	]);
});

describe.each(watches)('$name', (given) => {
	test('has the items of the single events, with their ids, and requests equal answers once', async () => {
		const { event, prepare, steps } = given;
		const { control, world } = emulator;
		prepare?.(control, world);
		const poll = sideBySide(event, given.parsed(world));
		let count = 0;
		const none = { does: 'nothing', act: () => undefined, tells: [] };
		for (const _ of changes([none, ...steps], emulator)) {
			const { events, expected, together, apart } = await poll();
			expect(dataOf(events)).toEqual(dataOf(expected));
			count += events.length;
			expect(new Set(together)).toEqual(new Set(apart));
			// Each request is made once, except the pages of lists.
			const repeated = together.filter((one, at) => together.indexOf(one) < at);
			const pages = repeated.filter((one) => !/"method":"(platform|info|eth)[._]/.test(one));
			expect(repeated).toEqual(pages);
			expect(together.length).toBeLessThanOrEqual(apart.length);
		}
		expect(count).toBeGreaterThan(0);
	});
});

const validator = ({ node }: World) => node.primary.current()[3].nodeId;
const { event: watchValidator } = watches.find(({ event }) => event.value === 'watchValidator')!;
const { event: watchNode } = watches.find(({ event }) => event.value === 'watchNode')!;
const { event: watchAddress } = watches.find(({ event }) => event.value === 'watchAddress')!;

const settingsFor = (given: Record<string, unknown> = {}) =>
	parseFields(
		watchValidator.fields,
		{ network: 'mainnet', nodeIds: [validator(emulator.world)], ...given },
		'test',
	) as never;

function delegate() {
	const { control, world } = emulator;
	const now = world.clock.seconds();
	return control.addTransactions({
		transactions: [
			{
				txType: 'AddPermissionlessDelegatorTx',
				nodeId: validator(world),
				amount: 10n ** 11n,
				timestamp: now,
				startTimestamp: now,
				endTimestamp: now + 90 * 86_400,
			},
		],
	})[0];
}

/** Fails the requests whose URL or body matches. */
const failing =
	(what: RegExp): Transport =>
	async (request) => {
		if (!what.test(`${request.url} ${request.body}`)) return await httpTransport(request);
		return { status: 503, headers: {}, text: '{"message":"The service is away"}' };
	};

test('an event that fails keeps its place, and is reported once, while the others continue', async () => {
	const { control, world } = emulator;
	const settings = settingsFor({ events: ['delegation', 'stakeEnding'] });
	const poll = async (state: SourceState | undefined, transport?: Transport) => {
		const result = await watchValidator.source.poll(settings, state, contextOf(transport));
		return { ...result, state: restarted(result.state) };
	};
	let { state } = await poll(undefined);
	const away = failing(/listStaking|transactions:/);
	const first = delegate();
	control.setValidator({ nodeId: validator(world), endTime: world.clock.seconds() + 86_000 });
	const items: Array<Record<string, unknown>> = [];
	for (let times = 0; times < 5; times++) {
		control.moveClock({ ms: 60_000 });
		const result = await poll(state, away);
		({ state } = result);
		items.push(...result.events.map(({ data }) => data));
	}
	expect(items).toEqual([
		expect.objectContaining({ event: 'stake.ending', change: 'crossed' }),
		expect.objectContaining({
			event: 'watch.validator',
			severity: 'warning',
			change: 'checkFailed',
			title: 'Delegation: the check fails',
			text: expect.stringMatching(
				/^Delegation cannot be read: The service is away.*other events of this watch are read/,
			) as string,
		}),
	]);
	const second = delegate();
	const after = await poll(state);
	const works = after.events.filter(({ type }) => type === 'watch.validator');
	expect(works.map(({ data }) => data)).toEqual([
		expect.objectContaining({
			severity: 'resolved',
			change: 'checkWorks',
			alertKey: items[1].alertKey,
		}),
	]);
	const hashes = after.events.flatMap(({ data }) => data.txHash ?? []);
	expect(hashes).toEqual([first, second]);
	expect((await poll(after.state)).events).toEqual([]);
});

describe('a restart of the own node', () => {
	/** The items of polls of a watch, each with the failure of the node in its number. */
	async function itemsOf(
		events: string[],
		polls: ReadonlyArray<'down' | 'starts' | 'up'>,
		given = {},
	) {
		const { control, world } = emulator;
		control.setValidator({ nodeId: validator(world), uptime: 99.5, connected: true });
		const settings = settingsFor({ events, observer: 'node', ...given });
		const away: Record<string, Transport | undefined> = {
			down: async ({ url, ...rest }) =>
				url.startsWith(emulator.nodeUrl)
					? Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))
					: await httpTransport({ url, ...rest }),
			starts: failing(/ext.bc.P|ext.health/),
		};
		let { state } = await watchValidator.source.poll(settings, undefined, contextOf());
		const items: Array<Record<string, unknown>> = [];
		for (const poll of polls) {
			control.moveClock({ ms: 60_000 });
			const result = await watchValidator.source.poll(settings, state, contextOf(away[poll]));
			state = restarted(result.state);
			items.push(...result.events.map(({ data }) => data));
		}
		return items;
	}
	const RESTART = [
		...Array<'down'>(4).fill('down'),
		...Array<'starts'>(4).fill('starts'),
		'up',
	] as const;
	const READ = ['stakeEnding', 'validatorUptime', 'validatorDisconnected', 'nodeVersionBehind'];

	test('is said once by Node Health Changed, and once that it is over', async () => {
		const items = await itemsOf(['health', ...READ], RESTART);
		expect(items.map(({ event, title }) => [event, title])).toEqual([
			['health.changed', 'The node cannot be reached'],
			['health.changed', 'The node is healthy again'],
		]);
	});

	test('is said once by the watch where that event is not selected', async () => {
		const items = await itemsOf([...READ, 'delegation'], RESTART);
		expect(items).toEqual([
			expect.objectContaining({
				event: 'watch.validator',
				severity: 'warning',
				title: 'Watch a Validator: the check fails',
				text: expect.stringMatching(
					/^Stake Ending, Validator Uptime Low, Validator Disconnected, Node Version Behind cannot be read: /,
				) as string,
			}),
			expect.objectContaining({
				severity: 'resolved',
				title: 'Watch a Validator: the check works again',
				alertKey: items[0].alertKey,
			}),
		]);
	});

	test('is one item, not a failed execution, if every event fails', async () => {
		const items = await itemsOf(READ, RESTART);
		expect(items.map(({ change }) => change)).toEqual(['checkFailed', 'checkWorks']);
	});

	test('is said within one poll where the host forgets polls without events', async () => {
		const { control, world } = emulator;
		const settings = settingsFor({ events: ['stakeEnding', 'delegation'] });
		const { state } = await watchValidator.source.poll(settings, undefined, contextOf());
		control.moveClock({ ms: 60_000 });
		const context = contextOf(failing(/transactions:|ext.bc.P/), {
			deadline: world.clock.now() + 30_000,
			checksInOnePoll: true,
		});
		const { events } = await watchValidator.source.poll(settings, restarted(state), context);
		expect(events.map(({ data }) => data.title)).toEqual([
			'Delegation: the check fails',
			'Stake Ending: the check fails',
		]);
	});
});

test('an event whose first poll fails reports what happened since then', async () => {
	const settings = settingsFor({ events: ['delegation', 'stakeEnding'] });
	const away = failing(/transactions:/);
	const first = await watchValidator.source.poll(settings, undefined, contextOf(away));
	emulator.control.moveClock({ ms: 60_000 });
	const hash = delegate();
	emulator.control.moveClock({ ms: 60_000 });
	const { events } = await watchValidator.source.poll(
		settings,
		restarted(first.state),
		contextOf(),
	);
	expect(events.map(({ data }) => data.txHash)).toEqual([hash]);
});

test('if all events fail, the poll fails, and nothing changes', async () => {
	const settings = settingsFor({ events: ['delegation', 'rewardPaid'] });
	const { state } = await watchValidator.source.poll(settings, undefined, contextOf());
	const hash = delegate();
	const failure = await caught(() =>
		watchValidator.source.poll(settings, restarted(state), contextOf(failing(/./))),
	);
	expect(failure).toMatchObject({ kind: 'unavailable' });
	const { events } = await watchValidator.source.poll(settings, restarted(state), contextOf());
	expect(events.map(({ data }) => data.txHash)).toEqual([hash]);
});

test('a rejected key is an error at the first poll, not an event that is left out', async () => {
	const rejected: Transport = async (request) =>
		/transactions:/.test(request.url)
			? { status: 401, headers: {}, text: '{"message":"Unauthorized"}' }
			: await httpTransport(request);
	const failure = await caught(() =>
		watchValidator.source.poll(
			settingsFor({ events: ['delegation', 'stakeEnding'] }),
			undefined,
			contextOf(rejected),
		),
	);
	expect(failure).toMatchObject({ kind: 'unauthorized' });
});

describe('with a public node URL', () => {
	const PUBLIC = 'https://api.avax.network';
	/** The public endpoint, served by the emulated node. */
	const served: Transport = async (request) =>
		await httpTransport({ ...request, url: request.url.replace(PUBLIC, emulator.nodeUrl) });

	test('the events that need an own node are named and left out; the others are read', async () => {
		const notes: string[] = [];
		const context = contextOf(served, { nodeUrl: PUBLIC, note: (note) => void notes.push(note) });
		const settings = settingsFor();
		const { state } = await watchValidator.source.poll(settings, undefined, context);
		const hash = delegate();
		const { events } = await watchValidator.source.poll(settings, restarted(state), context);
		expect(events.map(({ data }) => data.txHash)).toContain(hash);
		expect(new Set(notes).size).toBe(1);
		expect(notes[0]).toBe(
			'Events of this watch that are left out: Node Health Changed (it needs a node of your own: set Node URL in the credential to your node), Node Version Behind (it needs a node of your own: set Node URL in the credential to your node)',
		);
	});

	test('a watch of which nothing can be read is an error that names the events', async () => {
		const settings = parseFields(watchNode.fields, {}, 'test') as never;
		const failure = await caught(() =>
			watchNode.source.poll(settings, undefined, contextOf(served, { nodeUrl: PUBLIC })),
		);
		expect(failure).toMatchObject({ kind: 'invalid-input', field: 'events' });
		expect(failure.message).toMatch(
			/^"Events" \(events\) must include an event that can be read\. These cannot: Node Health Changed \(.*\), Node Version Behind \(/,
		);
	});
});

test('an address is watched by the events of its type; the others are named', async () => {
	const notes: string[] = [];
	const given = { network: 'mainnet', addresses: '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7' };
	const settings = parseFields(watchAddress.fields, given, 'test') as never;
	const context = contextOf(undefined, { note: (note) => void notes.push(note) });
	await watchAddress.source.poll(settings, undefined, context);
	expect(notes).toEqual([
		'Events of this watch that are left out: Primary Network Transaction (it needs an address of the P-, X- or C-Chain (bech32)), Reward Paid (it needs a P-Chain address (bech32)), Stake Ending (it needs a P-Chain address (bech32))',
	]);
});

test('an address of a local network is watched by the events that read its node', async () => {
	const notes: string[] = [];
	const given = {
		network: 'mainnet',
		addresses: `P-${bech32Encode('local', new Uint8Array(20).fill(7))}`,
	};
	const settings = parseFields(watchAddress.fields, given, 'test') as never;
	const context = contextOf(undefined, { note: (note) => void notes.push(note) });
	await watchAddress.source.poll(settings, undefined, context);
	const reason = 'it needs an address of Mainnet or Fuji, whose networks the data service knows';
	expect(notes).toEqual([
		`Events of this watch that are left out: Transfer (it needs an EVM address (0x…)), Primary Network Transaction (${reason}), Reward Paid (${reason})`,
	]);
});

test('an event that is added to a watch does not change the state of the others', async () => {
	const before = settingsFor({ events: 'delegation' });
	const { state } = await watchValidator.source.poll(before, undefined, contextOf());
	const hash = delegate();
	const after = settingsFor({ events: ['delegation', 'stakeEnding'], tiers: '1d' });
	const { events } = await watchValidator.source.poll(after, restarted(state), contextOf());
	expect(events.map(({ data }) => data.txHash)).toEqual([hash]);
});

test('with any limit of events and any failures, each event is returned once', async () => {
	const { control } = emulator;
	const settings = settingsFor({
		events: ['delegation', 'stakingTransaction', 'stakeEnding', 'health'],
	});
	await fc.assert(
		fc.asyncProperty(
			fc.integer({ min: 1, max: 6 }),
			fc.array(
				fc.record({
					delegations: fc.nat(3),
					flip: fc.boolean(),
					fails: fc.constantFrom('', 'transactions:', 'health', 'platform'),
					lost: fc.boolean(),
				}),
				{ minLength: 1, maxLength: 8 },
			),
			async (maxEvents, polls) => {
				control.reset();
				let { state } = await watchValidator.source.poll(settings, undefined, contextOf());
				const made: string[] = [];
				const events: NetworkEvent[] = [];
				let healthy = true;
				const pollOnce = async (transport?: Transport) => {
					try {
						const result = await watchValidator.source.poll(
							settings,
							restarted(state),
							contextOf(transport, { maxEvents }),
						);
						const own = result.events.filter(({ type }) => type !== 'watch.validator');
						expect(own.length).toBeLessThanOrEqual(maxEvents);
						return result;
					} catch (error) {
						expect(error).toBeInstanceOf(Failure);
						return undefined;
					}
				};
				const take = (result: Awaited<ReturnType<typeof pollOnce>>) => {
					if (!result) return;
					events.push(...result.events);
					({ state } = result);
				};
				for (const { delegations, flip, fails, lost } of polls) {
					for (let count = 0; count < delegations; count++) made.push(delegate());
					if (flip) control.setHealth({ healthy: (healthy = !healthy) });
					control.moveClock({ ms: 1000 });
					const result = await pollOnce(fails ? failing(new RegExp(fails)) : undefined);
					// A host that stores nothing polls from the same state again.
					if (!lost) take(result);
				}
				for (let rest = 0; rest < 40; rest++) take(await pollOnce());
				const ids = events.map(({ id }) => id);
				expect(new Set(ids).size).toBe(ids.length);
				const hashes = (type: string) =>
					events
						.filter((event) => event.type === type)
						.map(({ data }) => String(data.txHash))
						.sort();
				expect(hashes('delegation.added')).toEqual([...made].sort());
				expect(hashes('staking.transaction')).toEqual([...made].sort());
			},
		),
		{ numRuns: 25 },
	);
});
