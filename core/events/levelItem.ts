import { isNodeId } from '../formats/ids';
import type { TolerantObjectOf } from '../fields/outputs';
import type { EventHead } from './declare';
import type { NetworkEvent } from './event';
import type { Columns } from './eventForm';
import { type Headline, type Severity, previousState } from './item';
import type { Change } from './levelTypes';
import { span } from './words';

/** The items of threshold events: severity, title and text of a change. */

/** The texts about a subject's state. */
export interface Words {
	/** The name of the subject in a title. */
	name: string;
	/**
	 * Completes the title after the name, if it is beyond a threshold: "uptime is 88 %, below 90
	 * %".
	 */
	bad: string;
	/** Completes the title if the subject is not beyond a threshold: "uptime is 97 %". */
	good: string;
	/** Completes the title when the subject recovers; by default `good` and "again". */
	reached?: string;
	/** One or two sentences about the current state. */
	text: string;
	url?: string | null;
}

/** The texts, severities and columns of a threshold event. */
export interface LevelTexts<S extends Columns, Facts, Settings> extends EventHead {
	columns: S;
	say(facts: Facts, level: number, settings: Settings): Words;
	/** The values of the own columns. */
	show(facts: Facts): TolerantObjectOf<S>;
	/** Default: critical from level 2 on, else warning. */
	severity?(level: number, facts: Facts | undefined): Severity;
	/** The subject in items, if it differs from the subject of readings. */
	subjectOf?(facts: Facts): string;
	/** The subject in items and texts while it is missing, if it differs from the subject of readings. */
	nameOfGone?(subject: string): string;
	/** The text about a subject that is missing after the first check, after its name and its node. */
	goneText: string;
	/** Default warning. */
	goneSeverity?: Severity;
}

/** The item of a change. */
export function itemOf<S extends Columns, Facts, Settings>(
	event: LevelTexts<S, Facts, Settings>,
	change: Change<Facts>,
	settings: Settings,
): NetworkEvent {
	const { id, key, kind, from, to, since, facts } = change;
	const subject = nameOf(event, change);
	const node = kind === 'gone' && 'nodeId' in event.columns ? nodeOfGone(change) : undefined;
	const occurredAt = new Date(since).toISOString();
	const headline: Headline = {
		id: `${event.type}:${id}`,
		event: event.type,
		severity: severityOf(event, change),
		subject: facts === undefined ? subject : (event.subjectOf?.(facts) ?? subject),
		...wordsOf(event, change, settings),
		occurredAt,
		alertKey: `${event.type}:${key}`,
	};
	return {
		id: headline.id,
		type: event.type,
		timestamp: occurredAt,
		data: {
			...headline,
			change: kind,
			level: Math.max(0, to),
			previousLevel: from === undefined ? null : Math.max(0, from),
			...previousState(change),
			...(node !== undefined && { nodeId: node }),
			...(facts !== undefined && event.show(facts)),
		},
	};
}

function nameOf<S extends Columns, Facts, Settings>(
	{ nameOfGone }: LevelTexts<S, Facts, Settings>,
	{ kind, subject }: Change<Facts>,
): string {
	return kind === 'gone' && nameOfGone ? nameOfGone(subject) : subject;
}

function nodeOfGone({
	subject,
	nodeId = isNodeId(subject) ? subject : undefined,
}: Change<unknown>) {
	return nodeId;
}

function severityOf<S extends Columns, Facts, Settings>(
	{ severity, goneSeverity = 'warning' }: LevelTexts<S, Facts, Settings>,
	{ kind, to, facts }: Change<Facts>,
): Severity {
	switch (kind) {
		case 'checkFailed':
		case 'unreadable':
			return 'warning';
		case 'gone':
			return goneSeverity;
		case 'first':
			return 'info';
		case 'checkWorks':
		case 'recovered':
		case 'returned':
			return 'resolved';
		default:
			return severity?.(to, facts) ?? (to > 1 ? 'critical' : 'warning');
	}
}

function wordsOf<S extends Columns, Facts, Settings>(
	event: LevelTexts<S, Facts, Settings>,
	change: Change<Facts>,
	settings: Settings,
): Pick<Headline, 'title' | 'text' | 'url'> {
	const { kind, from, to, at, since, failure, facts } = change;
	const subject = nameOf(event, change);
	if (kind === 'checkFailed') {
		return {
			title: `${event.name}: the check fails`,
			text: `The check failed: ${failure?.message ?? 'no response'}. The state is unknown until the check works again.`,
			url: null,
		};
	}
	if (kind === 'unreadable') {
		const text = `${failure?.message ?? 'A record cannot be read.'}. The state of the other subjects is known.`;
		return { title: `${event.name}: a record cannot be read`, text, url: null };
	}
	if (kind === 'checkWorks') {
		const text = 'The check works again and continues from the last known state.';
		return { title: `${event.name}: the check works again`, text, url: null };
	}
	if (kind === 'gone' && from === undefined) {
		return {
			title: `${subject} is not found`,
			text: `The settings name ${subject}, but the response for these settings has no ${event.what} with this ID.`,
			url: null,
		};
	}
	if (kind === 'gone' || facts === undefined) {
		const node = nodeOfGone(change);
		const name = node === undefined || node === subject ? subject : `${node} (${subject})`;
		const text = `${name} ${event.goneText}.`;
		return { title: text.slice(0, -1), text, url: null };
	}
	const { name, bad, good, reached = `${good} again`, text, url } = event.say(facts, to, settings);
	const state = to > 0 ? bad : good;
	const said = {
		crossed: `${name}: ${state}`,
		repeated: `${name}: still ${state}`,
		improved: `${name}: better, ${state}`,
		recovered: `${name}: ${reached}`,
		returned: `${name}: is back, ${state}`,
		first: `${name}: ${state}`,
	}[kind];
	const lasting = kind === 'repeated' ? ` For ${span((at - since) / 1000)} now.` : '';
	return { title: said, text: text + lasting, url: url ?? null };
}
