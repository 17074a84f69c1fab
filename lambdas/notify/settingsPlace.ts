import type { Environment } from '../shared/environment';

/** The secret with sources and targets: URLs of targets are often secrets themselves. */
export const SETTINGS_SECRET = 'NOTIFY_SETTINGS';

/** The rule that the place of the settings is configured. */
export function settingsRule(given: Environment): string[] {
	const places = ['_PARAMETER', '_SECRET', ''].map((end) => SETTINGS_SECRET + end);
	if (places.some((place) => given[place])) return [];
	return [`${places[0]} or ${places[1]} is missing: where sources and targets (JSON) are stored`];
}
