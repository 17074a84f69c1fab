import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { Emulator } from '../../emulator';
import type { Engine } from '../../test/kit/engine';

/** An event of the trigger node: how it is set up, and what makes it fire. */
interface Demo {
	title: string;
	parameters: INodeParameters;
	/** What happens between two polls. */
	happens: string;
	change(emulator: Emulator): void;
}

const DEMOS: readonly Demo[] = [
	{
		title: 'New Staking Transaction',
		parameters: { event: 'stakingTransaction', network: 'mainnet', startFrom: 'now' },
		happens: 'two transactions are accepted',
		change({ control, world }) {
			// Later than the moment of the baseline, which the service counts in whole seconds.
			control.moveClock({ ms: 5_000 });
			const timestamp = world.clock.seconds() - 2;
			const own = { timestamp, addresses: [world.node.address(0)] };
			control.addTransactions({
				transactions: [
					{ ...own, txType: 'AddPermissionlessValidatorTx', amount: 2_000_000_000_000n },
					{ ...own, txType: 'AddPermissionlessDelegatorTx', amount: 25_000_000_000n },
				],
			});
		},
	},
	{
		title: 'New Validator',
		parameters: { event: 'validator', source: 'primary', startFrom: 'now' },
		happens: 'a validator joins the primary network',
		change: ({ control }) => void control.addValidator({ weight: 2_000_000_000_000n }),
	},
	{
		title: 'Node Health Changed',
		parameters: { event: 'health', path: 'health' },
		happens: 'a health check begins to fail',
		change({ control }) {
			const error = 'primary network validator is connected to less than 80% of the stake';
			control.setHealth({ healthy: false, check: 'network', error });
		},
	},
];

/** What one event of the trigger did. */
export interface Fired {
	title: string;
	happens: string;
	items: INodeExecutionData[];
}

/**
 * Polls the trigger as n8n does, once at activation and once after something happened, for each of
 * its events. Throws where the first poll fires.
 */
export async function* fireTriggers(engine: Engine, emulator: Emulator): AsyncGenerator<Fired> {
	for (const { title, parameters, happens, change } of DEMOS) {
		const { context, type } = engine.pollContext({ parameters });
		const poll = async () => (await type.poll?.call(context)) ?? null;
		if ((await poll()) !== null) throw new Error(`${title} fired before anything happened`);
		change(emulator);
		const items = (await poll())?.[0] ?? [];
		yield { title, happens, items };
	}
}
