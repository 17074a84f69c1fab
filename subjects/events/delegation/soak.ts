import type { Control, NewTransaction } from '../../../emulator/controlTypes';
import type { ArrivalScenario } from '../../../campaigns/soak/arrivalStream';
import type { Soak } from '../../../campaigns/soak/soak';
import type { Plan } from '../../../campaigns/soak/streams';
import { DAY } from '../../../core/formats/timeUnits';

const OVERLAP = 800;

const AVAX = 10n ** 9n;

/** Adds a delegation of 100 AVAX; gives the hash of its transaction. */
function delegate(control: Control, given: NewTransaction): string {
	const delegation = { txType: 'AddPermissionlessDelegatorTx', amount: 100n * AVAX, ...given };
	return control.addTransactions({ transactions: [delegation] })[0];
}

/** Delegations to a validator. */
function scenario({ emulator: { control, world } }: Plan): ArrivalScenario {
	const { nodeId } = world.node.primary.current()[4];
	return {
		event: 'Delegation',
		parameters: { event: 'delegation', network: 'mainnet', nodeIds: nodeId },
		make(late) {
			const now = world.clock.seconds();
			return delegate(control, {
				nodeId,
				timestamp: now - Math.floor(late * OVERLAP),
				startTimestamp: now,
				endTimestamp: now + 60 * DAY,
			});
		},
		keyOf: ({ txHash }) => String(txHash),
	};
}

export const soak: Soak = { arrivals: scenario };
