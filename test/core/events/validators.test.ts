import fc, { rounds } from '../../../core/testing/properties';
import type { NetworkEvent, SourceState } from '../../../core/events/event';
import {
	fingerprint,
	packFingerprints,
	unpackFingerprints,
} from '../../../core/events/fingerprints';
import { caught } from '../protocol/fakes';
import {
	BLOCKCHAIN,
	START,
	type ValidatorSettings,
	member,
	settingsOf,
	validatorHost,
	validatorSource,
} from './validatorWorld';
import { FAULTS, idsOf, restarted } from './world';

describe('changes of validators', () => {
	it('one that a moving list misses once is not gone', async () => {
		// Leaving of the first while page two is read hides the first of page two.
		let request = 0;
		const host = validatorHost({
			source: 'l1',
			cap: 5,
			onRequest: () => {
				if (request++ === 1) host.members.shift();
			},
		});
		for (let index = 0; index < 20; index++) host.members.push(member(index));
		request = 100;
		const settings = settingsOf('l1', { leaves: true });
		const { state } = await host.poll(settings);
		request = 0;
		const moving = await host.poll(settings, state);
		expect(moving.events).toEqual([]);
		const { events } = await host.poll(settings, moving.state);
		expect(events).toEqual([
			expect.objectContaining({
				type: 'validator.left',
				data: expect.objectContaining({
					severity: 'warning',
					subject: 'NodeID-0',
					title: 'NodeID-0: no longer a validator',
					text: 'NodeID-0 is no longer in the validator set.',
					change: 'left',
					nodeId: 'NodeID-0',
					active: false,
				}),
			}),
		]);
	});

	it('one that leaves and returns under a new id is new', async () => {
		const host = validatorHost({ source: 'primary' });
		host.members.push(member(1), member(2));
		const settings = settingsOf('primary', { leaves: true });
		const first = await host.poll(settings);
		host.members[0] = member(1, { id: 'validation-new', since: START + 500 });
		const { events } = await host.poll(settings, first.state);
		expect(events.map(({ type, data }) => [type, data.nodeId])).toEqual([
			['validator.joined', 'NodeID-1'],
			['validator.left', 'NodeID-1'],
		]);
	});

	it('may recur, each time under another id', async () => {
		const host = validatorHost({ source: 'l1' });
		host.members.push(member(1));
		const settings = settingsOf('l1', { activity: true });
		let { state } = await host.poll(settings);
		const events: NetworkEvent[] = [];
		for (const active of [false, true, false, true]) {
			host.members[0] = member(1, { active });
			const result = await host.poll(settings, state);
			events.push(...result.events);
			state = result.state;
		}
		expect(events.map(({ type, data }) => [type, data.severity])).toEqual(
			['inactive', 'active', 'inactive', 'active'].map((it) => [
				`validator.${it}`,
				it === 'active' ? 'resolved' : 'critical',
			]),
		);
		expect(new Set(idsOf(events)).size).toBe(4);
	});

	it('come with what the service says of a validator, at its start', async () => {
		const host = validatorHost({ source: 'l1' });
		host.members.push(member(1));
		const { state } = await host.poll(settingsOf('l1'));
		host.members.push(member(7));
		const { events } = await host.poll(settingsOf('l1'), state);
		expect(events).toEqual([
			{
				id: 'validator.joined:validation-7',
				type: 'validator.joined',
				timestamp: new Date((START + 7) * 1000).toISOString(),
				data: {
					id: 'validator.joined:validation-7',
					event: 'validator.joined',
					severity: 'info',
					subject: 'NodeID-7',
					title: 'NodeID-7: new validator',
					text: 'NodeID-7 is a validator since 2026-02-02 02:40 UTC.',
					occurredAt: '2026-02-02T02:40:07.000Z',
					url: null,
					alertKey: 'validator.joined:validation-7',
					change: 'joined',
					validator: 'validation-7',
					active: true,
					validationId: 'validation-7',
					nodeId: 'NodeID-7',
					subnetId: 'subnet',
					weight: '20',
					remainingBalance: '1000000000',
					creationTimestamp: START + 7,
				},
			},
		]);
	});

	it('do not fire if the settings exclude them', async () => {
		const host = validatorHost({ source: 'l1' });
		host.members.push(member(1), member(2), member(3));
		let { state, events } = await host.poll(settingsOf('l1'));
		host.members.splice(0, 1);
		host.members[0].active = false;
		for (let polls = 0; polls < 3; polls++) {
			({ state, events } = await host.poll(settingsOf('l1'), state));
			expect(events).toEqual([]);
		}
		// Balance that comes back makes no new validator.
		host.members[0].active = true;
		expect((await host.poll(settingsOf('l1'), state)).events).toEqual([]);
	});

	it('without balance count as joined only where that was asked for', async () => {
		const host = validatorHost({ source: 'l1' });
		host.members.push(member(1));
		const polls = async (settings: ValidatorSettings) => {
			const { state } = await host.poll(settings);
			return { settings, state };
		};
		const plain = await polls(settingsOf('l1'));
		const all = await polls(settingsOf('l1', { includeInactive: true }));
		host.members.push(member(2, { active: false }));
		expect((await host.poll(plain.settings, plain.state)).events).toEqual([]);
		const polled = await host.poll(all.settings, all.state);
		expect(idsOf(polled.events)).toEqual(['validator.joined:validation-2']);
		// It is news once it has balance.
		host.members[1].active = true;
		expect(idsOf((await host.poll(plain.settings, plain.state)).events)).toEqual([
			'validator.joined:validation-2',
		]);
	});
});

