import { createHash } from 'node:crypto';
import { type INodeExecutionData, deepCopy } from 'n8n-workflow';

/** The items of an execution by what they depend on: input items that are the same share one run. */
export interface EqualItems {
	/**
	 * The items of `run`, or a copy of those of the first input item with the same text. A failure is
	 * shared as well.
	 */
	of(
		text: string | undefined,
		itemIndex: number,
		run: () => Promise<INodeExecutionData[]>,
	): Promise<INodeExecutionData[]>;
}

/**
 * Runs equal input items once. It stores a hash of each item's operation and values; the results are in the
 * output anyway.
 */
export function equalItems(): EqualItems {
	const runs = new Map<string, Promise<INodeExecutionData[]>>();
	return {
		async of(text, itemIndex, run) {
			if (text === undefined) return await run();
			const key = createHash('sha256').update(text).digest('base64');
			const known = runs.get(key);
			if (known) return (await known).map((item) => copied(item, itemIndex));
			const own = run();
			runs.set(key, own);
			return await own;
		},
	};
}

/** A copy of an item for each input item: nodes that follow may change it. */
function copied(item: INodeExecutionData, itemIndex: number): INodeExecutionData {
	return { ...item, json: deepCopy(item.json), pairedItem: { item: itemIndex } };
}
