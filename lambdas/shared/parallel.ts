/**
 * Runs `work` over the items, several at once; its results are in their order. After the first error no further item
 * is started; the error is thrown when the started ones have ended.
 */
export async function inParallel<T, R>(
	items: readonly T[],
	width: number,
	work: (item: T) => Promise<R>,
): Promise<R[]> {
	const results: R[] = [];
	let next = 0;
	let failed: { error: unknown } | undefined;
	const lane = async () => {
		while (!failed && next < items.length) {
			const at = next++;
			try {
				results[at] = await work(items[at]);
			} catch (error) {
				failed ??= { error };
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(width, items.length) }, lane));
	if (failed) throw failed.error;
	return results;
}
