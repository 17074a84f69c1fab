import type { NetworkEvent } from '../../../core/events/event';
import { unpack } from '../../../lambdas/notify/tableItems';

/** A delivery in the table of notify, with its event. */
export interface TableDelivery {
	target: string;
	/** The id of its message. */
	id: string;
	event: NetworkEvent;
}

type Item = Record<string, unknown>;

/** The deliveries among items of the table of notify. `items`: all of the table, with the events. */
export function deliveriesIn(some: readonly Item[], items: readonly Item[]): TableDelivery[] {
	const events = new Map(
		items.flatMap(({ pk, event, data }) => {
			if (!String(pk).startsWith('event#')) return [];
			const content = data ? unpack<NetworkEvent>(data as Uint8Array) : parsed(event);
			return [[String(pk).slice('event#'.length), content] as const];
		}),
	);
	return some.flatMap(({ pk, sk }) => {
		if (!String(pk).startsWith('delivery#')) return [];
		const id = String(sk);
		const event = events.get(id);
		if (!event) throw new Error(`the event of ${id} is not in the table`);
		return [{ target: String(pk).slice('delivery#'.length), id, event }];
	});
}

const parsed = (text: unknown) => JSON.parse(String(text)) as NetworkEvent;
