import { ABSENT, type TableCalls, type TableItem, expiry, tableItems } from '../notify/tableItems';
import {
	KEYS,
	SAMPLE_ITEMS,
	TOKENS,
	attemptOf,
	attemptsPk,
	itemKey,
	ownerPk,
	sampleOf,
	subscriptionItem,
	subscriptionOf,
	subscriptionSk,
	tokenItem,
	tokenFromItem,
} from './dynamoItems';
import { dynamoReader } from './dynamoReader';
import type { StoredPage, SubscriptionStore, TokenStore } from './store';

const MINUTE = 60_000;
/** Time for which the calls of a minute are counted (s), and more: the table removes items late. */
const KEEP_MINUTE = 120;

/** The store in a DynamoDB table. */
export function dynamoSubscriptions(
	client: TableCalls,
	table: string,
): SubscriptionStore & TokenStore {
	const { get, put, update, remove, putAll, ...queries } = tableItems(client, table);
	/** Adds one to `n` of an item if it is below `most`. */
	const countOne = (key: TableItem, most: number, expiresAt?: number) =>
		update(
			key,
			`ADD n :one${expiresAt === undefined ? '' : ' SET expiresAt = :end'}`,
			{ ':one': 1, ':most': most, ...(expiresAt !== undefined && { ':end': expiresAt }) },
			'attribute_not_exists(n) OR n < :most',
		);
	const OF_OWNER = 'pk = :pk AND begins_with(sk, :sub)';
	const ofOwner = (owner: string) => ({ ':pk': ownerPk(owner), ':sub': subscriptionSk('') });
	/** The subscriptions of an owner that exist. */
	async function counted(owner: string): Promise<number> {
		let count = 0;
		const options = { Select: 'COUNT', ConsistentRead: true } as const;
		const pages = queries.pages(OF_OWNER, ofOwner(owner), options);
		for await (const { Count = 0 } of pages) count += Count;
		return count;
	}
	/** One page of a partition, behind the item of a sort key. */
	async function page<T>(
		read: (item: TableItem) => T,
		[key, values]: [string, TableItem],
		{ after, ...options }: { after?: string; Limit?: number; ScanIndexForward?: boolean } = {},
	): Promise<StoredPage<T>> {
		const ExclusiveStartKey = after === undefined ? undefined : { pk: values[':pk'], sk: after };
		const found = await queries.page(key, values, { ...options, ExclusiveStartKey });
		const next = found.LastEvaluatedKey && String(found.LastEvaluatedKey.sk);
		return { items: (found.Items ?? []).map(read), ...(next !== undefined && { next }) };
	}

	return {
		...dynamoReader(client, table),

		add: (subscription) => put(subscriptionItem(subscription), ABSENT),

		async remove(key) {
			await remove(itemKey(key));
		},

		list: (owner, Limit, after) =>
			page(subscriptionOf, [OF_OWNER, ofOwner(owner)], { Limit, after }),

		async addRows(rows, { version, expiration }) {
			const end = expiration === undefined ? {} : { expiresAt: expiry(expiration, 0) };
			await putAll(rows.map((row) => ({ ...row, v: version, ...end })));
		},

		async reserve(owner, most) {
			const key = { pk: ownerPk(owner), sk: 'count' };
			for (;;) {
				if (await countOne(key, most)) return true;
				// The count is never reduced: it is counted again where it is too large. What is being created is
				// counted twice then, never left out.
				const seen = Number((await get(key))?.n ?? 0);
				const count = await counted(owner);
				if (count > most) return false;
				// The subscription that is reserved is there, so it is in the new count.
				const values = { ':count': count, ':seen': seen };
				if (await update(key, 'SET n = :count', values, 'n = :seen')) return true;
			}
		},

		countCall: (owner, now, most) => {
			const minute = Math.floor(now / MINUTE);
			const key = { pk: ownerPk(owner), sk: `minute#${minute}` };
			return countOne(key, most, expiry(now, KEEP_MINUTE));
		},

		attempts: (target, Limit, after) =>
			page(attemptOf, ['pk = :pk', { ':pk': attemptsPk(target) }], {
				...{ ScanIndexForward: false, Limit, after },
			}),

		async samples() {
			const { items } = await page(sampleOf, ['pk = :pk', { ':pk': SAMPLE_ITEMS }]);
			return items.sort((a, b) => b.at - a.at);
		},

		async token(id) {
			const item = await get({ pk: TOKENS, sk: id });
			return item && tokenFromItem(item);
		},

		addToken: (token) => put(tokenItem(token), ABSENT),

		tokens: async () => (await queries.all('pk = :pk', { ':pk': TOKENS })).map(tokenFromItem),

		revokeToken: (id, now) =>
			update(
				{ pk: TOKENS, sk: id },
				'SET #token.revokedAt = :now',
				{ ':now': now },
				'attribute_exists(pk)',
				{ '#token': 'token' },
			),

		addDataKey: (id, encrypted) => put({ pk: KEYS, sk: id, encrypted }, ABSENT),
	};
}
