import fc, { occurrences } from '../../../core/testing/properties';
import type { NetworkEvent, PollResult, SourceState } from '../../../core/events/event';
import { fingerprint } from '../../../core/events/fingerprints';
import {
	type Member,
	type ValidatorService,
	member,
	settingsOf,
	validatorHost,
	validatorSource,
} from './validatorWorld';
import { FAULTS, type Fault, idsOf, isOldestFirst, restarted } from './world';

/**
 * Members according to the reported events. Fails for an event that cannot follow from earlier
 * ones.
 */
function listener(baseline: readonly Member[], { activity = false, leaves = false }) {
	const known = new Map(baseline.map(({ id, active }) => [id, active]));
	const reported = new Set<string>();
	function hear(event: NetworkEvent, present: readonly Member[]) {
		expect(reported).not.toContain(event.id);
		reported.add(event.id);
		const { change } = event.data;
		expect(event.type).toBe(`validator.${String(change)}`);
		if (change === 'left') {
			expect(leaves).toBe(true);
			const mark = event.id.split(':')[1];
			const id = [...known.keys()].find((each) => fingerprint(each).toString(36) === mark);
			expect(id).toBeDefined();
			// Nobody counts as gone who is there.
			expect(present.map((each) => each.id)).not.toContain(id);
			known.delete(id as string);
			return;
		}
		const id = event.data.validator as string;
		if (change === 'joined') {
			expect([...known.keys()]).not.toContain(id);
		} else {
			expect(activity).toBe(true);
			expect(known.get(id)).toBe(change === 'inactive');
		}
		known.set(id, change === 'joined' ? event.data.active === true : change === 'active');
	}
	return { known, hear };
}

interface Step {
	joins: number;
	leaves: number[];
	returns: number[];
	flips: number[];
	faults: Array<[request: number, fault: Fault]>;
	empty: boolean;
	maxEvents: number;
	restart: boolean;
	repeat: boolean;
	/** A validator that leaves while the list is read: before which request, and which one. */
	leavesMeanwhile?: [request: number, which: number];
}

const some = fc.array(fc.nat(1_000), { maxLength: 3 });
const step: fc.Arbitrary<Step> = fc.record(
	{
		joins: fc.nat(6),
		leaves: some,
		returns: some,
		flips: some,
		faults: fc.array(fc.tuple(fc.nat(5), fc.constantFrom(...FAULTS)), { maxLength: 2 }),
		empty: fc.boolean(),
		maxEvents: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.constant(1_000)),
		restart: fc.boolean(),
		repeat: fc.boolean(),
		leavesMeanwhile: fc.tuple(fc.nat(3), fc.nat(1_000)),
	},
	{
		requiredKeys: [
			'joins',
			'leaves',
			'returns',
			'flips',
			'faults',
			'empty',
			'maxEvents',
			'restart',
			'repeat',
		],
	},
);

