import { field } from '../fields/field';
import { flag, whole } from '../fields/inputs';
import { durations } from '../fields/lines';

/** The options of threshold events. */

/** Failed polls in a row after which the failed check is reported. */
export const DEFAULT_FAILED_CHECKS = 3;

/** The options of every threshold event. */
export const LEVEL_FIELDS = {
	holdPolls: field(whole(1, 1000).optional(), {
		in: 'form',
		label: 'Hold for Polls',
		description:
			'How many polls in a row must agree before the event fires; where the scheduler does not keep the state of polls without events, these are checks within one poll',
		default: 1,
		show: 'option',
	}),
	failedChecks: field(whole(0, 1000).optional(), {
		in: 'form',
		label: 'Report Failed Checks After',
		description:
			'How many polls in a row must fail before one event reports that the check fails; with 0, a failed check is a failed execution',
		default: DEFAULT_FAILED_CHECKS,
		show: 'option',
	}),
	repeatEvery: field(durations().optional(), {
		in: 'form',
		label: 'Repeat Every',
		description:
			'After how long the event fires again while the subject stays beyond the threshold, such as 24h; several values, separated by commas, are for the first threshold, the second and so on; 0s means never',
		placeholder: '24h, 6h, 1h',
		show: 'option',
	}),
	fireFirst: field(flag().optional(), {
		in: 'form',
		label: 'Fire on First State',
		description: 'Whether to fire at activation for subjects that are already beyond a threshold',
		default: true,
		show: 'option',
	}),
};

/** The option *Hold for Polls* with the event's own default; no fields if it has none. */
export function holdField(hold: number | undefined) {
	if (hold === undefined) return {};
	const { holdPolls } = LEVEL_FIELDS;
	const info = { ...holdPolls.info, default: hold };
	return {
		holdPolls: {
			info,
			get schema() {
				return holdPolls.schema;
			},
		},
	};
}
