import type { NetworkEvent } from '../events/event';
import type { Severity } from '../events/item';

/**
 * One event of an alert, as the engine reads it. The first fields are columns of every event
 * (`core/events/item.ts`).
 */
export interface LifeAlert {
	id: string;
	/** The same for all events of one alert; equal to `id` for an event that nothing resolves. */
	alertKey: string;
	event: string;
	severity: Severity;
	subject: string;
	title: string;
	network?: string;
	/** Of a failed check: the service that it could not read. */
	service?: string;
	/** Plain JSON that the host needs to deliver it. */
	data?: unknown;
}

/** The severities of an alert that fires, the least first. */
export const FIRING = ['info', 'warning', 'critical'] as const;
export type Firing = (typeof FIRING)[number];

/** The rank of a severity: 0 for `info`, 2 for `critical`. */
export const severityRank = (severity: Firing): number => FIRING.indexOf(severity);

export const isResolved = ({ severity }: Pick<LifeAlert, 'severity'>) => severity === 'resolved';

/** True for an event that nothing resolves, such as a transfer. */
export const isSingle = ({ id, alertKey }: LifeAlert) => id === alertKey;

/** An event as the engine takes it, with the host's data. One without the columns of alerts resolves nothing. */
export function lifeAlertOf(
	{ id, type, data: columns, service }: NetworkEvent,
	data: unknown,
): LifeAlert {
	const {
		title = id,
		subject = '',
		severity = 'info',
		alertKey = id,
	} = columns as Partial<LifeAlert>;
	const read = service && { service };
	return { id, alertKey, event: type, severity, subject, title, data, ...read };
}
