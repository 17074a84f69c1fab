import type { INodeParameters } from 'n8n-workflow';
import type { Item } from '../../test/kit/pollHost';
import { createLedger } from './ledger';
import { type EventStream, type Plan, options } from './streams';

/** An event of a list that grows, and how to bring one item about. */
export interface ArrivalScenario {
	event: string;
	parameters: INodeParameters;
	/** Makes one item, late by a share (0 to 1) of what is still found. Gives its key. */
	make(late: number): string;
	/** The key of an item that the trigger told. */
	keyOf(item: Item): string;
}

const PER_POLL = 40;
/** Bursts take several polls. */
const BURSTS = 0.05;

/** Items of a list that grows: most are new, some late, and at times none for a while. */
export function arrivalStream(
	{ chance, planned, round }: Plan,
	{ event, parameters, make, keyOf }: ArrivalScenario,
): EventStream {
	const ledger = createLedger(round);
	let made = 0;
	let quietRounds = 0;
	return {
		event,
		parameters: { ...parameters, options: { ...options, maxEvents: PER_POLL } },
		ledger,
		happen(share) {
			if (quietRounds > 0) quietRounds -= 1;
			else if (chance.next() < BURSTS) quietRounds = chance.whole(5, 15);
			if (share < 1 && quietRounds > 0) return;
			for (; made < Math.floor(planned * share); made++) {
				ledger.expect(make(chance.next() < 0.3 ? chance.next() : 0));
			}
		},
		keyOf,
		done: () => made >= planned,
		perPoll: PER_POLL,
		readsAgain: true,
	};
}

const MINE = '0x9702230a8ea53601f5cd2dc00fdbc13d4df4a8c7';
const OTHER = '0x664a4be5af2cfc824f9c0914cbac4703396da2dc';
const OVERLAP = 800;

/** Transfers of two addresses, some of them between the two. */
export function transferScenario({ emulator, chance }: Plan): ArrivalScenario {
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
export function containerScenario({ emulator: { control } }: Plan): ArrivalScenario {
	return {
		event: 'New container',
		parameters: { event: 'newContainer', index: 'X/block' },
		make: () => String(control.acceptBlocks({ chain: 'X' }) - 1),
		keyOf: ({ containerIndex }) => String(containerIndex),
	};
}

/** Messages that are sent. */
export function messageScenario({ emulator: { control, world } }: Plan): ArrivalScenario {
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
export function primaryScenario({ emulator: { control, world } }: Plan): ArrivalScenario {
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
			return control.addTransactions({ transactions: [{ address, timestamp }] })[0];
		},
		keyOf: ({ txHash }) => String(txHash),
	};
}
