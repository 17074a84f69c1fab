import type { AnyClient } from '../../core/client';
import type { Clock } from '../../core/protocol/ports';
import { bytesToHex, hexToBytes } from '../../core/formats/hex';
import { type PUtxo, readTransaction } from '../../core/transactions/read';
import { type BuiltTopUp, buildTopUp, payable } from '../../core/transactions/topUp';
import { PRICE_FACTOR } from '../../core/subjects/pChain/prepareL1TopUp';
import type { Send } from '../notify/send';
import { HandlerError, invalidEvent } from '../shared/errors';
import type { Telemetry } from '../shared/telemetry';
import { digestOf, randomToken } from '../subscriptions/tokens';
import { isReleased, openQuestions, questionAbout, questionOf, sendQuestion } from './approval';
import { type ReadValidation, chainNow, issue, readValidation, statusOf } from './chain';
import { permitted } from './policy';
import { type ListedValidation, type TopUpSettings, whyNot } from './settings';
import { recoverable, withSignature } from './signing';
import * as memory from './wallet';
import type { Intent, PaymentPlan, SignedPlan, SpentInput, Wallet, WalletState } from './wallet';

/** One run: it ends the intent that is open, and then pays what needs it, one payment after the other. */

export interface TopUpParts {
	settings: TopUpSettings;
	wallet: Wallet;
	client: AnyClient;
	clock: Clock;
	telemetry: Pick<Telemetry, 'logger' | 'measure'>;
	/** Sends the questions. */
	send: Send;
}

export interface RunParts extends TopUpParts {
	/** Unix milliseconds, when the run has to end. */
	until: number;
	/** The payer's compressed public key, and its signatures (DER). */
	point: Uint8Array;
	sign: (bytes: Uint8Array) => Promise<Uint8Array>;
}

type Outcome =
	| 'enough'
	/** Accepted by the chain. */
	| 'paid'
	/** Sent, and not accepted yet: the next run looks after it. */
	| 'sent'
	/** Not decided until a person releases it (`questions`). */
	| 'asks'
	/** Needs a payment, and the settings permit none (`reason`). */
	| 'would pay'
	/** Another payment has to end first, or its own is too new. */
	| 'waits'
	| 'refused';

/** The result of a run for one validation. Amounts in nAVAX. */
export interface Finding {
	validationId: string;
	outcome: Outcome;
	balance?: string;
	/** Until the balance ends at the current fee. */
	runwayDays?: number;
	amount?: string;
	fee?: string;
	reason?: string;
}

export interface TopUpReport {
	mode: 'dry' | 'pay';
	/** The reason for which nothing is paid. */
	prevented?: string;
	validations: Finding[];
	/** The payment that has not ended. */
	open?: { since: string; txIds: string[] };
	/** The questions that a person has to answer. */
	questions?: Array<{ validationId: string; id: string; text: string; until: string }>;
	/** Another run wrote the memory of the wallet: this one ended. */
	overtaken?: true;
}

const POLL_MS = 1_000;
/** Time for which a run waits until a transaction is accepted (ms). */
const FOLLOW_MS = 20_000;
/** Time after a payment in which the same validation is not paid again (ms): a node may be behind. */
const REST_MS = 10 * 60_000;
/** Age from which an intent is an alarm (ms). */
const HANGING_MS = 15 * 60_000;
/** Maximum number of outputs of the last payments that are remembered as spent. */
const MOST_ANCHORS = 20;
const DAY_SECONDS = 24 * 60 * 60;

class Overtaken extends Error {}

/** The outputs that an intent spends, as the builder takes them. */
const held = (inputs: readonly SpentInput[], { avaxId, payer }: TopUpSettings): PUtxo[] =>
	inputs.map(({ txId, outputIndex, amount }) => {
		const owners = { locktime: 0n, threshold: 1, addresses: [payer] };
		const output = { kind: 'transfer' as const, amount: BigInt(amount), owners };
		return { txId, outputIndex, assetId: avaxId, output };
	});

/** The days for which a balance lasts, with one decimal place. */
const runwayOf = (balance: bigint, feePerSecond: bigint) =>
	Number((balance * 10n) / (feePerSecond * BigInt(DAY_SECONDS))) / 10;

/** The amount that is missing to so many days. */
const missingTo = (days: number, balance: bigint, feePerSecond: bigint) =>
	BigInt(Math.ceil(days * DAY_SECONDS)) * feePerSecond - balance;

