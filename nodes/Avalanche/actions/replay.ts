import type { INodeExecutionData } from 'n8n-workflow';
import type { EventDeclaration } from '../../../core/events/declare';
import { eventLoaders } from '../../../core/subjects/events/loaders';
import { saidOfSkipped } from '../../../core/events/unreadable';
import type { Unreadable } from '../../../core/events/event';
import { PERIOD, canReplay, replay } from '../../../core/events/replay';
import type { Action } from '../../shared/action';
import { eventItemOf } from '../../shared/eventItem';
import { outputItem } from '../../shared/output';
import { outputFrom } from '../../shared/outputFields';
import { inputFromParameters } from '../../shared/parameters';
import { n8nClock } from '../../shared/transport';

const loaders: Readonly<Record<string, () => Promise<EventDeclaration>>> = eventLoaders;

/** Replays a period of an event; returns nothing for an event without replay. */
export async function replayAction(value: string): Promise<Action | undefined> {
	if (!Object.hasOwn(loaders, value)) return undefined;
	const event = await loaders[value]();
	if (!canReplay(event)) return undefined;
	return {
		async run(run) {
			const period = inputFromParameters(PERIOD, run);
			const settings = inputFromParameters(event.fields, run);
			const selected = outputFrom(run);
			const itemOf = eventItemOf(event, settings, run);
			const most = selected.limit() ?? Infinity;
			const skipped: Unreadable[] = [];
			const context = {
				client: run.client,
				clock: n8nClock,
				deadline: Infinity,
				maxEvents: Infinity,
				maxPages: Infinity,
				skip: (record: Unreadable) => void skipped.push(record),
			};
			const tell = () => {
				const message = skipped.length > 0 ? saidOfSkipped(skipped) : undefined;
				if (message !== undefined) run.context.addExecutionHints({ message });
			};
			const items: INodeExecutionData[] = [];
			for await (const events of replay(event, { period, settings }, context)) {
				for (const { data } of events) {
					items.push(outputItem(itemOf(data), run.itemIndex));
					if (items.length < most) continue;
					tell();
					return items;
				}
			}
			tell();
			return items;
		},
	};
}
