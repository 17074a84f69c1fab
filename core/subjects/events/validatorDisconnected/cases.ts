import type { World } from '../../../testing/network';
import type { EventUse, NodeUse, Occurrence, SampleUse } from '../../../testing/cases/eventCase';

/** The second L1, and one of its validators. */
const l1 = ({ node }: World) => node.subnets.filter(({ kind }) => kind === 'l1')[1];
const one = (world: World) => world.node.l1.of(l1(world).id)[1];

export const validatorDisconnectedCase: EventUse = {
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
		{
			does: 'it is away again',
			act: (control, world) =>
				control.setValidator({
					subnetId: l1(world).id,
					validationId: one(world).validationId,
					connected: false,
				}),
			tells: [{ severity: 'critical', change: 'crossed' }],
		},
		{
			does: 'it is removed',
			act: (control, world) =>
				control.removeValidator({
					subnetId: l1(world).id,
					validationId: one(world).validationId,
				}),
			tells: [
				{
					severity: 'warning',
					change: 'gone',
					nodeId: /^NodeID-/,
					title: /^NodeID-\w+ \(\w+\) is not in the validator set$/,
				},
			],
		},
	],
	refused: [
		[{ observer: 'evm' }, /blockchainId.*is required/],
		[{ observer: 'peers' }, /observer.*must be one of node, evm, data/],
		[{ observer: 'node', nodeIds: ['NodeID-x'] }, /nodeIds.*must be node ids/],
	],
};

const onPrimary = ({ node }: World) => node.primary.current()[3].nodeId;

export const occurrences: readonly Occurrence[] = [
	{
		settings: (world) => ({ observer: 'node', nodeIds: [onPrimary(world)], holdPolls: 1 }),
		happen: (control, world, time) =>
			control.setValidator({ nodeId: onPrimary(world), connected: time % 2 === 0 }),
	},
];

export const sample: SampleUse = {
	settings: (world) => ({ observer: 'data', network: 'mainnet', nodeIds: [onPrimary(world)] }),
	prepare: (control, world) => control.setValidator({ nodeId: onPrimary(world), connected: true }),
	made: { connected: false, severity: 'critical' },
	recovered: { connected: true },
};

export const realNode: readonly NodeUse[] = [
	{
		note: 'my node',
		needs: ['validator.id', 'peer.id'],
		settings: (facts) => ({ observer: 'node', nodeIds: facts['validator.id'] }),
		said: ['nodeId', 'uptime'],
		fires: false,
	},
	{
		note: 'an EVM L1',
		needs: ['chain.l1'],
		settings: (facts) => ({ observer: 'evm', blockchainId: facts['chain.l1'] }),
		said: ['nodeId', 'validationId', 'uptime'],
		fires: false,
	},
];
