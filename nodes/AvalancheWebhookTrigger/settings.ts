import type { IDataObject } from 'n8n-workflow';
import type { EventDeclaration } from '../../core/events/declare';
import { Failure } from '../../core/failure';
import { preview } from '../../core/fields/preview';
import type { InstantEvent, InstantSettings } from '../../core/webhooks/instantEvent';
import type { SignatureScheme } from '../../core/webhooks/signature';
import { instantEvents } from '../../core/subjects/events/allInstant';
import { eventItemOf } from '../shared/eventItem';
import { type Parameters, inputFromParameters, parametersOf, valuesOf } from '../shared/parameters';
import { webhookFields } from './fields';

/** The form of the node as settings. */

export interface Instant {
	event: InstantEvent;
	settings: InstantSettings;
	/** True: items are messages as the service sent them. */
	isRaw: boolean;
	scheme?: SignatureScheme;
	reportsRepairs: boolean;
	/** True: publishing redirects webhooks of the workflow at other hosts. */
	takesOver: boolean;
	/** The start of the ids of the event's items. */
	key: string;
	/** The data of an event as an item of the form. */
	itemOf(data: Record<string, unknown>): IDataObject;
}

/** The contexts of hooks and polls, which read the parameters of the node itself. */
interface Reads {
	getNodeParameter(name: string, fallback?: unknown, options?: object): unknown;
}

/** The parameters of the node. */
export function formOf(context: Reads): Parameters {
	return parametersOf((name, fallback, options) =>
		context.getNodeParameter(name, fallback, options),
	);
}

/** The settings in the form. Throws `Failure` that names the field. */
export function instantOfForm(parameters: Parameters): Instant {
	const named = parameters.parameter('event', '');
	const event = instantEvents.find(({ value }) => value === named);
	if (!event) {
		const message = `"Event" (event) must be one of the events in the menu; given: ${preview(named)}`;
		throw new Failure({ kind: 'invalid-input', message, field: 'event' });
	}
	const settings = event.settings(inputFromParameters(event.fields, parameters));
	const options = valuesOf(webhookFields, parameters);
	const shape = event.polled ?? ({ output: event.items.output } as EventDeclaration);
	return {
		event,
		settings,
		isRaw: parameters.parameter('output', 'items') === 'raw',
		scheme: options.signatureScheme as SignatureScheme | undefined,
		reportsRepairs: options.reportRepairs === true,
		takesOver: options.takeOver === true,
		key: event.polled?.source.key(settings.polled) ?? event.value,
		itemOf: eventItemOf(shape, settings.polled, parameters),
	};
}
