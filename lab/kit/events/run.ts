import {
	createClient,
	type NetworkEvent,
	type PollContext,
	type SourceState,
	type Transport,
} from '../../../core';
import type { Control, World } from '../../../emulator';
import { type EventCase, itemOf, type Step, type ExpectedItem } from './case';

/** Runs the cases of events: a target polls, while the emulated network changes as the case says. */

/** The emulated network. */
interface Network {
	control: Control;
	world: World;
}

/** A poller of one event: the client of the core, or the trigger of n8n. */
export interface EventTarget {
	/** The items of the first poll. */
	start(): Promise<ExpectedItem[]>;
	poll(): Promise<ExpectedItem[]>;
	/** The items of a poll after a restart. */
	again(): Promise<ExpectedItem[]>;
}

/** Changes the network as the steps say, one after the other, a second each. */
export function* changes(steps: readonly Step[], { control, world }: Network): Generator<Step> {
	for (const step of steps) {
		step.act(control, world);
		control.moveClock({ ms: 1000 });
		yield step;
	}
}

/** Judges by a case: each change is told once, by columns as the target has them (`matching`). */
export async function judgeEvent(
	{ first = [], steps }: EventCase,
	network: Network,
	{ start, poll, again }: EventTarget,
	matching: (expected: ExpectedItem) => unknown = itemOf,
): Promise<void> {
	expect(await start()).toEqual(first.map(matching));
	expect(await again()).toEqual([]);
	for (const { does, tells, others } of changes(steps, network)) {
		const expected = tells.map(matching);
		const wanted = others ? (expect.arrayContaining(expected) as unknown) : expected;
		expect([does, await poll()]).toEqual([does, wanted]);
		expect([does, await again()]).toEqual([does, []]);
	}
}

/** The context of polls with the core's own client, at the time of the network, without limits. */
export function pollContext(
	services: { world: World } & Record<'dataUrl' | 'metricsUrl' | 'nodeUrl', string>,
	given: Partial<PollContext> & { nodeUrl?: string; transport?: Transport } = {},
): PollContext {
	const { dataUrl, metricsUrl, world } = services;
	const { nodeUrl = services.nodeUrl, transport, ...others } = given;
	return {
		client: createClient({ dataUrl, metricsUrl, nodeUrl, retry: { retries: 0 }, transport }),
		clock: { now: () => world.clock.now(), sleep: async () => {}, random: () => 0.5 },
		...{ deadline: Infinity, maxEvents: 500, maxPages: 100 },
		...others,
	};
}

/** Polls an event with the core, which is restarted after each poll. */
export function pollsOf(
	{ source }: EventCase['event'],
	settings: unknown,
): (context: PollContext) => Promise<NetworkEvent[]> {
	let state: SourceState | undefined;
	return async (context) => {
		const result = await source.poll(settings as never, state, context);
		state = JSON.parse(JSON.stringify(result.state)) as SourceState;
		return result.events;
	};
}
