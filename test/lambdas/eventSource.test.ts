import { SendMessageBatchCommand } from '@aws-sdk/client-sqs';
import { pollQueue } from '../../lab/kit/lambda/eventSource';
import { type MemoryQueueOptions, memoryQueue } from '../../lab/kit/lambda/memoryQueue';
import { virtualClock } from '../../core/testing/virtualClock';

/** The queue and the event source mapping that campaigns use, by the rules of AWS's documents. */

const NOON = 1_794_052_800_000;

function opened(options: Partial<MemoryQueueOptions> = {}) {
	const clock = virtualClock(NOON);
	const queue = memoryQueue({ clock, name: 'q', visibilitySeconds: 30, ...options });
	const send = async (entries: object[]) => {
		const Entries = entries.map((entry, at) => ({ Id: String(at), MessageBody: 'x', ...entry }));
		return await queue.send(new SendMessageBatchCommand({ QueueUrl: queue.url, Entries }) as never);
	};
	return { clock, queue, send, run: clock.run.bind(clock) };
}
const many = (count: number, more: object = {}) => Array.from({ length: count }, () => more);

test('the queue refuses what SQS refuses', async () => {
	const { send, run } = opened();
	await expect(run(() => send(many(11)))).rejects.toThrow('TooManyEntriesInBatchRequest');
	await expect(run(() => send([]))).rejects.toThrow('EmptyBatchRequest');
	await expect(run(() => send(many(2, { Id: 'a' })))).rejects.toThrow('BatchEntryIdsNotDistinct');
	const half = 'x'.repeat(600 * 1024);
	await expect(run(() => send(many(2, { MessageBody: half })))).rejects.toThrow(
		'BatchRequestTooLong',
	);
	const { Failed } = await run(() =>
		send([
			{ DelaySeconds: 901 },
			{ DelaySeconds: 900 },
			{ MessageGroupId: 'a b' },
			{ MessageGroupId: 'x'.repeat(129) },
			{ MessageGroupId: 'x'.repeat(128) },
		]),
	);
	expect(Failed.map(({ Id }) => Id)).toEqual(['0', '2', '3']);
});

test('a received message comes again after its visibility timeout, until it is a dead letter', async () => {
	const { queue, send, run, clock } = opened({ maxReceives: 2 });
	await run(() => send(many(1)));
	const [first] = await run(() => queue.polled.receive(10));
	expect(await run(() => queue.polled.receive(10))).toEqual([]);
	clock.time += 30_000;
	const [second] = await run(() => queue.polled.receive(10));
	expect(second).toMatchObject({ messageId: first.messageId, receives: 2 });
	// The handle of the first receive deletes nothing any more.
	await run(() => queue.polled.remove([first.receiptHandle]));
	expect(queue.bodies()).toHaveLength(1);
	clock.time += 30_000;
	expect(await run(() => queue.polled.receive(10))).toEqual([]);
	expect(queue.dead).toHaveLength(1);
});

test('a delayed message is not visible before', async () => {
	const { queue, send, run, clock } = opened();
	await run(() => send([{ DelaySeconds: 60 }]));
	clock.time += 59_000;
	expect(await run(() => queue.polled.receive(10))).toEqual([]);
	clock.time += 1_000;
	expect(await run(() => queue.polled.receive(10))).toHaveLength(1);
});

test('a group with many messages does not keep others from theirs', async () => {
	const { queue, send, run } = opened();
	for (let batch = 0; batch < 5; batch++)
		await run(() => send(many(10, { MessageGroupId: 'noisy' })));
	await run(() => send(many(2, { MessageGroupId: 'quiet' })));
	const groups = (await run(() => queue.polled.receive(10))).map(({ group }) => group);
	expect(groups.filter((group) => group === 'quiet')).toHaveLength(2);
});

type Event = { Records: Array<{ messageId: string }> };

/** Polls for so long; `answer` of each invocation. */
async function polling(
	world: ReturnType<typeof opened>,
	answer: (event: Event, invocation: number) => unknown,
	{ seconds = 10, ...more }: { seconds?: number; concurrency?: number } = {},
) {
	const { clock, queue } = world;
	const events: Event[] = [];
	const end = clock.time + seconds * 1000;
	const invoke = async (event: object) => {
		events.push(event as Event);
		return await answer(event as Event, events.length);
	};
	const options = { queue: queue.polled, invoke, concurrency: 1, ...more };
	const polled = await clock.run(() => pollQueue({ ...options, left: () => end - clock.now() }));
	return { polled, events, left: queue.bodies().length };
}

test.each([
	['an empty list deletes all', () => ({ batchItemFailures: [] }), 0],
	['no answer deletes all', () => undefined, 0],
	['null deletes all', () => ({ batchItemFailures: null }), 0],
	[
		'a named message stays',
		({ Records }: Event) => ({
			batchItemFailures: [{ itemIdentifier: Records[1].messageId }],
		}),
		1,
	],
	['an unknown name keeps the batch', () => ({ batchItemFailures: [{ itemIdentifier: 'x' }] }), 5],
	['an empty name keeps the batch', () => ({ batchItemFailures: [{ itemIdentifier: '' }] }), 5],
	['a wrong key keeps the batch', () => ({ batchItemFailures: [{ id: 'x' }] }), 5],
	['an error keeps the batch', () => Promise.reject(new Error('x')), 5],
])('partial batch responses: %s', async (_, answer, left) => {
	const world = opened();
	await world.run(() => world.send(many(5)));
	const found = await polling(world, answer as never);
	expect(found.events[0].Records).toHaveLength(5);
	expect(found.left).toBe(left);
});

test('the maximum concurrency is kept', async () => {
	const world = opened();
	for (let batch = 0; batch < 6; batch++) await world.run(() => world.send(many(10)));
	let [busy, most] = [0, 0];
	await polling(
		world,
		async () => {
			most = Math.max(most, ++busy);
			await world.clock.sleep(500);
			busy--;
		},
		{ concurrency: 3 },
	);
	expect(most).toBe(3);
});
