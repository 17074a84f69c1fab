import type { Control, World } from '../../../testing/network';
import type { EventUse, NodeUse, Occurrence, SampleUse } from '../../../testing/cases/eventCase';

/** The second L1. */
const l1 = ({ node }: World) => node.subnets.filter(({ kind }) => kind === 'l1')[1];

/** Connects the node to the active validators until `share` (0 to 1) of their weight is connected. */
function connect(control: Control, world: World, share: number) {
	const { id: subnetId } = l1(world);
	const active = world.node.l1.of(subnetId).filter(({ balance }) => balance > 0n);
	const total = active.reduce((sum, { weight }) => sum + Number(weight), 0);
	let weight = 0;
	for (const one of active) {
		const connected = weight + Number(one.weight) <= total * share;
		if (connected) weight += Number(one.weight);
		control.setValidator({ subnetId, validationId: one.validationId, connected });
	}
}

export const l1ConnectionLowCase: EventUse = {
	settings: (world) => ({
		blockchainId: l1(world).blockchains[0].id,
		thresholds: '95, 50',
		holdPolls: 1,
	}),
	prepare: (control, world) => connect(control, world, 1),
	steps: [
		{
			does: 'a fifth of the weight is disconnected',
			act: (control, world) => connect(control, world, 0.8),
			tells: [
				{
					event: 'l1.connection',
					severity: 'warning',
					change: 'crossed',
					level: 1,
					thresholds: [95, 50],
					title: /^L1 \w+…\w+: \d+(\.\d+)? % of the weight is connected, less than 95 %$/,
				},
			],
		},
		{
			does: 'most of the weight is disconnected',
			act: (control, world) => connect(control, world, 0.3),
			tells: [{ severity: 'critical', change: 'crossed', level: 2 }],
		},
		{
			does: 'all are connected again',
			act: (control, world) => connect(control, world, 1),
			tells: [
				{
					severity: 'resolved',
					change: 'recovered',
					connectedShare: 100,
					disconnected: [],
				},
			],
		},
	],
	refused: [
		[{}, /blockchainId.*must be a blockchain id/],
		[{ blockchainId: 'C' }, /blockchainId.*must be a blockchain id/],
		[
			{
				blockchainId: '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5',
				thresholds: '101',
			},
			/thresholds.*0 to 100/,
		],
	],
};

export const occurrences: readonly Occurrence[] = [
	{
		settings: (world) => ({ blockchainId: l1(world).blockchains[0].id, holdPolls: 1 }),
		happen: (control, world, time) => connect(control, world, time % 2 === 1 ? 0 : 1),
	},
];

export const sample: SampleUse = {
	settings: (world) => ({ blockchainId: l1(world).blockchains[0].id, thresholds: '60, 40' }),
	prepare: (control, world) => connect(control, world, 1),
	made: {
		connectedShare: 59,
		level: 1,
		title: /: 59 % of the weight is connected, less than 60 %$/,
	},
	recovered: { connectedShare: 100 },
};

interface Weighed {
	weight: unknown;
	isConnected: unknown;
}

/** The weight of some validators in the last list of the answers. */
function weightOf(answers: readonly unknown[], of: (one: Weighed) => boolean): string {
	const lists = answers.flatMap((one) => {
		const { result } = one as { result?: { validators?: Array<Weighed & { isActive: unknown }> } };
		return result?.validators
			? [result.validators.filter(({ isActive }) => isActive !== false)]
			: [];
	});
	const weights = (lists.at(-1) ?? []).filter(of).map(({ weight }) => BigInt(String(weight)));
	return String(weights.reduce((sum, weight) => sum + weight, 0n));
}

export const realNode: readonly NodeUse[] = [
	{
		needs: ['chain.l1'],
		settings: (facts) => ({ blockchainId: facts['chain.l1'], thresholds: '100' }),
		said: [],
		made: {
			totalWeight: (answers) => weightOf(answers, () => true),
			connectedWeight: (answers) => weightOf(answers, ({ isConnected }) => isConnected === true),
		},
		fires: false,
	},
];
