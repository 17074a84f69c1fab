import type { Control } from '../../../emulator';
import { exampleWorkflow } from './import';

/** Events of the addresses and validators that the examples of the webhook trigger watch. */

/** 250 of a token with 6 decimals, which is what the control adds. */
const DEPOSIT = 250n * 10n ** 6n;
/** 25 AVAX in nAVAX. */
const STAKE = 25n * 10n ** 9n;
const MONTH = 30 * 86_400;

function watched(example: string, node: string, field: string): string {
	const found = exampleWorkflow(example).nodes.find(({ name }) => name === node);
	const value = found?.parameters[field];
	return typeof value === 'object' ? String((value as { value: unknown }).value) : String(value);
}

/** Lets the event of an example happen at the given time (Unix seconds), by the name of the example. Returns the hash of its transaction. */
export const EXAMPLE_EVENTS: Readonly<Record<string, (control: Control, now: number) => string>> = {
	'treasury-deposits'(control) {
		const to = watched('treasury-deposits', 'Deposit', 'addresses');
		return control.addTransfers({ transfers: [{ to, value: DEPOSIT }] })[0];
	},
	'validator-activity'(control, now) {
		const nodeId = watched('validator-activity', 'New Delegation', 'nodeIds');
		const delegation = {
			txType: 'AddPermissionlessDelegatorTx',
			nodeId,
			amount: STAKE,
			timestamp: now,
			startTimestamp: now,
			endTimestamp: now + MONTH,
		};
		return control.addTransactions({ transactions: [delegation] })[0];
	},
};
