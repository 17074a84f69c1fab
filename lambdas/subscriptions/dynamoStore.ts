import type { WantedEvent } from '../notify/recipients';
import { ABSENT, type TableCalls, type TableItem, expiry, tableItems } from '../notify/tableItems';
import {
	KEYS,
	SAMPLE_ITEMS,
	TOKENS,
	contentOf,
	itemKey,
	ownerPk,
	sampleOf,
	subscriptionItem,
} from './dynamoItems';
import { dynamoReader } from './dynamoReader';
import type { Row } from './matching';
import type { AttemptRecord } from './store';
import type { Subscription, SubscriptionKey } from './subscription';
import type { Token } from './tokens';

const MINUTE = 60_000;
/** Time for which the calls of a minute are counted (s), and more: the table removes items late. */
const KEEP_MINUTE = 120;

export type SubscriptionStore = ReturnType<typeof dynamoSubscriptions>;

/** The table of subscriptions, as the API and the command for tokens use it. */
export function dynamoSubscriptions(client: TableCalls, table: string) {
	const { get, put, update, remove, putAll, pageAfter, ...queries } = tableItems(client, table);
	/** Adds one to `n` of an item if it is below `most`. */
	const countOne = (key: TableItem, most: number, expiresAt?: number) =>
		update(
			key,
			`ADD n :one${expiresAt === undefined ? '' : ' SET expiresAt = :end'}`,
			{ ':one': 1, ':most': most, ...(expiresAt !== undefined && { ':end': expiresAt }) },
			'attribute_not_exists(n) OR n < :most',
		);
	const OF_OWNER = 'pk = :pk AND begins_with(sk, :sub)';
	const ofOwner = (owner: string) => ({
		':pk': ownerPk(owner),
		':sub': itemKey({ owner, id: '' }).sk,
	});
	/** The subscriptions of an owner that exist. */
	async function counted(owner: string): Promise<number> {
		let count = 0;
		const options = { Select: 'COUNT', ConsistentRead: true } as const;
		const pages = queries.pages(OF_OWNER, ofOwner(owner), options);
		for await (const { Count = 0 } of pages) count += Count;
		return count;
	}

	return {
		...dynamoReader(client, table),

		/** Puts a subscription if there is none of this key. */
		add: (subscription: Subscription) => put(subscriptionItem(subscription), ABSENT),

		async remove(key: SubscriptionKey): Promise<void> {
			await remove(itemKey(key));
		},

		/** The subscriptions of an owner, in the order of their ids. */
		list: (owner: string, Limit: number, after?: string) =>
			pageAfter(contentOf<Subscription>, [OF_OWNER, ofOwner(owner)], { Limit, after }),

		/** Puts rows for a version of their subscription. */
		async addRows(rows: readonly Row[], { version, expiration }: Subscription): Promise<void> {
			const end = expiration === undefined ? {} : { expiresAt: expiry(expiration, 0) };
			await putAll(rows.map((row) => ({ ...row, v: version, ...end })));
		},

		/** Counts one more subscription if the owner has fewer than `most`. */
		async reserve(owner: string, most: number): Promise<boolean> {
			const key = { pk: ownerPk(owner), sk: 'count' };
			for (;;) {
				if (await countOne(key, most)) return true;
				// The count is never reduced: it is counted again where it is too large. What is being created is
				// counted twice then, never left out.
				const stored = Number((await get(key))?.n ?? 0);
				const count = await counted(owner);
				if (count > most) return false;
				// The subscription that is reserved is there, so it is in the new count.
				const values = { ':count': count, ':stored': stored };
				if (await update(key, 'SET n = :count', values, 'n = :stored')) return true;
			}
		},

		/** Counts a call of this minute if there were fewer than `most`. */
		countCall: (owner: string, now: number, most: number): Promise<boolean> => {
			const minute = Math.floor(now / MINUTE);
			const key = { pk: ownerPk(owner), sk: `minute#${minute}` };
			return countOne(key, most, expiry(now, KEEP_MINUTE));
		},

		/** The attempts of a target, the newest first. */
		attempts: (target: string, Limit: number, after?: string) =>
			pageAfter(contentOf<AttemptRecord>, ['pk = :pk', { ':pk': `attempts#${target}` }], {
				...{ ScanIndexForward: false, Limit, after },
			}),

		/** The newest events, each of another type, the newest first. */
		async samples(): Promise<WantedEvent[]> {
			const { items } = await pageAfter(sampleOf, ['pk = :pk', { ':pk': SAMPLE_ITEMS }]);
			return items.sort((a, b) => b.at - a.at);
		},

		token: async (id: string) => (await get({ pk: TOKENS, sk: id }))?.token as Token | undefined,

		/** The item has the token in `token`, whose own `expiresAt` is not the table's: tokens stay listed. */
		addToken: (token: Token) => put({ pk: TOKENS, sk: token.id, token }, ABSENT),

		tokens: async () =>
			(await queries.all('pk = :pk', { ':pk': TOKENS })).map(({ token }) => token as Token),

		/** Revokes a token; false if there is none. */
		revokeToken: (id: string, now: number) =>
			update(
				{ pk: TOKENS, sk: id },
				'SET #token.revokedAt = :now',
				{ ':now': now },
				'attribute_exists(pk)',
				{ '#token': 'token' },
			),

		/** Writes a data key if there is none of this id. */
		addDataKey: (id: string, encrypted: Uint8Array) => put({ pk: KEYS, sk: id, encrypted }, ABSENT),
	};
}
