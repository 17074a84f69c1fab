import { type Details, field } from '../fields/field';
import { addresses, isIdOrAlias } from '../fields/identifiers';
import { textValue } from '../fields/inputs';
import { avaxAmount, startMoment } from '../fields/lines';

/** The fields that several events share. */

/** Field for the time from which events are new, of lists and of sets. */
export const startFrom = field(startMoment(), {
	in: 'form',
	label: 'Start From',
	description:
		'Time from which events are new: now, a date-time, Unix seconds, or a duration before the first poll such as 60m',
	placeholder: '60m',
	show: 'option',
});

/** Form details of a field with the node ids of validators; `either`: what can be given in their place. */
export function aboutNodes(description: string, either?: string): Details {
	return {
		in: 'form',
		label: 'Node IDs',
		description,
		placeholder: 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg',
		show: 'main',
		...(either && { either }),
	};
}

/** Stakes by the addresses that own their rewards. */
export function rewardAddresses(description: string) {
	return field(addresses().optional(), {
		in: 'form',
		label: 'Reward Addresses',
		either: 'Node IDs',
		description,
		placeholder: 'P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5',
		show: 'main',
	});
}

/** Minimum amount of the items, in AVAX. */
export function minAmount(what: string, placeholder: string) {
	return field(avaxAmount().optional(), {
		in: 'form',
		label: 'Minimum Amount (AVAX)',
		description: `Only ${what} of at least this many AVAX, such as 0.5`,
		placeholder,
		show: 'filter',
	});
}

/** Form details of a field with an EVM chain of the data service. */
export function aboutChain(given: Partial<Details> = {}): Details {
	return {
		in: 'form',
		label: 'Chain ID',
		description: 'The EVM chain at the data service: its chain ID, such as 43114 for the C-Chain',
		default: '43114',
		show: 'main',
		...given,
	};
}

/** An EVM chain of the node; by default the C-Chain. */
export function chainOfNode(given: Partial<Details> = {}) {
	const rule = 'must be a blockchain id (cb58) or an alias such as C';
	return field(textValue(rule, isIdOrAlias).optional(), {
		in: 'form',
		names: 'evmBlockchain',
		label: 'Blockchain ID',
		description: 'The EVM chain on the node: blockchain ID (cb58) or alias',
		default: 'C',
		show: 'main',
		...given,
	});
}
