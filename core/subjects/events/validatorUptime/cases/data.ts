import type { World } from '../../../../testing/network';
import type { EventUse } from '../../../../testing/cases/eventCase';

const HELICON = Date.UTC(2026, 8, 22, 15) / 1000;
const before = ({ node }: World) =>
	node.primary.current().find(({ startTime }) => startTime < HELICON)?.nodeId ?? '';
const since = ({ node }: World) =>
	node.primary.current().find(({ startTime }) => startTime >= HELICON)?.nodeId ?? '';

export const validatorUptimeByDataCase: EventUse = {
	note: 'seen by the data service, around Helicon on Mainnet',
	settings: (world) => ({
		observer: 'data',
		network: 'mainnet',
		nodeIds: [before(world), since(world)],
		holdPolls: 1,
	}),
	prepare(control, world) {
		for (const nodeId of [before(world), since(world)])
			control.setValidator({ nodeId, uptime: 99 });
	},
	steps: [
		{
			does: 'the uptime of both falls to 89 %: too little for the validation that began since Helicon',
			act(control, world) {
				for (const nodeId of [before(world), since(world)])
					control.setValidator({ nodeId, uptime: 89 });
			},
			tells: [
				{
					severity: 'critical',
					requiredUptime: 90,
					text: /^The uptime of NodeID-\w+ is 89 %; rewards need 90 %\.$/,
				},
			],
		},
	],
	refused: [[{ observer: 'data', network: 'mainnet' }, /nodeIds.*is required/]],
};
