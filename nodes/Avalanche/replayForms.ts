import { PERIOD, replayKeys } from '../../core/events/replay';
import { replayableEvents } from '../../core/events/replayable';
import { SIMPLIFIED } from '../../core/fields/present';
import { dataResources } from '../../core/operations/resources';
import type { ActionForm } from '../shared/action';
import { presentationOptions } from '../shared/presentation';
import { locatedIn } from '../shared/fieldProperties';
import { formProperties, limitProperties, simplifyProperty } from '../shared/properties';

/** The forms to replay events: one for each list that grows. */
export const replayForms: readonly ActionForm[] = replayableEvents.map((event) => {
	const { value, name, what, output, columns } = event;
	return {
		resource: dataResources.event,
		entry: { value, name: `Replay ${name}` },
		action: `Replay the event ${name}`,
		description: `Returns the items of the trigger for a period again, including missed ones: each ${what} with the same filters and the same ID`,
		properties: formProperties([...locatedIn(PERIOD), ...replayKeys(event)], {
			main: limitProperties,
			output: columns ? [simplifyProperty] : [],
			options: presentationOptions(output),
		}),
		output,
		how: SIMPLIFIED,
		columns,
	};
});
