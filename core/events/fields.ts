import { type Details, field } from '../fields/field';
import { addresses } from '../fields/identifiers';
import { bigWhole, textValue } from '../fields/inputs';
import { isIdOrAlias } from '../operations/rpc/fields';

/** The fields that several events share. */

/** How the form shows validators that are named by their node ids. */
export function aboutNodes(description: string): Details {
	return {
		in: 'form',
		label: 'Node IDs',
		description,
		placeholder: 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg',
		show: 'main',
	};
}

/** Stakes by the addresses that own their rewards. */
export function rewardAddresses(description: string) {
	return field(addresses().optional(), {
		in: 'form',
		label: 'Reward Addresses',
		description,
		placeholder: 'P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5',
		show: 'main',
	});
}

/** Only items of at least this many nAVAX. */
export function minAmount(what: string, placeholder: string) {
	return field(bigWhole().optional(), {
		in: 'form',
		label: 'Minimum Amount (nAVAX)',
		description: `Only ${what} of at least this much, in nAVAX (1 AVAX is 1000000000)`,
		placeholder,
		show: 'filter',
	});
}

/** How the form shows an EVM chain of the data service. */
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

/** An EVM chain of the node; the C-Chain when left out. */
export function chainOfNode(given: Partial<Details> = {}) {
	const rule = 'must be a blockchain id (cb58) or an alias such as C';
	return field(textValue(rule, isIdOrAlias).optional(), {
		in: 'form',
		label: 'Blockchain ID',
		description: 'The EVM chain on the node: blockchain ID (cb58) or alias',
		default: 'C',
		show: 'main',
		...given,
	});
}
