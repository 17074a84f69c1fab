type Item = Record<string, unknown>;

interface Partition {
	items: Map<string, Item>;
	/** The sort keys in order; absent after a new one. Some may be deleted. */
	order?: string[];
}

const ascending = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Items by their keys `pk` and `sk`, and those of a partition in the order of their sort keys. */
export function sortedItems() {
	const partitions = new Map<string, Partition>();

	return {
		get: ({ pk, sk }: Item): Item | undefined => partitions.get(String(pk))?.items.get(String(sk)),
		set(item: Item): void {
			const [pk, sk] = [String(item.pk), String(item.sk)];
			const partition = partitions.get(pk) ?? { items: new Map<string, Item>() };
			if (!partition.items.has(sk)) partition.order = undefined;
			partition.items.set(sk, item);
			partitions.set(pk, partition);
		},
		delete({ pk, sk }: Item): void {
			partitions.get(String(pk))?.items.delete(String(sk));
		},
		*all(): Generator<Item> {
			for (const { items } of partitions.values()) yield* items.values();
		},
		/** The items of a partition whose sort keys are not below `from`. */
		*from(pk: string, from: string): Generator<Item> {
			const partition = partitions.get(pk);
			if (!partition) return;
			const order = (partition.order ??= [...partition.items.keys()].sort(ascending));
			let [low, high] = [0, order.length];
			while (low < high) {
				const middle = (low + high) >> 1;
				if (order[middle] < from) low = middle + 1;
				else high = middle;
			}
			for (let at = low; at < order.length; at++) {
				const item = partition.items.get(order[at]);
				if (item) yield item;
			}
		},
	};
}