describe('changes of validators', () => {
	it('each fire once, in any history', async () => {
		const changes = occurrences('joined', 'left', 'active', 'inactive');
		const tally = occurrences(
			'validators of a node',
			'validators of an L1',
			'validators of an EVM chain',
			'a poll that failed',
			'an empty list',
			'a poll with more to come',
			'a restart',
			'a repeated poll',
			'a validator that left while the list was read',
		);
		const named = {
			primary: 'validators of a node',
			l1: 'validators of an L1',
			evm: 'validators of an EVM chain',
		} as const;
		await fc.assert(
			fc.asyncProperty(
				fc.record({
					source: fc.constantFrom<ValidatorService['source']>('primary', 'l1', 'evm'),
					cap: fc.integer({ min: 1, max: 20 }),
					activity: fc.boolean(),
					leaves: fc.boolean(),
				}),
				fc.integer({ min: 1, max: 30 }),
				fc.array(step, { minLength: 1, maxLength: 12 }),
				async ({ source, cap, activity, leaves }, early, steps) => {
					let made = 0;
					let request = 0;
					let empty = false;
					let meanwhile: Step['leavesMeanwhile'];
					const host = validatorHost({
						source,
						cap,
						isEmpty: () => empty,
						onRequest: () => {
							if (meanwhile?.[0] !== request++) return;
							const left = remove(meanwhile[1]);
							tally.saw('a validator that left while the list was read', left !== undefined);
						},
					});
					const join = (changes: Partial<Member> = {}) =>
						host.members.push(member(made++, changes));
					const remove = (which: number) =>
						host.members.length > 1
							? host.members.splice(which % host.members.length, 1)[0]
							: undefined;
					for (let index = 0; index < early; index++) join({ active: index % 4 !== 0 });

					const settings = settingsOf(source, { activity, leaves, includeInactive: true });
					let state: SourceState = (await validatorSource.poll(settings, undefined, host.context()))
						.state;
					const { known, hear } = listener(host.members, { activity, leaves });
					const poll = async (maxEvents: number) => {
						request = 0;
						const given = restarted(state);
						try {
							return await validatorSource.poll(settings, state, host.context({ maxEvents }));
						} finally {
							expect(restarted(state)).toEqual(given);
						}
					};
					const keep = (result: PollResult) => {
						expect(isOldestFirst(result.events)).toBe(true);
						for (const event of result.events) {
							hear(event, host.members);
							changes.saw(event.data.change as 'joined');
							tally.saw(named[source]);
						}
						tally.saw('a poll with more to come', result.more);
						state = result.state;
					};
					for (const now of steps) {
						for (let index = 0; index < now.joins; index++)
							join({ active: (index + made) % 5 !== 0 });
						for (const which of now.leaves) remove(which);
						// The same node under a new id is another validator.
						for (const which of now.returns) {
							const gone = remove(which);
							if (gone) join({ nodeId: gone.nodeId });
						}
						for (const which of now.flips) {
							const one = host.members[which % host.members.length];
							one.active = !one.active;
						}
						host.clock.time += 60_000;
						host.fail(new Map(now.faults));
						empty = now.empty;
						meanwhile = now.leavesMeanwhile;
						let result: PollResult | undefined;
						try {
							result = await poll(now.maxEvents);
						} catch {
							tally.saw('a poll that failed');
							continue;
						} finally {
							empty = false;
							meanwhile = undefined;
						}
						tally.saw('an empty list', now.empty);
						tally.saw('a restart', now.restart && result.events.length > 0);
						tally.saw('a repeated poll', now.repeat && !now.empty && result.events.length > 0);
						expect(result.events.length).toBeLessThanOrEqual(now.maxEvents);
						if (now.empty) expect(result.events).toEqual([]);
						if (now.repeat && !now.empty) {
							host.fail(new Map());
							// A poll that is repeated from the same state tells the same under the same ids.
							const again = await poll(1_000);
							if (!now.leavesMeanwhile)
								expect(idsOf(again.events)).toEqual(expect.arrayContaining(idsOf(result.events)));
						}
						keep(now.restart ? restarted(result) : result);
						const calm = !now.leavesMeanwhile && !now.empty && now.maxEvents === 1_000;
						if (calm)
							expect([...known.keys()].sort()).toEqual(
								expect.arrayContaining(host.members.map(({ id }) => id)),
							);
					}
					host.fail(new Map());
					for (let polls = 0; polls < 200; polls++) {
						host.clock.time += 60_000;
						const result = await poll(3);
						keep(result);
						if (!result.more) break;
					}
					expect(await poll(3)).toMatchObject({ events: [], more: false });
					const present = new Map(host.members.map(({ id, active }) => [id, active]));
					if (!leaves) for (const id of known.keys()) if (!present.has(id)) known.delete(id);
					if (!activity) for (const id of known.keys()) known.set(id, present.get(id) as boolean);
					expect([...known].sort()).toEqual([...present].sort());
				},
			),
			{ numRuns: 150 },
		);
		changes.expectAll();
		tally.expectAll();
	});
});
