/**
 * Runs `work` over the items, several at once. After the first error no further item is started;
 * the error is thrown when the started ones have ended.
 */
export async function inParallel<T>(
	items: readonly T[],
	width: number,
	work: (item: T) => Promise<void>,
): Promise<void> {
	let next = 0;
	let failed: { error: unknown } | undefined;
	const lane = async () => {
		while (!failed && next < items.length) {
			try {
				await work(items[next++]);
			} catch (error) {
				failed ??= { error };
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(width, items.length) }, lane));
	if (failed) throw failed.error;
}
