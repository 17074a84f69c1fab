import { reported, saidOfSkipped } from '../../../core/events/unreadable';
import type { SourceState, Unreadable } from '../../../core/events/event';

/** Records that cannot be read: each is reported once, by whatever poll. */

const record = (name: string): Unreadable => ({
	operation: 'staking.getMany',
	path: ['amount'],
	message: `${name} is wrong`,
	names: [name],
});
const polled = (state: SourceState, readFrom?: SourceState) => ({
	...{ events: [], state, more: false },
	...(readFrom && { readFrom }),
});

test('a record is reported by the first poll only, also where its events are read again', () => {
	const first = reported(polled({ k: 'a' }, { k: 'b' }), [record('one')]);
	expect(first.skipped).toEqual([record('one')]);
	for (const state of [first.state, first.readFrom as SourceState]) {
		expect(reported(polled(state), [record('one')])).not.toHaveProperty('skipped');
		expect(reported(polled(state), [record('one'), record('two')]).skipped).toEqual([
			record('two'),
		]);
	}
	expect(reported(polled({ k: 'a' }), [])).toEqual(polled({ k: 'a' }));
});

test('one record is named, and of several the first and their number', () => {
	expect(saidOfSkipped([record('one')])).toBe(
		'A record of staking.getMany cannot be read and was skipped: one is wrong',
	);
	expect(saidOfSkipped([record('one'), record('two')])).toBe(
		'2 records cannot be read and were skipped, the first of staking.getMany: one is wrong',
	);
});
