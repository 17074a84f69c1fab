import { markdownTable, type MarkdownColumn } from '../../kit/text/markdownTable';
import type { EventResult } from './runner';

const COLUMNS: Array<MarkdownColumn<EventResult>> = [
	['Engine mode', ({ mode }) => mode],
	['Event', ({ event }) => event],
	['Expected', ({ expected }) => expected],
	['Emitted', ({ emitted }) => emitted],
	['Lost', ({ lost }) => lost],
	['Duplicated', ({ duplicated }) => duplicated],
	['Fired again', ({ repeated }) => repeated],
	['Lost with a worker', ({ withWorkers }) => withWorkers],
	['Workers lost', ({ workersLost }) => workersLost],
	['Never started', ({ neverStarted }) => neverStarted],
	['States overwritten', ({ wiped }) => wiped],
	['Losses reported', ({ lossesReported }) => lossesReported],
	['Dropped', ({ dropped }) => dropped],
	['Polls', ({ polls }) => polls],
	['Failed polls', ({ failedPolls }) => failedPolls],
	['Restarts', ({ restarts }) => restarts],
	[
		'Faulty requests',
		({ faults, requests }) => `${faults.toLocaleString('en')} of ${requests.toLocaleString('en')}`,
	],
	['Peak state bytes', ({ peakStateBytes }) => peakStateBytes],
	['Load', ({ load }) => (load === undefined ? '–' : `${Math.round(load * 100)} %`)],
	['Longest wait', ({ longestWait }) => longestWait],
];

/** The results as a Markdown table. */
export function reportOf(results: readonly EventResult[]): string {
	return markdownTable(COLUMNS, results);
}

/** Meaning of the columns about losses. */
export const LEGEND = `Lost with a worker: n8n does not restart an execution whose worker was killed.
Never started: n8n saved the state and was killed, or had no Redis, before the execution began; its
events are delivered again at the next start. States overwritten: a Code node saved its static data over
the state.
Fired again: subjects beyond a threshold when the state was lost. Dropped: events that executions
recognized as processed.`;

/** Share of the capacity of the polls that the events of the main campaign may need. */
const HALF = 0.5;

/** Broken guarantees in the results of a campaign; empty if all guarantees hold. */
export function faultsOf(results: readonly EventResult[], overload = false): string[] {
	const sum = (read: (result: EventResult) => number) =>
		results.reduce((total, result) => total + read(result), 0);
	const share = sum(({ faults }) => faults) / sum(({ requests }) => requests);
	const broken = results.flatMap((result) => {
		const { mode, event, lost, duplicated, repeated, stopped, misjudged } = result;
		const { wiped, lossesReported } = result;
		const found = [
			[lost, 'events were lost'],
			[duplicated, 'events were repeated'],
			[mode === 'durable' ? repeated + lossesReported : 0, 'losses of a durable state'],
			[
				mode === 'scheduler' && wiped > 1 && lossesReported === 0 ? wiped : 0,
				'losses were not reported',
			],
			[stopped, 'restarts stopped the trigger'],
			[misjudged, 'temporary failures were reported as permanent'],
		] as const;
		return found
			.filter(([count]) => count > 0)
			.map(([count, what]) => `${mode}, ${event}: ${count} ${what}`);
	});
	for (const { mode, event, load } of results) {
		if (load === undefined) continue;
		const percent = Math.round(load * 100);
		if (overload ? load < 1 : load > HALF)
			broken.push(
				`${mode}, ${event}: the campaign ran at ${percent} % of the capacity of the polls`,
			);
	}
	return share < 0.2 ? [...broken, 'Fewer than 20 % of the requests were faulty'] : broken;
}
