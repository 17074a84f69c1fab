import type { Check } from '../lambdas/classes';
import type { Arrival, World } from './world';

/** Begin of a class, and checks of what arrived. */

export const MINUTE = 60_000;

/** Names with numbers. */
export const names = (count: number, prefix: string) =>
	Array.from({ length: count }, (_, at) => `${prefix}${String(at).padStart(4, '0')}`);

/** The baseline, and a minute. */
export async function begin(world: World): Promise<void> {
	await world.invoke();
	world.clock.time += MINUTE;
}

/** The events that a target accepted. */
export function acceptedBy(arrivals: readonly Arrival[], target: string): Set<string> {
	return new Set(
		arrivals.filter((one) => one.target === target && one.accepted).map(({ id }) => id),
	);
}

/** Every event at every one of the targets, and each always under one message id. */
export function checkComplete(
	check: Check,
	world: World,
	ids: readonly string[],
	targets: string[],
): void {
	const lost = targets.flatMap((target) => {
		const got = acceptedBy(world.arrivals, target);
		return ids.filter((id) => !got.has(id));
	});
	check(lost.length === 0, `${lost.length} deliveries are missing`);
	const messages = new Map<string, Set<string>>();
	for (const { id, messageId } of world.arrivals) {
		messages.set(id, (messages.get(id) ?? new Set()).add(messageId));
	}
	const renamed = [...messages.values()].filter((one) => one.size > 1).length;
	check(renamed === 0, `${renamed} events came under several message ids`);
}

/** Number of calls to the table. */
export function callsOf({ table }: World): number {
	return Object.values(table.count.calls).reduce((sum, calls) => sum + calls, 0);
}
