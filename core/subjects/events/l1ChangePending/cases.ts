import type { Control, World } from '../../../testing/network';
import type { EventUse, NodeUse, Occurrence, SampleUse } from '../../../testing/cases/eventCase';
import {
	EVENTS,
	NODE,
	VALIDATION,
	emit,
	l1Of,
	manager,
	words,
} from '../../../testing/cases/l1Emitted';

const HOUR = 3600;
const OTHER = `0x${'0c'.repeat(32)}`;

const of = (world: World, ...topics: string[]) => ({ address: manager(world), topics });

const registration = (world: World, expires: number) => ({
	...of(world, EVENTS.registration, VALIDATION.hex, `${NODE.hex}${'0'.repeat(24)}`),
	data: words(7, expires, 20),
});
const weight = (world: World, nonce: number) => ({
	...of(world, EVENTS.weight, VALIDATION.hex),
	data: words(nonce, 7, 30),
});
const weighed = (world: World, nonce: number) => ({
	...of(world, EVENTS.weighed, VALIDATION.hex),
	data: words(nonce, 30),
});
const removal = (world: World, id = OTHER) => ({
	...of(world, EVENTS.removal, id),
	data: words(7, 20, 0),
});
const removed = (world: World, id = OTHER) => of(world, EVENTS.removed, id);

const settings = (world: World) => ({ subnetId: l1Of(world).id, blockchainId: l1Of(world).chain });
const pass = (hours: number) => (control: Control) =>
	control.moveClock({ ms: hours * HOUR * 1000 });

export const l1ChangePendingCase: EventUse = {
	settings: (world) => ({ ...settings(world), after: '13h' }),
	steps: [
		{
			does: 'a registration for 11 hours, two weights and a removal begin; the first weight is completed',
			act(control, world) {
				const expires = Math.floor(world.clock.seconds()) + 11 * HOUR;
				emit(control, world, registration(world, expires), weight(world, 4), weight(world, 5));
				emit(control, world, removal(world), weighed(world, 4));
			},
			tells: [],
		},
		{
			does: 'two hours pass: the second weight and the removal are late, the registration is not',
			act: pass(2),
			tells: [
				{
					event: 'l1.pending',
					severity: 'warning',
					change: 'crossed',
					kind: 'weight',
					subject: VALIDATION.id,
					title: /^new weight of the validator .*: not completed for 14 hours$/,
				},
				{ kind: 'removal', change: 'crossed' },
			],
		},
		{
			does: 'the removal is completed, and a newer weight, which ends the older one',
			act: (control, world) => emit(control, world, removed(world), weighed(world, 6)),
			tells: [
				{ kind: 'weight', change: 'recovered' },
				{ kind: 'removal', change: 'recovered', title: /: completed after/ },
			],
		},
		{
			does: 'the registration expires: the P-Chain does not accept the registration any more',
			act: pass(10),
			tells: [{ kind: 'registration', change: 'crossed', nodeId: NODE.id, subject: NODE.id }],
		},
		{
			does: 'the manager ends the validation that did not begin',
			act: (control, world) => emit(control, world, removed(world, VALIDATION.hex)),
			tells: [{ kind: 'registration', change: 'recovered' }],
		},
	],
	refused: [[{ subnetId: 'x' }, /subnetId.*must be a subnet id/]],
};

export const occurrences: readonly Occurrence[] = [
	{
		settings,
		happen(control, world, time) {
			const id = `0x${String(time + (time % 2)).padStart(64, '0')}`;
			emit(control, world, time % 2 === 1 ? removal(world, id) : removed(world, id));
		},
	},
];

export const sample: SampleUse = {
	settings,
	made: { kind: 'removal', level: 1, title: /: not completed for 2 hours$/ },
	recovered: { kind: 'removal', change: 'recovered' },
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
