import type { World } from '../../../../testing/network';
import type { EventUse } from '../../../../testing/cases/eventCase';

const mine = ({ node }: World) => node.primary.current()[3].nodeId;
const other = ({ node }: World) => node.primary.current()[5].nodeId;
const third = ({ node }: World) => node.primary.current()[7].nodeId;
const NODE_ID = 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg';

export const validatorUptimeBySubjectCase: EventUse = {
	note: 'thresholds by subject',
	settings: (world) => ({
		observer: 'node',
		nodeIds: [mine(world), other(world), third(world)],
		holdPolls: 1,
		thresholds: '90, 80',
		thresholdsBySubject: { [other(world)]: '98, 95, 92', [third(world)]: 60 },
	}),
	prepare(control, world) {
		for (const nodeId of [mine(world), other(world), third(world)])
			control.setValidator({ nodeId, uptime: 99 });
	},
	steps: [
		{
			does: 'the uptime of all is 89 %',
			act(control, world) {
				for (const nodeId of [mine(world), other(world), third(world)])
					control.setValidator({ nodeId, uptime: 89 });
			},
			tells: [
				{ severity: 'warning', level: 1, thresholds: [90, 80] },
				{ severity: 'critical', level: 3, thresholds: [98, 95, 92] },
			],
		},
		{
			does: 'it is 55 %: the only threshold of a validator is its last',
			act(control, world) {
				for (const nodeId of [mine(world), other(world), third(world)])
					control.setValidator({ nodeId, uptime: 55 });
			},
			tells: [
				{ severity: 'critical', level: 2, thresholds: [90, 80] },
				{ severity: 'critical', level: 1, thresholds: [60] },
			],
		},
		{
			does: 'it is 96 %',
			act(control, world) {
				for (const nodeId of [mine(world), other(world), third(world)])
					control.setValidator({ nodeId, uptime: 96 });
			},
			tells: [
				{ severity: 'resolved', change: 'recovered', thresholds: [90, 80] },
				{ severity: 'warning', change: 'improved', level: 1, thresholds: [98, 95, 92] },
				{ severity: 'resolved', change: 'recovered', thresholds: [60] },
			],
		},
	],
	refused: [
		[
			{ observer: 'node', nodeIds: NODE_ID, thresholdsBySubject: { [NODE_ID]: '95, high' } },
			/thresholdsBySubject\.NodeID-\w+(\.\d)?\)? must be numbers from 0 to 100, separated by commas/,
		],
		[
			{ observer: 'node', nodeIds: NODE_ID, thresholdsBySubject: { 'NodeID-x': '95' } },
			/thresholdsBySubject\)? has the key "NodeID-x", which must be a node id/,
		],
		[
			{
				observer: 'node',
				nodeIds: NODE_ID,
				thresholdsBySubject: { 'NodeID-111111111111111111116DBWJs': 95 },
			},
			/thresholdsBySubject\.NodeID-1+\w+\)? must be for one of "Node IDs" \(nodeIds\)/,
		],
		[
			{ observer: 'peers', thresholdsBySubject: [NODE_ID] },
			/thresholdsBySubject\)? must be a JSON object by node ID/,
		],
	],
};
