import { parseFields } from '../../core';
import type { EventSource } from '../../core/events/event';
import { healthSource } from '../../core/events/health';
import { stakeEnding } from '../../core/events/sources/stakeEnding';
import { stakingSource } from '../../core/events/staking';
import { validatorSource } from '../../core/events/validators';
import type { Control, World } from '../../emulator';
import { type EventCase, nameOf } from './case';
import { eventCases } from './cases';
import { delegationCase } from './cases/delegation';

/** All events, those that are not declared as well, in one form. */

type Act = (control: Control, world: World) => unknown;

/** An event, and what brings it to tell something. */
export interface EventUse {
	value: string;
	name: string;
	source: EventSource<unknown>;
	settings(world: World): unknown;
	prepare?: Act;
	steps: Act[];
}

function ofCase(given: EventCase): EventUse {
	const { event, prepare, steps, settings } = given;
	return {
		value: event.value,
		name: nameOf(given),
		source: event.source as EventSource<unknown>,
		settings: (world) => parseFields(event.fields, settings(world), 'test'),
		prepare,
		steps: steps.map(({ act }) => act),
	};
}

const [delegate] = delegationCase.steps;
const l1Of = ({ node }: World) => node.subnets.filter(({ kind }) => kind === 'l1')[1];
const delegatedNode = ({ node }: World) => node.primary.current()[3].nodeId;
const DAY = 86_400;

/** Adds a delegation that ends after so many days. */
function endingDelegation(days: number): Act {
	return (control, world) => {
		const now = world.clock.seconds();
		control.addTransactions({
			transactions: [
				{
					txType: 'AddPermissionlessDelegatorTx',
					nodeId: delegatedNode(world),
					amount: 250_000_000_000n,
					timestamp: now - DAY,
					startTimestamp: now - DAY,
					endTimestamp: now + days * DAY,
				},
			],
		});
	};
}

const OWN: readonly EventUse[] = [
	{
		value: 'stakingTransaction',
		name: 'Staking Transaction',
		source: stakingSource as EventSource<unknown>,
		settings: () => ({ network: 'mainnet' }),
		steps: [delegate.act],
	},
	...(['node', 'l1'] as const).map(
		(source): EventUse => ({
			value: 'validator',
			name: `Validator, ${source}`,
			source: validatorSource as EventSource<unknown>,
			settings: () => ({ source, network: 'mainnet', leaves: true, activity: true }),
			steps: [
				(control, world) =>
					control.addValidator(
						source === 'node'
							? {}
							: { subnetId: world.node.subnets.find(({ kind }) => kind === 'l1')?.id },
					),
			],
		}),
	),
	{
		value: 'validator',
		name: 'Validator, evm',
		source: validatorSource as EventSource<unknown>,
		settings: (world) => {
			const [{ id: blockchainId }] = l1Of(world).blockchains;
			return { source: 'evm', blockchainId, leaves: true, activity: true };
		},
		steps: [(control, world) => control.addValidator({ subnetId: l1Of(world).id })],
	},
	{
		value: 'stakeEnding',
		name: 'Stake Ending, delegations',
		source: stakeEnding.source as EventSource<unknown>,
		settings: (world) =>
			parseFields(
				stakeEnding.fields,
				{ nodeIds: [delegatedNode(world)], delegations: true },
				'test',
			),
		prepare: endingDelegation(20),
		steps: [endingDelegation(6)],
	},
	{
		value: 'health',
		name: 'Health',
		source: healthSource as EventSource<unknown>,
		settings: () => ({}),
		steps: [(control) => control.setHealth({ healthy: false })],
	},
];
export const EVERY_EVENT: readonly EventUse[] = [...eventCases.map(ofCase), ...OWN];
