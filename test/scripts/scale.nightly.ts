import type { ConfirmedRow } from '../../lab/campaigns/scale/confirmed';
import type { LossRow } from '../../lab/campaigns/scale/losses';
import type { KeyRow } from '../../lab/campaigns/scale/oneKey';
import { faultsOf } from '../../lab/campaigns/scale/report';
import type { WaitingRow } from '../../lab/campaigns/scale/waiting';
import type { WebhookRow } from '../../lab/campaigns/scale/webhookProcessors';

/** The verdict of `npm run campaign -- scale`: which results are broken guarantees. */

const ROW: LossRow = {
	engine: 'durable',
	code: false,
	trouble: 'none',
	expected: 3,
	executed: 3,
	lost: 0,
	twice: 0,
	seconds: 12,
};
const KEY: KeyRow = {
	workers: 2,
	concurrency: 10,
	executions: 400,
	succeeded: 400,
	used: 0.97,
	refused: 4,
	seconds: 301,
};

const WEBHOOK: WebhookRow = {
	engine: 'durable',
	trouble: 'processor away',
	expected: 6,
	executed: 6,
	lost: 0,
	twice: 0,
	received: 0,
};

const CONFIRMED: ConfirmedRow = {
	engine: 'durable',
	trouble: 'worker killed',
	atATime: 6,
	expected: 6,
	lost: 0,
	repeats: 2,
	seconds: 100,
};

const WAITING: WaitingRow = {
	executions: 200,
	waiting: 200,
	running: 0,
	jobs: 0,
	succeeded: 200,
	exports: 200,
};

test('all that was executed once is no fault, nor are repeats until a confirmation', () => {
	expect(faultsOf([ROW], [KEY], [WEBHOOK], true, [CONFIRMED], [WAITING])).toEqual([]);
});

test('executions that wait: a worker that is busy, a lost execution and an export more are faults', () => {
	const faults = (more: Partial<WaitingRow>) =>
		faultsOf([], [], [], true, [], [{ ...WAITING, ...more }]);
	expect(faults({ running: 1, jobs: 2 })).toEqual([
		'waiting: 1 executions ran, and 2 jobs were in the queue',
	]);
	expect(faults({ succeeded: 199, exports: 201 })).toEqual([
		'waiting: 1 executions did not succeed',
		'waiting: 201 exports were started',
	]);
});

const loss = (change: Partial<LossRow>) => faultsOf([{ ...ROW, ...change }], [], [], true);
const webhook = (change: Partial<WebhookRow>) =>
	faultsOf([], [], [{ ...WEBHOOK, ...change }], true);
const key = (change: Partial<KeyRow>, isFast = true) =>
	faultsOf([], [{ ...KEY, ...change }], [], isFast);

test.each<[string, faults: string[], count: number]>([
	['a lost event', loss({ lost: 1 }), 1],
	['an event that was executed twice', loss({ twice: 1 }), 1],
	['events that n8n lost with a worker', loss({ trouble: 'worker killed', lost: 3 }), 0],
	['events that came twice after that', loss({ trouble: 'worker killed', twice: 1 }), 1],
	['a lost transfer', webhook({ lost: 1 }), 1],
	['a transfer that was executed twice', webhook({ twice: 1 }), 1],
	['a lost event to confirm', faultsOf([], [], [], true, [{ ...CONFIRMED, lost: 1 }]), 1],
	['an execution that failed', key({ succeeded: 399 }), 1],
	['units that were not used', key({ used: 0.89 }), 1],
	['answers 429', key({ refused: 20 }), 1],
	['units that were not used, on a machine of unknown speed', key({ used: 0.5 }, false), 0],
	['answers 429, on such a machine', key({ used: 0.5, refused: 20 }, false), 1],
])('%s', (_, faults, count) => {
	expect(faults).toHaveLength(count);
});