describe('no validator counts as gone', () => {
	const fifteen = async () => {
		const host = validatorHost({ source: 'l1', cap: 5 });
		for (let index = 0; index < 15; index++) host.members.push(member(index));
		const settings = settingsOf('l1', { leaves: true });
		const { state } = await host.poll(settings);
		return { host, settings, state };
	};

	it.each([...FAULTS])('because a request failed: %s', async (fault) => {
		const { host, settings, state } = await fifteen();
		host.fail(new Map([[0, fault]]));
		expect(await caught(() => host.poll(settings, state))).toMatchObject({ name: 'Failure' });
	});

	it.each([...FAULTS])('because a further page failed, which is read again: %s', async (fault) => {
		const { host, settings, state } = await fifteen();
		for (const at of [1, 2]) {
			const before = host.requests.length;
			host.fail(new Map([[at, fault]]));
			const result = await host.poll(settings, state);
			expect(result).toEqual({ events: [], state, more: false });
			// The pages before it are not read again, unless the list gave up its token.
			expect(host.requests.length - before).toBe(fault === 'stale token' ? at + 4 : 4);
			host.fail(new Map([[at, fault]]));
			const noTime = host.context({ deadline: host.clock.now() });
			expect(await caught(() => validatorSource.poll(settings, state, noTime))).toMatchObject({
				name: 'Failure',
				retryable: true,
			});
		}
	});

	it('because a page fails for ever: the poll ends', async () => {
		const { host, settings, state } = await fifteen();
		for (const fault of ['500', 'stale token', 'repeated page'] as const) {
			const before = host.requests.length;
			host.fail(new Map(Array.from({ length: 1000 }, (_, at) => [at + 1, fault])));
			await caught(() => host.poll(settings, state));
			expect(host.requests.length - before).toBeLessThan(30);
		}
	});

	it('because the second read failed', async () => {
		const host = validatorHost({ source: 'l1', cap: 10 });
		for (let index = 0; index < 10; index++) host.members.push(member(index));
		const settings = settingsOf('l1', { leaves: true });
		const { state } = await host.poll(settings);
		host.members.pop();
		host.fail(new Map([[1, '500']]));
		expect(await caught(() => host.poll(settings, state))).toMatchObject({ kind: 'server' });
		// Members that the first read saw are reported nevertheless; missing ones are left to the
		// next poll.
		host.members.pop();
		host.members.push(member(20), member(21));
		host.members[0].active = false;
		host.fail(new Map([[1, '500']]));
		const first = await host.poll(settings, state);
		expect(idsOf(first.events)).toEqual([20, 21].map((id) => `validator.joined:validation-${id}`));
		expect(first.more).toBe(true);
		host.fail(new Map());
		const second = await host.poll(settings, restarted(first.state));
		expect(second.events.map(({ type }) => type)).toEqual(['validator.left', 'validator.left']);
		expect(second.more).toBe(false);
	});

	it.each(['primary', 'l1', 'evm'] as const)('because an answer was empty: %s', async (source) => {
		let empty = false;
		const host = validatorHost({ source, isEmpty: () => empty });
		for (let index = 0; index < 10; index++) host.members.push(member(index));
		const settings = settingsOf(source, { leaves: true });
		const { state } = await host.poll(settings);
		empty = true;
		for (let polls = 0; polls < 5; polls++) {
			expect(await host.poll(settings, state)).toEqual({
				events: [],
				state,
				more: false,
			});
		}
		empty = false;
		host.members.pop();
		// Or because the second answer was.
		let asked = 0;
		const half = validatorHost({ source, isEmpty: () => asked++ > 0 });
		half.members.push(...host.members);
		expect((await half.poll(settings, state)).events).toEqual([]);
	});

	it('and none as new because the first response was empty', async () => {
		let asked = 0;
		const host = validatorHost({ source: 'primary', isEmpty: () => asked++ === 0 });
		for (let index = 0; index < 10; index++) host.members.push(member(index));
		const { state } = await host.poll(settingsOf('primary'));
		expect((await host.poll(settingsOf('primary'), state)).events).toEqual([]);
	});
});

