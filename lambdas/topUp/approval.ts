import { headed } from '../../core/events/item';
import { formatUnits } from '../../core/formats/amount';
import type { Clock } from '../../core/protocol/ports';
import { verdictOf } from '../notify/attempt';
import type { Send } from '../notify/send';
import { webhookMessageId } from '../notify/batchEvents';
import { webhookRequest } from '../notify/webhook';
import { HandlerError } from '../shared/errors';
import { type HttpEvent, requestMethod, type HttpAnswer } from '../shared/http';
import { CLOSED, linkIn, linkPage } from '../shared/linkPage';
import { digestOf, randomId, sameDigest } from '../subscriptions/tokens';
import type { ListedValidation, TopUpSettings } from './settings';
import type { Approval, PaymentPlan, Wallet, WalletState } from './wallet';

/**
 * The release of a payment by a person: a question about it is stored, and told with a link; nothing is decided until
 * somebody releases it, by the link or by an event, before it expires. Questions wait for no other one.
 */

type Parts = { settings: TopUpSettings; wallet: Wallet; clock: Pick<Clock, 'now'> };

const ID_LENGTH = 20;
const DECIMALS = 9;
const TYPE = 'topUp.approval';

const avax = (amount: string) => `${formatUnits(amount, DECIMALS)} AVAX`;
const untilOf = ({ approval }: TopUpSettings, now: number) =>
	now + (approval?.minutes ?? 0) * 60_000;

/** The question for a plan: what is paid, to whom, how much, and why. */
export function questionOf(
	{ validationId, amount, fee }: Omit<PaymentPlan, 'gasPrice'>,
	why: string,
	settings: TopUpSettings,
	now: number,
): Approval {
	const listed = settings.validations.find((one) => one.validationId === validationId);
	const { addresses } = (listed as ListedValidation).remainingBalanceOwner;
	return {
		...{ id: randomId(ID_LENGTH), validationId, amount, askedAt: now },
		until: untilOf(settings, now),
		text: `${settings.payer} pays ${avax(amount)} and a fee of ${avax(fee)} to the L1 validation ${validationId}, ${why}. What is left at its end belongs to ${addresses.join(', ')}.`,
	};
}

/** The questions that have not ended. */
export const openQuestions = ({ questions = [] }: WalletState, now: number) =>
	questions.filter(({ until }) => now < until);

/** The open question about a validation. */
export const questionAbout = (state: WalletState, validationId: string, now: number) =>
	openQuestions(state, now).find((one) => one.validationId === validationId);

/** True if a payment may be signed without a question, or was released and has not expired. */
export function isReleased(
	{ validationId, amount }: PaymentPlan,
	state: WalletState,
	settings: TopUpSettings,
	now: number,
): boolean {
	if (!settings.approval) return true;
	const question = questionAbout(state, validationId, now);
	return question?.releasedAt !== undefined && BigInt(amount) <= BigInt(question.amount);
}

/** Sends a question, with the link of its token. True if the receiver has accepted it. */
export async function sendQuestion(
	{ id, validationId, amount, until, text }: Approval,
	token: string,
	{ approval }: TopUpSettings,
	{ send, now }: { send: Send; now: number },
): Promise<boolean> {
	const { alert, url } = approval ?? {};
	if (!alert) return true;
	const link = url === undefined ? null : `${url.replace(/\/$/, '')}/?id=${id}&token=${token}`;
	const how = link === null ? '' : ` Read and release it: ${link}`;
	const event = headed(
		{
			...{ id: `${TYPE}:${id}`, event: TYPE, severity: 'warning', subject: validationId },
			title: `Release a payment of ${avax(amount)}?`,
			text: `${text} The question ${id} ends at ${new Date(until).toISOString()}.${how}`,
			occurredAt: new Date(now).toISOString(),
			...{ url: link, alertKey: `${TYPE}:${id}` },
		},
		{ approval: id, amount, until: new Date(until).toISOString() },
	);
	const request = webhookRequest(alert, webhookMessageId('topUp', event.id), event, now);
	return verdictOf(alert, await send(alert, request)).kind === 'delivered';
}

/**
 * Releases the question with this id, once. Throws `NotReleased` if there is no such question, or it has expired; the
 * same release again has no effect.
 */
export async function release(
	id: string,
	{ settings, wallet, clock }: Parts,
	isAllowed: (approval: Approval) => boolean = () => true,
): Promise<WalletState> {
	const now = clock.now();
	const state = await wallet.read(now);
	const { questions = [] } = state;
	const approval = openQuestions(state, now).find((one) => one.id === id);
	if (!approval || !isAllowed(approval)) {
		throw new HandlerError(
			'NotReleased',
			`No question ${id} is open: it has ended, or there is another one about its validation`,
		);
	}
	if (approval.releasedAt !== undefined) return state;
	const released = { ...approval, releasedAt: now, until: untilOf(settings, now) };
	const written = await wallet.write({
		...state,
		questions: questions.map((one) => (one === approval ? released : one)),
	});
	if (!written) throw new HandlerError('NotReleased', 'A run was faster: release it again');
	return written;
}

/** The page of a link: GET shows the question, POST releases it. The next run pays. */
export async function answerLink(event: HttpEvent, parts: Parts): Promise<HttpAnswer> {
	const link = linkIn(event);
	if (!link || !parts.settings.approval?.url) return CLOSED;
	const { wallet, clock } = parts;
	const method = requestMethod(event);
	const isIts = ({ digest = '' }: Approval) => sameDigest(digest, digestOf(link.token));
	if (method === 'POST') {
		try {
			await release(link.id, parts, isIts);
		} catch (error) {
			if ((error as Error).name !== 'NotReleased') throw error;
			return CLOSED;
		}
		return linkPage(200, 'Released: the next run pays it, if the limits still permit it.');
	}
	if (method !== 'GET') return linkPage(405, 'GET shows the question, POST releases it.');
	const now = clock.now();
	const approval = openQuestions(await wallet.read(now), now).find(({ id }) => id === link.id);
	if (!approval || !isIts(approval)) return CLOSED;
	if (approval.releasedAt !== undefined) return linkPage(200, `${approval.text} It was released.`);
	return linkPage(
		200,
		approval.text,
		'<form method="post"><button>Release this payment</button></form>',
	);
}
