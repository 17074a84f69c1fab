import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { Emulator } from '../../emulator';
import type { Engine } from './engine';
import { DAY } from '../../core/formats/timeUnits';

/** An event of the trigger node: its setup, and the change that makes it fire. */
interface Demo {
	title: string;
	parameters: INodeParameters | ((emulator: Emulator) => INodeParameters);
	/** Description of the change between two polls. */
	happens: string;
	change(emulator: Emulator): unknown;
}

const RELAYER = '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7';

const watched = ({ node }: Emulator['world']) => node.primary.current()[3].nodeId;

const DEMOS: readonly Demo[] = [
	{
		title: 'New Staking Transaction',
		parameters: { event: 'stakingTransaction', network: 'mainnet' },
		happens: 'two transactions are accepted',
		change({ control, world }) {
			// Later than the time of the baseline, which the service counts in whole seconds.
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
		parameters: { event: 'validator', source: 'primary' },
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
	{
		title: 'Validator Uptime Low',
		parameters({ control, world }) {
			control.setValidator({ nodeId: watched(world), uptime: 99 });
			const nodeIds = watched(world);
			// One poll in place of three.
			return { event: 'validatorUptime', observer: 'node', nodeIds, options: { holdPolls: 1 } };
		},
		happens: 'the uptime of a validator falls to 78.5 %',
		change: ({ control, world }) => control.setValidator({ nodeId: watched(world), uptime: 78.5 }),
	},
	{
		title: 'Stake Ending',
		parameters({ control, world }) {
			const endTime = world.clock.seconds() + 90 * DAY;
			control.setValidator({ nodeId: watched(world), endTime });
			return { event: 'stakeEnding', nodeIds: watched(world) };
		},
		happens: 'a stake ends in 20 hours',
		change({ control, world }) {
			const endTime = world.clock.seconds() + 20 * 3600;
			control.setValidator({ nodeId: watched(world), endTime });
		},
	},
	{
		title: 'L1 Balance Low',
		parameters({ control, world }) {
			const [, { id: subnetId }] = world.node.subnets.filter(({ kind }) => kind === 'l1');
			const validationIds = world.node.l1.of(subnetId)[0].validationId;
			control.setL1Balance({ validationId: validationIds, balance: 5_000_000_000n });
			return { event: 'l1BalanceLow', validationIds };
		},
		happens: 'the fee of L1 validators rises twentyfold',
		change: ({ control }) => control.setFees({ validatorFee: 10_240 }),
	},
	{
		title: 'Node Version Behind',
		parameters: { event: 'nodeVersionBehind' },
		happens: 'the other validators run a newer version',
		change({ control, world }) {
			const peers = world.node.primary.current().map(({ nodeId }) => [nodeId, '1.16.0']);
			control.setVersions({ peers: Object.fromEntries(peers) as Record<string, string> });
		},
	},
	{
		title: 'Balance Crossed',
		parameters({ control }) {
			control.setEvmBalance({ address: RELAYER, balance: 5_000_000_000_000_000_000n });
			return { event: 'balanceCrossed', asset: 'native', addresses: RELAYER, below: '1' };
		},
		happens: 'a relayer has 0.4 AVAX left',
		change: ({ control }) =>
			control.setEvmBalance({ address: RELAYER, balance: 400_000_000_000_000_000n }),
	},
];

/** The result of one event of the trigger. */
export interface Fired {
	title: string;
	happens: string;
	items: INodeExecutionData[];
}

/**
 * Polls the trigger as n8n does, once at activation and once after a change, for each of its
 * events. Throws if the first poll fires.
 */
export async function* fireTriggers(engine: Engine, emulator: Emulator): AsyncGenerator<Fired> {
	for (const { title, parameters: given, happens, change } of DEMOS) {
		const parameters = typeof given === 'function' ? given(emulator) : given;
		const { context, type } = engine.pollContext({ parameters });
		const poll = async () => (await type.poll?.call(context)) ?? null;
		if ((await poll()) !== null) throw new Error(`${title} fired before anything happened`);
		change(emulator);
		const items = (await poll())?.[0] ?? [];
		yield { title, happens, items };
	}
}
