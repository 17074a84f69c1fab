import type { World } from '../../../emulator';
import { validatorDisconnected } from '../../../core/events/sources/validatorDisconnected';
import type { EventCase } from '../case';

/** The second L1, and one of its validators. */
const l1 = ({ node }: World) => node.subnets.filter(({ kind }) => kind === 'l1')[1];
const one = (world: World) => world.node.l1.of(l1(world).id)[1];

export const validatorDisconnectedCase: EventCase = {
	event: validatorDisconnected,
	settings: (world) => ({
		observer: 'evm',
		blockchainId: l1(world).blockchains[0].id,
		holdPolls: 1,
	}),
	prepare(control, world) {
		for (const { validationId } of world.node.l1.of(l1(world).id)) {
			control.setValidator({ subnetId: l1(world).id, validationId, connected: true });
		}
	},
	steps: [
		{
			does: 'a validator of the L1 loses its connection',
			act: (control, world) =>
				control.setValidator({
					subnetId: l1(world).id,
					validationId: one(world).validationId,
					connected: false,
				}),
			tells: [
				{
					event: 'validator.disconnected',
					severity: 'critical',
					change: 'crossed',
					connected: false,
					title: /^NodeID-\w+: is disconnected$/,
				},
			],
		},
		{
			does: 'it is back',
			act: (control, world) =>
				control.setValidator({
					subnetId: l1(world).id,
					validationId: one(world).validationId,
					connected: true,
				}),
			tells: [{ severity: 'resolved', change: 'recovered', connected: true }],
		},
	],
	refused: [
		[{ observer: 'evm' }, /blockchainId.*is required/],
		[{ observer: 'peers' }, /observer.*must be one of node, evm, data/],
		[{ observer: 'node', nodeIds: ['NodeID-x'] }, /nodeIds.*must be node ids/],
	],
};