/** Runs once. A run that is ended at any place is continued by the next one. */
export async function topUpRun(parts: RunParts): Promise<TopUpReport> {
	const { settings, wallet, client, clock, telemetry, until } = parts;
	const { payer, caps, maxFee = 0n } = settings;
	let state = await wallet.read(clock.now());
	let chain = await chainNow(client, settings, clock.now());
	const prevented = whyNot(settings, clock.now());
	const report: TopUpReport = {
		mode: settings.mode,
		...(prevented !== undefined && { prevented }),
		validations: [],
	};
	/** True if the validation of the open intent cannot be paid: another payment may take its inputs. */
	let isFree = false;
	/** True if nobody has to look after the open intent: its validation has enough. */
	let isNeedless = false;
	/** Refusals of transactions by the node in this run, by their ids. */
	const refusals = new Map<string, Pick<Finding, 'outcome' | 'reason'>>();
	const isEnough = (balance: bigint) =>
		missingTo(settings.runwayDays.minimum, balance, chain.feePerSecond) <= 0n;

	/** Throws `Overtaken` if another run wrote first. */
	async function save(next: WalletState): Promise<void> {
		const written = await wallet.write(next);
		if (!written) throw new Overtaken();
		state = written;
	}

	function refuse(validationId: string, reason: string) {
		telemetry.measure('Refusals');
		telemetry.logger.warn('A payment is refused', { validationId, reason });
		return { outcome: 'refused' as const, reason };
	}

	const asked = (validationId: string, balance: bigint, utxos: readonly PUtxo[], gas: bigint) => ({
		...{ networkId: settings.networkId, avaxId: settings.avaxId, validationId, balance, utxos },
		...{ payers: [payer], gasPrice: gas, time: chain.time },
	});

	/** The bytes of a plan, which are the same in every run. */
	const rebuilt = (
		{ validationId, amount, gasPrice }: PaymentPlan,
		inputs: readonly SpentInput[],
	) => buildTopUp(asked(validationId, BigInt(amount), held(inputs, settings), BigInt(gasPrice)));

	function check(bytes: Uint8Array, plan: PaymentPlan, inputs: readonly SpentInput[]): Uint8Array {
		try {
			return permitted(bytes, { settings, plan, inputs, state });
		} catch (error) {
			refuse(plan.validationId, (error as Error).message);
			throw error;
		}
	}

	/** Throws `Prevented` once the permission has ended within the run. */
	function stillPermitted(): void {
		const why = whyNot(settings, clock.now());
		if (why !== undefined) throw new HandlerError('Prevented', `Nothing is paid: ${why}`);
	}

	async function signPending(): Promise<void> {
		const intent = state.intent as Intent;
		const plan = intent.pending as PaymentPlan;
		if (!isReleased(plan, state, settings, clock.now())) {
			throw new HandlerError('PolicyBroken', 'The payment is not signed: nobody has released it');
		}
		const built = rebuilt(plan, intent.inputs);
		const bytes = check(built.bytes, plan, intent.inputs);
		stillPermitted();
		const signature = recoverable(await parts.sign(bytes), bytes, parts.point);
		const whole = withSignature(bytes, signature, built.inputs.length);
		const { txId = '' } = readTransaction(whole, 'P');
		const signed: SignedPlan = { ...plan, txId, bytes: `0x${bytesToHex(whole)}` };
		await save({
			...state,
			intent: { ...intent, pending: undefined, signed: [...intent.signed, signed] },
		});
	}

	/** Signs and sends what was decided. */
	async function proceed(): Promise<Pick<Finding, 'outcome' | 'reason'>> {
		if ((state.intent as Intent).pending) await signPending();
		return await send();
	}

	const measureHanging = (since: number) => {
		if (clock.now() - since > HANGING_MS) telemetry.measure('HangingIntents');
	};

	/**
	 * Asks a person about a payment. It is told until a receiver has accepted it: each time with a new link, so that one
	 * link is valid.
	 */
	async function ask(validationId: string, wanted: bigint, why: string) {
		const now = clock.now();
		let question = questionAbout(state, validationId, now);
		if (!question) {
			const price = priced(validationId, wanted, isFree ? state.intent : undefined);
			if ('reason' in price) return price;
			question = questionOf({ validationId, ...price.decided }, why, settings, now);
		}
		const outcome = { outcome: 'asks' as const, amount: question.amount };
		if (question.sentAt !== undefined) return outcome;
		const token = randomToken();
		const digest = digestOf(token);
		const others = openQuestions(state, now).filter((one) => one.validationId !== validationId);
		await save({ ...state, questions: [...others, { ...question, digest }] });
		if (await sendQuestion(question, token, settings, { send: parts.send, now })) {
			await save({ ...state, questions: [...others, { ...question, digest, sentAt: now }] });
		} else {
			telemetry.logger.warn('A question was not accepted', { approval: question.id });
			measureHanging(question.askedAt);
		}
		return outcome;
	}

	/** Sends a transaction of the intent, the last one that was signed by default; then waits for it. */
	async function send(one?: SignedPlan): Promise<Pick<Finding, 'outcome' | 'reason'>> {
		const { inputs, signed } = state.intent as Intent;
		const plan = one ?? signed[signed.length - 1];
		check(hexToBytes(plan.bytes), plan, inputs);
		stillPermitted();
		const said = await issue(client, plan);
		const { txId, validationId, amount, fee } = plan;
		telemetry.logger.info('A payment was sent', { txId, validationId, amount, fee, said });
		const found = await follow();
		if (found === 'paid') return { outcome: 'paid' };
		// A refusal, such as of one more active validation than the network allows, must not keep others from being paid.
		isFree = said !== undefined && found !== 'processing';
		if (said === undefined) return { outcome: 'sent' };
		const refusal = { outcome: 'sent' as const, reason: `the node said: ${said}` };
		refusals.set(txId, refusal);
		return refusal;
	}

	/** The transaction of the intent that was accepted; `processing` if one may be soon. */
	async function acceptedOf({ signed }: Intent): Promise<SignedPlan | 'processing' | undefined> {
		let processing = false;
		for (const one of signed) {
			const status = await statusOf(client, one.txId);
			if (status === 'Committed') return one;
			processing ||= status === 'Processing';
		}
		return processing ? 'processing' : undefined;
	}

	async function close({ txId, validationId, amount, fee }: SignedPlan): Promise<void> {
		const { inputs } = state.intent as Intent;
		const { anchors = [] } = state.last ?? {};
		await save({
			// Decided on one day, it may have been accepted on the next one, whose counters have it then, too.
			...memory.onDay(state, memory.walletDay(clock.now())),
			intent: undefined,
			// A release is for one payment.
			questions: state.questions?.filter((one) => one.validationId !== validationId),
			last: { txId, anchors: [...anchors.slice(1 - MOST_ANCHORS), memory.anchorOf(inputs)] },
			paidAt: { ...state.paidAt, [validationId]: clock.now() },
		});
		telemetry.measure('Payments');
		telemetry.logger.info('A payment was accepted', { txId, validationId, amount, fee });
	}

	async function follow(): Promise<'paid' | 'processing' | undefined> {
		const end = Math.min(clock.now() + FOLLOW_MS, until);
		for (;;) {
			const found = await acceptedOf(state.intent as Intent);
			if (typeof found === 'object') {
				await close(found);
				return 'paid';
			}
			if (clock.now() + POLL_MS > end) return found;
			await clock.sleep(POLL_MS);
		}
	}

	const isUnspent = (outpoint: string) =>
		chain.utxos.some((utxo) => memory.outpointOf(utxo) === outpoint);

	/** Forgets what was decided and not signed. */
	async function withoutPending(intent: Intent): Promise<void> {
		isFree = intent.signed.length > 0;
		await save(
			isFree ? { ...state, intent: { ...intent, pending: undefined } } : memory.dropped(state),
		);
	}

	/** Continues the open payment: sends it again, or ends it when it was accepted. */
	async function settle(intent: Intent): Promise<void> {
		const found = await acceptedOf(intent);
		if (typeof found === 'object') return await close(found);
		if (found === 'processing') return void (await follow());
		const plan = intent.pending ?? intent.signed[intent.signed.length - 1];
		const { validationId } = plan;
		const listed = settings.validations.find((one) => one.validationId === validationId);
		const read: ReadValidation = listed
			? await readValidation(client, listed)
			: { refused: 'it is not in the settings any more' };
		const isSpent = !isUnspent(memory.anchorOf(intent.inputs));
		if (isSpent || 'refused' in read) {
			const spent =
				'an output that its transactions spend is not there: another transaction spent it, or the node is behind';
			refuse(validationId, 'refused' in read ? read.refused : spent);
			// Without a signature nothing can be accepted; a run that signs just now cannot store what it signed.
			if (intent.signed.length === 0) await save(memory.dropped(state));
			else isFree = !isSpent;
			return;
		}
		// Somebody else has paid it meanwhile. What is signed is not sent again; another payment may take its inputs.
		if (isEnough(read.balance)) {
			isFree = isNeedless = !intent.pending;
			return isNeedless ? undefined : await withoutPending(intent);
		}
		if (prevented !== undefined) return;
		const isStillReleased = isReleased(plan, state, settings, clock.now());
		if (intent.pending && !isStillReleased) {
			// Its release has ended: a person is asked again.
			return await withoutPending(intent);
		}
		if (isStillReleased && isTooCheap(plan, intent)) {
			if ('reason' in (await decide(validationId, BigInt(plan.amount)))) return;
		}
		await proceed();
	}

	/** True if the fee of a plan is less than what the price of gas requires now. */
	function isTooCheap(plan: PaymentPlan, { inputs }: Intent): boolean {
		try {
			const needed = rebuilt({ ...plan, gasPrice: String(chain.gasPrice) }, inputs);
			return needed.fee > BigInt(plan.fee) && BigInt(plan.gasPrice) < chain.gasPrice;
		} catch (error) {
			if (error instanceof RangeError) return true;
			throw error;
		}
	}

	/**
	 * Prices a payment of `wanted`, which spends the inputs of an intent that is open. It pays less where caps or outputs
	 * do not suffice, but not less than for a day.
	 */
	function priced(validationId: string, wanted: bigint, open: Intent | undefined) {
		const least = chain.feePerSecond * BigInt(DAY_SECONDS);
		state = memory.onDay(state, memory.walletDay(clock.now()));
		const utxos = open ? held(open.inputs, settings) : chain.utxos;
		const gasPrice = chain.gasPrice * PRICE_FACTOR;
		const limits: Array<readonly [amount: bigint, what: string]> = [
			[
				payable(asked(validationId, wanted, utxos, gasPrice)) - maxFee,
				open ? 'the inputs of the open payment' : 'what the payer has',
			],
		];
		if (caps) {
			const left = memory.leftOf(state, caps, validationId) - maxFee;
			limits.unshift([left, 'the caps of the settings']);
		}
		const amount = memory.least([wanted, ...limits.map(([limit]) => limit)]);
		const what = limits.find(([limit]) => limit === amount)?.[1];
		if (amount < least && amount < wanted) {
			return refuse(
				validationId,
				`${wanted} nAVAX are needed, and ${what} leave ${amount > 0n ? amount : 0n} beside the fee`,
			);
		}
		let built: BuiltTopUp;
		try {
			built = buildTopUp(asked(validationId, amount, utxos, gasPrice));
		} catch (error) {
			if (!(error instanceof RangeError)) throw error;
			return refuse(validationId, error.message);
		}
		if (settings.maxFee !== undefined && built.fee > maxFee) {
			return refuse(validationId, `the fee of ${built.fee} nAVAX is above maxFee (${maxFee})`);
		}
		const decided = { amount: String(amount), fee: String(built.fee) };
		return { decided, built, gasPrice: String(gasPrice) };
	}

	/** Decides on a payment, and stores it, counted, as the pending one: of a new intent, or of the one that is open. */
	async function decide(validationId: string, wanted: bigint) {
		const open = state.intent;
		const price = priced(validationId, wanted, open);
		if ('reason' in price) return price;
		const { decided, built, gasPrice } = price;
		if (prevented !== undefined || !caps) {
			telemetry.logger.info('A payment would be made', { validationId, ...decided, prevented });
			return { outcome: 'would pay' as const, ...decided };
		}
		const inputs = built.inputs.map(({ txId, outputIndex, output }) => ({
			...{ txId, outputIndex, amount: String(output.amount) },
		}));
		const intent = open ?? { createdAt: clock.now(), inputs, counted: {}, signed: [] };
		const next = memory.planned(state, { validationId, gasPrice, ...decided }, caps, intent);
		if (!next) return refuse(validationId, 'the caps of the settings');
		await save(next);
		return { outcome: 'sent' as const, ...decided };
	}

	/** The reason for which the node cannot be believed after the last payment. */
	async function behind(): Promise<string | undefined> {
		const { last } = state;
		if (!last) return undefined;
		const isKnown = (await statusOf(client, last.txId)) === 'Committed';
		return isKnown && !last.anchors.some(isUnspent)
			? undefined
			: `the node does not know the last payment (${last.txId}) as accepted: it is behind`;
	}

	async function treat(listed: ListedValidation, read: ReadValidation): Promise<Finding> {
		const { validationId } = listed;
		if ('refused' in read) return { validationId, ...refuse(validationId, read.refused) };
		const { balance } = read;
		const { feePerSecond } = chain;
		const found = {
			...{ validationId, balance: String(balance), runwayDays: runwayOf(balance, feePerSecond) },
		};
		if (isEnough(balance)) return { ...found, outcome: 'enough' };
		const paidAt = state.paidAt[validationId] ?? -Infinity;
		const released = questionAbout(state, validationId, clock.now());
		const isAsked = settings.approval && prevented === undefined && !released?.releasedAt;
		const { intent } = state;
		const isIts = (intent?.pending ?? intent?.signed.at(-1))?.validationId === validationId;
		const waits = intent && !isFree && (isIts || !isAsked);
		if (waits || clock.now() - paidAt < REST_MS) return { ...found, outcome: 'waits' };
		const lag = await behind();
		if (lag !== undefined) return { ...found, ...refuse(validationId, lag) };
		const missing = missingTo(settings.runwayDays.target, balance, feePerSecond);
		if (isAsked) {
			const why = `whose balance lasts for ${found.runwayDays} days (minimum ${settings.runwayDays.minimum})`;
			return { ...found, ...(await ask(validationId, missing, why)) };
		}
		const own = intent?.signed.findLast((one) => one.validationId === validationId);
		if (own && prevented === undefined && !isTooCheap(own, intent as Intent)) {
			const sent = refusals.get(own.txId) ?? (await send(own));
			// The validation has enough balance already: what was signed for it may still be accepted.
			if (isNeedless && sent.outcome !== 'paid') measureHanging((intent as Intent).createdAt);
			return { ...found, ...sent };
		}
		const wanted =
			settings.approval && released ? memory.least([missing, BigInt(released.amount)]) : missing;
		const decided = await decide(validationId, wanted);
		if (decided.outcome !== 'sent') return { ...found, ...decided };
		isFree = false;
		const sent = await proceed();
		// The outputs that it spent are gone, and its change is there.
		if (sent.outcome === 'paid') chain = await chainNow(client, settings, clock.now());
		return { ...found, ...decided, ...sent };
	}

	async function all(): Promise<void> {
		if (state.intent) {
			try {
				await settle(state.intent);
			} finally {
				const { createdAt = Infinity } = state.intent ?? {};
				if (!isNeedless) measureHanging(createdAt);
			}
			if (!state.intent) chain = await chainNow(client, settings, clock.now());
		}
		const total = payable(asked(settings.validations[0].validationId, 1n, chain.utxos, 1n));
		if (settings.lowPayer !== undefined && total < settings.lowPayer) {
			telemetry.measure('LowPayer');
			telemetry.logger.warn('The payer has little', { payer, total: String(total) });
		}
		const reads = [];
		for (const listed of settings.validations) {
			reads.push({ listed, read: await readValidation(client, listed) });
		}
		const left = (read: ReadValidation) => ('balance' in read ? read.balance : -1n);
		reads.sort((a, b) => Number(left(a.read) - left(b.read)));
		for (const { listed, read } of reads) report.validations.push(await treat(listed, read));
	}

	try {
		await all();
	} catch (error) {
		if (!(error instanceof Overtaken)) throw error;
		report.overtaken = true;
	}
	const { intent } = state;
	if (intent) {
		const txIds = intent.signed.map(({ txId }) => txId);
		report.open = { since: new Date(intent.createdAt).toISOString(), txIds };
	}
	const asking = openQuestions(state, clock.now()).filter(({ releasedAt }) => !releasedAt);
	if (asking.length === 0) return report;
	return {
		...report,
		questions: asking.map(({ validationId, id, text, until: end }) => ({
			...{ validationId, id, text, until: new Date(end).toISOString() },
		})),
	};
}

