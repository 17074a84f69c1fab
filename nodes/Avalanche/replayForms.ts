import { PERIOD, replayKeys } from '../../core/events/replay';
import { replayableEvents } from '../../core/subjects/events/replayable';
import { SIMPLIFIED } from '../../core/fields/present';
import { dataResources } from '../../core/subjects/resources';
import type { ActionForm } from '../shared/action';
import { presentationOptions } from '../shared/presentationOptions';
import { eventFields } from '../shared/eventFields';
import { locatedIn } from '../shared/fieldProperties';
import { formProperties, limitProperties, simplifyProperty } from '../shared/properties';

/** The forms to replay events: one for each list that grows. */
export const replayForms: readonly ActionForm[] = replayableEvents.map((event) => {
	const { value, name, what, output, columns, reads } = event;
	const keys = replayKeys(event);
	const fields = eventFields(event).filter(({ key }) => keys.includes(key));
	// The subject, followed by the start and the end of the period next to each other.
	return {
		resource: dataResources.event,
		entry: { value, name: `Replay ${name}` },
		action: `Replay the event ${name}`,
		description: `Returns the items of the trigger for a period again, including missed ones: each ${what} with the same filters and the same ID`,
		reference: [`- Reads ${reads}`, '- Items: those of the event, see [events.md](../events.md)'],
		properties: formProperties(
			[
				...fields.filter(({ info }) => info.required),
				...locatedIn(PERIOD),
				...fields.filter(({ info }) => !info.required),
			],
			{
				main: limitProperties,
				output: columns ? [simplifyProperty] : [],
				options: presentationOptions(output),
			},
		),
		output,
		how: SIMPLIFIED,
		columns,
	};
});
