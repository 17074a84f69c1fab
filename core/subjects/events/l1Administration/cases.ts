import type { Control, World } from '../../../testing/network';
import type {
	EventUse,
	NodeUse,
	Occurrence,
	ReplayedUse,
	SampleUse,
} from '../../../testing/cases/eventCase';
import {
	EVENTS,
	MINTER,
	NODE,
	VALIDATION,
	accountWord,
	emit,
	l1Of,
	lowered,
	manager,
	words,
} from '../../../testing/cases/l1Emitted';

const ADMIN = '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7';
const SENDER = '0x664A4Be5Af2cFc824F9C0914CbAc4703396Da2DC';
const STAKING = '0x5afe5afE5afE5afE5afE5aFe5aFe5Afe5Afe5AfE';
const BRIDGE = '0x0A77230d17318075983913bC2145DB16C7366156';
const [admin, sender, staking] = [ADMIN, SENDER, STAKING].map(accountWord);

/** A role of an account at a precompile, set by another. */
const roleSet = (role: number, address = MINTER) => ({
	address,
	topics: [EVENTS.roleSet, words(role), admin, sender],
	data: words(0),
});

const fees = (gasLimit: number) => [gasLimit, 2, 25, 15, 36, 0, 1, 2];

export const l1AdministrationCase: EventUse = {
	settings: (world) => ({
		subnetId: l1Of(world).id,
		blockchainId: l1Of(world).chain,
		contracts: BRIDGE,
	}),
	prepare: (control, world) =>
		control.setContractAnswer({ address: manager(world), data: '0x8da5cb5b', answer: staking }),
	steps: [
		{
			does: 'roles of two precompiles are set, and one of a contract that is none',
			act: (control, world) =>
				emit(
					control,
					world,
					roleSet(2),
					roleSet(1, '0x0200000000000000000000000000000000000002'),
					roleSet(2, SENDER),
				),
			tells: [
				{
					event: 'l1.administration',
					severity: 'critical',
					contractName: 'native minter',
					contractEvent: 'RoleSet',
					title: `native minter: ${SENDER} made ${ADMIN} admin, before no role`,
				},
				{
					severity: 'warning',
					title: `transaction allow list: ${SENDER} made ${ADMIN} enabled, before no role`,
				},
			],
		},
		{
			does: 'tokens are minted, and the fees change',
			act: (control, world) =>
				emit(
					control,
					world,
					{ address: MINTER, topics: [EVENTS.minted, sender, admin], data: words(5n * 10n ** 18n) },
					{
						address: '0x0200000000000000000000000000000000000003',
						topics: [EVENTS.feesChanged, sender],
						data: words(...fees(8_000_000), ...fees(15_000_000)),
					},
				),
			tells: [
				{
					severity: 'warning',
					args: { sender: SENDER, recipient: ADMIN, amount: 5, amountExact: `5${'0'.repeat(18)}` },
					title: `native minter: ${SENDER} minted 5 of the native token for ${ADMIN}`,
				},
				{ title: `fee manager: ${SENDER} changed the fees: gasLimit from 8,000,000 to 15,000,000` },
			],
		},
		{
			does: 'the manager registers a validator and emits what is not known; its owner changes a recipient; a bridge gets other code',
			act: (control, world) =>
				emit(
					control,
					world,
					{
						address: manager(world),
						topics: [EVENTS.registration, VALIDATION.hex, `${NODE.hex}${'0'.repeat(24)}`],
						data: words(7, 86_400, 20),
					},
					{ address: manager(world), topics: [`0x${'d0'.repeat(32)}`] },
					{ address: STAKING, topics: [EVENTS.recipient, VALIDATION.hex, admin, sender] },
					{ address: BRIDGE, topics: [EVENTS.upgraded, admin] },
					{ address: BRIDGE, topics: [`0x${'d0'.repeat(32)}`] },
				),
			tells: [
				{
					severity: 'info',
					contractName: 'validator manager',
					nodeId: NODE.id,
					validationId: VALIDATION.id,
					title: `validator manager: the registration of ${NODE.id} began, with the weight 20`,
				},
				{
					severity: 'warning',
					contractEvent: 'UnknownEvent',
					args: { topic: `0x${'d0'.repeat(32)}` },
				},
				{
					severity: 'critical',
					contractName: 'owner of the validator manager',
					title: `owner of the validator manager: rewards of ${VALIDATION.id} go to ${ADMIN}, before ${SENDER}`,
				},
				{
					severity: 'critical',
					contractName: BRIDGE,
					title: `${BRIDGE}: its code is now that of ${ADMIN}`,
				},
			],
		},
	],
	refused: [
		[{}, /subnetId/],
		[
			{ subnetId: '2ebCneCbwthjQ1rYT41nhd7M76Hc6YmosMAQrTFhBq8qeqh6tt', eventNames: 'Swap' },
			/eventNames.*must be names of events that are watched/,
		],
	],
};

export const l1AdministrationOnC: EventUse = {
	note: 'critical ones, on a chain without the manager',
	settings: (world) => ({ subnetId: l1Of(world).id, contracts: BRIDGE, atLeast: 'critical' }),
	steps: [
		{
			does: 'the address of the manager and a contract of the settings emit on the C-Chain',
			act(control, world) {
				const upgraded = { topics: [EVENTS.upgraded, admin], data: '0x' };
				const paused = { topics: [EVENTS.paused], data: admin };
				const logs = [
					{ address: manager(world), ...upgraded },
					{ address: BRIDGE, ...paused },
					{ address: BRIDGE, ...upgraded },
				];
				control.addTransfers({
					transfers: [{ only: 'native', value: 0n, logs: logs.map(lowered) }],
				});
			},
			tells: [{ contractName: BRIDGE, contractEvent: 'Upgraded', chain: 'C' }],
		},
	],
	refused: [[{ subnetId: 'x' }, /subnetId.*must be a subnet id/]],
};

const settings = (world: World) => ({ subnetId: l1Of(world).id, blockchainId: l1Of(world).chain });

export const occurrences: readonly Occurrence[] = [
	{
		item: true,
		settings,
		happen: (control: Control, world: World, time: number) =>
			emit(control, world, {
				address: MINTER,
				topics: [EVENTS.minted, sender, admin],
				data: words(time),
			}),
	},
];

export const sample: SampleUse = {
	settings,
	made: { contractEvent: 'RoleSet', severity: 'critical', title: /made .* admin, before no role$/ },
};

/** The manager of the test network's L1 is an address without a contract. */
export const realNode: readonly NodeUse[] = [
	{
		needs: ['subnet.l1', 'chain.l1'],
		settings: (facts) => ({ subnetId: facts['subnet.l1'], blockchainId: facts['chain.l1'] }),
		said: [],
		fires: false,
	},
];

export const replayed: ReplayedUse = (world, control) => {
	if (control) emit(control, world, roleSet(2));
	return settings(world);
};
