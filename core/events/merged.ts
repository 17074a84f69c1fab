import type { ListPage, ReadingOrder } from './arrivalSource';

/** A list that is being read, with the items that have not been returned. */
interface Open<Item> {
	pages: AsyncIterator<ListPage<Item>>;
	waiting: Item[];
	/** Another page is known to follow, or none was read yet. */
	more: boolean;
}

/**
 * Merges several lists in the same order: an item is returned when every list has shown that it has
 * none before it. Each list is in order; an item of several lists is returned several times. Pages
 * are requested one after the other.
 */
export async function* merged<Item>(
	lists: ReadonlyArray<AsyncIterable<ListPage<Item>>>,
	positionOf: (item: Item) => number,
	order: ReadingOrder['order'],
): AsyncGenerator<ListPage<Item>> {
	const open = lists.map((list): Open<Item> => {
		return { pages: list[Symbol.asyncIterator](), waiting: [], more: true };
	});
	const sign = order === 'oldest' ? 1 : -1;
	try {
		while (open.some(({ more }) => more)) {
			for (const list of open) await fill(list);
			const items: Item[] = [];
			// A list whose items were all returned must show more before others continue.
			while (!open.some(({ waiting, more }) => more && waiting.length === 0)) {
				const next = open
					.filter(({ waiting }) => waiting.length > 0)
					.reduce<
						Open<Item> | undefined
					>((first, list) => (first && sign * (positionOf(first.waiting[0]) - positionOf(list.waiting[0])) <= 0 ? first : list), undefined);
				if (!next) break;
				items.push(next.waiting.shift() as Item);
			}
			yield { items, more: open.some(({ more }) => more) };
		}
	} finally {
		for (const { pages } of open) await pages.return?.();
	}
}

/** Requests pages until the list has an item, or ends. */
async function fill<Item>(list: Open<Item>): Promise<void> {
	while (list.more && list.waiting.length === 0) {
		const { value, done } = await list.pages.next();
		if (done) {
			list.more = false;
			return;
		}
		const page = value as ListPage<Item>;
		list.waiting = [...page.items];
		list.more = page.more;
	}
}
