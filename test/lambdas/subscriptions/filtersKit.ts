import type { NetworkEvent } from '../../../core';

export interface Filters {
	events?: string[];
	severities?: string[];
	subjects?: string[];
}

const TYPES = ['validator.joined', 'validator.left', 'validator.uptime'];
const SEVERITIES = ['info', 'warning'];
const SUBJECTS = ['a'];

/** Events of many kinds, each with the ids of the active subscriptions that select it. */
export function wantsAll(
	subscriptions: ReadonlyArray<Filters & { id: string; status: string }>,
): Array<{ event: NetworkEvent; wanted: string[] }> {
	const has = (list: string[] | undefined, value: string) => !list || list.includes(value);
	return TYPES.flatMap((type) =>
		SEVERITIES.flatMap((severity) =>
			SUBJECTS.map((subject) => ({
				event: {
					...{ id: `${type}:${severity}:${subject}`, type },
					timestamp: '2026-11-01T00:00:00Z',
					data: { severity, subject },
				},
				wanted: subscriptions
					.filter(({ status }) => status === 'active')
					.filter(
						({ events, severities, subjects }) =>
							has(events, type) && has(severities, severity) && has(subjects, subject),
					)
					.map(({ id }) => id)
					.sort(),
			})),
		),
	);
}
