import type { INodeExecutionData } from 'n8n-workflow';
import { eventLoaders } from '../../../core/events/loaders';
import { PERIOD, canReplay, replay } from '../../../core/events/replay';
import { present } from '../../../core/fields/present';
import type { Action } from '../../shared/action';
import { outputItem } from '../../shared/output';
import { inputFromParameters, limitOf } from '../../shared/parameters';
import { presentationOf } from '../../shared/presentation';
import { clock } from '../../shared/transport';

/** Replays a period of an event; returns nothing for an event without replay. */
export async function replayAction(value: string): Promise<Action | undefined> {
	if (!Object.hasOwn(eventLoaders, value)) return undefined;
	const event = await eventLoaders[value as keyof typeof eventLoaders]();
	if (!canReplay(event)) return undefined;
	return {
		async run(run) {
			const period = inputFromParameters(PERIOD, run);
			const settings = inputFromParameters(event.fields, run);
			const options = run.parameter('options', {}) as Record<string, unknown>;
			const how = presentationOf(options, true);
			const most = run.parameter('returnAll', false) === true ? Infinity : limitOf(run);
			const context = {
				client: run.client,
				clock,
				deadline: Infinity,
				maxEvents: Infinity,
				maxPages: Infinity,
			};
			const items: INodeExecutionData[] = [];
			for await (const events of replay(event, { period, settings }, context)) {
				for (const { data } of events) {
					items.push(outputItem(present(event.output, data, how, {}), run.itemIndex));
					if (items.length >= most) return items;
				}
			}
			return items;
		},
	};
}
