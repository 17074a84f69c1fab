import { type TableCalls, tableItems } from '../notify/tableItems';
import type { Caps } from './settings';

/**
 * The memory of a wallet: one item of the table, whose every write has the condition that its version is still the
 * one that was read. One write counts an intent in the caps and stores it, so that one run at a time can pay.
 *
 *   topUp#<payer>  wallet  version, day, spent, spentBy, intent, questions, last, paidAt
 */

/** A payment as it is decided; amounts in nAVAX. */
export interface PaymentPlan {
	validationId: string;
	/** Added to the balance of the validation. */
	amount: string;
	gasPrice: string;
	fee: string;
}

/** An output of the payer that a transaction spends. */
export interface SpentInput {
	txId: string;
	outputIndex: number;
	amount: string;
}

/** A transaction that was signed: it may be accepted at any time until one of its inputs is spent. */
export interface SignedPlan extends PaymentPlan {
	txId: string;
	/** 0x hex. */
	bytes: string;
}

/** The question to a person about a payment, which is decided when it is released. */
export interface Approval {
	id: string;
	/** Subject and amount: another validation, or a larger amount, needs another question. */
	validationId: string;
	amount: string;
	/** Unix milliseconds. */
	askedAt: number;
	/** The question in words: what is paid, to whom, how much and why. */
	text: string;
	/** Unix milliseconds: the end of the question, or of the release. */
	until: number;
	/** Digest of the token in the link that was sent last; the token itself is stored nowhere. */
	digest?: string;
	/** Unix milliseconds. */
	sentAt?: number;
	releasedAt?: number;
}

/** A payment that has not ended. Its transactions have an input in common: one of them at most is accepted. */
export interface Intent {
	/** Unix milliseconds. */
	createdAt: number;
	/** Inputs of the first transaction; others spend some of them, the largest among them. */
	inputs: SpentInput[];
	/** nAVAX that the intent is counted with, by validations. */
	counted: Record<string, string>;
	/** Decided, and not signed. */
	pending?: PaymentPlan;
	/** Oldest first. */
	signed: SignedPlan[];
}

/** The item without its key. */
export interface WalletState {
	version: number;
	/** Day of the counters: YYYY-MM-DD, UTC. */
	day: string;
	/** nAVAX that were spent on this day: by the wallet, and for each validation. */
	spent: string;
	spentBy: Record<string, string>;
	intent?: Intent;
	/** One for each validation at most. */
	questions?: Approval[];
	/** The last transaction that was accepted, and outputs that it and those before it spent. */
	last?: { txId: string; anchors: string[] };
	/** Unix milliseconds of the last payment of each validation. */
	paidAt: Record<string, number>;
}

/** Identity of an output. */
export const outpointOf = ({ txId, outputIndex }: Pick<SpentInput, 'txId' | 'outputIndex'>) =>
	`${txId} ${outputIndex}`;

/** The input that all transactions of an intent spend: the largest one, which the builder takes first. */
export function anchorOf(inputs: readonly SpentInput[]): string {
	const most = inputs.reduce((a, b) => (BigInt(b.amount) > BigInt(a.amount) ? b : a));
	return outpointOf(most);
}

export const walletDay = (now: number) => new Date(now).toISOString().slice(0, 10);

const sum = (amounts: Iterable<string>) =>
	[...amounts].reduce((total, amount) => total + BigInt(amount), 0n);

/**
 * The counters of this day. A payment that has not ended may be accepted on this day, too, and counts in both. A
 * clock that went back does not reset them.
 */
export function onDay(state: WalletState, day: string): WalletState {
	if (day <= state.day) return state;
	const spentBy = state.intent?.counted ?? {};
	return { ...state, day, spent: String(sum(Object.values(spentBy))), spentBy };
}

const at = (amounts: Record<string, string>, key: string) =>
	Object.hasOwn(amounts, key) ? BigInt(amounts[key]) : 0n;

export const least = (amounts: readonly bigint[]) => amounts.reduce((a, b) => (b < a ? b : a));

/** The rest that the caps leave for a payment, its fee among it; the open intent is counted for its validations already. */
export function leftOf(
	{ spent, spentBy, intent }: WalletState,
	{ payment, validationPerDay, walletPerDay }: Caps,
	validationId: string,
): bigint {
	const before = at(intent?.counted ?? {}, validationId);
	return least([
		payment,
		validationPerDay - at(spentBy, validationId) + before,
		walletPerDay - BigInt(spent) + before,
	]);
}

/**
 * The state without its intent, of which nothing was signed: no transaction of it can be accepted, and what it counted
 * is given back.
 */
export function dropped({ intent, ...state }: WalletState): WalletState {
	const counted = Object.entries(intent?.counted ?? {});
	const back = (of: string, amount: string) => String(BigInt(of) - BigInt(amount));
	return {
		...state,
		spent: back(state.spent, String(sum(counted.map(([, amount]) => amount)))),
		spentBy: counted.reduce(
			(all, [id, amount]) => ({ ...all, [id]: back(String(at(all, id)), amount) }),
			state.spentBy,
		),
	};
}

/** True if what is counted on the day is within the caps: of the wallet, and of a validation. */
export const isWithinDay = ({ spent, spentBy }: WalletState, caps: Caps, validationId: string) =>
	BigInt(spent) <= caps.walletPerDay && at(spentBy, validationId) <= caps.validationPerDay;

/**
 * The state with a plan in its intent, counted with amount and fee; undefined if that exceeds a cap. An intent that
 * is counted for this validation is counted with the difference. Nothing that was counted is given back.
 */
export function planned(
	state: WalletState,
	plan: PaymentPlan,
	caps: Caps,
	intent: Intent,
): WalletState | undefined {
	const { validationId } = plan;
	const cost = BigInt(plan.amount) + BigInt(plan.fee);
	const before = at(intent.counted, validationId);
	const more = cost > before ? cost - before : 0n;
	const next = {
		...state,
		spent: String(BigInt(state.spent) + more),
		spentBy: { ...state.spentBy, [validationId]: String(at(state.spentBy, validationId) + more) },
		intent: {
			...intent,
			counted: { ...intent.counted, [validationId]: String(before + more) },
			pending: plan,
		},
	};
	return cost <= caps.payment && isWithinDay(next, caps, validationId) ? next : undefined;
}

export type Wallet = ReturnType<typeof walletItem>;

/** The memory of the wallet of a payer in a DynamoDB table. */
export function walletItem(client: TableCalls, table: string, payer: string) {
	const { get, move } = tableItems(client, table);
	const key = { pk: `topUp#${payer}`, sk: 'wallet' };
	return {
		/** The state as of a time (Unix milliseconds). */
		async read(now: number): Promise<WalletState> {
			const day = walletDay(now);
			const item = await get(key);
			if (!item) return { version: 0, day, spent: '0', spentBy: {}, paidAt: {} };
			const { pk: _pk, sk: _sk, ...state } = item;
			return onDay(state as unknown as WalletState, day);
		},
		/** Writes the next version, and returns it; undefined if another run wrote first. */
		async write(next: WalletState): Promise<WalletState | undefined> {
			const state = { ...next, version: next.version + 1 };
			return (await move({ ...key, ...state }, next.version)) ? state : undefined;
		},
	};
}
