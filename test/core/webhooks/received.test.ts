import { receivedAt } from '../../../core/webhooks/received';
import { fakeClock } from '../protocol/fakes';

/** The time of a message without a schema. */

const NOW = '2026-03-01T00:00:00.000Z';
const SECONDS = 1_771_000_000;
const NAMED = '2026-02-13T16:26:40.000Z';

test.each([
	[{ timestamp: SECONDS }, NAMED],
	[{ data: { blockTimestamp: SECONDS } }, NAMED],
	// Milliseconds, a duration and a text are not Unix seconds.
	[{ timestamp: SECONDS * 1000 }, NOW],
	[{ time: 30 }, NOW],
	[{ time: String(SECONDS) }, NOW],
	[{}, NOW],
])('of %j is %s', (message, time) => {
	expect(receivedAt(message, fakeClock(Date.parse(NOW)))).toBe(time);
});
