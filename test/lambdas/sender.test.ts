import { virtualClock } from '../../core/testing/virtualClock';
import { memoryTable } from '../../lab/campaigns/notifyWorld/table';
import { NOON, staking, targetNamed } from '../../lab/campaigns/notifyWorld/world';
import { quietTelemetry } from '../../lab/kit/lambda/quietTelemetry';
import { dynamoStore } from '../../lambdas/notify/dynamoStore';
import { deliveryIn } from '../../lambdas/notify/sendQueue';
import { sqsQueue } from '../../lambdas/notify/sqsQueue';
import { createSender } from '../../lambdas/sender/create';

/** Log lines and metrics of sender for a batch, and messages as it reads them. */

async function batch(bodies: unknown[], arn = 'arn:aws:sqs:x:1:deliveries') {
	const clock = virtualClock(NOON);
	const store = dynamoStore(memoryTable({ clock, latencyMs: 0 }) as never, 'notify');
	const logged: Array<[string, object]> = [];
	const log = (...line: unknown[]) => void logged.push(line as [string, object]);
	const measured: Record<string, number> = {};
	const measure = (name: string, value = 1) => void (measured[name] = value);
	const sent: unknown[] = [];
	const sender = createSender({
		environment: {
			...{ NOTIFY_SETTINGS_SECRET: 'notify', NOTIFY_TABLE: 'notify', SENDER_CONCURRENCY: '10' },
			...{ NOTIFY_QUEUE_URL: 'https://q/deliveries', NOTIFY_SLOW_QUEUE_URL: 'https://q/slow' },
		},
		clock,
		telemetry: {
			...quietTelemetry,
			logger: { debug() {}, info: log, warn: log, error: log },
			measure,
		},
		readSecret: async () =>
			Promise.resolve(JSON.stringify({ sources: [staking], targets: [targetNamed('hook')] })),
		store: async () => Promise.resolve(store),
		queue: async () => Promise.resolve({ send: async () => {}, counts: async () => ({}) } as never),
		send: async (target) => Promise.resolve((sent.push(target), { status: 200 })),
	});
	const Records = bodies.map((body, at) => ({
		...{ messageId: String(at), body: JSON.stringify(body), eventSourceARN: arn },
	}));
	const answer = await clock.run(() => sender({ Records }));
	const about = logged.find(([line]) => line === 'A batch has ended')?.[1];
	return { answer, about: about as { lane: string; oldest: object[] }, logged, measured, sent };
}

const message = (target: string, seconds: number, more: object = {}) => ({
	...{ target, id: `msg_${seconds}`, source: 'staking', attempts: 0 },
	...{ createdAt: NOON - seconds * 1000, ...more },
});

test('the ten targets whose messages have waited longest are named, the oldest first', async () => {
	const { about, measured } = await batch([
		...[5, 11, 3, 8, 1, 10, 2, 9, 4, 7, 6].map((seconds) => message(`t${seconds}`, seconds)),
		// The oldest of a target counts, since it could be sent.
		...[message('t8', 7), message('t8', 20), message('late', 100, { dueAt: NOON - 12_400 })],
		message('early', 100, { dueAt: NOON + 5_000 }),
	]);
	expect(about.oldest).toEqual([
		{ target: 't8', seconds: 20 },
		{ target: 'late', seconds: 12 },
		...[11, 10, 9, 7, 6, 5, 4, 3].map((seconds) => ({ target: `t${seconds}`, seconds })),
	]);
	expect(measured.AgeAtReceipt).toBe(20_000);
});

test('a batch without readable messages measures no age, and leaves them in the queue', async () => {
	const { answer, about, measured, logged } = await batch(['text', { target: 'a' }]);
	expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: '0' }, { itemIdentifier: '1' }] });
	expect(about.oldest).toEqual([]);
	expect(measured).toMatchObject({ UnreadableMessages: 2, UnstoredOutcomes: 0 });
	expect(measured).not.toHaveProperty('AgeAtReceipt');
	expect(logged).toContainEqual(['Messages cannot be read', { messages: ['0', '1'] }]);
});

test.each([
	['arn:aws:sqs:x:1:slow', 'slow', 1],
	['arn:aws:sqs:x:1:deliveries', 'main', 0],
	['arn:aws:sqs:x:1:not-slow', 'main', 0],
])('a batch of %s is in the lane %s', async (arn, lane, count) => {
	const event = { id: 'e', type: 'x', timestamp: new Date(NOON).toISOString(), data: {} };
	const { about, sent } = await batch([message('hook', 1, { event })], arn);
	expect([about.lane, sent.length]).toEqual([lane, count]);
});

test.each<[string, string, boolean]>([
	['a delivery', JSON.stringify(message('a', 1)), true],
	['no JSON', '{', false],
	['null', 'null', false],
	['a target without a name', JSON.stringify(message('', 1)), false],
	['no number of attempts', JSON.stringify(message('a', 1, { attempts: 'x' })), false],
	['a target that is no text', JSON.stringify(message('', 1, { target: 5 })), false],
	['no source', JSON.stringify(message('a', 1, { source: undefined })), false],
	['no time', JSON.stringify(message('a', 1, { createdAt: undefined })), false],
	['null as its event', JSON.stringify(message('a', 1, { event: null })), false],
	['an event', JSON.stringify(message('a', 1, { event: { id: 'e' } })), true],
	['an event without an id', JSON.stringify(message('a', 1, { event: {} })), false],
])('%s in a message', (_, body, isOne) => {
	expect(deliveryIn(body)).toEqual(isOne ? JSON.parse(body) : undefined);
});

test('a message that the queue refuses for its content is an error, and is not sent again', async () => {
	let calls = 0;
	const clock = virtualClock(NOON);
	const Failed = [{ Id: '0', SenderFault: true, Code: 'InvalidMessageContents', Message: 'no' }];
	const sqs = { send: async () => Promise.resolve((calls++, { Failed })) };
	const queue = sqsQueue({ main: 'a', slow: 'b' }, { clock, until: NOON + 60_000 }, sqs as never);
	const sending = clock.run(() => queue.send([{ delivery: message('a', 1) as never }]));
	await expect(sending).rejects.toMatchObject({
		...{ name: 'QueueRefused', message: expect.stringContaining('InvalidMessageContents: no') },
	});
	expect(calls).toBe(1);
});
