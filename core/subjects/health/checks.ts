import type { OutputOf } from '../../operations/declare';
import type { getHealth } from './health';

/** The answer of a node about its health. */
export type Health = OutputOf<typeof getHealth, 'tolerant'>;

/** The checks that fail, with their own words. */
export function failingChecks({ checks }: Health) {
	return Object.entries(checks ?? {}).flatMap(([name, check]) => {
		const { message, error, contiguousFailures, timeOfFirstFailure } = (check ?? {}) as Record<
			string,
			unknown
		>;
		if (error === undefined && !(Number(contiguousFailures) > 0)) return [];
		return [
			{
				name,
				message: message ?? null,
				error: error ?? null,
				since: timeOfFirstFailure ?? null,
				consecutiveFailures: Number(contiguousFailures ?? 1),
			},
		];
	});
}
