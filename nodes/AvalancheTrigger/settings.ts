import type { IPollFunctions } from 'n8n-workflow';
import { eventDeclarations } from '../../core/subjects/events/all';
import type { EventDeclaration } from '../../core/events/declare';
import { type StartFrom, startMomentOf } from '../../core/events/event';
import { type FieldSet, infoOf } from '../../core/fields/fieldSet';
import { preview } from '../../core/fields/preview';
import { Failure } from '../../core/failure';
import { type Parameters, parametersOf } from '../shared/parameters';
import { declaredSettings } from './declared';

/** The event of a trigger with its settings. */
export interface Watch {
	event: EventDeclaration;
	settings: Readonly<Record<string, unknown>>;
	/** True if the form lets the first poll deliver existing items. */
	tellsFirst: boolean;
}

type Values = Readonly<Record<string, unknown>>;

/** The parameters of the trigger. */
export function parametersIn(context: IPollFunctions): Parameters {
	return parametersOf(
		(name, fallback, options) => context.getNodeParameter(name, fallback, options) as unknown,
	);
}

/**
 * Selects the events that are new without a state: those that the form selects (`form`), all since
 * the activation without a baseline (`activation`), or all since a time after which the state was
 * lost (`lost`), regardless of the form.
 */
export type Beginning = 'form' | 'activation' | 'lost';

/**
 * Reads the trigger's form. `now` is the time of the beginning (ms): of the activation or of the
 * loss. Throws `Failure` naming the field.
 */
export function watchOf(
	context: IPollFunctions,
	now: number,
	beginning: Beginning = 'form',
): Watch {
	const parameters = parametersIn(context);
	const named = parameters.parameter('event', '');
	const event = eventDeclarations.find(({ value }) => value === named);
	if (!event) {
		const message = `"Event" (event) must be one of the events in the menu; given: ${preview(named)}`;
		throw new Failure({ kind: 'invalid-input', message, field: 'event' });
	}
	const settings = declaredSettings(event, parameters);
	return {
		event,
		settings: { ...settings, ...beginningOf(event.fields, settings, now, beginning) },
		tellsFirst: hasFirstState(event.fields)
			? Boolean(settings.fireFirst ?? infoOf(event.fields, 'fireFirst').default)
			: settings.startFrom !== undefined,
	};
}

/** True for an event that can report the state at the first poll. */
function hasFirstState({ keys }: FieldSet): boolean {
	return keys.includes('fireFirst');
}

/** The settings with which all events since a time (ms) are new. */
export function beginningOf(
	fields: FieldSet,
	{ startFrom }: Values,
	now: number,
	beginning: Beginning,
): Values {
	if (beginning === 'form') return {};
	const first = hasFirstState(fields) ? { fireFirst: true } : {};
	if (!fields.keys.includes('startFrom')) return first;
	const moment = Math.floor(now / 1000);
	const form = startMomentOf(startFrom as StartFrom | undefined, now);
	if (form === 'now') return { ...first, startFrom: moment };
	return { ...first, startFrom: beginning === 'lost' ? Math.max(form, moment) : form };
}
