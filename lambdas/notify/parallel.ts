/**
 * Runs `work` over the items, several at once. After the first error no further item is started;
 * the error is thrown when the started ones have ended.
 */
export async function inParallel<T>(
	items: readonly T[],
	width: number,
	work: (item: T) => Promise<void>,
): Promise<void> {
	await inRounds(items, width, async (item) => {
		await work(item);
		return false;
	});
}

/** The same, but an item whose work returns true is processed again, after all waiting ones. */
export async function inRounds<T>(
	items: readonly T[],
	width: number,
	work: (item: T) => Promise<boolean>,
): Promise<void> {
	const waiting = [...items];
	let next = 0;
	let failed: { error: unknown } | undefined;
	const lane = async () => {
		while (!failed && next < waiting.length) {
			const item = waiting[next++];
			try {
				if (await work(item)) waiting.push(item);
			} catch (error) {
				failed ??= { error };
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(width, items.length) }, lane));
	if (failed) throw failed.error;
}
