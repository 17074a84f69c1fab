import { createLedger } from './ledger';
import { type EventStream, type Plan, options } from './streams';

/** Changes that are tried a round, since polls can only tell what lasts until they look. */
const TRIES = 10;

/**
 * L1 validators that join, leave, come back under a new id, run out of balance and get some. The next
 * change of a validator comes after the one before it was told.
 */
export function validatorStream(given: Plan): EventStream {
	const { emulator, chance, planned } = given;
	const { control, world } = emulator;
	const ledger = createLedger(given.round);
	const perPoll = given.overload ? 1 : 8;
	const most = given.overload ? 1_000 : 140;
	const [, { id: subnetId }] = world.node.subnets.filter(({ kind }) => kind === 'l1');
	const gone: string[] = [];
	/** By validation id: the key of its latest change. */
	const latest = new Map<string, string>();
	let made = 0;

	function note(validationId: string, key: string): void {
		ledger.expect(key);
		latest.set(validationId, key);
	}

	/** One change; false where the one that was picked must wait. */
	function change(): boolean {
		const present = world.node.l1.of(subnetId);
		const kind = chance.next();
		if (present.length < 115 || (kind < 0.3 && present.length < most)) {
			const back = gone.findIndex((nodeId) => !ledger.waits(`left ${nodeId}`));
			const nodeId = back >= 0 && chance.next() < 0.5 ? gone.splice(back, 1)[0] : undefined;
			const { validationId = '' } = control.addValidator({ subnetId, nodeId });
			note(validationId, `joined ${validationId}`);
			return true;
		}
		const one = present[chance.whole(0, present.length - 1)];
		if (ledger.waits(latest.get(one.validationId) ?? '')) return false;
		if (kind < 0.6) {
			control.removeValidator({ subnetId, validationId: one.validationId });
			gone.push(one.nodeId);
			ledger.expect(`left ${one.nodeId}`);
			return true;
		}
		const turned = one.balance === 0n ? 'active' : 'inactive';
		const balance = one.balance === 0n ? 10n ** 9n : 0n;
		control.setL1Balance({ validationId: one.validationId, balance });
		note(one.validationId, `${turned} ${one.validationId}`);
		return true;
	}

	return {
		event: 'New validator',
		parameters: {
			event: 'validator',
			source: 'l1',
			network: 'mainnet',
			subnetId,
			options: { ...options, leaves: true, activity: true, maxEvents: perPoll },
		},
		ledger,
		happen(share) {
			const due = Math.floor(planned * share);
			// A change that must wait is made up for later.
			for (let tries = 0; made < due && tries < TRIES; tries++) if (change()) made += 1;
		},
		occurrenceKey: ({ change: what, validator, nodeId }) =>
			what === 'left' ? `left ${String(nodeId)}` : `${String(what)} ${String(validator)}`,
		done: () => made >= planned,
		perPoll,
	};
}
