import type { INodeExecutionData } from 'n8n-workflow';
import type { Emulator } from '../../emulator';
import type { Engine } from './engine';
import { eventRooms, parametersOf } from './events/case';
import { changes } from './events/run';

/** Some events of the trigger node: their plain cases let them happen. */
const EVENTS = [
	...['stakingTransaction', 'validator', 'health', 'validatorUptime', 'stakeEnding'],
	...['l1BalanceLow', 'nodeVersionBehind', 'balanceCrossed'],
];

/** The result of one event of the trigger. */
export interface Fired {
	title: string;
	happens: string;
	items: INodeExecutionData[];
}

/**
 * Polls the trigger as n8n does, once at activation and once after the first change that its case tells, for some of
 * its events. Throws if the first poll fires, and the case does not tell that.
 */
export async function* fireTriggers(
	engine: Engine,
	{ control, world }: Emulator,
): AsyncGenerator<Fired> {
	for (const { event, uses } of eventRooms.filter(({ event }) => EVENTS.includes(event.value))) {
		const plain = uses.find(({ note }) => note === undefined) ?? uses[0];
		const { prepare, settings, first, steps } = plain;
		prepare?.(control, world);
		const parameters = { event: event.value, ...parametersOf(event, settings(world)) };
		const { context, type } = engine.pollContext({ parameters });
		const poll = async () => (await type.poll?.call(context)) ?? null;
		if ((await poll()) !== null && !first)
			throw new Error(`${event.name} fired before anything happened`);
		for (const { does, tells } of changes(steps, { control, world })) {
			const items = (await poll())?.[0] ?? [];
			if (tells.length === 0) continue;
			yield { title: event.name, happens: does, items };
			break;
		}
		control.reset();
	}
}
