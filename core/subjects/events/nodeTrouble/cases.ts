import type { Control } from '../../../testing/network';
import type { EventUse, NodeUse, Occurrence, SampleUse } from '../../../testing/cases/eventCase';
import { MINUTE_MS } from '../../../formats/timeUnits';

const set = (name: string, value?: number, chain?: string) => (control: Control) =>
	control.setNodeMetrics({
		metrics: [{ name: `avalanche_${name}`, value, ...(chain && { labels: { chain } }) }],
	});
const disk = (percent?: number) => set('resource_tracker_disk_available_percentage', percent);
const failed = (polls: number | undefined, chain: string) =>
	set('snowman_polls_failed', polls, chain);
const later = (control: Control, minutes: number) =>
	control.moveClock({ ms: minutes * MINUTE_MS + 1000 });

export const nodeTroubleCase: EventUse = {
	settings: () => ({}),
	steps: [
		{
			does: 'the disk is nearly full',
			act: disk(9.5),
			tells: [
				{
					event: 'node.trouble',
					severity: 'critical',
					subject: 'disk',
					rule: 'disk',
					chain: null,
					value: 9.5,
					threshold: 10,
					freeDisk: 9.5,
					version: 'avalanchego/1.15.3',
					title: 'Disk Space: 9.5 %, below 10 %',
					text: /^Disk Space: 9\.5 %; the threshold is 10 %\. Enlarge the volume.*3 %\. Node: synced, \d+ peers, 9\.5 % of the disk free, avalanchego\/1\.15\.3, started 20.* UTC\.$/,
				},
			],
		},
		{
			does: 'it has space again',
			act: disk(),
			tells: [{ severity: 'resolved', change: 'recovered', threshold: 20 }],
		},
		{
			does: 'a sixth of the polls of the P-Chain fails for 5 minutes',
			act(control) {
				failed(60, 'P')(control);
				later(control, 5);
			},
			tells: [{ severity: 'critical', subject: 'failedQueries of P', chain: 'P', threshold: 0.1 }],
		},
		{
			does: 'the node is restarted, and nothing is told in the first 15 minutes',
			act(control) {
				control.restartNode();
				failed(0, 'P')(control);
				set('stake_percent_connected', 0.1, 'P')(control);
				set('snowman_blks_processing', 20, 'C')(control);
				later(control, 6);
			},
			tells: [],
		},
		{
			does: 'it is connected before they are over, and no poll fails',
			act(control) {
				set('stake_percent_connected', undefined, 'P')(control);
				set('snowman_blks_processing', undefined, 'C')(control);
				later(control, 10);
			},
			tells: [{ severity: 'resolved', subject: 'failedQueries of P', value: 0 }],
		},
		{
			does: 'the C-Chain accepts blocks that are not executed',
			act(control) {
				control.setExecution({ behind: 40 });
				set('evm_transition_sae_execution_queue_blocks', 100, 'C')(control);
				set('evm_transition_sae_last_executed_height', 10, 'C')(control);
				later(control, 1);
			},
			tells: [],
		},
		{
			does: 'that lasts for 5 minutes: one alert for one trouble',
			act: (control) => later(control, 5),
			tells: [{ severity: 'critical', subject: 'executionQueue of C', value: 100 }],
		},
	],
	refused: [[{ rules: ['disk', 'weather'] }, /rules.*must be one or more of/]],
};

export const occurrences: readonly Occurrence[] = [
	{
		settings: () => ({ rules: 'disk' }),
		happen: (control, _, time) => disk(time % 2 === 1 ? 5 : undefined)(control),
	},
];

export const sample: SampleUse = {
	settings: () => ({ rules: 'disk' }),
	made: { subject: 'disk', value: 10, severity: 'warning', title: /^Sample: Disk Space: 10 %/ },
	recovered: { value: 40 },
};

export const realNode: readonly NodeUse[] = [
	{ settings: () => ({ rules: 'disk, stakeConnected' }), said: [], fires: false },
];
