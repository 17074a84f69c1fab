import { field } from '../fields/field';
import { fieldSet } from '../fields/fieldSet';
import { flag, textValue, whole } from '../fields/inputs';
import { HOUR_MS, MINUTE_MS } from '../formats/timeUnits';
import { FIRING } from './alert';
import { isZone } from './localTime';
import { type Rules, rulesOf } from './rules';
import { DIGEST_RULE, WEEKLY_RULE, WINDOWS_RULE, digestIn, windowsIn } from './schedule';

const holds = (kind: 'quiet' | 'maintenance') => (line: string) =>
	windowsIn(line, kind, 'UTC') !== undefined;

/** Options that hold events, and the times of their deliveries. */
export const holdFields = fieldSet({
	quietHours: field(textValue(WEEKLY_RULE, holds('quiet')).optional(), {
		in: 'form',
		label: 'Quiet Hours',
		description:
			'Times of the week in which events are held: delivered when they end if nothing has resolved them; critical ones pass',
		placeholder: 'Mon-Fri 22:00-07:00, Sat-Sun 22:00-09:00',
		show: 'option',
	}),
	maintenance: field(textValue(WINDOWS_RULE, holds('maintenance')).optional(), {
		in: 'form',
		label: 'Maintenance Windows',
		description: 'Planned work, weekly or once: events are held as in quiet hours',
		placeholder: 'Sun 02:00-04:00, 2026-12-01T10:00Z/2026-12-01T12:00Z',
		show: 'option',
	}),
	holdCritical: field(flag().optional(), {
		in: 'form',
		label: 'Hold Critical Events',
		description: 'Whether windows, groups and Repeat at Most also hold critical events',
		default: false,
		show: 'option',
	}),
	holdZone: field(textValue('must be a time zone such as Europe/Berlin', isZone).optional(), {
		in: 'form',
		label: 'Time Zone',
		description: 'Time zone of the windows and of the digest; by default that of the workflow',
		placeholder: 'Europe/Berlin',
		show: 'option',
	}),
	groupMinutes: field(whole(1, 1_440).optional(), {
		in: 'form',
		label: 'Group for (Minutes)',
		description: 'Events within this time are one item, with the list of them in its column events',
		default: 5,
		show: 'option',
	}),
	digestAt: field(textValue(DIGEST_RULE, (text) => digestIn(text) !== undefined).optional(), {
		in: 'form',
		label: 'Digest at',
		description: 'Time at which all events with severity info are delivered as one item',
		placeholder: 'Mon 08:00',
		show: 'option',
	}),
	repeatHours: field(whole(1, 720).optional(), {
		in: 'form',
		label: 'Repeat at Most Every (Hours)',
		description: 'Minimum time between two events of one alert with the same severity',
		default: 24,
		show: 'option',
	}),
	applySilences: field(flag().optional(), {
		in: 'form',
		label: 'Apply Silences',
		description:
			'Whether to apply, with Deliver until Confirmed, what Event: Silence and Event: Acknowledge of this workflow recorded; firingSince is then the start of the incident',
		default: false,
		show: 'option',
	}),
	returnHeld: field(flag().optional(), {
		in: 'form',
		label: 'Return Held Events',
		description:
			'Whether to return held events at once as well, with held true and the reason in heldBecause',
		default: false,
		show: 'option',
	}),
});

/** The values of these options that make rules. */
export interface HoldOptions {
	quietHours?: string;
	maintenance?: string;
	groupMinutes?: number;
	digestAt?: string;
	repeatHours?: number;
	holdCritical?: boolean;
}

/** The rules of the options, with `others`; `zone` is that of windows and of the digest. Throws `Failure`. */
export function rulesOfOptions(given: HoldOptions, zone: string, others: Partial<Rules>): Rules {
	const { quietHours, maintenance, groupMinutes, digestAt, repeatHours } = given;
	const match = given.holdCritical ? { match: { severity: FIRING } } : {};
	const windows = [
		...(quietHours ? (windowsIn(quietHours, 'quiet', zone) ?? []) : []),
		...(maintenance ? (windowsIn(maintenance, 'maintenance', zone) ?? []) : []),
	];
	const byName = new Map(windows.map((window) => [window.name, { ...window, ...match }]));
	const waitMs = (groupMinutes ?? 0) * MINUTE_MS;
	return rulesOf({
		windows: [...byName.values()],
		...(groupMinutes && { group: { by: [], waitMs, intervalMs: waitMs, ...match } }),
		...(digestAt && { digest: { zone, ...digestIn(digestAt) } }),
		...(repeatHours && { repeat: { everyMs: repeatHours * HOUR_MS, ...match } }),
		...others,
	});
}
