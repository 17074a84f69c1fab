/** Items in the order of a time. */
export function dueHeap<T>() {
	const items: Array<{ at: number; item: T }> = [];
	const swap = (a: number, b: number) => ([items[a], items[b]] = [items[b], items[a]]);
	return {
		/** Infinite if there are no items. */
		next: () => items[0]?.at ?? Infinity,
		push(at: number, item: T): void {
			items.push({ at, item });
			for (let child = items.length - 1; child > 0; ) {
				const parent = (child - 1) >> 1;
				if (items[parent].at <= items[child].at) break;
				swap(parent, child);
				child = parent;
			}
		},
		pop(): T | undefined {
			if (items.length === 0) return undefined;
			swap(0, items.length - 1);
			const { item } = items.pop() as { item: T };
			for (let parent = 0; ; ) {
				let child = 2 * parent + 1;
				if (child >= items.length) break;
				if (child + 1 < items.length && items[child + 1].at < items[child].at) child++;
				if (items[parent].at <= items[child].at) break;
				swap(parent, child);
				parent = child;
			}
			return item;
		},
	};
}
