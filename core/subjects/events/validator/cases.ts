import type { World } from '../../../testing/network';
import type { EventUse, NodeUse, Occurrence, SampleUse } from '../../../testing/cases/eventCase';

const AVAX = 10n ** 9n;
const l1 = ({ node }: World) => node.subnets.filter(({ kind }) => kind === 'l1')[1];
const validators = (world: World) => world.node.l1.of(l1(world).id);

export const validatorCase: EventUse = {
	settings: () => ({ source: 'primary', leaves: true }),
	steps: [
		{
			does: 'a validator joins the primary network',
			act: (control) => control.addValidator({ weight: 2000n * AVAX }),
			tells: [
				{
					event: 'validator.joined',
					severity: 'info',
					change: 'joined',
					active: true,
					weight: '2000000000000',
					subject: /^NodeID-/,
					title: /^NodeID-\w+: new validator$/,
				},
			],
		},
		{
			does: 'it leaves',
			act: (control, { node }) =>
				control.removeValidator({ nodeId: node.primary.current().at(-1)?.nodeId }),
			tells: [
				{
					event: 'validator.left',
					severity: 'warning',
					change: 'left',
					active: false,
					text: /^NodeID-\w+ is no longer in the validator set\.$/,
				},
			],
		},
	],
	refused: [
		[{ source: 'moon' }, /source.*must be one/],
		[{ source: 'subnet' }, /subnetId.*is required/],
		[{ source: 'subnet', subnetId: 'nonsense' }, /subnetId.*must be a subnet id/],
		[{ source: 'evm' }, /blockchainId.*is required/],
		[{ source: 'l1', network: 'moon' }, /network.*must be one/],
		[{ source: 'l1', nodeId: 'NodeID-x' }, /nodeId.*must be a node id/],
	],
};

/** The changes of a validator of an L1: without balance, with balance again, and gone. */
function steps(): EventUse['steps'] {
	const balanced = (balance: bigint): EventUse['steps'][number]['act'] => {
		return (control, world) => {
			const [{ validationId }] = validators(world);
			control.setL1Balance({ validationId, balance });
		};
	};
	return [
		{
			does: 'a validator has used up its balance',
			act: balanced(0n),
			tells: [
				{
					event: 'validator.inactive',
					severity: 'critical',
					change: 'inactive',
					active: false,
					title: /^NodeID-\w+: inactive$/,
					alertKey: /^validator\.activity:/,
				},
			],
		},
		{
			does: 'it is topped up',
			act: balanced(AVAX),
			tells: [
				{
					event: 'validator.active',
					severity: 'resolved',
					change: 'active',
					active: true,
					alertKey: /^validator\.activity:/,
				},
			],
		},
		{
			does: 'another one joins',
			act: (control, world) => control.addValidator({ subnetId: l1(world).id }),
			tells: [{ event: 'validator.joined', change: 'joined', validator: /^\w{40,}$/ }],
		},
	];
}

const prepare: EventUse['prepare'] = (control, world) => {
	for (const { validationId } of validators(world))
		control.setL1Balance({ validationId, balance: AVAX });
};
const refused: EventUse['refused'] = [[{ source: 'l1', activity: 'perhaps' }, /activity/]];

export const subnetValidatorCase: EventUse = {
	note: 'of a subnet',
	settings: (world) => ({ source: 'subnet', subnetId: l1(world).id, activity: true }),
	prepare,
	steps: steps(),
	refused,
};

export const l1ValidatorCase: EventUse = {
	note: 'of an L1',
	settings: (world) => ({
		source: 'l1',
		network: 'mainnet',
		subnetId: l1(world).id,
		activity: true,
		includeInactive: true,
	}),
	prepare,
	steps: steps(),
	refused,
};

export const evmValidatorCase: EventUse = {
	note: 'of an EVM L1',
	settings: (world) => ({
		source: 'evm',
		blockchainId: l1(world).blockchains[0].id,
		activity: true,
	}),
	prepare,
	steps: steps(),
	refused,
};

export const occurrences: readonly Occurrence[] = [
	{
		settings: () => ({ source: 'primary', leaves: true }),
		happen(control, { node }, time) {
			if (time % 2 === 1) control.addValidator({});
			else control.removeValidator({ nodeId: node.primary.current().at(-1)?.nodeId });
		},
	},
	{
		note: 'activity',
		settings: (world) => ({ source: 'subnet', subnetId: l1(world).id, activity: true }),
		prepare,
		happen(control, world, time) {
			const [{ validationId }] = validators(world);
			control.setL1Balance({ validationId, balance: time % 2 === 1 ? 0n : AVAX });
		},
	},
];

const NODE_ID = 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg';

export const sample: SampleUse = {
	settings: (world) => ({
		source: 'l1',
		network: 'mainnet',
		subnetId: l1(world).id,
		nodeId: NODE_ID,
	}),
	made: { subject: NODE_ID, change: 'joined', nodeId: NODE_ID, subnetId: /^\w{40,}$/ },
};

export const realNode: readonly NodeUse[] = [
	{
		note: 'of the primary network',
		settings: () => ({ source: 'primary', leaves: true, activity: true }),
		said: ['nodeId', 'weight'],
		fires: false,
	},
	{
		note: 'of an L1',
		needs: ['subnet.l1'],
		settings: (facts) => ({ source: 'subnet', subnetId: facts['subnet.l1'], activity: true }),
		said: ['nodeId', 'validationId', 'weight'],
		fires: false,
	},
];