/**
 * Ends the open intent whose last transaction is `txId`, if the node says that none of its transactions was accepted
 * and that an output which all of them spend is not there: none can be accepted any more. What was counted stays.
 */
export async function abandon(
	{ settings, wallet, client, clock, telemetry }: TopUpParts,
	txId: string,
): Promise<WalletState> {
	const state = await wallet.read(clock.now());
	const { intent } = state;
	if (!intent || intent.signed.at(-1)?.txId !== txId) {
		throw invalidEvent([`txId: no open payment has ${txId} as its last transaction`]);
	}
	const { utxos } = await chainNow(client, settings, clock.now());
	for (const one of intent.signed) {
		const status = await statusOf(client, one.txId);
		if (status !== 'Committed' && status !== 'Processing') continue;
		throw new HandlerError('NotAbandoned', `The transaction ${one.txId} is ${status}`);
	}
	if (utxos.some((utxo) => memory.outpointOf(utxo) === memory.anchorOf(intent.inputs))) {
		throw new HandlerError(
			'NotAbandoned',
			'What its transactions spend is there: one may be accepted',
		);
	}
	const written = await wallet.write({ ...state, intent: undefined });
	if (!written) throw new HandlerError('NotAbandoned', 'Another run was faster: look again');
	telemetry.logger.warn('A payment was abandoned', { txId });
	return written;
}
