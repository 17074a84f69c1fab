import { bareAddress } from '../../core/formats/ids';
import { TransactionFormatError } from '../../core/transactions/parts';
import { CHAIN_IDS, readTransaction } from '../../core/transactions/read';
import { HandlerError } from '../shared/errors';
import type { TopUpSettings } from './settings';
import {
	type PaymentPlan,
	type SpentInput,
	type WalletState,
	anchorOf,
	isWithinDay,
	outpointOf,
} from './wallet';

/** The last check before a signature: what the bytes say, value by value, against the settings and the intent. */

/** Values that the bytes of a transaction must agree with, before it is signed or when it is found signed. */
export interface Expected {
	settings: TopUpSettings;
	plan: PaymentPlan;
	/** The inputs of the intent: others are refused. */
	inputs: readonly SpentInput[];
	/** The state of the wallet, whose counters of the day include the payment. */
	state: WalletState;
}

type Values = ReturnType<typeof readTransaction>['values'];

/** The rules that bytes break. */
function broken(values: Values, { settings, plan, inputs, state }: Expected): string[] {
	if (values.chain !== 'P' || values.type !== 'IncreaseL1ValidatorBalanceTx') {
		return [`it is a ${values.type}`];
	}
	const { networkId, avaxId, payer, caps, maxFee, validations } = settings;
	const found: string[] = [];
	const must = (holds: boolean, what: string) => void (holds || found.push(what));
	must(values.networkId === networkId, `the network is ${values.networkId}`);
	must(values.blockchainId === CHAIN_IDS[1].P, 'the blockchain is not the P-Chain');
	must(values.memo === '0x', 'the memo is not empty');
	must(
		validations.some(({ validationId }) => validationId === values.validationId),
		`the validation ${values.validationId} is not in the settings`,
	);
	must(values.validationId === plan.validationId, 'the validation is not that of the intent');
	must(values.balance === BigInt(plan.amount), 'the amount is not that of the intent');
	must(values.outputs.length <= 1, 'there is more than one output');
	let change = 0n;
	for (const output of values.outputs) {
		const { threshold, locktime, addresses } = output.owners;
		must(output.assetId === avaxId, 'an output is not AVAX');
		must(!('stakeableUntil' in output) && locktime === 0n, 'the change is locked');
		must(
			threshold === 1 && addresses.length === 1 && bareAddress(addresses[0]) === bareAddress(payer),
			'the change does not go to the payer alone',
		);
		change += output.amount;
	}
	const known = new Map(inputs.map((input) => [outpointOf(input), BigInt(input.amount)]));
	let spent = 0n;
	for (const input of values.inputs) {
		must(input.assetId === avaxId, 'an input is not AVAX');
		must(!('stakeableUntil' in input), 'an input is locked');
		must(String(input.signatureIndices) === '0', 'an input needs other signatures');
		must(known.get(outpointOf(input)) === input.amount, 'an input is not one of the intent');
		spent += input.amount;
	}
	must(
		values.inputs.some((input) => outpointOf(input) === anchorOf(inputs)),
		'the input that all transactions of the intent have in common is missing',
	);
	const fee = spent - change - values.balance;
	must(fee > 0n && maxFee !== undefined && fee <= maxFee, `the fee is ${fee} nAVAX`);
	must(
		caps !== undefined && values.balance + fee <= caps.payment,
		`amount and fee are ${values.balance + fee} nAVAX, more than a payment may be`,
	);
	must(
		caps !== undefined && isWithinDay(state, caps, values.validationId),
		'the payments of the day are more than the caps of the settings',
	);
	return found;
}

/**
 * Reads bytes back and compares each value with the settings and the intent. Returns the bytes that a signature
 * covers. Throws `PolicyBroken` with all rules that they break.
 */
export function permitted(bytes: Uint8Array, expected: Expected): Uint8Array {
	let problems: string[];
	try {
		const { values, unsignedBytes } = readTransaction(bytes, 'P');
		problems = broken(values, expected);
		if (problems.length === 0) return unsignedBytes;
	} catch (error) {
		if (!(error instanceof TransactionFormatError)) throw error;
		problems = [error.message];
	}
	throw new HandlerError(
		'PolicyBroken',
		`The transaction is not signed and not sent: ${problems.join('; ')}`,
	);
}
