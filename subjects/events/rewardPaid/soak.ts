import type { Control, NewTransaction } from '../../../emulator/controlTypes';
import type { ArrivalScenario } from '../../../campaigns/soak/arrivalStream';
import type { Soak } from '../../../campaigns/soak/soak';
import type { Plan } from '../../../campaigns/soak/streams';
import { DAY } from '../../../core/formats/timeUnits';

const AVAX = 10n ** 9n;

/** Adds a delegation of 100 AVAX; gives the hash of its transaction. */
function delegate(control: Control, given: NewTransaction): string {
	const delegation = { txType: 'AddPermissionlessDelegatorTx', amount: 100n * AVAX, ...given };
	return control.addTransactions({ transactions: [delegation] })[0];
}

/** Delegations that end, and are rewarded then. */
function scenario({ emulator: { control, world } }: Plan): ArrivalScenario {
	const { nodeId } = world.node.primary.current()[3];
	return {
		event: 'Reward paid',
		parameters: { event: 'rewardPaid', network: 'mainnet', nodeIds: nodeId },
		make(late) {
			const now = world.clock.seconds();
			return delegate(control, {
				nodeId,
				timestamp: now - 20 * DAY,
				startTimestamp: now - 20 * DAY,
				endTimestamp: now - Math.floor(late * 0.9 * DAY),
				estimatedReward: AVAX,
			});
		},
		keyOf: ({ txHash }) => String(txHash),
	};
}

export const soak: Soak = { arrivals: scenario };
