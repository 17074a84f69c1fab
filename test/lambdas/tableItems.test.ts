import { virtualClock } from '../../core/testing/virtualClock';
import { retryingTableClient, THROTTLED } from '../../lambdas/notify/patience';
import {
	type TableCalls,
	type TableItem,
	partsOf,
	tableItems,
} from '../../lambdas/notify/tableItems';

/** The calls of a table whose answers are not complete: DynamoDB ends pages and batches where it wants to. */

const NAME = 'table';

/** A table that gives these answers, one after the other, and the inputs that it was sent. */
function scripted(...answers: object[]) {
	const sent: TableItem[] = [];
	const send = async ({ input }: { input: object }) => {
		sent.push(structuredClone(input) as TableItem);
		return await Promise.resolve(answers[sent.length - 1] ?? answers.at(-1));
	};
	return { sent, table: tableItems({ send } as unknown as TableCalls, NAME) };
}

test('a query is read to its end: a page may be empty', async () => {
	const { sent, table } = scripted(
		{ Items: [{ sk: '1' }], LastEvaluatedKey: { sk: '1' } },
		{ LastEvaluatedKey: { sk: '2' } },
		{ Items: [{ sk: '3' }] },
	);
	const values = { ':pk': 'a' };
	expect(await table.all('pk = :pk', values, { IndexName: 'due' })).toEqual([
		{ sk: '1' },
		{ sk: '3' },
	]);
	expect(sent.map(({ ExclusiveStartKey }) => ExclusiveStartKey)).toEqual([
		undefined,
		{ sk: '1' },
		{ sk: '2' },
	]);
	expect(sent[2]).toMatchObject({ IndexName: 'due', ExpressionAttributeValues: values });
});

test('items that a call leaves over are written and read by the next one', async () => {
	const items = Array.from({ length: 26 }, (_, at) => ({ pk: String(at) }));
	const over = { [NAME]: [{ PutRequest: { Item: items[3] } }] };
	const writing = scripted({ UnprocessedItems: over }, {}, {});
	await writing.table.putAll(items);
	expect(
		writing.sent.map(({ RequestItems }) => (RequestItems as typeof over)[NAME].length),
	).toEqual([25, 1, 1]);
	const puts = items.slice(0, 25).map((Item) => ({ PutRequest: { Item } }));
	expect(writing.sent[0].RequestItems).toEqual({ [NAME]: puts });
	expect(writing.sent[1].RequestItems).toEqual(over);

	const left = { [NAME]: { Keys: [{ pk: '1' }] } };
	const reading = scripted(
		{ Responses: { [NAME]: [{ pk: '0' }] }, UnprocessedKeys: left },
		{ UnprocessedKeys: left },
		{ Responses: { [NAME]: [{ pk: '1' }] } },
	);
	expect(await reading.table.getAll([{ pk: '0' }, { pk: '1' }])).toEqual([
		{ pk: '0' },
		{ pk: '1' },
	]);
	expect(reading.sent.map(({ RequestItems }) => RequestItems).slice(1)).toEqual([left, left]);
});

test('a table that leaves items over in every round is throttled', async () => {
	const over = { [NAME]: [{ PutRequest: { Item: { pk: '0' } } }] };
	const { sent, table } = scripted({ UnprocessedItems: over });
	await expect(table.putAll([{ pk: '0' }])).rejects.toThrow('left items over in every round');
	expect(sent).toHaveLength(20);
	const reading = scripted({ UnprocessedKeys: { [NAME]: { Keys: [{ pk: '0' }] } } });
	await expect(reading.table.getAll([{ pk: '0' }])).rejects.toThrow('left items over in every');
	expect(await scripted({ UnprocessedKeys: {} }).table.getAll([{ pk: '0' }])).toEqual([]);
	expect(reading.sent).toHaveLength(20);
});

test('an item is read as it is now, and removed on a condition; parts of a list are never empty', async () => {
	const { sent, table } = scripted({});
	await table.get({ pk: 'a' });
	await table.remove({ pk: 'a' }, 'v = :v', { ':v': 1 });
	expect(sent).toEqual([
		{ TableName: NAME, Key: { pk: 'a' }, ConsistentRead: true },
		{
			...{ TableName: NAME, Key: { pk: 'a' }, ConditionExpression: 'v = :v' },
			ExpressionAttributeValues: { ':v': 1 },
		},
	]);
	expect(partsOf([1, 2, 3, 4], 2)).toEqual([
		[1, 2],
		[3, 4],
	]);
});

test.each(['ProvisionedThroughputExceededException', 'TransactionConflictException'])(
	'a call that ends as %s is repeated until the deadline, then the table is throttled',
	async (name) => {
		const clock = virtualClock(0);
		let refusals = 3;
		const send = async () => {
			if (refusals-- > 0) throw Object.assign(new Error(name), { name });
			return 'done';
		};
		const client = retryingTableClient({ send }, { clock, until: 60_000 });
		expect(await clock.run(() => client.send())).toBe('done');
		refusals = Infinity;
		await expect(clock.run(() => client.send())).rejects.toMatchObject({ name: THROTTLED });
	},
);
