import type { AckAnswer, Acknowledgement } from '../../core/alertLife/acknowledge';
import { type LifeAlert, isResolved } from '../../core/alertLife/alert';
import { judgedAlert, matches, patternOf } from '../../core/alertLife/matchers';
import { minuteText } from '../../core/alertLife/reasons';
import { silenceOf } from '../../core/alertLife/rules';
import { isFailure } from '../../core/failure';
import { MINUTE_MS } from '../../core/formats/timeUnits';
import { HandlerError, invalidEvent } from '../shared/errors';
import { type HttpEvent, bodyBytes, requestMethod, type HttpAnswer } from '../shared/http';
import { CLOSED, linkIn, linkPage } from '../shared/linkPage';
import { digestOf, randomId, sameDigest } from '../subscriptions/tokens';
import type { Asked } from './actionSchema';
import type { Store } from './dynamoStore';
import type { AlertLink, HeldNote, StoredSilence } from './heldStore';
import { type HoldingOptions, heldTargets, stepTarget } from './holding';
import type { Target } from './settings';

/** Silences, acknowledgements, and what was held: by actions, and by links of messages. */

const MOST_SILENCES = 100;
const iso = (ms: number) => new Date(ms).toISOString();

const silenceView = ({ from, until, ...rest }: StoredSilence) => ({
	...{ ...rest, from: iso(from), until: iso(until) },
});

/** The targets that hold events; only one, if it is named. Throws `InvalidEvent` if there is none. */
async function targetsFor(
	{ target: name }: { target?: string },
	{ settings, store }: HoldingOptions,
	applies: 'applySilences' | undefined,
) {
	const held = (await heldTargets(settings, store)).filter(({ target }) => {
		return (name ?? target.name) === target.name && (!applies || target[applies] === true);
	});
	if (held.length > 0) return held;
	const which = name === undefined ? 'no target' : `the target ${name} does not exist, or`;
	throw invalidEvent([`target: ${which} has ${applies ?? 'an option that holds events'}`]);
}

