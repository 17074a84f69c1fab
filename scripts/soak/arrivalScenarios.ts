import type { Control, NewTransaction } from '../../emulator/control';
import type { ArrivalScenario } from './arrivalStream';
import type { Plan } from './streams';

/** The lists that grow in the soak, one scenario an event: how an item comes about and how it is known. */

const MINE = '0x9702230a8ea53601f5cd2dc00fdbc13d4df4a8c7';
const OTHER = '0x664a4be5af2cfc824f9c0914cbac4703396da2dc';
const OVERLAP = 800;

/** Transfers of two addresses, some of them between the two. */
function transferScenario({ emulator, chance }: Plan): ArrivalScenario {
	const { control, world } = emulator;
	const kinds = ['native', 'erc20', 'erc721', 'erc1155', 'internal'] as const;
	return {
		event: 'Transfer',
		parameters: { event: 'transfer', readFrom: 'data', addresses: `${MINE}, ${OTHER}` },
		make(late) {
			const height = world.evmChain('43114')?.height ?? 0;
			const ends = chance.next() < 0.3 ? { from: MINE, to: OTHER } : { to: MINE };
			const place = late > 0 ? { blockNumber: height - Math.floor(late * OVERLAP) } : {};
			const only = kinds[chance.whole(0, kinds.length - 1)];
			return control.addTransfers({ transfers: [{ ...ends, ...place, only }] })[0];
		},
		keyOf: ({ txHash }) => String(txHash),
	};
}

/** Containers of an index; none is late. */
function containerScenario({ emulator: { control } }: Plan): ArrivalScenario {
	return {
		event: 'New container',
		parameters: { event: 'newContainer', index: 'X/block' },
		make: () => String(control.acceptBlocks({ chain: 'X' }) - 1),
		keyOf: ({ containerIndex }) => String(containerIndex),
	};
}

/** Messages that are sent. */
function messageScenario({ emulator: { control, world } }: Plan): ArrivalScenario {
	return {
		event: 'ICM message',
		parameters: {
			event: 'icmMessage',
			network: 'mainnet',
			sourceChain: '43114',
			filters: { from: MINE, stages: ['sent'] },
		},
		make(late) {
			const timestamp = world.clock.seconds() - Math.floor(late * OVERLAP);
			return control.addIcmMessages({ messages: [{ from: MINE, timestamp }] })[0];
		},
		keyOf: ({ messageId }) => String(messageId),
	};
}

/** Transactions of an address on the P-Chain. */
function primaryScenario({ emulator: { control, world } }: Plan): ArrivalScenario {
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

const DAY = 86_400;
const AVAX = 10n ** 9n;

/** Adds a delegation of 100 AVAX; gives the hash of its transaction. */
function delegate(control: Control, given: NewTransaction): string {
	const delegation = { txType: 'AddPermissionlessDelegatorTx', amount: 100n * AVAX, ...given };
	return control.addTransactions({ transactions: [delegation] })[0];
}

/** Delegations to a validator. */
function delegationScenario({ emulator: { control, world } }: Plan): ArrivalScenario {
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

/** Delegations that end, and are rewarded then. */
function rewardScenario({ emulator: { control, world } }: Plan): ArrivalScenario {
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

export const ARRIVALS = [
	transferScenario,
	containerScenario,
	messageScenario,
	primaryScenario,
	delegationScenario,
	rewardScenario,
];
