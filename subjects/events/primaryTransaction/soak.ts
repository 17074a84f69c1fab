import type { ArrivalScenario } from '../../../campaigns/soak/arrivalStream';
import type { Soak } from '../../../campaigns/soak/soak';
import type { Plan } from '../../../campaigns/soak/streams';

const OVERLAP = 800;

/** Transactions of an address on the P-Chain. */
function scenario({ emulator: { control, world } }: Plan): ArrivalScenario {
	const address = world.node.address(40);
	return {
		event: 'Primary network transaction',
		parameters: {
			event: 'primaryTransaction',
			network: 'mainnet',
			addresses: `P-${address}`,
			filters: { chains: ['p-chain', 'x-chain'] },
		},
		make(late) {
			const timestamp = world.clock.seconds() - Math.floor(late * OVERLAP);
			// No delegation: others watch these.
			const txType = 'AddPermissionlessValidatorTx';
			return control.addTransactions({ transactions: [{ address, timestamp, txType }] })[0];
		},
		keyOf: ({ txHash }) => String(txHash),
	};
}

export const soak: Soak = { arrivals: scenario };
