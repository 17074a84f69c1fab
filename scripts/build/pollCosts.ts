import type { AnyOperation, PollContext } from '../../core';
import { startEmulator } from '../../emulator';
import { eventCases } from '../../lab/kit/events/case';
import { pollContext, pollsOf } from '../../lab/kit/events/run';
import { NOON } from '../../lab/campaigns/notifyWorld/world';
import { table } from './markdown';

/** Compute units of the polls of each event, by the costs that the operations declare. */

const INTERVALS = [1, 5, 15, 60];
const DAY = 1440;
const number = (value: number) => value.toLocaleString('en');

/** A client that counts the compute units of what it requests. */
function counting(client: PollContext['client']) {
	const count = { units: 0 };
	const add = ({ cost = 0 }: AnyOperation) => void (count.units += cost);
	const counted = {
		...client,
		call: (async (...[operation, ...rest]: Parameters<typeof client.call>) => {
			add(operation);
			return await client.call(operation, ...rest);
		}) as typeof client.call,
		pages: async function* (...[operation, ...rest]: Parameters<typeof client.pages>) {
			for await (const page of client.pages(operation, ...rest)) {
				add(operation);
				yield page;
			}
		} as unknown as typeof client.pages,
	};
	return { client: counted, count };
}

/** The units of a poll without events, of each event with the settings of its test cases: the largest. */
async function pollCosts(): Promise<Map<string, { name: string; units: number }>> {
	const emulator = await startEmulator({ start: NOON, realTime: false, transactions: 40 });
	const { world, control } = emulator;
	const costs = new Map<string, { name: string; units: number }>();
	try {
		for (const { event, parsed, prepare } of eventCases) {
			prepare?.(control, world);
			const context = pollContext(emulator);
			const { client, count } = counting(context.client);
			const poll = pollsOf(event, parsed(world));
			for (let polls = 0; polls < 3; polls++) {
				count.units = 0;
				await poll({ ...context, client });
				control.moveClock({ ms: 60_000 });
			}
			const units = Math.max(count.units, costs.get(event.value)?.units ?? 0);
			costs.set(event.value, { name: event.name, units });
			control.reset();
		}
	} finally {
		await emulator.close();
	}
	return costs;
}

/** The table of docs/compute-units.md. */
export async function pollCostTable(): Promise<string> {
	const rows = [...(await pollCosts()).values()]
		.sort((a, b) => a.name.localeCompare(b.name, 'en'))
		.map(({ name, units }) => [
			name,
			number(units),
			...INTERVALS.map((minutes) => number((units * DAY) / minutes)),
		]);
	const head = ['Event', 'One poll', ...INTERVALS.map((one) => `A day, every ${one} min`)];
	return table(head, rows).join('\n');
}