describe('a backlog', () => {
	it('comes in the order in which it was first seen, whatever the starts', async () => {
		const host = validatorHost({ source: 'l1' });
		for (let index = 100; index < 110; index++) host.members.push(member(index));
		const settings = settingsOf('l1', { leaves: true, activity: true });
		let { state } = await host.poll(settings);
		const reported: Array<[string, string]> = [];
		const poll = async () => {
			host.clock.time += 60_000;
			const result = await host.poll(settings, state, { maxEvents: 2 });
			reported.push(
				...result.events.map(({ type, timestamp }) => [type, timestamp] as [string, string]),
			);
			state = restarted(result.state);
			return result.more;
		};
		const firstPoll = new Date(host.clock.time + 60_000).toISOString();
		// Two leave and two turn inactive; then every poll brings older and newer starts.
		host.members.splice(0, 2);
		host.members[0].active = false;
		host.members[1].active = false;
		await poll();
		for (let older = 99, newer = 200; older > 90; older -= 2, newer++) {
			host.members.push(member(older), member(newer));
			await poll();
		}
		expect(reported.slice(0, 4)).toEqual([
			['validator.inactive', firstPoll],
			['validator.inactive', firstPoll],
			['validator.left', firstPoll],
			['validator.left', firstPoll],
		]);
		for (let polls = 0; polls < 10; polls++) if (!(await poll())) break;
		expect(reported).toHaveLength(14);
		expect(state).not.toHaveProperty('w');
	});

	it('drops changes that were reverted before they were reported', async () => {
		const host = validatorHost({ source: 'l1' });
		for (let index = 0; index < 5; index++) host.members.push(member(index));
		const settings = settingsOf('l1', { leaves: true, activity: true });
		let { state } = await host.poll(settings);
		for (const one of host.members) one.active = false;
		({ state } = await host.poll(settings, state, { maxEvents: 1 }));
		for (const one of host.members) one.active = true;
		const { events, state: after, more } = await host.poll(settings, state);
		expect(events.map(({ type }) => type)).toEqual(['validator.active']);
		expect([more, 'w' in after]).toEqual([false, false]);
	});
});

