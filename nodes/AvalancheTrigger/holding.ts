import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { type LifeAlert, isResolved, isSingle, lifeAlertOf } from '../../core/alertLife/alert';
import { holdFields, rulesOfOptions } from '../../core/alertLife/holdFields';
import { judgedAlert } from '../../core/alertLife/matchers';
import { rulesOf, type Rules } from '../../core/alertLife/rules';
import { type AlertLifeState, type StoredAlert, savedOf } from '../../core/alertLife/state';
import { lifeStep } from '../../core/alertLife/step';
import type { LifeDelivery } from '../../core/alertLife/words';
import type { NetworkEvent } from '../../core/events/event';
import { Failure } from '../../core/failure';
import { type Parameters, valuesOf } from '../shared/parameters';
import type { EventMark } from './eventMark';
import { deliveryFields } from './fields';
import type { Holdable } from './silences';

/** The options that hold events: what a poll delivers, and what waits in the trigger's state. */

export interface Holding {
	rules: Rules;
	/** True if held events are items as well. */
	returnsHeld: boolean;
	/** True if silences and acknowledgements of the workflow hold events, too. */
	appliesSilences: boolean;
}

/** An event, or several in one, as the workflow gets it. */
export interface Outgoing {
	id: string;
	timestamp: string;
	json: IDataObject;
	mark: EventMark;
}

/** Data that a held event needs to become an item later. */
interface HeldData {
	id: string;
	json: IDataObject;
	ids: string[];
	timestamp: string;
}

/** The time of a poll, and the trigger that polls. */
interface At {
	now: number;
	/** The name of the trigger, and the key of its settings. */
	trigger: string;
	key: string;
}

/** The events of a poll, and how each would be delivered alone. */
interface Found extends At {
	events: readonly NetworkEvent[];
	found: readonly Outgoing[];
}

function misused(rule: string): Failure {
	const message = `"Apply Silences" (applySilences) ${rule}`;
	return new Failure({ kind: 'invalid-input', message, field: 'applySilences' });
}

/** The rules of the form; undefined if no option holds events. Throws `Failure`. */
export function holdingOf(
	context: Pick<IPollFunctions, 'getTimezone'>,
	parameters: Parameters,
	most: number,
): Holding | undefined {
	const given = valuesOf(holdFields, parameters);
	const { quietHours, maintenance, groupMinutes, digestAt, repeatHours } = given;
	const { applySilences: appliesSilences = false } = given;
	const holds = [quietHours, maintenance, groupMinutes, digestAt, repeatHours, appliesSilences];
	if (!holds.some(Boolean)) return undefined;
	if (appliesSilences && !valuesOf(deliveryFields, parameters).untilConfirmed)
		throw misused('must be used with Deliver until Confirmed, which delivers later what is held');
	if (appliesSilences && (groupMinutes ?? digestAt))
		throw misused('must not be used with groups or a digest, whose items have several events');
	const zone = given.holdZone ?? context.getTimezone();
	const rules = rulesOfOptions(given, zone, { most });
	return { rules, returnsHeld: given.returnHeld ?? false, appliesSilences };
}

/** An event with its item, as the engine takes it. */
function alertOf(event: NetworkEvent, { json, mark: { ids } }: Outgoing): LifeAlert {
	const { id, timestamp } = event;
	return lifeAlertOf(event, { id, json, ids, timestamp } satisfies HeldData);
}

/** An alert as an item. An id that differs from its event's is of a further delivery. */
function outgoing(alert: LifeAlert, columns: IDataObject, suffix = ''): Outgoing {
	const { id: first, json, ids, timestamp } = alert.data as HeldData;
	const id = `${alert.id}${suffix}`;
	const mark = { ids: ids.map((name) => `${name}${id.slice(first.length)}`) };
	return { id, timestamp, json: { ...json, id, ...columns }, mark };
}

function outgoingDelivery(
	{ kind, id, severity, title, text, alerts }: LifeDelivery,
	{ now, trigger, key }: At,
): Outgoing {
	if (kind === 'event') return outgoing(alerts[0], { held: false, heldBecause: text ?? null });
	const timestamp = new Date(now).toISOString();
	const subjects = [...new Set(alerts.map(({ subject }) => subject))];
	const json: IDataObject = {
		title,
		severity,
		subject: subjects.length === 1 ? subjects[0] : trigger,
		occurredAt: timestamp,
		text: text ?? title,
		...(kind !== 'summary' && {
			events: alerts.map((one) => ({ ...(one.data as HeldData).json })),
		}),
		held: false,
		heldBecause: null,
		id,
		event: `alerts.${kind}`,
		url: null,
		alertKey: id,
	};
	return { id, timestamp, json, mark: { ids: [`${key}:${id}`] } };
}

const storedIn = (state: AlertLifeState | undefined, { alertKey }: LifeAlert) =>
	state?.alerts[alertKey] as StoredAlert | undefined;

/** An event in the form that silences and acknowledgements select by; `stored` is its alert. */
function holdableOf(alert: LifeAlert, stored: StoredAlert | undefined, now: number): Holdable {
	const { subject, event, alertKey } = alert;
	const since = new Date(stored?.since ?? now).toISOString();
	return {
		subject,
		event,
		was: judgedAlert(alert, stored?.severity).severity,
		isResolved: isResolved(alert),
		alertKey,
		firingSince: isSingle(alert) ? null : since,
	};
}

/**
 * The items that the events and the time bring, and the state to keep. Events that may be a
 * baseline are delivered at once: the execution decides about them.
 */
export function heldOrDelivered(
	{ rules, returnsHeld, appliesSilences }: Holding,
	before: AlertLifeState | undefined,
	{ events, found, ...at }: Found,
): { going: Outgoing[]; life?: AlertLifeState; isChanged: boolean } {
	const baseline = found.filter(({ mark }) => mark.first);
	const alerts = events.flatMap((event, i) =>
		found[i].mark.first ? [] : [alertOf(event, found[i])],
	);
	const { deliveries, held, state } = lifeStep(rules, before, { now: at.now, events: alerts });
	const going = [
		...baseline.map((one) => ({ ...one, json: { ...one.json, held: false, heldBecause: null } })),
		...deliveries.map((delivery) => {
			const one = outgoingDelivery(delivery, at);
			if (!appliesSilences || delivery.kind !== 'event') return one;
			const [alert] = delivery.alerts;
			const holdable = holdableOf(alert, storedIn(state, alert) ?? storedIn(before, alert), at.now);
			const { firingSince } = holdable;
			const mark = { ...one.mark, holdable, ...(returnsHeld && { showHeld: true as const }) };
			return { ...one, json: { ...one.json, firingSince }, mark };
		}),
	];
	if (returnsHeld) {
		going.push(
			...held.map(({ alert, because }) =>
				outgoing(alert, { held: true, heldBecause: because }, ':held'),
			),
		);
	}
	return { going, life: state, isChanged: savedOf(before) !== savedOf(state) };
}

/** Rules while the options are off: all that is held is delivered, and then forgotten. */
export const noHolding = (most: number): Holding => ({
	rules: rulesOf({ most }),
	returnsHeld: false,
	appliesSilences: false,
});

/** An item without an event, which the execution drops: n8n saves the state with it. */
export function keepingItem(): INodeExecutionData {
	const mark: EventMark = { ids: [], keeps: true };
	return { json: {}, event: mark as unknown as IDataObject };
}