/** Holds the alerts that match, until a time, in place of the silence with the same id. The answer has those that fire now; a warning if none does. */
export async function silenceAlerts(
	{ match, target, until, by, why }: Omit<Asked<'silence'>, 'action'>,
	options: HoldingOptions,
	id = randomId(12),
): Promise<object> {
	const { store, clock } = options;
	const now = clock.now();
	const own = { id, match, from: now, until, ...(by && { by }), ...(why && { why }) };
	let made: StoredSilence;
	try {
		made = { ...silenceOf(own, ''), ...(target !== undefined && { target }) };
	} catch (error) {
		if (!isFailure(error)) throw error;
		throw invalidEvent([error.message.replace(/^"\.?/, '"')]);
	}
	const targets = await targetsFor({ target }, options, 'applySilences');
	await store.held.changeSilences(now, (silences) => {
		const others = silences.filter((one) => one.id !== id);
		if (others.length < MOST_SILENCES) return [...others, made];
		throw invalidEvent([
			`match: there are ${MOST_SILENCES} silences already; end some with endSilence`,
		]);
	});
	const lives = await Promise.all(targets.map(({ name }) => store.held.life(name)));
	const firing = lives.flatMap(({ state }) =>
		Object.values(state?.alerts ?? {}).filter(
			({ latest, severity }) =>
				!isResolved(latest) && matches(made.match, judgedAlert(latest, severity)),
		),
	);
	const alerts = [...new Map(firing.map(({ latest }) => [latest.alertKey, latest.title])).values()];
	const warning =
		'No alert that fires now matches. It holds those that come; check the spelling of its values.';
	return { silence: silenceView(made), firing: alerts, ...(alerts.length === 0 && { warning }) };
}

/** The silences that have not ended. */
export async function listSilences({ store, clock }: Pick<HoldingOptions, 'store' | 'clock'>) {
	const silences = await store.held.silences();
	return { silences: silences.filter(({ until }) => until > clock.now()).map(silenceView) };
}

/** Ends a silence: the next run sums up what it held. Throws `InvalidEvent` if there is none. */
export async function endSilence(
	id: string,
	{ store, clock }: Pick<HoldingOptions, 'store' | 'clock'>,
): Promise<object> {
	const now = clock.now();
	await store.held.changeSilences(now, (silences) => {
		if (silences.some((one) => one.id === id && one.until > now))
			return silences.filter((one) => one.id !== id);
		throw invalidEvent([`id: there is no silence ${JSON.stringify(id)}, or it has ended`]);
	});
	return { ended: id };
}

/** Acknowledges alerts at the targets that hold events, or at one. A second time changes nothing. */
export async function acknowledgeIncidents(
	given: readonly Acknowledgement[],
	target: string | undefined,
	options: HoldingOptions,
) {
	const answers: Array<Omit<AckAnswer, 'alertKey'> & { target: string }> = [];
	for (const one of await targetsFor({ target }, options, undefined)) {
		const found = await stepTarget(one, options, given);
		answers.push(...found.map(({ result, text }) => ({ target: one.name, result, text })));
	}
	return { acknowledged: answers.some(({ result }) => result !== 'ended'), answers };
}

/** The alerts that wait for a target, and those that were held last, with the reasons, the newest first. */
export async function listHeld(
	{ target, limit }: Omit<Asked<'listHeld'>, 'action'>,
	store: Pick<Store, 'held'>,
): Promise<object> {
	const { state, held } = await store.held.life(target);
	const { alerts = {}, groups = {}, digest } = state ?? {};
	const alertView = ({ title, event, alertKey }: LifeAlert, because: string) => {
		return { title, event, alertKey, because };
	};
	const heldAlerts = Object.values(alerts).flatMap(({ latest, held: reason }) => {
		if (!reason) return [];
		const { because, since, count: events } = reason;
		return [{ ...alertView(latest, because), since: iso(since), events }];
	});
	const queued = [...Object.values(groups), ...(digest ? [digest] : [])].flatMap(({ events }) =>
		events.map((one) => alertView(one, 'it waits for its group or digest')),
	);
	const noteView = ({ at, ...note }: HeldNote) => ({ at: iso(at), ...note });
	return {
		waiting: [...heldAlerts, ...queued].slice(0, limit),
		held: held.slice(0, limit).map(noteView),
	};
}

/** Minutes of the silences that a page offers. */
const SILENCES = [60, 300, 1_440];
const MOST_BYTES = 200;
const BY = 'a link';

/** The page of a link: GET shows the alert, POST acknowledges or silences it. A link is used once. */
export async function answerAlertLink(
	event: HttpEvent,
	options: HoldingOptions,
): Promise<HttpAnswer> {
	const given = linkIn(event);
	if (!given || options.settings.linkUrl === undefined) return CLOSED;
	const { store, clock } = options;
	const now = clock.now();
	const link = await store.held.link(given.id);
	if (!link || !sameDigest(link.digest, digestOf(given.token)) || now >= link.until) return CLOSED;
	const { title, usedAt } = link;
	const method = requestMethod(event);
	if (method === 'GET' || usedAt !== undefined) {
		if (usedAt !== undefined)
			return linkPage(200, `${title}: this link was used at ${minuteText(usedAt)}.`);
		const buttons = SILENCES.map(
			(minutes) =>
				`<button name="silence" value="${minutes}">Silence for ${minutes / 60} h</button>`,
		);
		const form = `<form method="post"><button name="acknowledge" value="1">Acknowledge</button> ${buttons.join(' ')}</form>`;
		return linkPage(200, title, form);
	}
	if (method !== 'POST') return linkPage(405, 'GET shows the alert, POST acknowledges it.');
	const fields = new URLSearchParams(bodyBytes(event, MOST_BYTES)?.toString() ?? '');
	const minutes = SILENCES.find((one) => String(one) === fields.get('silence'));
	const text = await done(link, BY, minutes, options);
	if (text === undefined) return CLOSED;
	// The effect comes first: a link whose use was not written can be used again, which changes nothing.
	await store.held.useLink(given.id, now);
	return linkPage(200, text);
}

/**
 * Acknowledges the alerts of a link by its id alone, as often as asked; undefined if it is not valid, or none of the
 * receivers is sent it: its target, or the one to which that escalates.
 */
export async function acknowledgeByLink(
	id: string,
	by: string,
	receivers: readonly Target[],
	options: HoldingOptions,
) {
	const link = await options.store.held.link(id);
	if (!link || options.clock.now() >= link.until) return undefined;
	const target = options.settings.targets.find(({ name }) => name === link.target);
	if (!receivers.some(({ name }) => name === link.target || name === target?.escalateTo))
		return undefined;
	return await done(link, by, undefined, options);
}

/** Does what the button of a link says; a sentence about it, undefined if its target has other options now. */
async function done(
	{ target, incidents, title, digest }: AlertLink,
	by: string,
	minutes: number | undefined,
	options: HoldingOptions,
): Promise<string | undefined> {
	try {
		if (minutes === undefined) {
			const given = incidents.map((one) => ({ ...one, by }));
			return saidOf((await acknowledgeIncidents(given, target, options)).answers);
		}
		const until = options.clock.now() + minutes * MINUTE_MS;
		const match = { alertKey: incidents.map(({ alertKey }) => patternOf(alertKey)) };
		// A link has one silence, also if its use was not written.
		await silenceAlerts({ match, target, until, by }, options, digest.slice(0, 12));
		return `${title} is silenced until ${minuteText(until)}.`;
	} catch (error) {
		if (error instanceof HandlerError && error.name === 'InvalidEvent') return undefined;
		throw error;
	}
}

/** A sentence about the alerts of a link. */
function saidOf(answers: ReadonlyArray<Pick<AckAnswer, 'result' | 'text'>>): string {
	if (answers.length === 1) return answers[0].text;
	const count = (given: AckAnswer['result']) =>
		answers.filter(({ result }) => result === given).length;
	return `Of ${answers.length} alerts, ${count('acknowledged')} are acknowledged now, ${count('already')} were before, ${count('ended')} have ended.`;
}
