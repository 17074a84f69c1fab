import type { INodeParameters } from 'n8n-workflow';
import type { Emulator } from '../../emulator';
import type { Stream as Chance } from '../../emulator/world/random';
import type { Item } from '../../test/kit/pollHost';
import { TIMEOUT_MS } from './faults';
import { createLedger, type Ledger } from './ledger';

/** One of the trigger's events, and the part of the world that it watches. */
export interface EventStream {
	event: string;
	parameters: INodeParameters;
	ledger: Ledger;
	/** Lets things happen until `share` (0 to 1) of all that is planned has happened. */
	happen(share: number): void;
	/** The key of an item in the ledger. */
	keyOf(item: Item): string;
	/** True when all that is planned has happened. */
	done(): boolean;
	/** Events that one poll can tell at most. */
	perPoll: number;
	/** True where what happened while the state was gone is found again. */
	readsAgain?: boolean;
	/** The key of what is now, which a trigger without a state may tell again. */
	now?(): string;
}

/** What a stream is made from. */
export interface Plan {
	emulator: Emulator;
	chance: Chance;
	/** How many things are to happen. */
	planned: number;
	/** Which round it is. */
	round(): number;
	/** True where more is to happen than the polls can tell. */
	overload: boolean;
}

export const options = { retries: 0, timeoutSeconds: TIMEOUT_MS / 1000 };

/**
 * Time between two rounds. A day of the main campaign has fewer transactions than n8n's record of
 * processed data has places: what is read again after a lost state is dropped (docs/triggers.md).
 */
export const ROUND_MS = 180_000;

const OVERLAP = 900;

/**
 * Staking transactions: some late by nearly the overlap, some with the time of another, and bursts
 * that take several polls.
 */
export function stakingStream(given: Plan): EventStream {
	const { emulator, chance, planned } = given;
	const perPoll = given.overload ? 10 : 120;
	const { control, world } = emulator;
	const ledger = createLedger(given.round);
	let made = 0;
	let last = 0;
	let quietRounds = 0;
	let rounds = 1;

	/** Inside the overlap before now: as late as the trigger promises to find. */
	function timeOfNext(same: boolean): number {
		const now = world.clock.seconds();
		const kind = chance.next();
		if ((same || kind < 0.3) && last > now - OVERLAP) return last;
		if (kind < 0.5) return now - chance.whole(0, OVERLAP - 1);
		return now - chance.whole(0, Math.min(OVERLAP, (ROUND_MS / 1000) * rounds) - 1);
	}

	return {
		event: 'New staking transaction',
		parameters: {
			event: 'stakingTransaction',
			network: 'mainnet',
			options: { ...options, maxEvents: perPoll, maxPages: 5 },
		},
		ledger,
		happen(share) {
			// Nothing for half an hour at times, then all of it at once.
			if (quietRounds > 0) quietRounds -= 1;
			else if (chance.next() < 0.02) quietRounds = chance.whole(20, 40);
			if (share < 1 && quietRounds > 0) {
				rounds += 1;
				return;
			}
			const same = rounds > 1 && chance.next() < 0.3;
			for (; made < Math.floor(planned * share); made++) {
				last = timeOfNext(same);
				const [hash] = control.addTransactions({ transactions: [{ timestamp: last }] });
				ledger.expect(hash);
			}
			rounds = 1;
		},
		keyOf: ({ txHash }) => String(txHash),
		done: () => made >= planned,
		perPoll,
		readsAgain: true,
	};
}

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
			filters: { subnetId },
			options: { ...options, leaves: true, activity: true, maxEvents: perPoll },
		},
		ledger,
		happen(share) {
			const due = Math.floor(planned * share);
			// A change that must wait is made up for later.
			for (let tries = 0; made < due && tries < TRIES; tries++) if (change()) made += 1;
		},
		keyOf: ({ change: what, validator, nodeId }) =>
			what === 'left' ? `left ${String(nodeId)}` : `${String(what)} ${String(validator)}`,
		done: () => made >= planned,
		perPoll,
	};
}

/** Health that flips, each flip after the one before it was told; some 503 without a body. */
export function healthStream(given: Plan): EventStream {
	const { emulator, chance, planned } = given;
	const { control } = emulator;
	const ledger = createLedger(given.round);
	let flips = 0;
	const state = () => (flips % 2 === 0 ? 'healthy' : 'unhealthy');
	const keyOfFlip = () => `flip ${flips} to ${state()}`;

	return {
		event: 'Node health changed',
		parameters: { event: 'health', path: 'health', options: { ...options, unreachableAfter: 0 } },
		ledger,
		happen(share) {
			if (flips >= Math.floor(planned * share)) return;
			if (ledger.waits(keyOfFlip())) return;
			flips += 1;
			control.setHealth({ healthy: state() === 'healthy', withoutBody: chance.next() < 0.2 });
			ledger.expect(keyOfFlip());
		},
		keyOf: ({ to }) => (to === state() ? keyOfFlip() : `wrong: ${String(to)} after ${keyOfFlip()}`),
		done: () => flips >= planned,
		perPoll: 1,
		now: keyOfFlip,
	};
}
