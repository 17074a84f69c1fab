import { nextStepAt } from '../../core/alertLife/nextStep';
import { HOUR_MS } from '../../core/formats/timeUnits';
import type { Store } from '../notify/dynamoStore';
import {
	AFTER_OFF_MS,
	type HoldingOptions,
	NO_RULES,
	heldTargets,
	stepTarget,
} from '../notify/holding';
import { LAG_MS } from '../notify/store';
import type { Target } from '../notify/settings';
import { inParallel } from '../shared/parallel';
import { targetOf } from './destination';
import { DUE_LISTS, type DueRow } from './dueTimes';
import type { SubscriptionReader } from './dynamoReader';
import type { Subscribers } from './recipients';
import { type Subscription, isOn, keyInName } from './subscription';

/**
 * Steps of subscriptions that hold events. Their events wait in the table of notify as those of targets do; what they
 * were told and what is held is in the table of subscriptions, with the times of the next steps.
 */

const PARALLEL_STEPS = 4;

/** Options for the steps of one subscription, as if it were the only target. */
export function holdingOfOne(
	name: string,
	target: Target | undefined,
	reader: Pick<SubscriptionReader, 'lives'>,
	options: HoldingOptions,
): HoldingOptions {
	const { held, ...store } = options.store;
	return {
		...options,
		settings: { targets: target ? [target] : [] },
		store: { ...store, held: { ...held, ...reader.lives(name) } } as Store,
	};
}

/** A subscription as a target, without its destination. */
export const bareTarget = (subscription: Subscription, now: number) =>
	targetOf(subscription, { url: '' }, now);

/** Takes the steps that are due, the earliest first, until the time has run out. One that fails does not affect the others. */
export async function stepDue(subscribers: Subscribers, options: HoldingOptions): Promise<void> {
	const { clock, deadline, note } = options;
	const { reader } = subscribers;
	await inParallel(DUE_LISTS, DUE_LISTS.length, async (list) => {
		let after: string | undefined;
		do {
			if (clock.now() >= deadline) return;
			const { items: rows, next } = await reader.due(list, clock.now(), after);
			after = next;
			const byName = Map.groupBy(rows, ({ name }) => name);
			const found = rows.length > 0 ? await reader.findMany([...byName.keys()]) : undefined;
			await inParallel([...byName], PARALLEL_STEPS, async ([name, own]) => {
				await stepOne(name, own, found?.get(name), reader, options).catch((error: Error) =>
					note(`The step of subscription ${name} failed: ${error.message}`),
				);
			});
		} while (after !== undefined);
	});
}

/** A step of a subscription, the time of its next one, and then the end of the rows that asked for it. */
async function stepOne(
	name: string,
	rows: readonly DueRow[],
	found: Subscription | undefined,
	reader: SubscriptionReader,
	options: HoldingOptions,
): Promise<void> {
	const { clock, deadline } = options;
	const now = clock.now();
	const key = keyInName(name);
	// One that is not there may only be new.
	const one = found ?? (key && (await reader.find(key)));
	const times: number[] = [];
	const isHolding = one?.alertLife !== undefined && isOn(one, now);
	const isPending = one?.status === 'pending';
	if (isPending) times.push(now - (now % HOUR_MS) + HOUR_MS);
	else {
		const own = holdingOfOne(name, one && bareTarget(one, now), reader, options);
		const [held] = isHolding ? await heldTargets(own.settings, own.store) : [];
		const rules = held?.rules ?? NO_RULES;
		await stepTarget({ name, target: own.settings.targets.at(0), rules }, own);
		const { state, batch } = await own.store.held.life(name);
		// Another run is at work, or there was no time for a step.
		if (batch || clock.now() >= deadline) return;
		const next = state && isHolding ? nextStepAt(rules, state, now) : undefined;
		if (next !== undefined) times.push(next);
	}
	// The index may not have shown what has just been put.
	const old = rows.filter(({ at }) => at + LAG_MS <= now);
	const news = old.filter(({ isNews }) => isNews).map(({ at }) => at + AFTER_OFF_MS);
	times.push(...news.filter((at) => at > now));
	await reader.addDue(name, times);
	// Nothing waits any more, and nothing will.
	if (!isHolding && !isPending && times.length === 0 && old.length === rows.length)
		await reader.lives(name).forget();
	await reader.removeDue(old);
}
