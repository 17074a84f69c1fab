import { headed, type Severity } from '../../../core/events/item';
import type { Clock } from '../../../core/protocol/ports';
import { sqsQueue } from '../../../lambdas/notify/sqsQueue';
import { memoryQueue } from './memoryQueue';

/** Alerts `event:subject/severity` as the events of a moment. */
export const alertEvents = (alerts: readonly string[], now: number) =>
	alerts.map((text) => {
		const [alertKey, severity] = text.split('/');
		const [event, subject] = alertKey.split(':');
		const texts = { title: `${alertKey} is ${severity}`, text: `${alertKey}.`, subject, url: null };
		const id = `${alertKey}:${severity}:${now}`;
		const occurredAt = new Date(now).toISOString();
		const alert = { id, event, severity: severity as Severity, occurredAt, alertKey };
		return headed({ ...alert, ...texts }, {});
	});

export interface SentAlert {
	target: string;
	id: string;
	/** Missing where it is large: it is in the table alone. */
	event: { id: string; type: string; data: Record<string, unknown> };
}

/** The queue of a clock, in memory. */
export function alertQueue(clock: Clock) {
	const memory = memoryQueue({ clock, name: 'deliveries', latencyMs: 1 });
	const lanes = { main: 'main', slow: 'slow' };
	let readCount = 0;
	return {
		queue: sqsQueue(lanes, { clock, until: Infinity }, memory as never),
		/** The messages since the last call. */
		sent(): SentAlert[] {
			const all = memory.bodies().map((body) => JSON.parse(body) as SentAlert);
			return all.slice(readCount, (readCount = all.length));
		},
	};
}
