import type { EventResult } from './campaign';

const COLUMNS: Array<[string, (result: EventResult) => string | number]> = [
	['Engine mode', ({ mode }) => mode],
	['Event', ({ event }) => event],
	['Expected', ({ expected }) => expected],
	['Emitted', ({ emitted }) => emitted],
	['Lost', ({ lost }) => lost],
	['Duplicated', ({ duplicated }) => duplicated],
	['Repeated after a kill', ({ repeated }) => repeated],
	['Polls', ({ polls }) => polls],
	['Failed polls', ({ failedPolls }) => failedPolls],
	['Restarts', ({ restarts }) => restarts],
	[
		'Faulty requests',
		({ faults, requests }) => `${faults.toLocaleString('en')} of ${requests.toLocaleString('en')}`,
	],
	['Peak state bytes', ({ peakStateBytes }) => peakStateBytes],
	['Load', ({ load }) => `${Math.round(load * 100)} %`],
	['Longest wait', ({ longestWait }) => longestWait],
];

/** The results as a Markdown table. */
export function reportOf(results: readonly EventResult[]): string {
	const rows = [
		COLUMNS.map(([title]) => title),
		...results.map((result) => COLUMNS.map(([, read]) => read(result).toLocaleString('en'))),
	];
	const widths = COLUMNS.map((_, at) => Math.max(...rows.map((row) => row[at].length)));
	const isText = (at: number) => at < 2;
	const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
	const [head, ...body] = rows.map((row) =>
		line(row.map((cell, at) => (isText(at) ? cell.padEnd(widths[at]) : cell.padStart(widths[at])))),
	);
	const rule = line(
		widths.map((width, at) => (isText(at) ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)),
	);
	return [head, rule, ...body].join('\n');
}

/** Why events came again, in words; nothing where none did. */
export function causeOf(results: readonly EventResult[]): string | undefined {
	const repeating = results.filter(({ repeated }) => repeated > 0);
	if (repeating.length === 0) return undefined;
	const sum = (read: (result: EventResult) => number) =>
		repeating.reduce((total, result) => total + read(result), 0).toLocaleString('en');
	const modes = [...new Set(repeating.map(({ mode }) => mode))].join(' and ');
	return (
		`Repeated after a kill (engine mode ${modes}): without durable cursors n8n stores an execution ` +
		`and the workflow's static data apart. ${sum(({ midSave }) => midSave)} restarts killed it between ` +
		`the two: the execution was there, its state was not, and ${sum(({ repeated }) => repeated)} ` +
		'events of such executions fired again.'
	);
}

/** At most this share of what the polls can tell happens in the main campaign. */
const HALF = 0.5;

/** What is wrong with the results of a campaign; nothing where every promise was kept. */
export function faultsOf(results: readonly EventResult[], overload = false): string[] {
	const sum = (read: (result: EventResult) => number) =>
		results.reduce((total, result) => total + read(result), 0);
	const share = sum(({ faults }) => faults) / sum(({ requests }) => requests);
	const broken = results.flatMap((result) => {
		const { mode, event, lost, duplicated, repeated, stopped, misjudged } = result;
		const found = [
			[lost, 'events were lost'],
			[duplicated, 'events came twice'],
			[mode === 'durable' ? repeated : 0, 'events came again although their state was saved'],
			[stopped, 'restarts stopped the trigger'],
			[misjudged, 'failures that pass were called lasting'],
		] as const;
		return found
			.filter(([count]) => count > 0)
			.map(([count, what]) => `${mode}, ${event}: ${count} ${what}`);
	});
	for (const { mode, event, load } of results) {
		const percent = Math.round(load * 100);
		if (overload ? load < 1 : load > HALF)
			broken.push(`${mode}, ${event}: the campaign ran at ${percent} % of what the polls can tell`);
	}
	return share < 0.2 ? [...broken, 'Fewer than 20 % of the requests were faulty'] : broken;
}
