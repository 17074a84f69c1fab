import { type LevelTexts, itemOf } from '../../../core/events/levelItem';
import type { Change } from '../../../core/events/levelTypes';

/** The items of threshold events. */

const event = {
	...{ type: 'test.level', name: 'Level', columns: {}, goneText: 'is not there.' },
	say: (_: object, level: number) => ({
		...{ name: 'One', bad: `is at ${level}`, good: 'is well', text: 'A text.' },
	}),
	show: () => ({}),
} as unknown as LevelTexts<Record<never, never>, object, object>;

test.each([
	['crossed', 1, 'warning'],
	['repeated', 2, 'critical'],
	['first', 0, 'info'],
	['recovered', 0, 'resolved'],
	['returned', 0, 'resolved'],
	['gone', -1, 'warning'],
	['unreadable', 0, 'warning'],
	['checkFailed', 0, 'warning'],
	['checkWorks', 0, 'resolved'],
] as const)('%s, to level %i: %s', (kind, to, severity) => {
	const change = { kind, id: 'id', key: 'key', subject: 'one', to, since: 0, at: 0, facts: {} };
	const { data } = itemOf(event, change as unknown as Change<object>, {});
	expect(data).toMatchObject({ severity, level: Math.max(0, to), change: kind });
});