describe('the first poll', () => {
	it('reports nothing, or validators since a given time, over several polls', async () => {
		const host = validatorHost({ source: 'primary' });
		for (let index = 0; index < 30; index++) host.members.push(member(index));
		expect((await host.poll(settingsOf('primary'))).events).toEqual([]);
		const settings = settingsOf('primary', { startFrom: START + 20 });
		const ids = idsOf(await host.pollAll(settings, undefined, { maxEvents: 4 }));
		expect(ids).toEqual(
			Array.from({ length: 10 }, (_, index) => `validator.joined:validation-${20 + index}`),
		);
	});

	it('is made again where the settings say other validators', async () => {
		const host = validatorHost({ source: 'l1' });
		host.members.push(member(1));
		const { state } = await host.poll(settingsOf('l1'));
		host.members.push(member(2));
		for (const change of [
			{ network: 'fuji' },
			{ subnetId: BLOCKCHAIN },
			{ nodeId: 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg' },
			{ activity: true },
		]) {
			const result = await host.poll(settingsOf('l1', change), state);
			expect(result.events).toEqual([]);
			expect(result.state.k).not.toBe(state.k);
		}
		// Telling of those that leave is not another set of validators.
		const result = await host.poll(settingsOf('l1', { leaves: true }), state);
		expect(idsOf(result.events)).toEqual(['validator.joined:validation-2']);
	});
});

describe('the state of validators', () => {
	it('takes at most 16 bytes a validator at 100,000', async () => {
		const host = validatorHost({ source: 'evm' });
		const count = rounds(100_000);
		for (let index = 0; index < count; index++) host.members.push(member(index));
		const settings = settingsOf('evm', { leaves: true, activity: true });
		const { state } = await host.poll(settings);
		expect(JSON.stringify(state).length / count).toBeLessThanOrEqual(16);
		const gone = host.members.splice(500, 3);
		host.members.push(member(count + 1));
		const { events } = await host.poll(settings, restarted(state));
		expect(events.map(({ type }) => type).sort()).toEqual(
			['joined', 'left', 'left', 'left'].map((it) => `validator.${it}`),
		);
		const marks = gone.map(({ id }) => fingerprint(id).toString(36)).sort();
		expect(
			events
				.slice(1)
				.map(({ id }) => id.split(':')[1])
				.sort(),
		).toEqual(marks);
	});

	it('has the same events and marks with the digest of the whole set as without', async () => {
		const step = fc.record({
			change: fc.constantFrom('joins', 'leaves', 'turns', 'moves', 'is renamed', 'nothing'),
			at: fc.nat(5),
			leaves: fc.boolean(),
		});
		await fc.assert(
			fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
				const host = validatorHost({ source: 'l1' });
				for (let index = 0; index < 3; index++) host.members.push(member(index));
				let [digested, plain]: Array<SourceState | undefined> = [];
				for (const [number, { change, at, leaves }] of steps.entries()) {
					const { members } = host;
					const chosen = members[at % members.length];
					if (change === 'joins') members.push(member(100 + number));
					if (change === 'leaves' && members.length > 1) members.splice(at % members.length, 1);
					if (change === 'turns') chosen.active = !chosen.active;
					if (change === 'moves') members.reverse();
					if (change === 'is renamed') chosen.nodeId += '-new';
					const settings = settingsOf('l1', { leaves, activity: true });
					const first = await host.poll(settings, digested);
					const second = await host.poll(settings, plain);
					digested = restarted(first.state);
					const { d: _, ...rest } = restarted(second.state) as SourceState & { d?: string };
					plain = rest;
					const { d: digest, ...others } = digested as SourceState & { d?: string };
					expect(first.events).toEqual(second.events);
					expect(others).toEqual(plain);
					expect(digest).toMatch(/^[\w+/]{43}=$/);
				}
			}),
		);
	});

	it('is packed and unpacked without loss', () => {
		fc.assert(
			fc.property(fc.array(fc.tuple(fc.string(), fc.boolean())), (entries) => {
				const marks = new Map(entries.map(([id, active]) => [fingerprint(id), active ? 1 : 0]));
				const unpacked = unpackFingerprints(packFingerprints(marks));
				expect([...unpacked].sort()).toEqual([...marks].sort());
			}),
		);
	});
});

it('a sample is the newest, newest first', async () => {
	const host = validatorHost({ source: 'evm' });
	for (const number of [3, 9, 1, 7]) host.members.push(member(number));
	const events = await validatorSource.sample(settingsOf('evm'), host.context(), 2);
	expect(idsOf(events)).toEqual(['validator.joined:validation-9', 'validator.joined:validation-7']);
	expect(new URL(host.requests[0].url).pathname).toBe(`/ext/bc/${BLOCKCHAIN}/validators`);
});
